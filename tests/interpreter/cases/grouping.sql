-- GROUPING SETS, ROLLUP, CUBE, GROUPING(); FETCH FIRST … WITH TIES.
select customer_id, sum(amount), grouping(customer_id) from orders group by rollup (customer_id) order by 1 nulls last
select customer_id, number, sum(amount), grouping(customer_id, number) from orders group by cube (customer_id, number) order by 4, 1, 2
select customer_id, number, count(*) from orders group by grouping sets ((customer_id), (number), ()) order by 1 nulls last, 2 nulls last
select customer_id, count(*) from orders group by customer_id, rollup (number) order by 1, 2
select customer_id, number, count(*) from orders group by rollup (customer_id, number) having count(*) > 1 order by 1, 2
select customer_id, number, count(*), grouping(number, customer_id) from orders group by rollup ((customer_id, number)) order by 4, 1, 2
select count(*) from kv where false group by rollup (k)
select count(*), grouping(k) from kv where false group by grouping sets ((k), ())
select count(*), grouping(k) from kv where false group by grouping sets ((k))
select coalesce(k, 'all'), sum(v) from kv group by rollup (k) order by 1
select v % 2, count(*) from kv group by cube (v % 2) order by 1 nulls last, 2
select v + 1, grouping(v) from kv group by rollup (v) order by 2, 1
select v, count(*), count(v) from kv group by grouping sets (v, v) order by 1, 2, 3
select v, count(*) from kv group by distinct grouping sets (v, v) order by 1, 2
select v, grouping(v) from kv group by v order by 1
select count(*) from kv group by ()
select count(*) from kv group by (), ()
select max(v), grouping(v) from kv group by rollup (v, k), cube (k) order by 1, 2
select k, sum(sum(v)) over (order by k nulls last) from kv group by rollup (k) order by 1
select customer_id, number, case when grouping(number) = 1 then 'sum' else number::text end from orders group by customer_id, rollup (number) order by 1, 3
select customer_id from orders group by rollup (customer_id) having grouping(customer_id) = 1
select k from (select k, sum(v) as s from kv group by rollup (k)) d where k is null
select c.name, sum(o.amount) from customer c join orders o on o.customer_id = c.id group by rollup (c.id, c.name) order by 1, 2
select c.name from customer c group by rollup (c.id)
select grouping(k) from kv
select grouping(v) from kv group by k
select k, (select count(*) from customer where id = v) from kv group by k, rollup (v) order by 1
select k, v from kv order by v desc nulls last fetch first 1 row with ties
select x from (values (3), (1), (1), (2), (2)) t(x) order by x fetch first 1 row with ties
select x from (values (3), (1), (1), (2), (2)) t(x) order by x offset 1 fetch next 2 rows with ties
select x from (values (3), (1), (1), (2), (2)) t(x) order by x desc offset 1 fetch next 1 rows with ties
select x from (values (3), (1)) t(x) order by x fetch first 5 rows with ties
select x from (values (3), (1)) t(x) order by x fetch first 0 rows with ties
select x, y from (values (3, 1), (3, 2), (1, 1)) t(x, y) order by x desc fetch first row with ties
values (2), (1), (1) order by 1 fetch first 1 rows with ties
select 1 union all select 1 union all select 2 order by 1 fetch first 1 rows with ties
select distinct v % 2 from kv order by 1 fetch first 1 rows with ties
select x from (values (3), (1)) t(x) fetch first 1 rows with ties
