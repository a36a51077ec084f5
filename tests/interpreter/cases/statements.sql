select * from customer order by id; select * from orders order by 1, 2; select * from item order by id; select * from log order by 2 nulls first; select * from small order by a
select k, v from kv where v > 1
select k from kv where v is null
select * from kv where k = 'x' and v = 2
select * from kv where k in ('x', 'z') order by k
select * from kv order by v desc nulls last, k
select * from kv order by v
select * from kv order by v desc
select * from kv order by v nulls first limit 1
select k as a, v + 1 as b from kv order by b, a
select distinct v is null as n from kv order by 1
select distinct on (customer_id) customer_id, amount from orders order by customer_id, amount desc
select count(*), count(v), sum(v), avg(v), min(k), max(v) from kv
select count(*) from kv where k = 'nope'
select sum(v) from kv where k = 'nope'
select customer_id, count(*), sum(amount), avg(amount) from orders group by customer_id order by 1
select customer_id, sum(amount) s from orders group by customer_id having sum(amount) > 50 order by s
select c.name, o.number from customer c join orders o on o.customer_id = c.id order by 1, 2
select c.name, o.number from customer c left join orders o on o.customer_id = c.id order by 1, 2
select c.name, i.label from customer c right join item i on i.customer_id = c.id order by i.id
select c.name, i.label from customer c full join item i on i.customer_id = c.id order by c.id, i.id
select c.name, o.number from customer c left join orders o on o.customer_id = c.id and o.number = 2 order by 1
select c.name, o.number from customer c left join orders o on o.customer_id = c.id where o.number is null
select c.name, o.number from customer c left join orders o on o.customer_id = c.id where o.amount > 1 order by 1, 2
select a.id, b.id from customer a, customer b where a.id < b.id order by 1, 2
select a.id, b.id from customer a cross join item b where b.customer_id = a.id order by 1, 2
select * from customer natural join (select 1 as id) x
select id, name from customer join (values (1), (3)) v(id) using (id) order by id
select c.name, i.label, o.number from customer c left join item i on i.customer_id = c.id left join orders o on o.customer_id = c.id and o.number = i.id - 9 order by 1, 2 nulls first, 3
select (select max(amount) from orders o where o.customer_id = c.id), c.id from customer c order by 2
select name from customer c where exists (select 1 from orders o where o.customer_id = c.id) order by 1
select name from customer c where not exists (select 1 from orders o where o.customer_id = c.id and o.amount > 50) order by 1
select name from customer where id in (select customer_id from orders) order by 1
select name from customer where id not in (select customer_id from item)
select name from customer where id not in (select customer_id from item where customer_id is not null)
select name from customer where balance > all (select v from kv where v is not null)
select name from customer where balance > any (select v from kv) order by 1
select (select name from customer)
select (select name from customer where id = 99), (select name from customer where id = 1)
select array(select number from orders where customer_id = 1 order by number desc)
select c.id, l.amount from customer c, lateral (select amount from orders o where o.customer_id = c.id order by amount desc limit 1) l order by 1
select c.id, l.n from customer c left join lateral (select count(*) n from orders o where o.customer_id = c.id) l on true order by 1
select c.id, t from customer c, unnest(c.tags) t order by 1, 2
select id, unnest(tags) from customer order by 1, 2
with r as (select id, balance from customer where balance > 0) select * from r, r r2
with a as (select 1 x), b as (select x + 1 as y from a) select x, y from a, b
with i as (insert into kv values ('w', 9) returning k, v) select * from i; select count(*) from kv
with d as (delete from log returning message) select count(*) from d; select count(*) from log
with u as (update kv set v = v + 1 where v is not null returning k, v) select sum(v) from u; select sum(v) from kv
select x.* from (select id, name from customer) x where x.id = 2
select customer from customer where id = 2
select (c).name from customer c where id = 1
select row(k, v) from kv order by k
select case when balance > 0 then 'plus' when balance < 0 then 'minus' else 'none' end from customer order by id
select coalesce(balance, 0) + 1, balance / 3, balance * 0.1, round(balance / 3, 2) from customer order by id
select code, code = 'ab', length(code), code || '|', code like 'ab%', code in ('ab', 'x') from customer order by id
select born + 1, born < '1988-01-01', extract(year from born), placed::date, placed + interval '1 day' from customer c left join orders o on o.customer_id = c.id order by c.id, o.number
select b + 1, a + b, c * 2, c, a * 2::smallint from small order by a
select b * b from small where a = 1
select a * 30000::smallint from small
select weight, weight * 2, weight / 3 from item order by id
select tags[1], array_length(tags, 1), tags || 'x'::text, 'red' = any (tags) from customer order by id
select 1 from kv where v / 0 = 1
select 1 from kv where v = 99 and v / 0 = 1
select k from kv where k > 'w' and v < 5 union select name from customer order by 1
select k from kv intersect select 'x'
select k from kv except select 'x' order by 1
select k, v from kv for update
select k from kv order by k limit 1 for update skip locked
select k from kv order by k offset 1
select k from kv order by k limit 1 offset 1
select count(*) from customer c join orders o on c.id = o.customer_id join item i on i.customer_id = c.id
select o.customer_id, count(distinct i.id) from orders o left join item i using (customer_id) group by 1 order by 1
select c.name, sum(o.amount) from customer c left join orders o on o.customer_id = c.id group by c.id order by c.id
select v % 2 as parity, array_agg(k order by k) from kv group by parity order by 1
select count(*) filter (where v > 1), sum(v) filter (where k = 'x') from kv
select string_agg(k, ',' order by k desc) from kv
select max(v) + min(v), sum(v) * 2, count(*) / 2 from kv
select sum(amount * number) / count(*) from orders
insert into kv values ('a', 5); select * from kv where k = 'a'
insert into kv values ('x', 5)
insert into kv (v) values (5)
insert into kv values (null, 5)
insert into kv (k) values ('n'); select * from kv where k = 'n'
insert into kv values ('a', 1), ('b', 2), ('a', 3)
insert into kv select k || '2', v * 10 from kv; select * from kv order by k
insert into kv select name, id from customer; select count(*) from kv
insert into kv values ('x', 7) on conflict do nothing; select * from kv order by k
insert into kv values ('x', 7) on conflict (k) do update set v = excluded.v + kv.v returning *; select * from kv order by k
insert into kv values ('x', 7), ('q', 8) on conflict (k) do update set v = excluded.v where kv.v > 5 returning k; select * from kv order by k
insert into kv values ('q', 7), ('q', 8) on conflict (k) do update set v = excluded.v
insert into kv values ('q', 7), ('q', 8) on conflict (k) do nothing; select * from kv order by k
insert into customer (id, name) values (4, 'bob')
insert into customer (id, name) values (4, 'bob') on conflict (name) do update set id = 4 returning id, name; select * from customer order by id; select * from item order by id
insert into customer (id, name) values (1, 'zed') on conflict (name) do nothing
insert into customer (id, name) values (4, 'dan') returning *
insert into customer (id, name, balance) values (4, 'dan', 1.005), (5, 'eve', 2.345) returning balance
insert into customer (id, name, balance) values (4, 'dan', -101)
insert into customer (id, name, balance) values (4, 'dan', null) returning balance
insert into customer (id, name, balance) values (4, 'dan', default) returning balance
insert into customer (id, name, balance) values (4, 'dan', 12345678901)
insert into customer (id, name) values (4, 'a name that is too long')
insert into customer (id, name) values (4, 'trailing        ') returning name || '|'
insert into customer (id, name, code) values (4, 'dan', 'abcde')
insert into customer (id, name, code) values (4, 'dan', 'x') returning code || '|', code
insert into customer (id, name, active) values (4, 'dan', null)
insert into customer (id, name, born) values (4, 'dan', '2020-02-30')
insert into customer (id, name) values ('4', 'dan') returning id
insert into customer (id, name) values (4.6, 'dan') returning id
insert into customer (id, name) values (4::bigint, 5) returning id, name
insert into customer (id, name) values ('x', 'dan')
insert into customer (name) values ('dan')
insert into orders values (3, 1, 5.005, null) returning amount, total
insert into orders values (9, 1, 5, null)
insert into orders values (1, 1, 5, null)
insert into orders (customer_id, number) values (1, 3) returning *
insert into item (id, customer_id) values (20, 99)
insert into item (id) values (20) returning *
insert into item (id, customer_id, label) values (20, 2, default), (21, null, null) returning *
insert into log values ('a', now()), ('b', null); select message from log order by 1
insert into log default values; select count(*), count(message) from log
insert into item default values
insert into counter (note) values ('a'), ('b'); select note, id is not null from counter order by 1
update kv set v = v + 1; select * from kv order by k
update kv set v = 5 where k = 'x' returning k, v, v * 2
update kv set v = 5 where k = 'nope' returning *
update kv set k = 'y' where k = 'x'
update kv set k = 'w' where k = 'x'; select * from kv order by k
update kv set k = k || '!' returning k
update kv set k = 'x' where k = 'x' returning *
update kv set k = null where k = 'x'
update kv set v = default returning v
update kv set v = (select max(id) from customer) where v is null returning *
update kv set (k, v) = ('new', 3) where k = 'z' returning *
update kv set (k, v) = (select name, id from customer where id = 2) where k = 'z' returning *
update kv set v = 2147483647 + v where k = 'x'
update kv set v = 1.6 where k = 'x' returning v
update kv set v = '8' returning v
update customer set balance = balance - 100 where id = 1 returning balance
update customer set balance = balance - 200 where id = 1
update customer set name = 'bob' where id = 1
update customer set name = 'ann' where id = 1 returning name
update customer set name = null where id = 1
update customer set name = upper(name) returning name
update customer set id = 50 where id = 2; select * from item order by id
update customer set id = 50 where id = 1
update customer set id = 50 where id = 3 returning id
update customer set id = id + 10 where id = 3 returning id
update orders set amount = amount * 2 where customer_id = 1 returning amount, total
update orders set number = number + 10 returning customer_id, number, total
update orders set customer_id = 3 where customer_id = 2 returning *
update orders set customer_id = 77 where customer_id = 2
update orders set total = 5
update item set customer_id = null where id = 10 returning *
update item set customer_id = 8 where id = 10
update item set id = 99 where id = 10
update item set id = 99 where id = 11 returning id
update item i set label = c.name from customer c where c.id = i.customer_id returning i.id, i.label, c.name
update item i set weight = o.amount from orders o where o.customer_id = i.customer_id and o.number = 1 returning i.id, weight
update customer set tags = array_append(tags, 'new') returning tags
update customer set tags[1] = 'first' where id = 1 returning tags
delete from kv where k = 'x' returning *
delete from kv; select count(*) from kv
delete from kv where v > 100 returning k
delete from customer where id = 3 returning name
delete from customer where id = 2; select * from item order by id; select * from orders order by 1, 2
delete from customer where id = 1; select * from item order by id; select * from orders order by 1, 2
delete from customer; select count(*) from orders; select count(customer_id) from item
delete from item where id = 10
delete from item where id = 11 returning *
delete from item using customer c where c.id = item.customer_id and c.name = 'bob' returning item.id, c.name
delete from item; select 1
delete from strict_child; delete from item; select count(*) from item
insert into kv values ('a', 1); update kv set v = v + 1 where k = 'a'; delete from kv where k = 'x'; select * from kv order by k
delete from kv where k = 'x'; insert into kv values ('x', 100); select * from kv order by k
insert into strict_child values (2, 11); delete from item where id = 11
update kv set v = v / 0 where k = 'z' returning v
update kv set v = 1 / (v - 1) where k = 'x'
select * from kv where k = any (array['x','y']) order by 1
select * from kv where (k, v) = ('x', 1)
select * from kv where (k, v) in (('x', 1), ('y', 3))
select * from kv where (k, v) in (select 'y', 2)
select * from orders where (customer_id, number) = (1, 2)
select * from small where a = 1::bigint
select * from small where a = 1.0
select * from small where a = '2'
select id from customer where id = 1.5
select id from customer where name = 'bob '
select id from customer where code = 'ab '
select id from customer where active and born is not null order by 1
select id from customer where not active
select id from customer where balance between -10 and 20 order by id
select id from customer where name like '%n%' or name like 'b_b' order by id
select x, count(*) from (select v is null as x from kv) t group by x order by x
select count(*) from (select distinct customer_id from orders) t
select a.k, b.k from kv a left join kv b on b.v = a.v + 1 order by 1
select a.k, b.k from kv a join kv b on a.v = b.v order by 1
select k from kv where v = (select min(v) from kv)
select k from kv where v >= (select avg(v) from kv)
select k from kv group by k having count(*) > 1
select max(k) from kv having max(v) > 100
select 5 from kv limit 1
select * from (select k, v from kv order by k desc limit 2) t order by v nulls first
select (select count(*) from orders o where o.customer_id = c.id and o.amount > (select avg(amount) from orders)) from customer c order by id
select id, (select string_agg(label, ',' order by label) from item where customer_id = c.id) from customer c order by id
select sum(case when v > 1 then 1 else 0 end), sum(coalesce(v, 0)) from kv
select min(v), max(v) from kv where v > 100
select k, v from kv where v > 0 and k <> 'y' union all select 'total', sum(v) from kv order by 1
with u as (update kv set v = 5 where k = 'x' returning k, v) insert into log select k || v, null from u returning message
with a as (insert into customer (id, name) values (7, 'gus') returning id), b as (insert into item select id, id, 'of gus', 1 from a returning id) select a.id, b.id from a, b
with b as (insert into orders values (7, 1, 2) returning number), a as (insert into customer (id, name) values (7, 'gus')) select number from b
with b as (insert into orders values (8, 1, 2) returning number) select number from b
with d as (delete from orders where customer_id = 1 returning amount) update customer set balance = balance + (select sum(amount) from d) where id = 1 returning balance
with d as (delete from kv where k = 'x') select count(*) from log; select count(*) from kv
with d as (delete from kv where k = 'x' returning v) select (select v from d), (select count(*) from d), exists (select 1 from d where v > 1)
with i as (insert into kv values ('w', 1), ('x', 2) on conflict (k) do update set v = kv.v + excluded.v returning k, v) select * from i order by k
with i as (insert into kv values ('w', 1)) insert into kv values ('w', 2)
with s as (select k from kv where v is not null order by k limit 1 for update) update kv set v = 50 from s where kv.k = s.k returning kv.k, kv.v
with s as (select k from kv order by k limit 2 for update skip locked) delete from kv using s where kv.k = s.k returning kv.k
with s as (select k from kv order by k limit 2 for update skip locked), t as (delete from kv using s where kv.k = s.k returning kv.*) insert into log select t.k, null from t join s on s.k = t.k returning message
with s as (select k, random() r from kv) select count(*) from s a join s b on a.r = b.r
with u as (update customer set balance = 0 where id < 3 returning id, name) select name from u where id = 2
with a as (update kv set v = 8 where k = 'x' returning v), b as (select v + 1 as w from a) select v, w from a, b
with u as (update kv set v = v + 1 where v is not null returning k, v) update log set message = u.k from u where u.v = 2 returning message
with a as (delete from item where id = 99 returning id) select count(*), max(id) from a
with a as (delete from kv returning *) insert into kv select k || '2', v from a returning *
select count(*) from (with a as (delete from kv returning 1) select * from a) q
with a as (delete from kv) select * from a
with moved as (delete from log where message = 'start' returning *) insert into kv select message || row_number, 1 from moved, generate_series(1, 1) row_number on conflict do nothing returning k
