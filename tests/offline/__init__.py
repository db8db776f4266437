"""Tests of `offline:rules`."""
