"""isoproof serve beside a PostgreSQL server: clients that define tables, change and drop them, with rows in them, within
transactions and savepoints, too. Results, command tags and SQLSTATEs must be the same, statement by statement.

  definitions.py [SEQUENCES] [SEED]
"""

import os
import pathlib
import random
import subprocess
import sys
import tempfile

import psycopg2
import serving
from serving import expect

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import postgresql  # noqa: E402

STATEMENTS = """
create table a (id serial primary key, x int, name varchar(10))
create table a (id int)
create table if not exists a (id int)
insert into a (x, name) values (1, 'one'), (2, 'two'), (3, 'three') returning id
alter table a add column y int not null default 7
alter table a add column y int
alter table a add column if not exists y int
select * from a order by id
insert into a (x) values (9) returning *
alter table a add column z int not null
alter table a add constraint positive check (x > 2)
alter table a add constraint one_x unique (x)
alter table a add constraint one_x unique (y)
create unique index on a (y)
alter table a alter column x type text using 'v' || x
alter table a alter column y type bigint
alter table a alter column name type varchar(2)
select * from a order by id
alter table a alter column nothing drop not null
alter table a rename column x to label
alter table a rename to b
select * from a
select id, label, y from b order by id
alter table b drop column name
alter table b drop column name
alter table b drop constraint nothing
select * from b order by id
create table c (id int primary key, b_id int references b (id) deferrable initially deferred)
create table e (id int references nothing (id))
insert into c values (1, 1), (2, null)
insert into c values (3, 100)
drop table b
begin
insert into c values (4, 4)
create index c_by_b on c (b_id)
create table d (e int)
insert into d values (1)
savepoint s
alter table d add column f int default 5
insert into d values (2, 3)
select * from d order by e
rollback to s
select * from d order by e
insert into d values (3)
rollback to s
select * from d order by e
commit
select * from d
begin
create table gone (x int)
insert into gone values (1)
drop table d
select * from d
rollback
select * from d
select * from gone
create type mood as enum ('sad', 'happy')
create type mood as enum ('sad')
create table m (id bigint generated always as identity primary key, m mood not null, tags text[])
insert into m (m, tags) values ('happy', '{a,b}')
insert into m (m) values ('meh')
alter type mood add value 'meh'
insert into m (m) values ('meh') returning *
drop type mood
drop table m
drop type mood
drop table b cascade
insert into c values (9, 9)
alter table c add constraint refers foreign key (b_id) references c (id)
delete from c where b_id is not null
alter table c add constraint refers foreign key (b_id) references c (id)
alter table c drop constraint refers
drop table nothing
drop table if exists nothing
drop index c_by_b
drop index c_by_b
create table k (a int, b int)
insert into k values (1, 1), (1, 2), (2, 1)
alter table k add primary key (a)
alter table k add primary key (a, b)
insert into k values (1, 1)
alter table k drop constraint k_pkey
alter table k alter column b drop not null
insert into k values (1, null), (1, 1)
select * from k order by a, b
delete from k where b is null
alter table k alter column b set not null
alter table k alter column a set default 3
create table one (unique (b, a), id int unique primary key, a int unique, b int constraint named unique, unique (a), unique (b))
select i.relname from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid where c.relname = 'one' order by 1
insert into one values (1, 1, 1)
insert into one values (1, 1, 1)
insert into one values (2, 1, 1)
insert into one values (2, 1, 2)
insert into one values (2, 2, 1)
alter table one drop constraint one_id_key
alter table one drop constraint one_a_key
insert into one values (2, 1, 2)
delete from one where id = 2
alter table one drop constraint one_pkey, add column c int unique, add unique (a), add primary key (b)
insert into one values (1, 2, 3, 4)
insert into one values (1, 2, 4, 4)
alter table one add constraint over check (id > 0)
alter table one add constraint over check (id > 1)
alter table one drop constraint over, add constraint over check (id > -1)
alter table one drop constraint one_pkey, add constraint one_pkey primary key (id, b)
insert into one values (-1, 4, 5, 5)
drop table one
insert into k (b) values (4) returning a
create function twice(n int) returns int language plpgsql as $$ begin return 2 * n; end $$
select twice(3)
create view doubled as select a, twice(b) as b from k
select * from doubled order by a, b
create sequence s start 5
select nextval('s'), nextval('s')
alter sequence s restart with 20
select nextval('s')
drop sequence s
select nextval('s')
drop table c, d, k cascade
comment on function twice(int) is 'n'
create table big (id serial primary key, v int)
insert into big (v) select n from generate_series(1, 20) n
alter table big add column w int generated always as (v * 2) stored
select sum(w) from big
drop table big
create table big (id serial primary key, v int)
insert into big (v) values (1) returning id
alter table big add column at timestamptz not null default now()
select count(at) from big
alter table big alter column v set not null, alter column v set default 4, add column u text
insert into big default values returning v, u
truncate big restart identity
insert into big default values returning id
begin
truncate big restart identity
insert into big default values returning id
rollback
insert into big default values returning id
select setval('big_id_seq', 10)
insert into big default values returning id
select setval(pg_get_serial_sequence('"big"', 'id'), coalesce(max(id), 1), max(id) is not null) from big
insert into big default values returning id
select setval('big_id_seq', 30, false), nextval('big_id_seq'), currval('big_id_seq')
select setval('nothing', 3)
select setval('big_id_seq', 0)
select pg_get_serial_sequence('big', 'v'), pg_get_serial_sequence('public.big', 'id')
select pg_get_serial_sequence('nothing', 'v')
create tabel t (x int)
drop view if exists doubled
create type colour as enum ('red', 'green')
create table shown (id bigserial primary key, name varchar(20) not null, c colour, n numeric(8, 2) default 0, at timestamptz, tags text[], big_id int references big (id) on delete cascade deferrable initially deferred, unique (name, n))
create index shown_by on shown (n desc, name)
alter table shown add constraint shown_n check (n > 0)
alter table shown add check (id < 1000)
select table_name, table_type from information_schema.tables where table_schema = 'public' order by 1
select column_name, ordinal_position, is_nullable, data_type, character_maximum_length, udt_name, is_identity from information_schema.columns where table_name = 'shown' order by 2
select exists(select from information_schema.tables where table_schema = current_schema and table_name = 'shown')
select tablename from pg_tables where schemaname = 'public' order by 1
select relname, relkind from pg_class c join pg_namespace n on n.oid = c.relnamespace where nspname = 'public' and relname like 'shown%' order by 1
select attname, attnotnull, format_type_is_not_asked from (select attname, attnotnull, 1 as format_type_is_not_asked from pg_attribute a join pg_class c on c.oid = attrelid where relname = 'shown' and attnum > 0 and not attisdropped order by attnum) x
select conname, contype, condeferrable, condeferred, confdeltype from pg_catalog.pg_constraint where conrelid = (select oid from pg_class where relname = 'shown') order by 1
select c.conname, array(select attname from unnest(c.conkey) with ordinality cols(colid, arridx) join pg_attribute as ca on cols.colid = ca.attnum where ca.attrelid = c.conrelid order by cols.arridx), c.contype from pg_constraint c join pg_class cl on c.conrelid = cl.oid where cl.relname = 'shown' and pg_catalog.pg_table_is_visible(cl.oid) order by 1
select indexname, array_agg(attname order by arridx), indisunique, indisprimary from (select c2.relname as indexname, idx.*, attr.attname from (select i.indexrelid, i.indrelid, i.indisunique, i.indisprimary, koi.* from pg_index i, unnest(i.indkey, i.indoption) with ordinality koi(key, option, arridx)) idx left join pg_class c on idx.indrelid = c.oid left join pg_class c2 on idx.indexrelid = c2.oid left join pg_attribute attr on attr.attrelid = c.oid and attr.attnum = idx.key where c.relname = 'shown') s2 group by 1, 3, 4 order by 1
select exists(select * from pg_catalog.pg_type t where t.typname = 'colour' and pg_type_is_visible(t.oid))
select enumlabel from pg_enum e join pg_type t on t.oid = e.enumtypid where typname = 'colour' order by enumsortorder
select constraint_name, constraint_type from information_schema.table_constraints where table_name = 'shown' and constraint_name not like '%not_null' and constraint_type <> 'CHECK' order by 1
select constraint_name, column_name, ordinal_position from information_schema.key_column_usage where table_name = 'shown' order by 1, 3
select set_config('search_path', '', false)
create table unplaced (a int)
create type unplaced_type as enum ('a')
create table public.placed (a int primary key, b int)
create type public.placed_type as enum ('a')
create domain public.placed_domain as int check (value > 0)
create function public.placed_one() returns int language sql as 'select 1'
create index placed_b on public.placed (b)
create view public.placed_view as select a from public.placed
create sequence public.placed_number
create sequence unplaced_number
reset search_path
insert into placed values (nextval('placed_number'), placed_one()) returning a
select * from placed_view
create function later_rows(n int) returns bigint language plpgsql as $$ begin insert into later values (n); return (select count(*) from later); end $$
select later_rows(1)
create table later (a int)
select later_rows(1), later_rows(2)
set check_function_bodies = off
create function later_count() returns bigint language sql as 'select count(*) from later_too'
set check_function_bodies = on
create table later_too (a int)
select later_count()
drop table later
select later_rows(3)
"""


def random_statement(draw):
    table, other = draw.choice("tuv"), draw.choice("tuv")
    column, second = draw.choice("abc"), draw.choice("abc")
    number = draw.randint(0, 3)
    return draw.choice([
        f"create table {table} (id serial primary key, a int, b text default 'x')",
        f"create table if not exists {table} (a int unique, c int not null default {number})",
        f"create table {table} (id int generated by default as identity, a int references {other}, check (a <> 3))",
        f"create index {table}_{column} on {table} ({column})",
        f"create unique index {table}_u on {table} ({column}, {second})",
        f"alter table {table} add column {column} int",
        f"alter table {table} add column {column} int not null default {number}",
        f"alter table {table} add column if not exists {column} text",
        f"alter table {table} drop column {column}",
        f"alter table {table} drop column if exists {column}",
        f"alter table {table} alter column {column} type bigint using {number}",
        f"alter table {table} alter column {column} type text",
        f"alter table {table} alter column {column} set not null",
        f"alter table {table} alter column {column} set default {number}",
        f"alter table {table} add constraint n_{table} check ({column} is not null)",
        f"alter table {table} add constraint u_{table} unique ({column})",
        f"alter table {table} drop constraint u_{table}",
        f"alter table {table} drop constraint if exists n_{table}",
        f"alter table {table} add primary key ({column})",
        f"alter table {table} rename column {column} to {second}",
        f"alter table {table} rename to {other}",
        f"drop table {table}",
        f"drop table if exists {table} cascade",
        f"insert into {table} ({column}) values ({number})",
        f"insert into {table} ({column}, {second}) values ({number}, {draw.randint(0, 3)})",
        f"insert into {table} ({column}) values ({number})",
        f"update {table} set {column} = {number} where {second} is null",
        f"delete from {table} where {column} = {number}",
        f"select {column}, {second} from {table} order by 1, 2",
        f"select count(*) from {table}",
        "begin", "commit", "rollback", "savepoint s", "rollback to s",
    ])


def answer(cursor, text):
    try:
        cursor.execute(text)
        rows = cursor.fetchall() if cursor.description else None
        return ("rows", sorted(map(str, rows))) if rows is not None else ("tag", cursor.statusmessage)
    except psycopg2.Error as error:
        return ("error", error.pgcode)


def connect(**where):
    connection = psycopg2.connect(**where)
    connection.autocommit = True
    return connection


def compare(name, texts, theirs, ours):
    """false: from some statement on isoproof could not go on."""
    said = []
    for text in texts:
        expected, got = answer(theirs, text), answer(ours, text)
        said.append(text)
        if got == ("error", "0A000") and expected != got:
            print(f"{name}: not done here: {text}")
            return False
        if expected != got:
            expect(False, f"{name}: " + ";\n  ".join(said) + f"\n  a server: {expected}\n  here: {got}")
            return True
    return True


def sequence(seed, server, level):
    draw = random.Random(seed)
    texts = [random_statement(draw) for _ in range(30)]
    with psycopg2.connect(host=server.work, user=server.USER, dbname="postgres") as first:
        first.autocommit = True
        first.cursor().execute("drop schema public cascade; create schema public")
    first.close()
    with serving.Server(level, schema=EMPTY) as served:
        theirs = connect(host=server.work, user=server.USER, dbname="postgres")
        ours = connect(host=served.folder, port=5432, user="tester", dbname="shop")
        whole = compare(f"sequence {seed} at {level}", texts, theirs.cursor(), ours.cursor())
        theirs.close()
        ours.close()
        code, said = served.stop()
        expect(code == 0, f"sequence {seed}: {said}")
    return whole


DUMPED = """
create table item (id serial primary key, stock int not null check (stock >= 0), note text);
create table sale (id int generated always as identity primary key, item int references item on delete cascade, at date default '2024-02-29');
create view few as select id from item where stock < 5;
create function sell(which int) returns int language plpgsql as $$ begin update item set stock = stock - 1 where id = which; return (select stock from item where id = which); end $$;
create function total() returns bigint language sql as 'select sum(stock) from item';
insert into item (stock, note) values (10, 'a\tb\nc\\d\v''é'), (3, null), (7, '\\N');
insert into sale (item) values (1), (3);
"""


def dumped(server):
    """psql loads what pg_dump has written: no search path, functions before their tables, rows by COPY."""
    server.psql("drop schema public cascade; create schema public;" + DUMPED)
    dump = subprocess.run([postgresql.folder() + "/pg_dump", "-h", server.work, "-U", server.USER, "--no-owner", "postgres"],
                          capture_output=True, text=True, check=True).stdout
    ask = ["select sell(1), total()", "insert into item (stock) values (4) returning *", "table item", "table sale", "table few", "insert into sale (item) values (99)",
           "delete from item where id = 1", "select count(*) from sale"]
    path = os.path.join(os.path.dirname(EMPTY), "dump.sql")
    with open(path, "w", encoding="utf-8") as file:
        file.write(dump)
    for mode in ("causal",), ("postgresql/read-committed", "--policy", "interleaved"):
        with serving.Server(*mode, schema=path) as served:
            theirs = connect(host=server.work, user=server.USER, dbname="postgres")
            ours = connect(host=served.folder, port=5432, user="tester", dbname="shop")
            tables = ["table item", "table sale", "table few", "select total()", "insert into item (stock) values (4) returning id"]
            expect(compare(f"dump as --schema at {mode}", tables, theirs.cursor(), ours.cursor()), "dump as --schema: 0A000")
            theirs.close()
            ours.close()
        server.psql("delete from item where id > 3; select setval('item_id_seq', 3)")
    with serving.Server("postgresql/read-committed", schema=EMPTY) as served:
        done = served.run("psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", input=dump)
        expect(done.returncode == 0, f"pg_dump's output: {done.stderr}")
        about = "\\d sale\n"
        seen = served.run("psql", "-X", "-q", input=about)
        expect(seen.stdout == server.psql(about)[0] and "sale_item_fkey" in seen.stdout, f"psql's \\d: {seen.stdout}{seen.stderr}")
        seen = served.run("psql", "-X", "-q", input="\\l\n\\dn\n\\du\n")
        expect(not seen.stderr and " public | " in seen.stdout, f"psql's lists: {seen.stdout}{seen.stderr}")
        theirs = connect(host=server.work, user=server.USER, dbname="postgres")
        ours = connect(host=served.folder, port=5432, user="tester", dbname="shop")
        expect(compare("dumped", ask, theirs.cursor(), ours.cursor()), "dumped: 0A000")
        theirs.close()
        ours.close()


def main():
    if not postgresql.folder():
        sys.exit(serving.SKIPPED)
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 25
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    levels = ["postgresql/read-committed", "causal", "postgresql/repeatable-read", "si", "ser"]
    with postgresql.Server() as server:
        with serving.Server("causal", schema=EMPTY) as served:
            texts = [text for text in STATEMENTS.strip().split("\n") if text]
            theirs = connect(host=server.work, user=server.USER, dbname="postgres")
            ours = connect(host=served.folder, port=5432, user="tester", dbname="shop")
            expect(compare("the list", texts, theirs.cursor(), ours.cursor()), "the list: 0A000")
            theirs.close()
        dumped(server)
        whole = sum(sequence(seed + i, server, levels[i % len(levels)]) for i in range(count))
        print(f"{whole} of {count} sequences run to their end")
        expect(whole * 2 > count, f"only {whole} of {count} sequences run to their end")
    serving.finish()


EMPTY = os.path.join(tempfile.mkdtemp(prefix="isoproof-test."), "empty.sql")
with open(EMPTY, "w", encoding="utf-8") as made:
    made.write("-- nothing is there\n")
main()
