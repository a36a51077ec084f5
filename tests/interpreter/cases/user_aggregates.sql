select joined(k order by k), joined(k order by k desc), joined('a'), joined(null::text) from kv
select joined(k) from kv where false
select joined(distinct x order by x), joined(x order by x) filter (where x > 'a') from (values ('b'), ('a'), ('b')) t(x)
select first_one(v order by k), last_one(v order by k), first_one(k order by k desc), last_one(k order by k) from kv
select first_one(v order by k desc), last_one(v order by k desc) from kv
select first_one(v), last_one(v) from kv where k = 'z'
select first_one(balance order by id), last_one(born order by id), first_one(tags order by id desc) from customer
select customer_id, last_one(amount order by number), count(*) from orders group by customer_id having first_one(number order by number) = 1 order by 1
select compound(tags order by id) from customer
select compound(x order by x), compound(ARRAY[1], ARRAY[2]) from (values (ARRAY[3, 1]), (ARRAY[2])) t(x) group by 2
select compound(tags) from customer where id > 5
select weighted(amount, number) from orders
select customer_id, weighted(amount, number + 1) as w from orders group by customer_id order by w, 1
select weighted(1, 0), weighted(2.5, 3), weighted(null, 1) from kv
select weighted(v, v) from kv where false
select told(v order by k) from kv where v is not null; select message from log order by message
select k from kv group by k order by first_one(v) desc nulls last, k
select joined(k) over (order by k) from kv
select joined(v) from kv
select (select joined(x.k order by x.k) from kv x where x.k >= kv.k) from kv order by 1
