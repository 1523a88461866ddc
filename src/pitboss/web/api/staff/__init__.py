"""What staff ask of the house: people, two-person acts, alerts, hits, reports, exports."""
