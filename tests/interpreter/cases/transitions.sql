insert into g_line values (4, 1, 1, 'd'), (5, 2, 2, 'e'), (6, 1, 3, 'f'); select * from g_total order by id; select what from t_log order by n
insert into g_line select 10, 1, 1, 'x' where false; select * from g_total order by id; select what from t_log order by n
update g_line set v = v + 10 where total = 1; select * from g_total order by id; select what from t_log order by n
update g_line set total = 2 where id = 1; select * from g_total order by id; select what from t_log order by n
update g_line set v = 1 where id = 99; select what from t_log order by n
delete from g_line where total = 1; select what from t_log order by n
insert into g_line values (1, 1, 100, 'z'), (7, 2, 20, 'g') on conflict (id) do update set v = excluded.v; select * from g_total order by id; select what from t_log order by n
merge into g_line l using (values (1, 50), (8, 60)) s(id, v) on l.id = s.id when matched then update set v = s.v when not matched then insert values (s.id, 2, s.v, 'm'); select * from g_total order by id; select what from t_log order by n
with d as (delete from g_line where id = 1 returning id) select * from d
