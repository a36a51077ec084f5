"""Questions to the catalog that libraries send: SQLAlchemy's inspector, and the queries of ActiveRecord, sequelize, TypeORM,
postgres.js and psycopg as they send them. drivers.py compares the answers of a PostgreSQL server and of isoproof serve."""

REFLECT = r"""
import psycopg2, sqlalchemy as sa, os
e = sa.create_engine("postgresql://%s@/%s?host=%s" % tuple(os.environ[name] for name in ("PGUSER", "PGDATABASE", "PGHOST")))
i = sa.inspect(e)
for table in ("orders", "order_lines"):
    print([(c["name"], str(c["type"]), c["nullable"], c["default"]) for c in i.get_columns(table)])
    print(i.get_pk_constraint(table), i.get_foreign_keys(table), i.get_indexes(table), i.get_unique_constraints(table))
print(i.get_enums(), i.get_table_comment("orders"))
m = sa.MetaData()
m.reflect(e)
print(sorted(m.tables))
c = psycopg2.connect(""); c.autocommit = True; k = c.cursor()
def ask(text):
    try:
        k.execute(text)
        print([d.name for d in k.description], sorted(map(str, k.fetchall())))
    except psycopg2.Error as error:
        print(error.pgcode, str(error).splitlines()[0])
ask('''SELECT a.attname, format_type(a.atttypid, a.atttypmod), pg_get_expr(d.adbin, d.adrelid), a.attnotnull, a.atttypmod, c.collname,
    col_description(a.attrelid, a.attnum) AS comment FROM pg_attribute a LEFT JOIN pg_attrdef d ON a.attrelid = d.adrelid AND
    a.attnum = d.adnum LEFT JOIN pg_type t ON a.atttypid = t.oid LEFT JOIN pg_collation c ON a.attcollation = c.oid AND
    a.attcollation <> t.typcollation WHERE a.attrelid = '"orders"'::regclass AND a.attnum > 0 AND NOT a.attisdropped''')
ask('''SELECT a.attname FROM (SELECT indrelid, indkey, generate_subscripts(indkey, 1) idx FROM pg_index WHERE indrelid =
    '"order_lines"'::regclass AND indisprimary) i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[i.idx]''')
ask('''SELECT distinct i.relname, d.indisunique, d.indkey, pg_get_indexdef(d.indexrelid), pg_catalog.obj_description(i.oid,
    'pg_class') AS comment FROM pg_class t INNER JOIN pg_index d ON t.oid = d.indrelid INNER JOIN pg_class i ON d.indexrelid = i.oid
    LEFT JOIN pg_namespace n ON n.oid = t.relnamespace WHERE i.relkind IN ('i', 'I') AND t.relname = 'order_lines'
    AND n.nspname = ANY (current_schemas(false))''')
ask('''SELECT t2.oid::regclass::text AS to_table, a1.attname AS column, c.conname AS name, c.confdeltype AS on_delete, c.convalidated
    FROM pg_constraint c JOIN pg_class t1 ON c.conrelid = t1.oid JOIN pg_class t2 ON c.confrelid = t2.oid JOIN pg_attribute a1 ON
    a1.attnum = c.conkey[1] AND a1.attrelid = t1.oid WHERE c.contype = 'f' AND t1.relname = 'order_lines' ''')
ask('''SELECT t.typname, t.typdelim, t.typinput, r.rngsubtype, t.typtype, t.typbasetype FROM pg_type as t LEFT JOIN pg_range as r ON
    oid = rngtypid WHERE t.typname IN ('int4', 'text', 'numeric', 'bool', 'timestamptz', 'kind') ''')
ask('''WITH ranges AS (SELECT pg_range.rngtypid, pg_type.typname AS rngtypname, pg_range.rngsubtype FROM pg_range LEFT OUTER JOIN
    pg_type ON pg_type.oid = pg_range.rngtypid) SELECT pg_type.typname, pg_type.typtype FROM pg_type LEFT OUTER JOIN ranges ON
    pg_type.oid = ranges.rngsubtype WHERE pg_type.typname IN ('uuid', 'kind')''')
ask('''SELECT i.relname AS name, ix.indisprimary AS primary, ix.indkey AS indkey, array_agg(a.attname ORDER BY a.attnum) AS names,
    pg_get_indexdef(ix.indexrelid) AS definition FROM pg_class t, pg_class i, pg_index ix, pg_attribute a WHERE t.oid = ix.indrelid
    AND i.oid = ix.indexrelid AND a.attrelid = t.oid AND a.attnum > 0 AND t.relname = 'orders' GROUP BY i.relname, ix.indexrelid, ix.indisprimary,
    ix.indkey''')
ask('''SELECT column_name, column_default, is_nullable, data_type, udt_name, numeric_precision, numeric_scale, datetime_precision,
    (('"' || "udt_schema" || '"."' || "udt_name" || '"')::"regtype")::text AS type FROM information_schema.columns WHERE table_name = 'orders' ''')
ask('''SELECT tc.constraint_name, tc.is_deferrable, kcu.column_name, ccu.table_name, ccu.column_name FROM
    information_schema.table_constraints tc JOIN information_schema.key_column_usage kcu USING (constraint_name) JOIN
    information_schema.constraint_column_usage ccu USING (constraint_name) WHERE constraint_type = 'FOREIGN KEY' ''')
ask('''SELECT constraint_name, unique_constraint_name, match_option, update_rule, delete_rule FROM
    information_schema.referential_constraints''')
ask('''SELECT b.oid, b.typarray FROM pg_catalog.pg_type a LEFT JOIN pg_catalog.pg_type b ON b.oid = a.typelem WHERE
    a.typcategory = 'A' AND b.typname IN ('int4', 'text', 'uuid') GROUP BY b.oid, b.typarray ORDER BY b.oid''')
ask("SELECT a.attname, con.confkey[array_position(con.conkey, a.attnum)] FROM pg_constraint con JOIN pg_attribute a "
    "ON a.attrelid = con.conrelid AND a.attnum = ANY (con.conkey) WHERE con.contype = 'f' AND con.connamespace = 'public'::regnamespace")
ask("SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE contype IN ('p', 'u', 'f') AND connamespace = 'public'::regnamespace")
ask("SELECT 'orders'::regclass::text AS name, 'public.orders'::regclass::oid = 'orders'::regclass, to_regclass('nothing')")
ask("SELECT 'nothing'::regclass")
ask("SELECT CAST('orders' AS regclass) = 'public.orders'::regclass, CAST(CAST('\"public\".\"orders\"' AS regclass) AS oid) = 'orders'::regclass")
ask('SELECT CAST(conrelid AS regclass)::text AS owner, CAST(conrelid AS "pg_catalog"."regclass") AS name FROM pg_constraint '
    "WHERE CAST(connamespace AS regnamespace)::text = 'public'")
ask("SELECT CAST(atttypid AS regtype)::text AS kind, CAST(attrelid AS integer) = CAST('orders' AS regclass)::integer FROM pg_attribute WHERE "
    "attrelid = CAST('orders' AS regclass) AND attnum > 0")
ask("SELECT CAST('nothing' AS regclass)")
ask("SELECT s.relname, col.attname, d.deptype, tbl.relname FROM pg_class s JOIN pg_namespace sn ON sn.oid = s.relnamespace JOIN pg_depend "
    "d ON d.refobjid = s.oid AND d.refclassid = 'pg_class'::regclass JOIN pg_attrdef ad ON ad.oid = d.objid AND d.classid = "
    "'pg_attrdef'::regclass JOIN pg_attribute col ON col.attrelid = ad.adrelid AND col.attnum = ad.adnum JOIN pg_class tbl ON "
    "tbl.oid = ad.adrelid WHERE s.relkind = 'S' AND d.deptype in ('a', 'n') AND pg_table_is_visible(tbl.oid)")
ask("SELECT a.attname, d.deptype FROM pg_depend d JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid WHERE "
    "d.classid = 'pg_attrdef'::regclass AND d.refobjid = 'orders'::regclass")
ask("SELECT pg_backend_pid() > 0, version() LIKE 'PostgreSQL%', CAST(current_setting('server_version_num') AS integer) / 10000")
ask("SELECT pg_catalog.current_setting('server_encoding'), current_setting('max_identifier_length', true)")
ask("SELECT 'version()'; SELECT pg_catalog . version() IS NULL")
ask("SET application_name = 'it''s'; SHOW application_name")
k.execute("PREPARE p AS SELECT current_setting('server_encoding')")
ask("EXECUTE p")
ask("SELECT 'int4'::regtype::text, 'nothing'::regtype::oid")
ask("SELECT pg_get_serial_sequence('order_lines', 'id'), pg_get_serial_sequence('order_lines', 'amount')")
ask("SELECT ARRAY(SELECT pg_get_indexdef(indexrelid, k + 1, true) FROM generate_subscripts(indkey, 1) AS k ORDER BY k) FROM pg_index WHERE "
    "indrelid = 'order_lines'::regclass AND NOT indisprimary AND indisunique")
ask("SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'order_lines'")
ask("SELECT indkey[0], indkey::text AS columns, indnatts, indnkeyatts FROM pg_index WHERE indrelid = 'order_lines'::regclass")
ask("SET TIME ZONE INTERVAL '+00:00' HOUR TO MINUTE; SELECT 1")
ask("SET NAMES 'utf8'; SHOW client_encoding")
ask("SET TIME ZONE 'UTC'; SHOW TIME ZONE")
"""

SCHEMA = """
CREATE TYPE kind AS ENUM ('new', 'paid');
CREATE TABLE orders (
    id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    "customerId" uuid,
    state kind NOT NULL DEFAULT 'new',
    note varchar(80) DEFAULT 'it''s',
    total numeric(12,2) NOT NULL DEFAULT 0,
    at timestamptz NOT NULL DEFAULT now(),
    open boolean DEFAULT true
);
CREATE INDEX by_total ON orders (total DESC, at);
CREATE TABLE order_lines (
    id serial,
    order_id bigint NOT NULL REFERENCES orders ON DELETE CASCADE,
    amount integer NOT NULL,
    PRIMARY KEY (order_id, id),
    UNIQUE (amount, order_id)
);
"""
