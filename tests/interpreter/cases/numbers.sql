select 1 + 2, 7 / 2, -7 / 2, 7 % 3, -7 % 3, 7 % -3
select 2147483647 + 1
select 2147483647 * 2
select -2147483648 - 1
select 2147483648 + 1
select 9223372036854775807 + 1
select 9223372036854775807 * 2
select -(-9223372036854775807 - 1)
select 1::smallint + 32767::smallint
select 1::smallint + 32767
select 200::smallint * 200::smallint
select 1 / 0
select 1 % 0
select 1.0 / 0
select 1.0::float8 / 0
select 0.0 / 3
select 1.0 / 3, 2.0 / 3, 10 / 4.0, 1 / 3.0
select 1::numeric / 7, 100::numeric / 7, 10000::numeric / 7, 100000000::numeric / 7, 0.001 / 7
select 7 / 0.0003, 12345.678 / 0.9, 99999999 / 3.0
select 1e-5::numeric / 3, 3 / 1e10::numeric
select 123.456 * 1.1, 0.1 + 0.2, 1.10 - 0.1, -0.5 * 3
select 10.50 % 3, -10.5 % 3, mod(11, 4), mod(-11.5, 4), div(17.5, 4), div(-17.5, 4)
select round(2.5), round(-2.5), round(0.5), round(1.005, 2), round(-1.005, 2), round(1234.567, -2), round(5.5, 0)
select round(1.5::float8), round(2.5::float8), round(-0.5::float8)
select trunc(2.9), trunc(-2.9), trunc(1.999, 2), trunc(1234.5, -2), trunc(2.9::float8)
select ceil(2.1), ceil(-2.1), floor(2.9), floor(-2.1), ceiling(2.0), ceil(2.5::float8)
select abs(-5), abs(-5.5), abs(5), @ -3, sign(-2.5), sign(0), sign(3)
select sqrt(4), sqrt(2), sqrt(2.0), sqrt(2::numeric), sqrt(16.0000)
select sqrt(-1)
select sqrt(-1.0)
select power(2, 10), 2 ^ 3, power(2.5::float8, 2)
select power(0::float8, -1)
select 3::float8 / 7, 1e300::float8 * 1e10, 1::float8 / 3
select 1e300::float8 * 1e300::float8
select 1e-300::float8 * 1e-300::float8
select 0.1::float8 + 0.2::float8, 1e15::float8, 1e14::float8, 123456789.123::float8, 1e-5::float8, 0.0001::float8
select 0.1::real, 0.1::real + 0.2::real, 1.5::real * 2, 1e6::real, 100000::real, 0.1::real::float8
select 5::numeric, 5.50::numeric(10,1), 5.55::numeric(10,1), 5.45::numeric(10,1), -5.55::numeric(10,1)
select 12345::numeric(4,1)
select 999.95::numeric(4,1)
select 99.95::numeric(4,1)
select 1.5::int, 2.5::int, -1.5::int, -2.5::int, 0.5::int, 1.5::float8::int, 2.5::float8::int, -2.5::float8::int
select 3e9::int
select 3000000000::int
select 40000::smallint
select 1e19::numeric::bigint
select '12'::int, ' 12 '::int, '-12'::bigint, '+7'::int
select '12x'::int
select ''::int
select '99999999999'::int
select '1.5'::int
select '1.5'::numeric, '.5'::numeric, '5.'::numeric, '1e3'::numeric, '1.5e-3'::numeric, '-0'::numeric
select 'abc'::numeric
select 'NULL'::int
select '1e400'::float8
select '0x'::float8
select 1 = 1.0, 1 = 1::bigint, 1.0 = 1.00, 1 < 1.5, 2 > 1.5::float8, 1::smallint = 1
select 1.10 = 1.1, 0.1 + 0.2 = 0.3, 0.1::float8 + 0.2::float8 = 0.3::float8
select greatest(1, 2.5, 2), least(1, 2.5, 2), greatest(1, null, 3), least(null, null::int)
select 1 + null, null::int * 0, null::numeric / 0
select 5 & 3, 5 | 3, 5 # 3
select - 5, + 5, - (-5), -5.5, - 2147483648
select 1::bigint * 2147483647 * 2
select 1 + '2', '3' * 4, '1.5' + 1.5
select 1 + '2x'
select 1 + '2.5'
select 10::numeric(5,2) * 1.5, (10.00 / 3)::numeric(5,2), 10.00::numeric(8,2) / 4
select 0.00 * 5, 1.00 * 1.000, 100 * 0.25, 1 - 0.9, (1 - 0.05) * 250.00
select 5 / 2 * 2.0, 5 / (2 * 2.0), 5 * 2 / 3, 5 * (2 / 3)
select 7::smallint / 2::smallint, 7::bigint / 2
select true::int, false::int, 1::boolean, 0::boolean, 5::boolean
select 2::numeric % 0
select 12345678901234567890 + 1, 12345678901234567890 * 10
select scale(1.500), round(1.500), 1.500::text, 1.500 * 1
select 1::numeric(3), 1.4::numeric(3), 1.5::numeric(3)
select 3.0::int + 1, 3.7::int / 2, (7 / 2)::numeric, 7::numeric / 2
select 100 * 1.1::float8, 1.1::float8 * 1.1, 5::float8::text, 5.0::float8::int
select 1.0e10::float8::bigint, 123456.789::float8::numeric, 0.1::float8::numeric, (1.0 / 3.0)::float8::numeric
select 1e-7::float8::numeric, 1::real::numeric, 0.1::real::numeric, 1234567.8::real::numeric
select 'NaN'::float8, 'Infinity'::float8, '-inf'::float8, 'NaN'::float8 = 'NaN'::float8
select 3 between 1 and 5, 3 not between 1 and 5, 3 between 5 and 1, 3 between symmetric 5 and 1, null between 1 and 2
select 32767::smallint + 1::smallint
select -32768::smallint
select (-32768)::smallint / (-1)::smallint
select (-2147483648) / (-1)
select 5 = any (array[1,5]), 5 <> all (array[1,5]), 5 = any (array[1,null]), 5 < all (array[6,7]), 5 = any ('{5,6}')
select 5 in (1, 2, 5), 5 in (1, null), 5 not in (1, null), 5 in (5, null), null in (1), 5 in (1.0, 5.0)
select avg(x), sum(x), min(x), max(x), count(x), count(*) from (values (1), (2), (4), (null)) t(x)
select avg(x), sum(x) from (values (1.5), (2.25)) t(x)
select avg(x), sum(x) from (values (1.5::float8), (2.25)) t(x)
select sum(x), avg(x) from (values (9223372036854775807), (1)) t(x)
select sum(x) from (values (2147483647), (2147483647)) t(x)
select avg(x) from (values (1), (2)) t(x)
select avg(x), sum(x) from (values (null::int)) t(x)
select count(distinct x), sum(distinct x), array_agg(distinct x), count(x) filter (where x > 1) from (values (1), (2), (2), (null)) t(x)
select bool_and(x), bool_or(x), every(x) from (values (true), (false), (null)) t(x)
select string_agg(x, ','), string_agg(x, ',' order by x desc), array_agg(x order by x) from (values ('b'), ('a'), (null), ('c')) t(x)
select string_agg(distinct x, '-') from (values ('b'), ('a'), ('b')) t(x)
select max(x), min(x) from (values ('b'), ('a'), ('B')) t(x)
select max(x), min(x) from (values ('2024-01-01'::date), ('2023-01-01')) t(x)
select generate_series(1, 3), generate_series(5, 6)
select * from generate_series(1, 5) g where g % 2 = 1
select * from generate_series(5, 1, -2)
select * from generate_series(1, 2, 0)
select sum(g), count(*) from generate_series(1, 100) g
select g, g * g from generate_series(1, 3) as g order by g desc
select * from unnest(array[3,1,2]) u order by u
select * from unnest(array['a','b']) with ordinality
select array_length(array[1,2,3], 1), cardinality(array[1,2]), array_length('{}'::int[], 1), array_length(array[1], 2)
select array[1,2] || 3, 0 || array[1], array[1] || array[2,3], array_append(array[1], 2), array_append(null, 2)
select array[1,2,3] @> array[2], array[1] <@ array[1,2], array[1,2] && array[2,3], array[1,2] = array[1,2], array[1,2] < array[1,3]
select (array[10,20,30])[2], (array[1])[5], (array[1])[0], array_position(array['a','b'], 'b'), array_remove(array[1,2,1], 1)
select array_to_string(array[1,null,2], '-'), array[1, 2.5], array['a', null], array[]::int[]
select coalesce(null, 1), coalesce(null, 1, 2.5), coalesce(null, null), nullif(1, 1), nullif(1, 2), nullif(1, 1.0)
select coalesce(1, 2.5) / 2, case when true then 1 else 2.5 end / 2
select case when false then 1 end, case 3 when 3 then 'x' else 'y' end, case when null then 1 else 2 end
select case when 1 = 1 then 1 else 1 / 0 end
select coalesce(1, 1 / 0)
select null = null, null is null, null is not null, 1 is distinct from null, null is distinct from null, 1 is not distinct from 1
select true and null, false and null, true or null, false or null, not null
select (null::boolean) is true, (null::boolean) is not true, true is false, (null::boolean) is unknown
select 1 < 2 and 2 < 3 or 1 / 1 = 0
select 1 union select 2 union select 1 order by 1
select 1 union all select 1
select 1 union select 1.5 order by 1
select 1 intersect select 1
select 1 except select 1
select x from (values (1), (1), (2)) t(x) except all select 1
select x from (values (1), (1), (2)) t(x) intersect all select x from (values (1), (1)) t(x)
select null union select 1 order by 1 nulls first
values (1, 'a'), (2, 'b')
values (1, 'a'), (2.5, null) order by 1 desc
select * from (values (1), (2), (3)) t(x) limit 2 offset 1
select * from (values (1), (2)) t(x) limit -1
select * from (values (1), (2)) t(x) offset -1
select * from (values (1), (2)) t(x) limit null
select * from (values (1), (2)) t(x) limit 0
select 6 & 3, 6 | 3, 6 # 3, ~6, -1 & 255, 6::bigint & 3, 6::smallint | 1::smallint, 6::smallint # 1, ~(0::smallint), ~(1::bigint), null & 1
select 1 << 4, -256 >> 4, 1 << 31, 1::bigint << 40, 7::smallint << 12, 255::smallint << 8, (-2)::smallint >> 1, (-1)::bigint >> 63, 3 << 31, null << 1, 1 >> 31
select 1 << 32
select 1 << -1
select 5000000000 & 1, 1 | 5000000000
select 1.5 & 1
select ((7 << 12)::smallint | ((1700000000000.25 - floor(1700000000000.25)) * 4096)::smallint)
select bit_and(v), bit_or(v), bit_xor(v), bit_or(v::bigint), bit_and(v::smallint), bit_xor(v) filter (where k = 'none') from kv
select power(2.0, 3.0), 2.5 ^ 2, 10.0 ^ -2, 1.05 ^ 3, 0.0 ^ 3.5, 7.0 ^ -1, (-2.5) ^ -3.0, 99.0 ^ 8, 12345.0 ^ -3
select 0.0 ^ -1
select sin(1), cos(1), tan(1), cot(1), asin(0.5), acos(0.5), atan(1), atan2(1, 2), degrees(1), radians(180), pi(), cbrt(27)
select exp(1), ln(2), log(100), log10(1000)
select acos(2)
select ln(0)
select variance(v), var_pop(v), stddev(v), stddev_pop(v), stddev(v::float8), var_pop(v::bigint), var_samp(v::numeric) from (values (1), (2), (4), (null)) x(v)
