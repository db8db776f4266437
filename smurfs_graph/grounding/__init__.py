"""Whether what an answer states stands in what it rests on, by code alone. Pure: no model, tool, clock or store."""
