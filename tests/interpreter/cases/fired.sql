delete from f_top where id = 1; select * from f_mid order by id; select * from f_low order by id; select * from f_side order by id; select what from t_log order by n
delete from f_top; select what from t_log order by n
delete from f_top where id < 3; select * from f_low order by id; select * from f_side order by id; select what from t_log order by n
update f_top set id = id + 100; select * from f_mid order by id; select what from t_log order by n
update f_top set id = 5 where id = 2
update f_top set id = 5 where id = 9; select what from t_log order by n
delete from f_mid where id = 1 returning *; select * from f_low order by id; select what from t_log order by n
update f_mid set id = 7 where id = 3
insert into f_mid values (8, 2, 1), (9, 7, 1)
merge into f_merge m using (values (1, 5), (2, 6), (7, 7), (8, 5)) s(id, v) on m.id = s.id when matched then update set v = s.v when not matched then insert values (s.id, s.v, 0); select * from f_merge order by id; select what from t_log order by n
merge into f_merge m using (values (1, 5), (2, 6), (7, 7)) s(id, v) on m.id = s.id when matched and m.id = 1 then delete when matched then update set w = s.v when not matched then insert values (s.id, s.v, 0); select * from f_merge order by id; select what from t_log order by n
merge into f_merge m using (values (1, 5)) s(id, v) on m.id = s.id when matched then do nothing when not matched then insert values (9, 9, 9); select what from t_log order by n
merge into f_merge m using (values (1, 5)) s(id, v) on m.id = s.id when matched then delete; select what from t_log order by n
with d as (delete from f_merge where id < 3 returning id, v) select sum(v) from d; select what from t_log order by n
with d as (delete from f_merge where id < 3 returning id, v) insert into kv select 'd' || id, v from d; select what from t_log order by n; select * from kv order by k
with i as (insert into kv values ('f', 1) returning v) update f_merge set v = i.v + 1 from i where id = 1 returning f_merge.v; select what from t_log order by n
with u as (update f_merge set v = 9 where id = 1 returning v), d as (delete from f_merge where id = 2) select * from u
with d as (delete from f_top where id = 1 returning id) select * from d; select what from t_log order by n
