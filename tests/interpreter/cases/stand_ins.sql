select k from kv where v =~= 1 order by k
select 1 =~= 2, 1 =~= 3, null =~= 1, 1::smallint =~= 2, '5' =~= 4
select id, p + p, (p + row(1, 1)::so_pair).a from so_t order by id
select !! p from so_t order by 1
select 'a'::text || 1, 'a' || 1, 'a'::varchar || 1
select k || v from kv order by 1
select 1::so_hue, 2::so_hue, 'red'::so_hue, id::so_hue = h from so_t order by id
select cast(v as so_hue) from kv order by k
select p::int, p::int + 1 from so_t order by id
select h::text, h::varchar, h::text || '!' from so_t order by id
select 1::int, '5'::int, 1.5::int, true::int
select 5::text, 1.5::text, 'x'::text, now()::text is not null
select (7::so_pair).a; select message from log order by 1
select (v::so_pair).b from kv order by k; select message from log order by 1
select id from so_t where p + p = row(2, 4)::so_pair
select id from so_t where p = any (array[row(1, 2)::so_pair])
select 1 = 1, 1 + 1, 1.5 + 1, date '2024-01-01' + 1
select operator(pg_catalog.-) 1, 1 operator(pg_catalog.+) 2
select 1 operator(public.=~=) 2
select 1 =~= any (array[5, 2])
select k from kv order by v::so_hue nulls last, k
select k, count(*) from kv where v::so_hue = 'red' group by k
insert into so_u values (1, 5)
insert into so_u values (1, 'low'); select * from so_u
