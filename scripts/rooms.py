"""Rooms: the folders of the sources, each with a list of what it may include.

The room of a source is the nearest folder above it with a file includes.allowed. A layer's own list is for the files
that lie directly in the layer: every folder below has a list of its own, or is part of a room that has one."""

import pathlib

LAYERS = ["sql-frontend", "encoders", "analyzer"]
LIST = "includes.allowed"


def sources(root):
    for layer in LAYERS:
        yield from sorted(path for path in (root / layer).rglob("*") if path.suffix in (".c", ".h", ".inc"))


def room_of(root, source):
    """The room's folder relative to the root, or None: no list is there for it."""
    folder = source.parent
    while folder != root and not (folder / LIST).is_file():
        folder = folder.parent
    name = str(folder.relative_to(root))
    if folder == root or (name in LAYERS and source.parent != folder):
        return None
    return name


def prefixes(root):
    """{room: what its external names begin with}"""
    found = {}
    for layer in LAYERS:
        for path in sorted((root / layer).rglob(LIST)):
            for line in path.read_text().splitlines():
                words = line.split("#")[0].split()
                if words[:1] == ["prefix"]:
                    found[str(path.parent.relative_to(root))] = words[1]
    return found


def circles(edges):
    """Groups of more than one node that reach each other; edges: {node: nodes}."""
    index, low, stack, found = {}, {}, [], []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in sorted(edges.get(node, ())):
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            group = []
            while not group or group[-1] != node:
                group.append(stack.pop())
            if len(group) > 1:
                found.append(sorted(group))

    for node in sorted(edges):
        if node not in index:
            visit(node)
    return found
