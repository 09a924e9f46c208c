// Nothing: what a runtime costs by itself.
