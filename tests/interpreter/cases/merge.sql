merge into kv using (select 'x' as k, 5 as v) s on kv.k = s.k when matched then update set v = kv.v + s.v when not matched then insert values (s.k, s.v); select * from kv order by k
merge into kv using (values ('x', 5), ('new', 6)) s(k, v) on kv.k = s.k when matched then update set v = s.v when not matched then insert (k, v) values (s.k, s.v); select * from kv order by k
merge into kv t using kv s on t.v = s.v + 1 when matched then delete; select * from kv order by k
merge into kv t using (select k, v from kv where v is not null) s on t.k = s.k when matched and t.v > 1 then delete when matched then update set v = 10 when not matched then do nothing; select * from kv order by k
merge into item using customer c on c.id = item.customer_id when matched and c.name = 'ann' then update set label = c.name when not matched then insert (id, customer_id, label) values (100 + c.id, c.id, c.name); select id, customer_id, label from item order by id
merge into item i using orders o on o.customer_id = i.customer_id when matched then update set weight = o.amount
merge into kv using (values ('x'), ('x')) s(k) on kv.k = s.k when matched then delete
merge into kv using (values ('n'), ('n')) s(k) on kv.k = s.k when not matched then insert values (s.k, 1)
merge into counter using (values ('a'), ('b')) s(n) on counter.note = s.n when not matched then insert (note) values (s.n); select note from counter order by note
merge into kv using (values ('x')) s(k) on kv.k = s.k when matched and v > 100 then delete; select count(*) from kv
merge into kv using (values ('q', 1)) s(k, n) on kv.k = s.k when not matched and s.n > 1 then insert values (s.k, s.n) when not matched then insert values (s.k, -1); select * from kv where k = 'q'
merge into customer using (values (1, 'ann'), (9, 'new')) s(id, name) on customer.id = s.id when matched then update set balance = default, active = not active when not matched then insert (id, name) values (s.id, s.name); select id, name, balance, active from customer order by id
with s as (delete from kv where k = 'x' returning k, v) merge into log using s on log.message = s.k when not matched then insert values (s.k, null); select message from log order by message
merge into kv using (values ('x')) s(k) on kv.k = s.k when not matched then insert values (kv.k, 1)
merge into customer using (values (1)) s(id) on customer.id = s.id when matched then delete; select count(*) from orders
merge into orders using (values (99, 1)) s(c, n) on customer_id = s.c and number = s.n when not matched then insert (customer_id, number) values (s.c, s.n)
merge into kv using (values ('x', 1)) s(k, v) on true when matched then update set v = s.v; select * from kv order by k
