"""The house as ARCHITECTURE.md shows it: rooms import downwards only, and few modules lie about."""

from tests.packaging.rooms import ROOT, graph, imports, is_loose, layers, modules, with_picture

MOST_LOOSE = 14


def test_rooms_import_downwards_only() -> None:
    """There is no circle between rooms, lazy imports included."""
    rooms = graph()
    assert {name for layer in layers(rooms) for name in layer} == set(rooms)


def test_no_modules_of_asking_import_each_other() -> None:
    """Type-checking and lazy imports included: what is shared knows nothing of who asks with it."""
    known = modules()
    asking = {name: path for name, path in known.items() if name.startswith("smurfs_graph.asking.")}
    below = {name: {*imports(path, known)} & asking.keys() for name, path in asking.items()}
    assert {name for layer in layers(below) for name in layer} == set(asking)


def test_nodes_are_given_the_parts_that_they_use() -> None:
    """Only who builds a graph sees all of its parts; a node's signature says what it can touch."""
    known = modules()
    seeing = {name for name, path in known.items() if "smurfs_graph.asking.resources" in imports(path, known)}
    assert {name.split(".")[1] for name in seeing} == {"bench", "graph", "strategies"}


def test_few_modules_lie_loose() -> None:
    """Only modules that a newcomer opens first stand beside the rooms."""
    assert sum(map(is_loose, modules().values())) <= MOST_LOOSE


def test_benchmarks_are_imported_by_the_command_line_and_the_training() -> None:
    """No tool, node or model knows of a benchmark; a training reads and draws as they do."""
    assert {room for room, below in graph().items() if "bench" in below} == {"cli", "training"}


def test_pure_rooms_know_no_model_tool_or_framework() -> None:
    """Search and planning can be read, and tested, by themselves."""
    rooms = graph()
    assert rooms["search"] <= {"canonical.py"}
    assert rooms["planning"] <= {"canonical.py", "errors.py", "grounding"}
    assert rooms["grounding"] <= {"canonical.py"}
    assert rooms["concurrency"] == set()


def test_the_picture_is_that_of_the_code() -> None:
    """`make references` draws it anew."""
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    assert "<!-- rooms -->" in text
    assert with_picture(text) == text
