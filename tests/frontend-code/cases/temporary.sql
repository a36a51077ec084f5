create table t (id integer primary key, v numeric(6,2));
create view seen as select id from t;
create function makes(p integer) returns integer language plpgsql as $$
begin
  drop table if exists mine;
  create temp table mine (id integer primary key, note varchar(5) default 'n', check (id > 0)) on commit drop;
  create index on mine (note);
  insert into mine (id) select id from t where id < p;
  create temporary table if not exists made (a, b) as select m.id, t.v from mine m join t using (id);
  update t set v = made.b + 1 from made where made.a = t.id;
  truncate mine, made;
  drop table mine;
  return (select count(*) from pg_temp.made);
end $$;
create function hides() returns void language plpgsql as $$ begin create temp table seen (id integer); end $$;
create function twice() returns void language plpgsql as $$ begin create temp table x (id integer); drop table x; create temp table x (id integer); end $$;
create function others() returns integer language plpgsql as $$ begin return (select count(*) from mine); end $$;
create function empties() returns void language plpgsql as $$ begin truncate t; end $$;
create function refers() returns void language plpgsql as $$ begin create temp table y (id integer references t, n serial); insert into y values (1, 1); end $$;
begin;
select id, v into temp table kept from t where v > 1;
delete from t using kept where kept.id = t.id;
select count(*) from kept;
commit;
