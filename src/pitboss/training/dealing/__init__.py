"""Exercises in which the trainee is the dealer: what comes next, and what each wager is paid."""
