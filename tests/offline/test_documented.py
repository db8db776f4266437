"""The phrasing that docs/offline-model.md promises is understood."""

import asyncio
from pathlib import Path

import pytest

from tests.offline.documented import REQUESTS
from tests.offline.measure import public_functions, run

HERE = Path(__file__).parent


async def grades() -> list[tuple[str, str]]:
    return [
        (one.case.query, one.grade)
        for path, case in REQUESTS
        for one in [await run(public_functions(HERE / f"{path}.py"), case)]
    ]


@pytest.mark.slow
def test_nine_of_ten_requests_in_the_promised_phrasing_come_out_right() -> None:
    found = asyncio.run(grades())
    missed = [one for one in found if one[1] != "right"]
    assert len(missed) <= len(found) / 10, missed
    assert not [one for one in missed if one[1] == "wrong"]
