"""The calendar: leap years, month ends, clocks that go forward and back."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph import ToolError
from smurfs_graph.tools import dates
from smurfs_graph.tools.dates import add_to_date, convert_time, day_of_week, days_between, today

days = st.dates(date(1900, 1, 1), date(2100, 12, 31))


@pytest.mark.parametrize(
    ("start", "step", "expected"),
    [
        ("2024-01-31", {"months": 1}, "2024-02-29"),
        ("2023-01-31", {"months": 1}, "2023-02-28"),
        ("2024-02-29", {"years": 1}, "2025-02-28"),
        ("2024-03-31", {"months": -1}, "2024-02-29"),
        ("2024-12-31", {"days": 1}, "2025-01-01"),
        ("2024-05-10", {"weeks": -2}, "2024-04-26"),
        ("2024-11-15", {"years": 1, "months": 2, "weeks": 1, "days": 3}, "2026-01-25"),
        ("2024-01-01", {"months": -13}, "2022-12-01"),
    ],
)
def test_adds_to_a_date(start: str, step: dict[str, int], expected: str) -> None:
    assert add_to_date(start, **step)["date"] == expected


def test_a_day_the_month_lacks_is_said() -> None:
    assert add_to_date("2024-01-31", months=1) == {
        "date": "2024-02-29",
        "weekday": "Thursday",
        "note": "2024-02 has no day 31; its last day was used",
    }
    assert "note" not in add_to_date("2024-01-30", months=2)


@pytest.mark.parametrize(
    "step", [{"days": 10**7}, {"years": 8000}, {"years": -3000}, {"days": 10**30}, {"weeks": -(10**12)}]
)
def test_a_date_off_the_calendar_is_refused(step: dict[str, int]) -> None:
    with pytest.raises(ToolError, match="outside the years 1 to 9999"):
        add_to_date("2024-01-01", **step)


@given(days, st.integers(-10_000, 10_000))
def test_adding_days_and_counting_them_agree(start: date, count: int) -> None:
    end = add_to_date(start.isoformat(), days=count)["date"]
    assert days_between(start.isoformat(), end)["days"] == count


@given(days, st.integers(-400, 400))
def test_counts_weekdays_as_a_walk_over_the_days_does(start: date, count: int) -> None:
    end = start + timedelta(days=count)
    earlier, later = min(start, end), max(start, end)
    walked = sum((earlier + timedelta(days=day)).weekday() < 5 for day in range(1, (later - earlier).days + 1))
    counted = days_between(start.isoformat(), end.isoformat())["weekdays_mon_to_fri"]
    assert counted == (walked if count >= 0 else -walked)


def test_says_how_far_apart_in_the_words_of_an_age() -> None:
    assert days_between("1990-05-20", "2024-05-19")["apart"] == "33 years, 11 months, 29 days"
    assert days_between("2024-01-31", "2024-02-29")["apart"] == "0 years, 1 months, 0 days"


@given(days, days)
def test_any_two_dates_are_a_sensible_distance_apart(start: date, end: date) -> None:
    years, months, rest = days_between(start.isoformat(), end.isoformat())["apart"].split(", ")
    assert int(years.split()[0]) >= 0
    assert 0 <= int(months.split()[0]) < 12
    assert 0 <= int(rest.split()[0]) < 31


def test_names_the_day() -> None:
    assert day_of_week("2024-12-30") == {
        "date": "2024-12-30",
        "weekday": "Monday",
        "iso_week": "2025-W01",
        "day_of_year": 365,
    }


@pytest.mark.parametrize(
    "text", ["2023-02-29", "31.12.2024", "2024-W01-1", "20240101", "tomorrow", "", "2024-1-1", "0000-01-01"]
)
def test_what_is_no_date_is_refused(text: str) -> None:
    for call in (lambda: day_of_week(text), lambda: add_to_date(text), lambda: days_between("2024-01-01", text)):
        with pytest.raises(ToolError, match="is not a date"):
            call()


def test_today_is_in_the_zone_that_was_asked_for() -> None:
    before = datetime.now(UTC) + timedelta(hours=13)
    answer = today("+13:00")
    after = datetime.now(UTC) + timedelta(hours=13)
    assert before.date().isoformat() <= answer["date"] <= after.date().isoformat()
    assert today()["timezone"] == "UTC"


@pytest.mark.parametrize(
    ("time", "source", "target", "expected", "offset"),
    [
        ("2024-07-01T12:00", "UTC", "Europe/Paris", "2024-07-01T14:00", "+02:00"),
        ("2024-01-01T12:00", "UTC", "Europe/Paris", "2024-01-01T13:00", "+01:00"),
        ("2024-07-01T22:00", "America/New_York", "Asia/Tokyo", "2024-07-02T11:00", "+09:00"),
        ("2024-07-01 09:30", "Asia/Kolkata", "-03:30", "2024-07-01T00:30", "-03:30"),
        ("2024-07-01T09:30:15", "UTC+5:30", "Z", "2024-07-01T04:00:15", "+00:00"),
    ],
)
def test_converts_a_time(time: str, source: str, target: str, expected: str, offset: str) -> None:
    answer = convert_time(time, source, target)
    assert (answer["time"], answer["utc_offset"]) == (expected, offset)


def test_an_hour_that_happens_twice_is_said() -> None:
    answer = convert_time("2024-10-27T02:30", "Europe/Paris", "UTC")
    assert answer["time"] == "2024-10-27T00:30"
    assert "happens twice" in answer["note"]


@pytest.mark.parametrize(
    ("time", "source", "target", "reason"),
    [
        *(
            (text, "UTC", "UTC", "is not a date and time")
            for text in ("noon", "2024-13-01T00:00", "2024-01-01T25:00", "")
        ),
        ("2024-01-01T00:00+02:00", "UTC", "UTC", "leave it out"),
        ("0001-01-01T00:00", "+05:00", "-05:00", "outside the years 1 to 9999"),
        ("9999-12-31T23:00", "UTC", "Asia/Tokyo", "outside the years 1 to 9999"),
        ("2024-03-31T02:30", "Europe/Paris", "UTC", "does not exist in Europe/Paris"),
    ],
)
def test_what_is_no_time_is_refused(time: str, source: str, target: str, reason: str) -> None:
    with pytest.raises(ToolError, match=reason):
        convert_time(time, source, target)


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("Paris", "did you mean 'Europe/Paris'"),
        ("new york", "did you mean 'America/New_York'"),
        ("Nowhere", "IANA name"),
        *(
            (hostile, "time zone")
            for hostile in ("../../etc/passwd", "America", "\0", "", "+99:00", "x" * 5000, "\ud800")
        ),
    ],
)
def test_an_unknown_zone_gets_a_hint(name: str, hint: str) -> None:
    with pytest.raises(ToolError, match=hint):
        today(name)


def test_without_a_zone_database_the_reason_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_zones() -> set[str]:
        return set()

    monkeypatch.setattr(dates, "available_timezones", no_zones)
    with pytest.raises(ToolError, match="pip install tzdata"):
        today("Mars/Olympus")
    assert today("UTC")["timezone"] == "UTC"
