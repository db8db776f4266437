"""The Makefile fits one screen of `make help`, and holds what continuous integration calls."""

import re

from tests.packaging.project import PROJECT


def test_targets_are_few_and_explained() -> None:
    """Sixteen at most, each with a line in `make help`; those of .ci/run are among them."""
    text = (PROJECT / "Makefile").read_text("utf-8")
    targets = re.findall(r"^([a-z][\w-]*):(?!=)(?:.*## (.+))?", text, re.MULTILINE)
    assert len(targets) <= 16
    assert [name for name, told in targets if not told] == []
    called = re.findall(r"^make (?:--\S+ )?([\w-]+)", (PROJECT / ".ci" / "run").read_text("utf-8"), re.MULTILINE)
    assert set(called) <= {name for name, _ in targets}
    assert len(called) == 4
