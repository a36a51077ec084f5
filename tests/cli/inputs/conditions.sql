-- A Go template.
CREATE TABLE "{{.Schema}}".stock (id integer PRIMARY KEY, n integer NOT NULL);
CREATE INDEX {{ if not .InTransaction }}CONCURRENTLY{{ end }} stock_n ON "{{.Schema}}".stock (n);
CREATE FUNCTION "{{.Schema}}".take(p integer) RETURNS integer LANGUAGE sql AS $$
  SELECT n FROM "{{.Schema}}".stock WHERE id = p
  {{- if .Locking }} FOR {{ if .Shared -}} SHARE {{- else -}} UPDATE {{- end }}{{ end }};
$$;
