"""Runs as objects: listed, shown, forked, pruned, deleted, exported and imported; whatever storage they are in."""
