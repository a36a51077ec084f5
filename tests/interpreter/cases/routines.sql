select add_two(1, 2), add_two(1), add_two(b => 1, a => 2), add_two(null), add_sql(1, 2)
select add_two(2147483647, 1)
select fact(0), fact(5), fact(20), fact(25)
select loops(3)
select loops(10)
select loops(0)
select queries()
select queries(); select * from kv order by k
select catches('none')
select catches('zero')
select catches('unique')
select catches('fk')
select catches('null')
select catches('check')
select catches('raise')
select catches('code')
select catches('named')
select catches('named2')
select catches('cast')
select catches('strict')
select catches('many')
select catches('assert')
select catches('long')
select catches('zero'); select * from kv order by k
select reraises(false); select * from kv order by k
select reraises(true); select * from kv order by k
select * from outs(3, 10)
select outs(3, 10.0)
select (outs(3, 9)).c
select * from rows_of(3)
select r from rows_of(2) r where r > 1
select count(*) from rows_of(0)
select * from table_of(0)
select * from table_of(50)
select who from table_of(0) t where t.sum_of < 50
select id, name from customers_of(true)
select count(*) from customers_of(false)
select name, id from one_customer(1)
select (one_customer(2)).name
select * from one_customer(99)
select arrays(0), arrays(3), cardinality(arrays(2))
select cases(1), cases(3), cases(50), cases(500)
select cases(5)
select no_return(1)
select no_return(2)
select nothing(); select * from kv order by k
select typed(1), typed(2)
select too_long('abc'), too_long('abc  '), too_long(null)
select too_long('abcd')
select not_null(2)
select not_null(null)
call pay(1, 2, 5.25); select id, balance from customer order by id; select * from log order by 2 nulls last, 1
call pay(1, 2, 500)
call pay(42, 2, 5)
call pay(1, 42, 5)
call pay(3, 1, 1); select id, balance from customer order by id
call counts(3, null)
call outer_counts(5); select * from kv order by k
select volatile_sees(), count(*) from kv
select adds_row('new1'), adds_row('new2'); select count(*) from kv
select adds_row('x')
select nested_handlers()
select add_two(v, 1) from kv order by k
select k from kv where add_two(v, 0) = 2
update kv set v = add_two(v, 10) where k <> 'z' returning v
insert into kv select 'r' || r, r from rows_of(2) r where r < 3 on conflict do nothing; select * from kv order by k
select sum(add_sql(v, v)) from kv
select refused_beside('x'), refused_beside('a'); select * from kv order by k
select refused_below('a'); select * from kv order by k
select refused_beside('reached')
select refused_beside('loop')
select refused_beside('declared')
select refused_beside('handled')
select refused_below('called')
select meant_here(1, 'x', '2024-02-01', '{1,2}')
select meant(1), meant(1.5), meant(5000000000), meant('x'), meant(null), meant(1 > 2), meant(v), meant(k), meant(k || v) from kv where k = 'a'
select meant(v + 1.5), meant(v * 2), meant(v::bigint + v), meant(v is null), meant(k in ('a')), meant(k = any (array['a'])) from kv where k = 'a'
select meant(coalesce(k, 'x')), meant(greatest(v, 1.5)), meant(nullif(v, 3)), meant(lower(k)), meant(abs(v)), meant(round(v, 1)), meant(floor(1.5)) from kv where k = 'a'
select meant('a', 'b'), meant(k, 'b'), meant(array[1, 2]), meant(array[1] || 2), meant(2 || array[1]), meant(variadic array['a']) from kv where k = 'a'
select meant(1, now()), meant(1, current_date), meant(1, localtimestamp::date), meant(1, current_date - 1), meant(1, current_date + interval '1 day', 5)
select meant(date '2024-01-01' - date '2023-01-01'), meant(localtimestamp - interval '1 h'), meant(exists (select 1)), meant('{"a":1}'::jsonb ->> 'a')
select meant(meant(1)), meant(length(meant(1))), meant(strpos('a', 'b')), meant(extract(year from current_date)), meant(count(*)) from kv
select * from meant_of_fields(2); select * from kv order by k
select * from meant_of_changing(false)
select * from meant_of_changing(true)
select whole_as_truth(), typed_as_truth()
select two_as_truth()
select date_as_number()
select void_in_sql(1) is null, void_in_plpgsql(1) is null, void_in_sql(2)::text, void_in_plpgsql(2)::text; select * from kv order by k
select void_in_sql(1), void_in_plpgsql(1)
