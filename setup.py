"""The packages of the distribution: `nodes/` and `tools/` are installed as `smurfs_graph.nodes` and `.tools`.

A wheel that claimed the import names `nodes` and `tools` would break every application that has its own. All else is
in pyproject.toml; this part is code because a list of packages would forget the next one.
In a checkout the links smurfs_graph/nodes and smurfs_graph/tools show the same folders to Python, type checkers and
editors; a build does not need them.
"""

from setuptools import find_packages, setup

INSTALLED_BELOW = ("nodes", "tools")

own = find_packages(
    include=["smurfs_graph", "smurfs_graph.*"],
    exclude=[pattern for name in INSTALLED_BELOW for pattern in (f"smurfs_graph.{name}", f"smurfs_graph.{name}.*")],
)
below = find_packages(include=[pattern for name in INSTALLED_BELOW for pattern in (name, f"{name}.*")])

setup(
    packages=own + [f"smurfs_graph.{name}" for name in below],
    package_dir={f"smurfs_graph.{name}": name for name in INSTALLED_BELOW},
)
