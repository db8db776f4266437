"""The Berkeley Function Calling Leaderboard: its data, worlds and checkers, in a process of their own."""
