"""Whether rows satisfy the keys and references of the tables. At the literature's levels the explorer lets two transactions write one key
unseen by each other; a database, which checks keys against everything committed, does not."""
import re


def parts_of(definition):
    """The columns and constraints between the parentheses of a CREATE TABLE."""
    parts, depth, start = [], 0, 0
    for at, letter in enumerate(definition + ","):
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            parts.append(definition[start:at].strip())
            start = at + 1
    return parts


class Table:
    def __init__(self, definition):
        parts = parts_of(definition)
        of_columns = [part for part in parts if not re.match(r"(UNIQUE|PRIMARY|CHECK|FOREIGN|EXCLUDE)\b", part)]
        self.columns = [part.split()[0] for part in of_columns]
        self.keys = [[part.split()[0]] for part in of_columns if re.search(r"PRIMARY KEY|UNIQUE", part)]
        self.keys += [re.split(r", *", found[1]) for part in parts if (found := re.match(r"(?:UNIQUE|PRIMARY KEY) \(([\w, ]+)\)", part))]
        self.references = [(part.split()[0], found[1], found[2]) for part in of_columns
                           if (found := re.search(r"REFERENCES (\w+)(?: \((\w+)\))?", part))]

    def cells(self, rows, columns):
        """Of each row without NULL in them."""
        places = [self.columns.index(column) for column in columns]
        found = [tuple(row.split(", ")[place] for place in places) for row in rows]
        return [cells for cells in found if "NULL" not in cells and "null" not in cells]


def hold(text, state):
    """text: CREATE TABLE statements, a line each; state: rows by table, as texts of values."""
    tables = {found[1]: Table(found[2]) for found in re.finditer(r"^CREATE TABLE (\w+) \((.*)\);$", text, re.MULTILINE)}
    for name, table in tables.items():
        rows = state.get(name, [])
        for key in table.keys:
            cells = table.cells(rows, key)
            if len(set(cells)) < len(cells):
                return False
        for column, target, referred in table.references:
            there = tables[target].cells(state.get(target, []), [referred or tables[target].columns[0]])
            if not set(table.cells(rows, [column])) <= set(there):
                return False
    return True
