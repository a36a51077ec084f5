with recursive n(i) as (values (1) union all select i + 1 from n where i < 5) select * from n
with recursive n as (select 1 as i, 'a'::text as t union all select i + 1, t || 'b' from n where i < 4) select i, t from n order by i desc
with recursive n(i) as (select 1 union select (i * 2) % 7 from n) select count(*), max(i) from n
with recursive up as (select id, customer_id, 0 as depth from item where id = 10 union all select i.id, i.customer_id, depth + 1 from item i join up on i.id = up.id + 1) select * from up order by id
with recursive n(i) as (values (1) union all select i + 1 from n where i < 3), m as (select i * 10 as j from n) select i, j from n, m order by 1, 2
with recursive n(i) as (values (1) union all select i + 1 from n where i < 3) select a.i, b.i from n a join n b on a.i = b.i + 1 order by 1
with recursive n(i) as (values (1) union all select i + 1 from n where i < 3) insert into kv select 'n' || i, i from n returning *
with recursive n(i) as (values (10) union all select i + 1 from n where i < 12) update item set weight = 0 from n where item.id = n.i returning item.id
with recursive n(i) as (select 1 union all select i + 1::bigint from n where i < 3) select * from n
with recursive n(i) as (select v from kv where k = 'x' union all select kv.v from kv join n on kv.v = n.i + 1) select * from n
with recursive k as (select 1 as a) select * from k
select k, (with recursive n(i) as (select v union all select i + 1 from n where i < 3) select sum(i) from n) from kv where v is not null order by k
with recursive a(i) as (values (1) union all (with b as (select i + 1 as j from a where i < 3) select j from b)) select * from a order by 1
with recursive n(i, p) as (select 1, array[1] union all select i + 1, p || (i + 1) from n where i < 3) select i, p from n order by i
with recursive n(i) as (values (1) union all select i + 1 from n where i < 5 limit 3) select * from n
with recursive f(a, b) as (values (0, 1) union all select b, a + b from f where b < 50) select a from f order by a
select a, b from unnest(array[1,2,3], array['x','y']) t(a, b)
select * from unnest(array[1,2], array[3,4]) order by 1
select t.x, t.n from unnest(array['p','q']) with ordinality as t(x, n) order by n desc
select * from generate_series(5, 7) with ordinality
select * from unnest(array[1,2], null::int[]) as t(a, b)
with u as (update item set weight = d.w, label = d.l from unnest(array[10, 11, 10], array[7.5, 8.5, 9.5]::double precision[], array['a','b','c']) as d(id, w, l) where item.id = d.id and d.l <> 'a' returning item.id, item.weight, item.label) select * from u order by id
insert into kv select k, v from unnest(array['u1','u2'], array[1,2]) as d(k, v) returning *
select ordinality, unnest from unnest(array[7,8]) with ordinality
