"""Usage, budgets, and the live count of a run."""
