"""The documentation site: pages made from the project's own data, and the site built from docs/."""
