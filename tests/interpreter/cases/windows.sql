select k, row_number() over (order by k desc) from kv order by k
select customer_id, number, row_number() over (partition by customer_id order by number desc) r from orders order by 1, 2
select customer_id, number, sum(amount) over (partition by customer_id order by number) from orders order by 1, 2
select customer_id, number, sum(amount) over (partition by customer_id), count(*) over () from orders order by 1, 2
select id, rank() over (order by customer_id), dense_rank() over (order by customer_id), row_number() over (order by customer_id, id) from item order by id
select id, rank() over w, percent_rank() over w, cume_dist() over w from item window w as (order by customer_id nulls first) order by id
select id, lag(label) over (order by id), lead(label) over (order by id), lag(label, 2, 'none') over (order by id) from item order by id
select id, lag(weight, 1, 0) over (order by id), lead(id, 0) over (order by id), lead(id, null) over (order by id) from item order by id
select id, first_value(label) over (order by id), last_value(label) over (order by id), nth_value(label, 2) over (order by id) from item order by id
select id, last_value(label) over (order by id rows between unbounded preceding and unbounded following) from item order by id
select id, sum(id) over (order by customer_id rows between unbounded preceding and current row), sum(id) over (order by customer_id range unbounded preceding) from item where customer_id = 2 or customer_id is null order by id
select id, ntile(3) over (order by id), ntile(2) over (order by id desc), ntile(10) over (order by id) from item order by id
select ntile(0) over (order by id) from item
select nth_value(id, 0) over (order by id) from item
select customer_id, count(*), rank() over (order by count(*) desc), sum(count(*)) over () from orders group by customer_id order by 1
select customer_id, sum(sum(amount)) over (order by customer_id) from orders group by customer_id order by 1
select k from (select k, row_number() over (order by v desc nulls last) n from kv) t where n = 1
select distinct customer_id, max(amount) over (partition by customer_id) from orders order by 1
select id, count(weight) over (order by id), count(weight) filter (where weight > 1) over (order by id) from item order by id
select id, avg(id) over (order by id rows between unbounded preceding and current row), min(label) over (order by id), array_agg(label) over (order by id) from item order by id
select row_number() over (), v from kv where v > 100
select id, row_number() over (partition by customer_id is null order by id) from item order by 2, 1
select id from item order by row_number() over (order by id desc)
select k, (select row_number() over (order by v) from kv b where b.k = a.k) from kv a order by k
select k, v from kv where row_number() over () = 1
select sum(row_number() over ()) over () from kv
select k, rank() over (order by v) from kv group by k order by 1
update kv set v = n from (select k, row_number() over (order by k) as n from kv) s where s.k = kv.k returning kv.k, kv.v
insert into kv select 'n' || row_number() over (order by id), id from item returning *
select bool_and(v > 0) over (), string_agg(k, ',') over (order by k) from kv where v is not null order by 2
select lag(k) over (order by k) is null, lead(v, 1, -1) over (partition by k order by v) from kv order by k
select id, lag(weight, 1, 5) over (order by id) from item order by id
select count(distinct k) over () from kv
select k, sum(v) over (order by k rows between 1 preceding and current row) from kv order by k
select k, sum(v) over (order by k rows between current row and unbounded following) from kv order by k
select k, sum(v) over (order by k rows between 1 preceding and current row) from kv order by k
select k, sum(v) over (order by k rows between current row and unbounded following) from kv order by k
select k, count(*) over (order by k rows between 1 preceding and 1 following) from kv order by k
select x, sum(x) over (order by x range between 1 preceding and 1 following) from (values (1), (2), (2), (5)) t(x) order by x
select x, count(*) over (order by x groups between 1 preceding and current row) from (values (1), (2), (2), (5)) t(x) order by x
select x, sum(x) over (order by x rows between unbounded preceding and current row exclude current row) from (values (1), (2), (2), (5)) t(x) order by x
select x, sum(x) over (order by x rows between 2 following and 3 following), first_value(x) over (order by x rows between 1 following and 2 following), last_value(x) over (order by x rows between 1 preceding and 1 following), nth_value(x, 2) over (order by x rows between 1 preceding and 1 following) from (values (1), (2), (4), (5)) t(x) order by x
select x, count(*) over (order by x desc range between 2 preceding and current row) from (values (1), (2), (4), (5)) t(x) order by x
select x, sum(x) over (order by x range between current row and unbounded following exclude ties) from (values (1), (2), (2), (5)) t(x) order by x
select x, array_agg(x) over (order by x rows between 1 preceding and 1 following exclude group) from (values (1), (2), (2), (5)) t(x) order by x
select x, sum(x) over (order by x rows between -1 preceding and current row) from (values (1), (2)) t(x)
select d, count(*) over (order by d range between interval '1 day' preceding and current row) from (values (date '2024-01-01'), (date '2024-01-02'), (date '2024-01-05')) t(d) order by d
select sum(x) over w, avg(x) over (w rows between 1 preceding and current row) from (values (1), (2), (5)) t(x) window w as (order by x) order by 1
select x, sum(x) over (order by x groups between 1 following and unbounded following), count(*) over (order by x groups between 2 preceding and 1 preceding) from (values (1), (2), (2), (5), (5), (9)) t(x) order by x
select x, count(*) over (order by x range between unbounded preceding and 1 preceding), count(*) over (order by x nulls first range between 1 preceding and unbounded following), count(*) over (order by x desc nulls last range between 1 following and 3 following) from (values (1), (2), (null), (null), (5)) t(x) order by x
select x, count(*) over (order by x range between 0.5 preceding and 0.5 following) from (values (1.0), (1.5), (2.5)) t(x) order by x
select x, count(*) over (order by x range between 10000000000 preceding and 9223372036854775807 following) from (values (1::bigint), (9223372036854775807)) t(x) order by x
select x, sum(x) over (order by x groups between -1 preceding and current row) from (values (1), (2)) t(x)
select x, sum(x) over (order by x range between -1 preceding and current row) from (values (1), (2)) t(x)
select x, sum(x) over (order by x rows between null preceding and current row) from (values (1), (2)) t(x)
select x, sum(x) over (range between 1 preceding and current row) from (values (1), (2)) t(x)
select x, last_value(x) over (order by x rows between unbounded preceding and unbounded following exclude current row), first_value(x) over (order by x groups between current row and 1 following exclude group) from (values (1), (2), (2), (5)) t(x) order by x
select x, sum(x) over (w2) from (values (1), (2), (5)) t(x) window w as (partition by x % 2), w2 as (w order by x desc) order by 1
select x, sum(x) over (w order by x) from (values (1), (2), (5)) t(x) window w as (order by x) order by 1
