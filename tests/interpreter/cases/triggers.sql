insert into t_line (id, total, x) values (10, 1, 3) returning id, x, note; select * from t_total order by id; select what from t_log order by n
insert into t_line (id, total, x) values (10, 1, 3), (11, 2, null), (12, 2, 4) returning id, note, twice; select * from t_total order by id; select what from t_log order by n
insert into t_line (id, total, x) select id + 20, total, x + 1 from t_line; select id, x, note, twice from t_line order by id; select * from t_total order by id; select what from t_log order by n
insert into t_line (id, x) values (10, 13)
insert into t_line (id, x) values (1, 1)
insert into t_line (id, total, x) values (10, 9, 1)
insert into t_line (id, x) values (10, null) returning id; select what from t_log order by n
update t_line set x = x + 1 where id = 1 returning id, x, note; select * from t_total order by id; select what from t_log order by n
update t_line set x = x where id = 1 returning id, x, note; select * from t_total order by id
update t_line set note = 'new' where id = 1; select * from t_total order by id; select id, note from t_line order by id; select what from t_log order by n
update t_line set x = x + 100 where total = 1; select id, x, twice, note from t_line order by id; select * from t_total order by id; select what from t_log order by n
update t_line set x = null where id = 2 returning id; select x from t_line where id = 2; select what from t_log order by n
update t_line set x = 13
update t_line set total = 2 where id = 1; select * from t_total order by id
update t_line set id = 30 where id = 1; select id, note from t_line order by id; select what from t_log order by n
update t_line l set x = l.x + t.n from t_total t where t.id = l.total; select id, x, note from t_line order by id; select * from t_total order by id
update t_line set x = 1 where id = 77; select what from t_log order by n
delete from t_line where id = 2 returning id; select count(*) from t_line; select what from t_log order by n
delete from t_line returning id, x; select id from t_line order by id; select * from t_total order by id; select what from t_log order by n
insert into t_line (id, total, x) values (1, 1, 8) on conflict (id) do update set x = excluded.x + t_line.x returning id, x, note; select * from t_total order by id; select what from t_log order by n
insert into t_line (id, total, x) values (1, 1, 8), (5, 1, 1) on conflict (id) do nothing returning id, note; select * from t_total order by id; select what from t_log order by n
insert into t_line (id, total, x, note) values (1, 1, 8, 'n') on conflict (id) do update set note = excluded.note; select id, note from t_line order by id
select t_counts(4); select t_counts(13)
select t_counts(null); select id, x from t_line order by id
update t_other set v = 5 where id = 1; select * from t_other order by id; select what from t_log order by n
update t_other set v = 99 where id = 1
update t_other set v = -5 where id = 2 returning *; select * from t_other order by id
update t_other set v = 9; select * from t_other order by id; select what from t_log order by n
delete from t_other where id = 3
delete from t_other where id <> 3; select * from t_other
