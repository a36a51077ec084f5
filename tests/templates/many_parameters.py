"""A recording of a transaction of 4000 statements with 8000 values of no known column: naming them takes no time."""
import json

print(json.dumps({"format": "isoproof-trace", "format_version": 1}))
for session in range(6):
    texts = [("BEGIN", [])]
    texts += [(f"INSERT INTO t{i * i % 97} VALUES ($1, $2)", [str(session * 10000 + i), str(i + session * 7)]) for i in range(4000)]
    for text, values in [*texts, ("COMMIT", [])]:
        print(json.dumps({"event": "statement", "session": session, "transaction": 1, "text": text, "tags": [], "parameters": values}))
