"""A recording of two kinds of transactions. Of each, one ends with its session; UNREAD: the server may have done more."""
import json
import sys

number = 0


def line(text, tag, **more):
    print(json.dumps({"event": "statement", "session": number, "transaction": 2, "text": text, "tags": [tag], **more}))


print(json.dumps({"format": "isoproof-trace", "format_version": 2}))
for i in range(12):
    number += 1
    print(json.dumps({"event": "connect", "session": number}))
    line("BEGIN", "BEGIN", status="T")
    found = 0 if i >= 6 else 1
    line(f"UPDATE account SET n = n + 1 WHERE id = {i}", f"UPDATE {found}", status="T")
    if found:
        line("COMMIT", "COMMIT", status="I")
    print(json.dumps({"event": "end", "session": number, **({"unread": True} if sys.argv[1:] and not found else {})}))
if sys.argv[1:] != ["cut"]:
    print(json.dumps({"event": "finish", "sessions": number, "statements": 30}))
