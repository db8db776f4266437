"""The offline model on its development requests: a floor for what is right, a ceiling for what is wrong.

These are requests that it was developed on. What it is worth is measured on others, elsewhere.
"""

import asyncio
from collections import Counter
from pathlib import Path

import pytest

from tests.offline.measure import run_set

OWN = tuple(
    sorted(path.stem for path in (Path(__file__).parent / "dev").glob("*.py") if path.stem not in ("case", "__init__"))
)


async def grades(names: tuple[str, ...]) -> Counter[str]:
    return Counter([one.grade for name in names for one in await run_set(name)])


BOUNDS = (
    (OWN, 0.78, 0.05),
    (("dev_a",), 0.8, 0.05),
    (("dev_b",), 0.74, 0.05),
    (("dev_c",), 0.6, 0.05),
    (("dev_d",), 0.27, 0.05),
    (("dev_e",), 0.13, 0.05),
    (("dev_f",), 0.08, 0.05),
    (("dev_g",), 0.17, 0.05),
)
"""Sets with the least share that is right and the largest share with a wrong call. `dev_e` to `dev_g` were written
last, in the freest wording, and show best what requests of strangers meet."""


@pytest.mark.slow
@pytest.mark.parametrize(("names", "least", "most"), BOUNDS, ids=["own", "a", "b", "c", "d", "e", "f", "g"])
def test_development_requests(names: tuple[str, ...], least: float, most: float) -> None:
    found = asyncio.run(grades(names))
    assert found["right"] / found.total() >= least, found
    assert found["wrong"] / found.total() <= most, found


def test_there_are_enough_of_them() -> None:
    assert len(OWN) >= 8
