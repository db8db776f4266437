"""Measure the grounding of answers: right ones that are flagged, inventions that are not, and time on long results.

    python -m tests.benchmarks.grounding [--seed 1]

Right answers are those of `tests/grounding/evidence_answers.jsonl`, and totals of random tables. An invention is a fact
of theirs changed at random: a number to one of as many digits, a date to another day, an id by one digit, a name to
another. What then stands in a result by chance, or is a small count, is no invention and left out.
"""

import argparse
import json
import random
import re
import time
from collections import Counter
from collections.abc import Iterator

from smurfs_graph.grounding.facts import Fact, read_facts
from smurfs_graph.grounding.ground import Source, ground, missing_in
from smurfs_graph.grounding.statements import split_statements
from tests.grounding.evidence_answers import Case, cases

NAMES = ("Quentin Ashworth", "Zanthe Moor", "Marta Stein", "Halvard", "Orbita", "Bernau")
_TRIES = 40


def missing(answer: str, sources: list[Source]) -> list[str]:
    """Return what an answer states and no source holds."""
    return [fact for result in ground(split_statements(answer), sources) for fact in result.missing]


def invented(fact: Fact, rng: random.Random) -> str:
    """Return another fact of the same kind and look; empty where none can be made."""
    match fact.kind:
        case "number" if any(sign.isdigit() for sign in fact.text):
            return _with_other_digits(fact.text, rng)
        case "date" if day := re.search(r"(?<!\d)\d{1,2}(?!\d)", fact.text):
            other = str(rng.choice([n for n in range(1, 29) if abs(n - int(day[0])) > 3]))
            return fact.text[: day.start()] + other + fact.text[day.end() :]
        case "id":
            at = rng.choice([at for at, sign in enumerate(fact.text) if sign.isdigit()][-2:])
            digit = rng.choice([d for d in "0123456789" if d != fact.text[at]])
            return fact.text[:at] + digit + fact.text[at + 1 :]
        case "name":
            return rng.choice([name for name in NAMES if (" " in name) == (" " in fact.text)])
        case "time":
            return f"{rng.randint(0, 23)}:{rng.randint(10, 59)}"
        case "address":
            return f"x{fact.text}"
        case _:
            return ""


def _with_other_digits(written: str, rng: random.Random) -> str:
    digits = [sign for sign in written if sign.isdigit()]
    for _ in range(_TRIES):
        new = [str(rng.randint(0, 9)) for _ in digits]
        if len(new) > 1:  # of the same size
            new[0] = str(max(1, min(9, int(digits[0]) + rng.choice([-1, 0, 0, 1]))))
        left = iter(new)
        if (changed := "".join(next(left) if sign.isdigit() else sign for sign in written)) != written:
            return changed
    return ""


def inventions(case: Case, rng: random.Random) -> Iterator[tuple[str, str, str, str]]:
    """Yield the kind of each fact of a case's answers, the fact, another one, and the answer with that."""
    told = "\n".join(source.text + source.about for source in case.sources())
    for answer in case.answers:
        for fact in read_facts(answer):
            small = fact.number is not None and fact.number.value <= 12 and fact.number.step == 1
            if small or not (new := invented(fact, rng)):
                continue
            if new not in told and not re.search(rf"(?<![0-9.]){re.escape(new.replace(',', ''))}(?![0-9])", told):
                yield fact.kind, fact.text, new, answer.replace(fact.text, new, 1)


def totals(rng: random.Random) -> Iterator[tuple[str, str, list[Source]]]:
    """Yield right statements about a random table of orders, what kind of computation each takes, and its sources."""
    field, unit, digits = rng.choice((("amount_eur", " EUR", 2), ("pieces", " pieces", 0)))
    rows = [
        {
            "id": f"O-{100 + n}",
            "status": rng.choice(("open", "sent", "cancelled")),
            field: round(rng.uniform(1, 500), 2) if digits else rng.randint(0, 60),
            "placed": f"2026-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}",
        }
        for n in range(rng.randint(2, 30))
    ]
    sources = [Source(json.dumps({"orders": rows}), "list_orders()", "s1")]
    if rng.random() < 0.5:  # a call for each
        sources = [Source(json.dumps(row), f'get_order(id="{row["id"]}")', "s1") for row in rows]
    values = [float(str(row[field])) for row in rows]
    open_ones = [value for row, value in zip(rows, values, strict=True) if row["status"] == "open"]
    one, other = rng.sample(range(len(rows)), 2)

    def amount(value: float) -> str:
        return f"{value:,.{digits}f}{unit}"

    names = f"{rows[one]['id']} and {rows[other]['id']}"
    said = {
        "total": f"In total it is {amount(sum(values))}.",
        "average": f"On average it is {sum(values) / len(values):,.2f}{unit}.",
        "count": f"There are {len(rows)} orders.",
        "difference": f"{names} are {amount(abs(values[one] - values[other]))} apart.",
        "total of two": f"{names} make {amount(values[one] + values[other])} together.",
        "spread": f"The spread is {amount(max(values) - min(values))}.",
    }
    if len(open_ones) > 1:
        said["total of some"] = f"The open ones come to {amount(sum(open_ones))}."
        shown = " + ".join(f"{value:,.{digits}f}" for value in open_ones)
        said["total of some, shown"] = f"The open ones come to {shown} = {amount(sum(open_ones))}."
        said["count of some"] = f"{len(open_ones)} of them are open."
        said["share"] = f"{100 * len(open_ones) / len(rows):.1f} % of them are open."
    yield from ((kind, text, [Source("What do the orders come to?"), *sources]) for kind, text in said.items())


def long_results() -> dict[str, str]:
    """Return results of a megabyte, of several kinds."""
    records = [{"id": f"X-{n}", "price": n + 0.5, "on": "2026-05-03", "status": "open"} for n in range(14_000)]
    prose = "The customer Alma Berg ordered 17 pieces of it on 3 May 2026 at 17:45 for 79.50 EUR. "
    return {"records": json.dumps(records), "prose": prose * 12_000, "digits": "1,2." * 250_000}


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1, help="of the inventions")
    rng = random.Random(parser.parse_args().seed)
    answers = [(case, answer) for case in cases() for answer in case.answers]
    flagged = [(case.name, lacking) for case, answer in answers if (lacking := missing(answer, case.sources()))]
    print(f"right answers flagged: {len(flagged)} of {len(answers)}, of requests {len({name for name, _ in flagged})}")
    for name, lacking in flagged:
        print(f"  {name}: {', '.join(lacking)}")
    computed, accepted = Counter[str](), Counter[str]()
    for kind, text, sources in (each for _ in range(400) for each in totals(rng)):
        computed[kind] += 1
        accepted[kind] += not missing(text, sources)
    told = ", ".join(f"{kind} {accepted[kind]} of {count}" for kind, count in computed.items())
    print(f"right totals accepted: {accepted.total()} of {computed.total()} ({told})")
    planted, found = Counter[str](), Counter[str]()
    for case in cases():
        known = {fact for answer in case.answers for fact in missing(answer, case.sources())}
        for kind, old, new, answer in inventions(case, rng):
            planted[kind] += 1
            caught = {*missing(answer, case.sources())} - known
            found[kind] += bool(caught)
            if not caught:
                print(f"  not flagged, {case.name}: {new} for {old}")
    for kind, count in planted.items():
        print(f"inventions flagged, {kind}: {found[kind]} of {count}")
    print(f"inventions flagged: {found.total()} of {planted.total()}")
    for name, text in long_results().items():
        began = time.process_time()
        missing_in("Zora Quist has had Q-77 since 7 June 2019 for 4711.25, at 18:13.", [Source(text, "look()", "s1")])
        print(f"{len(text):,} characters of {name}: {time.process_time() - began:.1f} s of processor time")


if __name__ == "__main__":
    main()
