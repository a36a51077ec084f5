create table a (id integer primary key, v integer);
create table b (id integer primary key, w text);
create view j as select a.id, a.v, b.w from a join b using (id);
create function j_write() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into a values (new.id, new.v);
  else
    update a set v = new.v where id = old.id;
  end if;
  return new;
end $$;
create trigger first instead of insert or update on j for each row execute function j_write();
create trigger second instead of update on j for each row execute function j_write();
create function changes(p integer) returns void language plpgsql as $$ begin update j x set v = p + b.id, w = null from b where b.id = x.id; end $$;
create function adds(p integer) returns void language plpgsql as $$ begin insert into j (v, id) select w::integer, p from b; end $$;
create function not_fired() returns void language plpgsql as $$ begin delete from j; end $$;
create function returns_it() returns integer language plpgsql as $$ declare n integer; begin update j set v = 1 returning id into n; return n; end $$;
