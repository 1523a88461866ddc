"""The pages for people: rendered on the server from what the viewer may see."""
