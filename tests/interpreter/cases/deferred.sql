insert into d_child (id, parent) values (10, 9); insert into d_parent values (9, 'nine'); select id from d_child order by id
insert into d_child (id, parent) values (10, 9)
insert into d_child (id, parent) values (10, 9); delete from d_child where id = 10; select id from d_child order by id
insert into d_child (id, parent) values (10, 9); update d_child set parent = 1 where id = 10; select id, parent from d_child order by id
insert into d_child (id, parent) values (10, 1); update d_child set parent = 9 where id = 10; select id, parent from d_child order by id
insert into d_child (id, parent) values (10, null); select id from d_child order by id
update d_child set parent = 8; insert into d_parent values (8, 'eight'); select id, parent from d_child order by id
update d_child set parent = 8 where id = 1
update d_child set parent = 8 where id = 1; update d_child set parent = null where id = 1; select id, parent from d_child order by id
delete from d_parent where id = 1; select id from d_parent order by id
delete from d_parent where id = 1; insert into d_parent values (1, 'one'); select id, name from d_parent order by id
delete from d_parent where id = 1; insert into d_parent values (1, 'other')
delete from d_parent where id = 1; delete from d_child where id in (1, 3); select id from d_child order by id
delete from d_parent where id = 1; update d_child set parent = 3, name = 'three' where id in (1, 3); select id, parent, name from d_child order by id
delete from d_parent where id = 2
delete from d_parent where id = 3; select id from d_parent order by id
update d_parent set id = 30 where id = 1
update d_parent set id = 30 where id = 1; update d_child set parent = 30 where parent = 1; select id, parent from d_child order by id
update d_parent set id = 30 where id = 2; update d_child set parent = 30 where parent = 2; select id, parent, strict from d_child order by id
update d_parent set name = 'ONE' where id = 1; select id, name from d_child order by id
update d_parent set name = name; select id, name from d_child order by id
insert into d_pair values (2, 3); insert into d_pair values (3, 2); select a, b from d_pair order by a
insert into d_pair values (2, 3), (3, 4), (4, 2); select a, b from d_pair order by a
insert into d_pair values (2, 3)
insert into d_late values (9, 4); select id, pair from d_late order by id
insert into d_late values (9, 4); insert into d_pair values (4, 4); select id, pair from d_late order by id
delete from d_pair where a = 1; select id, pair from d_late order by id
select d_swallows(5); select id from d_child order by id
select d_swallows(5); insert into d_child (id, parent) values (5, 3); select id, parent from d_child order by id
insert into d_child (id, parent) values (10, 9), (1, 1) on conflict (id) do update set parent = 9; insert into d_parent values (9, 'nine'); select id, parent from d_child order by id
with p as (insert into d_parent values (9, 'nine') returning id) insert into d_child (id, parent) select 10, id from p; select id, parent from d_child order by id
with c as (delete from d_child where id = 1 returning parent) delete from d_parent where id in (select parent from c); select id from d_parent order by id
