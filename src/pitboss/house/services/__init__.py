"""What staff do beside the tables: people, two-person acts, alerts, the log's heads."""
