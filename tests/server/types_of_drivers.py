"""Types on the wire, for drivers.py: what drivers ask about types that a schema creates, and values in binary form, of
every type that the server knows, from it and back."""

SCHEMA = """
CREATE SCHEMA other;
CREATE TYPE mood AS ENUM ('low', 'mid', 'high');
CREATE TYPE other.level AS ENUM ('a', 'b');
CREATE DOMAIN positive AS integer CHECK (VALUE > 0);
CREATE DOMAIN word AS text CHECK (length(VALUE) < 9);
CREATE DOMAIN moody AS mood;
CREATE TYPE pair AS (a integer, b text);
CREATE TYPE nested AS (p pair, m mood, d positive, l pair[], "A b" text);
CREATE TABLE thing (id integer PRIMARY KEY, m mood, l other.level, d positive, w word, y moody, p pair, n nested, ms mood[], ps pair[],
    r int4range, tr tsrange, zr tstzrange, nr numrange, dr daterange, br int8range, rs int4range[], b bit(3), vb varbit, js jsonb[], j json,
    bs bit(2)[], ds positive[], iv interval[], t time, ts time[], u uuid[], mo money[], ba bytea[], f real[], g double precision[],
    s smallint[], i8 bigint[], bo boolean[], d1 date[], t1 timestamp[], t2 timestamptz[], v varchar(9)[], c char(3)[], na name, n2 numeric(9, 2)[]);
INSERT INTO thing VALUES (1, 'low', 'b', 3, 'word', 'mid', ROW(1, 'x,"y"'), ROW(ROW(2, ''), 'high', 4, ARRAY[ROW(5, NULL)::pair], ' '),
    ARRAY['low', NULL, 'high']::mood[], ARRAY[ROW(1, 'a')::pair, NULL], '[1,5)', '[2024-01-01 00:00,2024-01-02 00:00]', '[2024-01-01 00:00+00,)',
    '(1.5,2.50]', '(,2024-02-01)', 'empty', ARRAY['[1,2)'::int4range, 'empty'], B'101', B'0110011001', ARRAY['{"a": 1}'::jsonb, 'null'], '[1,  2]',
    ARRAY[B'01', B'11'], ARRAY[1, 2]::positive[], ARRAY['1 mon 2 days'::interval], '10:11:12.5', ARRAY['10:00'::time],
    ARRAY['00112233-4455-6677-8899-aabbccddeeff'::uuid], ARRAY['$5.00'::money, '-$0.25'], ARRAY['\\x00ff'::bytea, ''],
    ARRAY[1.5, -2]::real[], ARRAY[1e300, 'NaN']::double precision[], ARRAY[1, -2]::smallint[], ARRAY[1099511627776], ARRAY[true, false, NULL],
    ARRAY['2024-02-29', 'infinity']::date[], ARRAY['1999-01-02 03:04:05.000006']::timestamp[], ARRAY['1999-01-02 03:04:05+00', 'infinity']::timestamptz[],
    ARRAY['a b', NULL, '']::varchar(9)[], ARRAY['ab']::char(3)[], 'na', ARRAY[1.5, NULL, 1234567.89]);
INSERT INTO thing (id) VALUES (2);
CREATE TABLE few (m mood, p nested, r int4range, d positive, ms mood[]);
INSERT INTO few SELECT m, n, r, d, ms FROM thing;
"""

ASYNCPG = r"""
import asyncio, asyncpg, os
def plain(value):
    # asyncpg takes rows within arrays as tuples alone
    return tuple(map(plain, value)) if isinstance(value, asyncpg.Record) else list(map(plain, value)) if isinstance(value, list) else value
async def show(c, text, *values):
    try:
        s = await c.prepare(text)
        print(text, [(a.name, a.type.name, a.type.kind, a.type.schema) for a in s.get_attributes()], [tuple(row) for row in await s.fetch(*values)])
        return s
    except asyncpg.PostgresError as error:
        print(text, error.sqlstate)
async def main():
    c = await asyncpg.connect(host=os.environ["PGHOST"], user=os.environ["PGUSER"], database=os.environ["PGDATABASE"])
    columns = (await c.prepare("SELECT * FROM thing")).get_attributes()
    for column in columns[1:]:
        await show(c, f"SELECT {column.name} FROM thing ORDER BY id")
        value = await c.fetchval(f"SELECT {column.name} FROM thing WHERE id = 1")
        print(await c.execute(f"UPDATE thing SET {column.name} = $1 WHERE id = 2", plain(value)))
        print(await c.fetchval(f"SELECT {column.name} FROM thing WHERE id = 2") == value)
    for text, *values in (
            ("SELECT coalesce(m, 'low'), max(m) FROM thing GROUP BY m",), ("SELECT array_agg(m ORDER BY id) FROM thing",), ("SELECT CASE WHEN id = 1 THEN m END FROM thing ORDER BY id",),
            ("SELECT 'low'::mood, 'a'::other.level, 3::positive, ARRAY['low','mid']::mood[]",), ("SELECT (p).a, (p).b, (n).m, (n).d, (n).l FROM thing ORDER BY id",),
            ("SELECT few FROM few ORDER BY m",), ("SELECT ROW(1, 'a', 2.5, NULL, 'low'::mood, ROW(1, 2))",), ("SELECT ROW(1, 2)::pair",), ("SELECT unnest(ms), ms[1] FROM thing WHERE id = 1",),
            ("SELECT m FROM (SELECT m FROM thing UNION ALL SELECT 'high') x ORDER BY m::text",), ("SELECT max(d), sum(d) FROM thing",), ("SELECT lower(r), upper(dr) FROM thing ORDER BY id",),
            ("SELECT array_agg(r), array_agg(p), array_agg(d) FROM thing",), ("SELECT ARRAY[ROW(1, 2), ROW(3, 4)]",), ("SELECT m, y FROM thing ORDER BY m DESC, id",),
            ("SELECT $1::mood", "low"), ("SELECT $1::mood", "bad"), ("SELECT $1::mood[]", ["low", None]), ("SELECT $1::pair", (1, "(,)")), ("SELECT $1::pair[]", [(1, "x"), None, (None, None)]),
            ("SELECT $1::int4range", asyncpg.Range(1, 5)), ("SELECT $1::tstzrange", asyncpg.Range(empty=True)), ("SELECT $1::numrange", asyncpg.Range(lower=None, upper=None)),
            ("SELECT $1::positive, $2::word", 7, "x"), ("SELECT $1::positive", -7), ("SELECT $1::bit(3)", asyncpg.BitString("101")), ("SELECT id FROM thing WHERE m = $1 ORDER BY id", "low"),
            ("SELECT id FROM thing WHERE m = ANY($1) ORDER BY id", ["low", "high"]), ("SELECT id FROM thing WHERE p = $1::pair ORDER BY id", (1, 'x,"y"')), ("SELECT id FROM thing WHERE r = $1", asyncpg.Range(1, 5))):
        await show(c, text, *values)
    to = []
    async def keep(data): to.append(data)
    print(await c.copy_from_query("SELECT id, m, p, n, ms, ps, r, rs, b, vb FROM thing ORDER BY id", output=keep, format="csv"), to)
    await c.execute("DELETE FROM thing WHERE id = 2")
    print(await c.copy_records_to_table("thing", records=[(2, "mid", asyncpg.Range(3, 4), [(1, "x")])], columns=("id", "m", "r", "ps")))
    await show(c, "SELECT id, m, r, ps FROM thing ORDER BY id")
    await c.close()
asyncio.run(main())
"""

JAVA = """
import java.sql.*;
public class Types {
    static void show(ResultSet rows) throws Exception {
        ResultSetMetaData about = rows.getMetaData();
        while (rows.next())
            for (int i = 1; i <= about.getColumnCount(); i++) {
                Object value = rows.getObject(i);
                String text = value instanceof Array ? java.util.Arrays.deepToString((Object[]) ((Array) value).getArray()) : String.valueOf(value);
                System.out.println(about.getColumnName(i) + " " + about.getColumnTypeName(i) + " " + about.getColumnType(i) + " " + about.getColumnClassName(i)
                    + " " + text);
            }
    }
    public static void main(String[] args) throws Exception {
        try (Connection c = DriverManager.getConnection(System.getenv("JDBC_URL") + "&prepareThreshold=2")) {
            for (int n = 0; n < 4; n++) {
                PreparedStatement get = c.prepareStatement("SELECT m, l, d, w, y, p, n, ms, r, tr, nr, b, vb, ds, iv, t, u, n2, i8, v, g FROM thing WHERE id = ?");
                get.setInt(1, 1);
                show(get.executeQuery());
                PreparedStatement put = c.prepareStatement("UPDATE thing SET m = ?::mood, ms = ?, p = ?::pair WHERE id = 2");
                put.setString(1, n % 2 == 0 ? "low" : "mid");
                put.setArray(2, c.createArrayOf("mood", new Object[] {"low", null}));
                put.setString(3, "(1,x)");
                System.out.println(put.executeUpdate());
                PreparedStatement as = c.prepareStatement("SELECT id, m, ms FROM thing WHERE m = ?");
                as.setObject(1, n % 2 == 0 ? "low" : "mid", java.sql.Types.OTHER);
                show(as.executeQuery());
            }
            DatabaseMetaData about = c.getMetaData();
            try (ResultSet columns = about.getColumns(null, "public", "few", null)) {
                while (columns.next())
                    System.out.println(columns.getString("COLUMN_NAME") + " " + columns.getString("TYPE_NAME") + " " + columns.getInt("DATA_TYPE") + " " + columns.getString("IS_NULLABLE"));
            } catch (SQLException error) {
                System.out.println(error.getSQLState());
            }
        }
    }
}
"""
