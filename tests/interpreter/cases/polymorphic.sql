select p_from(2, ARRAY[1, 2, 3]), p_from('b', ARRAY['a', 'b']::text[]), p_from(5, ARRAY[1]), p_from(2.0, ARRAY[1, 2.0]), p_from(null::int, ARRAY[1])
select p_from(1, ARRAY['a'])
select p_from('x', '{x,y}')
select p_from('a'::varchar, ARRAY['a', 'b']::varchar[]), p_from(date '2024-01-01', ARRAY['2024-01-01', '2024-01-02']::date[])
select p_ends(3, ARRAY[1, 3]), p_ends('x'::text, ARRAY['y']), p_ends(3::bigint, ARRAY[1, 3]::bigint[]), p_ends(1, '{2,1}')
select p_first(null, 3), p_first(1, 2), p_first('a'::text, null), p_first(null::date, '2024-01-01'), p_first(true, false), p_first(ARRAY[1], ARRAY[2])
select p_first(1, 2.5)
select p_first(1, 'x')
select p_list(1, 2), p_list('a'::text, 'b'), p_list(1.50, 2.0), p_list(null::text, 'x')
select p_list(1, 2) || p_first(3, 4), array_length(p_list(now(), now()), 1)
select * from p_each(ARRAY[3, 1]) x order by x; select message from log order by 1
select p_each(ARRAY['a', 'b']); select message from log order by 1
select * from p_pair(7); select (p_pair('x'::text)).y
select p_plain(1), p_plain('x'::text, 3), p_plain(2.50, n => 1), p_plain(true)
select k, p_first(v, 0), p_first(k, 'none') from kv order by k
select id from customer where p_ends('blue'::text, tags) or p_from('red'::text, tags) is not null
update kv set v = p_first(v, 9) where p_first(v, 0) < 2; select * from kv order by k
