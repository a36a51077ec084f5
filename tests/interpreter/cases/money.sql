select '1234.567'::money, '-1234567.5'::money, '0'::money, 5::money, 12.345::money, '$1,000'::money, '(5)'::money, '-0.01'::money
select '.5'::money, '5.'::money, '- 5'::money, '-$5'::money, '$-5'::money, ' 5 '::money, '+5'::money, '1,2,3'::money, ''::money, '5-'::money, '5$'::money, '1.005'::money, '1.004999'::money
select 'x'::money
select '5 5'::money
select '1e5'::money
select 'NaN'::money
select '1.2.3'::money
select '92233720368547758.07'::money, '-92233720368547758.08'::money
select '92233720368547758.08'::money
select '999999999999999999999'::money
select '92233720368547758.075'::money
select '5'::money * 0.1::real, '0.07'::money * 0.7::real, '123456789.07'::money * 1.1::real, '123456789.07'::money * 1.1::float8
select '0.01'::money * 0.5, '0.03'::money * 0.5, 0.5 * '0.05'::money, 0.5::real * '0.05'::money
select a, b, a * b, b * a from (values ('0.01'::money), ('-0.01'), ('0.03'), ('1234.56'), ('0')) x(a), (values (0.5), (1.5), (-0.25), (0), (3)) y(b) order by a, b
select a, b from (values ('0.01'::money), ('-0.01'), ('0.03'), ('1234.56'), ('0')) x(a), (values (2), (-2), (0), (7)) y(b) order by a, b
select '0.01'::money * 'NaN'::float8
select '0.01'::money * 'Infinity'::float8
select '0.01'::money * 'NaN'::numeric
select '92233720368547758.07'::money + '0.01'
select '92233720368547758.07'::money * 2::float8
select 9223372036854775807::money
select 'NaN'::numeric::money
select '-Infinity'::numeric::money
select 1e30::numeric::money
select 1.005::numeric::money, 1.015::numeric::money, (-0.005)::numeric::money, '12.3'::money::numeric, '-0.05'::money::numeric, '92233720368547758.07'::money::numeric, '5'::money::numeric(10,1)
select min(x), max(x), count(distinct x) from (values ('1'::money), ('2.5'), ('1.00')) t(x)
select '5'::money::text, ('5'::text)::money, '5'::money || 'x', concat('5'::money), length('5'::money::text)
select to_json('5'::money), to_jsonb('5'::money), array['5'::money, '1000'::money], row('1000'::money)
select '5'::money * '2', '2' * '5'::money
select coalesce('5'::money, '7'), greatest('5'::money, '7'), least('5'::money, '7'), nullif('5'::money, '5.00'), case when true then '5'::money else '7' end
select '5'::money between '1' and '9', '5'::money > '3', '5'::money < '-3', '5'::money in ('1', '5.001'), '5'::money = any ('{1,5}'::money[])
select x, row_number() over (order by x) from (values ('10'::money), ('9'), ('-1000')) t(x) order by 1
select x, count(*) from (values ('10'::money), ('9'), ('10.00')) t(x) group by x order by x desc
select '1.10'::money = '1.1'::money, '1.10'::money is distinct from '1.104', '0.005'::money, ('0.01'::money * 0.5 = '0'::money and '0.01'::money > '0'::money)
select ('12'::money)::varchar(3), cast('5'::money as money)
