"""Tests of tools; a package, so that its `http` and the like are no top-level names."""
