"""Check by code whether an answer's statements stand in its sources. Pure: no model, tool, clock or store."""
