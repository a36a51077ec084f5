-- Functions on arrays, slices, ANY and ALL.
select array_agg(k order by v desc nulls last, k) from kv
select array_agg(distinct v order by v desc) from kv
select array_position(array[1,2,3,2], 2), array_position(array[1,2,3,2], 2, 3), array_position(array['a',null], null)
select array_positions(array[1,2,3,2], 2), array_positions(array[1,2], 9)
select array_remove(array[1,2,null,2], 2), array_remove(array[1,null], null), array_replace(array[1,2,1], 1, 9)
select array_cat(array[1,2], array[3]), array[1,2] || array[3], array[1,2] || 3, 0 || array[1]
select cardinality(array[1,2,3]), cardinality('{}'::int[]), array_length(array[1,2], 1), array_ndims(array[1,2])
select * from unnest(array[1,2,3], array['a','b']) with ordinality
select * from unnest(array[1,2,3]) with ordinality as t(x, n)
select u.a, u.b from unnest(array[1,2], array['x','y','z']) as u(a, b)
select (array[1,2,3,4])[2:3], (array[1,2,3,4])[:2], (array[1,2,3,4])[3:], (array[1,2,3])[5:6], (array[1,2,3])[2:1]
select tags[1:1], tags[2] from customer order by id
select generate_subscripts(array['a','b','c'], 1)
select s, (array['a','b'])[s] from generate_subscripts(array['a','b'], 1) s order by s
select generate_subscripts(array['a','b','c'], 1, true)
select 2 = any(array[1,2]), 2 = all(array[2,2]), 5 > all('{}'::int[]), null = any(array[1]), 1 = any(array[null,2])
select 3 <> all(array[1,2]), 'a' like any(array['b%','a%'])
select k from kv where v = any('{1,2}') order by k
select array_to_string(array[1,null,3], ',', '*'), array_to_string(array['a','b'], '')
select string_to_array('a,b,,c', ','), string_to_array('a,b,,c', ',', ''), string_to_array('', ','), string_to_array('abc', null)
select array_dims(array[1,2,3]), array_dims('{}'::int[])
select trim_array(array[1,2,3,4], 2)
select array_append(null::int[], 1), array_prepend(1, null)
select array(select v from kv where v is not null order by v)
select array[1,2] = array[1,2], array[1,2] < array[1,3], array[1] < array[1,2], array[2] > array[1,9]
select array[1,2,3] @> array[2], array[1] <@ array[1,2], array[1,2] && array[2,3]
select array[]::text[], array[null]::int[], '{a,"b c",NULL,"NULL","x\"y"}'::text[]
select array_upper(array[5,6], 1), array_lower(array[5,6], 1), array_upper('{}'::int[], 1)
select unnest(array[3,1,2]) order by 1
select unnest(array[1,2,3]) as n, 'x', unnest(array['a','b']) as t
select k, unnest(array[v, 0]) as a, unnest(array['z']) as z from kv order by 1, 2, 3 limit 5
select sum(a), count(b) from (select unnest(array[1,2,3]) as a, unnest(array[4]) as b) x
select unnest('{}'::int[]), unnest('{}'::text[])
select unnest('{}'::int[]), unnest(array[5])
select upper(unnest(array['a','b'])), k from kv order by 2, 1 limit 4
select string_to_array(unnest(array['a,b','c']), ',') as parts, unnest(array[1,2,3]) * 2 as n
select * from rows from (unnest(array[1,2]), unnest(array['a','b','c'])) as s(n, t)
select * from rows from (unnest(array[1,2]), unnest(array['a'])) with ordinality
select id, unnest(tags) from customer order by 1, 2
select array_agg(row(id, name)) from customer
select min(x), max(x) from unnest(array[3,1,2]) x
select array_to_string(array_agg(k order by k), '|') from kv
select array_agg(v) filter (where v > 1) from kv
select '{1,2}'::int[]::text, array[1.50, 2]::text, array[true,false], array[date '2024-01-01'], array['a b', 'c,d', '', 'null', '{', 'e"f', 'g\h']
select array[1,2]::bigint[], array['1','2']::int[], array[1.5,2.5]::int[]
select unnest('{}'::int[])
select count(*) from unnest(array[1,null,2]) x where x is not null
select array_agg(v order by v) || 7 from kv
select tags || 'x', tags || array['y'], 'z' || tags from customer order by id
update customer set tags = array_append(tags, 'n') returning id, tags
select array_position(array[1,2], 2, null)
select array_to_string(array[1,null], null), array_to_string(null::int[], ',', 'x'), array_to_string(array[1,null,3], ',', null)
select trim_array(array[1,2], 3)
select (array[1,2,3])[null:2], (array[1,2,3])[-5:2], (null::int[])[1:2]
select array_positions(array[1,null,1], null), array_positions(null::int[], 1)
