select * from rich order by who
select r.who, s.money from rich r join rich as s(a, money) on r.who = s.a
select * from person order by id
select count(*) from person where feels = 'glad' or feels <> 'ok'
insert into person values (3, 'angry')
update person set feels = 'sad' where id = 1 returning *
select scopes(5); select * from kv order by k
select column_first(5); select * from kv order by k
select variable_first(5); select * from kv order by k
select in_sql(1), in_sql(1, 10), in_sql(v => 1, k => 0)
select branches(0), branches(1)
select branches(-3)
select branches(6), branches(-1), branches(null)
select bounds(2)
select bounds(-1)
select swaps(3, 8)
select * from sets_two(1)
select (sets_two(2)).balance
select declared_outside()
select id, name n from customer order by n desc
select name as id from customer order by id
select id as name, name as id from customer order by name
select id + 0 as id from customer group by id order by id
select customer_id % 2 as odd, count(*) from orders group by odd order by odd
select customer_id as amount, count(*) from orders group by customer_id order by amount
select c.id, name, count(number) from customer c left join orders on customer_id = c.id group by c.id order by 3 desc, 1
select count(*) filter (where v > 1), count(distinct v), string_agg(k, '-' order by v desc nulls last) from kv
select upper(k) || v from kv group by upper(k) || v order by 1
select customer_id, sum(amount) from orders group by 1 having count(*) > 1 order by sum(amount)
select (id, name) = (1, 'ann'), (id, name) < (2, 'a'), (id, name) >= (2, 'bob'), (id, null) = (1, 2) from customer order by id
select id from customer where (id, name) in ((1, 'ann'), (2, 'x'), (3, 'cy')) order by 1
select id from customer where (id, name) in (select customer_id, label from item) or (id, 1) not in (select customer_id, number from orders) order by 1
select id from customer where (id, balance) is null or (id, code) is not null order by id
select * from (select 1 as a, 2 as b) x natural join (select 1 as a, 3 as c) y
select * from (select 1 as a, 2 as b) x full join (select 2 as a, 3 as c) y using (a) order by a
select a, x.a, y.a from (select 1 as a, 2 as b) x full join (select 2 as a, 3 as c) y using (a) order by a
select a, x.a, y.a from (select 1 as a, 2 as b) x right join (select 2 as a, 3 as c) y using (a) order by a
select j.* from (customer c join orders o on c.id = o.customer_id) as j order by j.number, j.id
select j.p from (kv join (select 'x' as k, 1 as m) q using (k)) as j(p)
select * from customer c join (orders o left join item i on i.customer_id = o.customer_id) on c.id = o.customer_id where c.id = 2
select c.id, x.n from customer c, lateral (select count(*) as n from orders where customer_id = c.id) x order by 1
select c.id, x.n from customer c left join lateral (select number as n from orders where customer_id = c.id order by 1 desc limit 1) x on true order by 1
select c.id, g from customer c, generate_series(1, c.id) g order by 1, 2
select c.id, g.x from customer c, generate_series(c.id, 3) as g(x) where c.id > 1 order by 1, 2
select id, unnest(tags) from customer order by 1, 2
select generate_series(1, 3) as n, name from customer where id = 1
with a as (select 1 as n), b as (select n + 1 as m from a), a2(z) as (select m from b) select * from a, b, a2
with kv as (select 5 as v) select v from kv
with x as (select id from customer) select (select count(*) from x) + x.id from x order by 1
select c.id, (with o as (select * from orders where customer_id = c.id) select count(*) from o) from customer c order by 1
select 1 union select 2 union all select 2 order by 1
(select v from kv order by v limit 1) union all (select 7) order by 1 desc
select k from kv intersect select 'x' except select 'y'
select k as a, v as b from kv union select 'q', 0 order by b nulls first, a limit 2 offset 1
values (1, 'a'), (2, null) order by 1 desc
select * from (values (1, 'a'), (2, 'b')) v(n, t) where n > 1
select distinct on (customer_id) customer_id c, number from orders order by c, number desc
select exists (select from orders), not exists (select 1 from orders where false)
select (select c.name from customer c where c.id = o.customer_id) || (select ' ' || count(*) from orders p where p.customer_id = o.customer_id and p.number <= (select max(number) from orders q where q.customer_id = o.customer_id)) from orders o order by 1
select c from customer c where id = 2
select (c).name, c.name from customer c where (c).id = 1
select case id when 1 then 'one' when 2 then 'two' end, case when id > 1 then id end from customer order by id
select max(id) from customer c where id < (select max(o.customer_id) from orders o where o.customer_id <> c.id)
insert into kv as t values ('x', 5), ('n', 6) on conflict (k) do update set v = t.v + excluded.v returning *
insert into kv as t (v, k) values (1, 'x') on conflict (k) do update set v = excluded.v where t.v > 5 returning *
insert into kv values ('x', 1) on conflict on constraint kv_pkey do nothing returning k
insert into kv values ('x', 1) on conflict (k) do update set v = v + 1
insert into kv (k) select name from customer on conflict do nothing; select * from kv order by k
insert into counter default values returning note
insert into counter (note, id) values ('a', default), (default, 77) returning note, id = 77
insert into kv select * from kv where false
insert into kv (k, v) values ('a', 1, 2)
insert into kv (k, k) values ('a', 'b')
insert into kv (nope) values ('a')
update kv set (v, k) = (v + 1, k || 'q') where v = 1 returning *
update kv set (v, k) = (select 5, 'new') where k = 'x' returning *
update kv set (v, k) = (select 5, 'new' where false) where k = 'x' returning *
update customer c set balance = s.t from (select customer_id, sum(amount) t from orders group by 1) s where s.customer_id = c.id returning c.id, balance, s.t
update customer set name = name || '!' from orders where customer_id = id and number = 2 returning *
update kv set v = default where k = 'x' returning *
update kv set v = 1, v = 2
delete from orders o using customer c where c.id = o.customer_id and c.name = 'ann' returning o.number, c.name
delete from orders using customer where id = customer_id and id = 2 returning *
with o as (select customer_id from orders where amount > 50) delete from item using o where item.customer_id = o.customer_id returning item.*
with n as (select 9 as v) insert into kv select 'w', v from n returning *
with n as (select 9 as v) update kv set v = n.v from n where k = 'x' returning kv.*
select id from customer, orders where id = customer_id group by id, name having count(*) > 1
select name from customer group by id order by id
select id, number from customer join orders on id = customer_id group by id
select nope from kv
select kv.nope from kv
select k from kv, (select 'a' as k) x
select sum(count(*)) from kv
select v from kv where count(*) > 1
select k from kv order by 2
select distinct k from kv order by v
select v from kv group by k order by v
select * from kv limit 1 offset (select 1)
select k from kv order by k limit (select 2) offset 1
select k from kv fetch first row only
select id from customer order by balance desc nulls last, id limit 2
select k, v from kv for update
select c.id from customer c left join item i on i.customer_id = c.id order by i.id for update of c
select c.id from customer c left join item i on i.customer_id = c.id for update of i
select count(*) from kv for update
select coalesce(sum(v), 0) + count(*) * 2 from kv where k > 'x'
select sum(v) / 2, sum(v::bigint) / 2, avg(v), sum(balance) / 3 from kv, customer where id = 1
select 7 / 2, 7 / 2.0, 7::bigint / 2, 7 % 3, -7 / 2, 2 ^ 3, 10000000000 / 3
select feels from person where id = any (array(select id from person where feels = 'glad'))
select feels, count(*) from person group by feels having feels = 'ok'
select max(feels) from person
select feels::text || '!' from person where feels in ('sad', 'ok')
select strictly(1), strictly(null), strictly(2, null); select * from kv order by k
select count(*) from strict_rows(5)
select count(*) from strict_rows(null)
select stable_write()
insert into always (id, n) values (1, 2)
insert into always values (default, 2), (default, 3) returning n
update always set id = 4
