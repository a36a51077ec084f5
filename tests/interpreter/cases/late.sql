insert into l_b values (2, 7); select * from l_b order by id; delete from l_b where id = 2; set constraints all immediate
insert into l_b values (2, 7); set constraints all immediate
insert into l_b values (2, 7); insert into l_a values (7, 2); set constraints all immediate; select * from l_a order by id
insert into l_b values (2, 7); update l_b set a = 2 where id = 2; set constraints all immediate; select * from l_b order by id
insert into l_a values (7, 9)
set constraints all deferred; insert into l_a values (7, 9); insert into l_b values (9, 7); set constraints all immediate; select * from l_a order by id
delete from l_a where id = 1; insert into l_a values (1, 1); set constraints all immediate; select * from l_a order by id
delete from l_a where id = 1; set constraints all immediate
delete from l_a where id = 1; delete from l_b; set constraints all immediate; select count(*) from l_a
update l_a set id = 5 where id = 1; update l_b set a = 5; set constraints all immediate; select * from l_b
update l_a set id = 5 where id = 1; set constraints all immediate
set constraints all immediate; insert into l_b values (2, 7)
insert into l_c values (3, 3); select what from t_log order by n; set constraints all immediate; select what from t_log order by n
insert into l_c values (3, 3), (4, 5); update l_c set v = v + 1; select what from t_log order by n; set constraints all immediate; select what from t_log order by n
set constraints soon deferred; insert into l_c values (3, 3); select what from t_log order by n; set constraints soon immediate; select what from t_log order by n; set constraints late immediate; select what from t_log order by n
set constraints all deferred; insert into l_c values (3, 3); insert into l_c values (4, 4); set constraints all immediate; select what from t_log order by n
set constraints all deferred; insert into l_c values (3, 99); select what from t_log order by n
insert into l_c values (3, 99)
insert into l_c values (3, 90); update l_c set v = v + 5 where id = 3; select what from t_log order by n; set constraints all immediate; select what from t_log order by n
set constraints late immediate; insert into l_c values (3, 3); select what from t_log order by n
select l_catches(); set constraints all immediate; select what from t_log order by n
set constraints missing deferred
