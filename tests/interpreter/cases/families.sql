select * from sale order by id, region
select * from sale_eu order by id
select id from sale_us where amount > 10 order by id
select id, region from sale_other order by id
select s.id, e.amount from sale s left join sale_eu e on e.id = s.id and e.region = s.region order by s.id, s.region
select count(*), sum(amount) from sale_other
insert into sale (id, region, amount) values (50, 'de', 5); select * from sale_eu order by id
insert into sale (id, region, amount) values (50, 'jp', 5); select * from sale_other order by id
insert into sale (id, region) values (50, null)
insert into sale_eu (id, region, amount) values (50, 'fr', 1) returning *
insert into sale_eu (id, region, amount) values (50, 'us', 1)
insert into sale_us values (51, 'us', 2), (52, 'ca', 3); select count(*) from sale
insert into sale_other (id, region, amount) values (53, 'us', 3)
insert into sale (id, region, amount) values (1, 'de', 3)
insert into sale_eu (id, region, amount) values (1, 'de', 3) on conflict (id, region) do update set amount = excluded.amount; select * from sale order by id, region
insert into sale (id, region, amount) values (1, 'de', 3) on conflict (id, region) do update set region = 'us'
insert into sale (id, region, amount) values (1, 'de', 3) on conflict (id, region) do update set region = 'fr' returning *
insert into sale (id, region, amount) values (1, 'de', 3) on conflict do nothing returning *
update sale set amount = amount + 1 where region = 'de' returning *
update sale_eu set amount = 0; select * from sale order by id, region
update sale set region = 'us' where id = 1 returning *; select id from sale_us order by id; select id from sale_eu order by id
update sale set region = 'fr' where id = 1; select id, region from sale_eu order by id
update sale_eu set region = 'fr' where id = 1 returning *
update sale_eu set region = 'us' where id = 1
update sale_eu set region = null where id = 1
update sale set region = 'xx' where id = 3; select * from sale_other
delete from sale_us; select * from sale order by id, region
delete from sale where amount > 10 returning id, region
delete from sale_eu e using sale_us u where u.amount > e.amount returning e.id
select id from reading order by id
select id, at from reading_old order by id
insert into reading values (20, date '2020-06-01', 1); select id from reading_2020 order by id
insert into reading values (20, date '2031-06-01', 1)
insert into reading values (20, null, 1)
insert into reading_2020 values (20, date '2021-01-01', 1)
insert into reading_old values (20, date '2019-12-31', 1); select * from reading order by id
update reading set at = at + 366 where id = 2 returning *; select id from reading_2020
update reading set at = date '2040-01-01' where id = 2
update reading_old set at = date '2021-01-01' where id = 1
update reading set v = v + 1; select * from reading order by id
merge into reading r using (values (1, date '2019-05-05'), (9, date '2020-05-05')) s(id, at) on r.id = s.id and r.at = s.at when matched then update set v = -1 when not matched then insert values (s.id, s.at, 7); select * from reading order by id
insert into visit (id, page) values (7, 'x'); select * from visit order by id
select sum(id) from visit
update visit set page = upper(page) where id = 2 returning *
delete from visit where id = 1; select count(*) from visit
update ticket set kind = 'b' where id = 1; select * from ticket order by id
insert into ticket values (9, 'z', 1)
insert into ticket_ab values (9, 'c', 1)
insert into ticket_b values (9, 'b', 1); select * from ticket_ab order by id
insert into ticket_ab values (9, 'b', null)
select what from t_log order by n; insert into ticket values (9, 'a', 5); select what from t_log order by n
insert into ticket values (9, 'b', 5), (10, 'c', 6); select what from t_log order by n
update ticket_ab set v = v + 1; select what from t_log order by n
delete from ticket where id > 1; select what from t_log order by n
update ticket_b set v = 9; select what from t_log order by n
insert into ticket values (9, 'c', 77); select id, kind, v from ticket order by id
insert into ticket values (9, 'c', 78)
select * from place order by id
select * from only place order by id
select * from town order by id
select p.id, p.name, t.mayor from place p left join town t on t.id = p.id order by p.id
select id from place where id = 2
select count(*) from place where name > 'a' and id < 4
update place set name = name || '!' where id in (1, 2, 3) returning id, name; select * from town order by id
update only place set name = 'x'; select * from place order by id
update town set name = 'y' returning *
update place p set name = t.mayor from town t where t.id = p.id returning p.id, p.name
delete from place where id = 2 returning id; select * from town order by id
delete from only place; select id from place order by id
delete from place; select count(*) from place
insert into place values (9, 'p'); insert into town values (9, 't', 'm', 1); select id, name from place order by id, name
insert into capital values (8, 'c', 'm', 2, 'x'); select * from town where id = 8; select * from place where id = 8; select * from capital
update place set name = null where id = 3
insert into town (id, name) values (2, 'double')
select place_name(2), place_name(4), place_count()
update lone_rest set kind = 'b' where id = 1; select * from lone order by id
insert into lone_rest values (3, 'c'); select count(*) from lone
