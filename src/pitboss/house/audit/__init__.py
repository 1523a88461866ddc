"""What makes the house's records checkable: manifests, signed heads, exports and a verifier."""
