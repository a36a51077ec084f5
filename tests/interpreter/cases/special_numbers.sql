select a, b, a + b, a - b, a * b from (values ('NaN'::numeric), ('Infinity'), ('-Infinity'), (0), (1.50), (-2)) x(a), (values ('NaN'::numeric), ('Infinity'), ('-Infinity'), (0), (1.50), (-2)) y(b) order by a, b
select a, b, a / b, a % b, div(a, b), mod(a, b) from (values ('NaN'::numeric), ('Infinity'), ('-Infinity'), (0), (1.50), (-2)) x(a), (values ('NaN'::numeric), ('Infinity'), ('-Infinity'), (1.50), (-2)) y(b) order by a, b
select a, b, a < b, a <= b, a = b, a <> b, a > b, a >= b, greatest(a, b), least(a, b), a is distinct from b, nullif(a, b) from (values ('NaN'::numeric), ('Infinity'), ('-Infinity'), (0), (1.50), (-2)) x(a), (values ('NaN'::numeric), ('Infinity'), ('-Infinity'), (0), (1.50), (-2)) y(b) order by a, b
select a, -a, abs(a), @ a, sign(a), round(a), round(a, 1), round(a, -1), trunc(a, 1), ceil(a), floor(a), scale(a) from (values ('NaN'::numeric), ('Infinity'), ('-Infinity'), (0), (1.50), (-2)) x(a) order by 1
select a, a::text, a::float8, a::real, a::numeric(10,2), a || 'x', to_json(a), to_jsonb(array[a]), array[a], row(a), quote_literal(a) from (values ('NaN'::numeric), (0), (1.5), (-2)) x(a) order by 1
select a, a::text, a::float8, a::real, to_json(a), jsonb_build_object('a', a), quote_nullable(a) from (values ('Infinity'::numeric), ('-Infinity')) x(a) order by 1
select sum(a), avg(a), min(a), max(a), count(a), count(distinct a), array_agg(a) from (values ('NaN'::numeric), (1), ('NaN')) x(a)
select sum(a), avg(a), min(a), max(a) from (values ('Infinity'::numeric), (1), (2)) x(a)
select sum(a), avg(a), min(a), max(a) from (values ('Infinity'::numeric), ('-Infinity'), (2)) x(a)
select a, count(*) from (values ('Infinity'::numeric), ('NaN'), ('-Infinity'), ('nan'), ('inf'), (0), (0.0), ('-inf')) x(a) group by a order by a desc
select distinct a from (values ('Infinity'::numeric), ('NaN'), ('nan'), ('inf')) x(a) order by a
select 'NaN'::numeric / 0, 'NaN'::numeric % 0, div('NaN', 0)
select 'Infinity'::numeric / 0
select '-Infinity'::numeric % 0
select div('Infinity', 0)
select 'Infinity'::numeric(10,2)
select '-Infinity'::numeric(10)
select 'NaN'::numeric(10)
select 'NaN'::numeric::int
select 'NaN'::numeric::smallint
select 'Infinity'::numeric::bigint
select '-Infinity'::numeric::int
select 'Infinity'::float8::numeric, 'NaN'::real::numeric, '-Infinity'::real::numeric, 'NaN'::float8::numeric
select 'Infinity'::float8::numeric(5,1)
select 'NaN'::float8::int
select 'Infinity'::float8::bigint
select sqrt('NaN'::numeric), sqrt('Infinity'::numeric)
select sqrt('-Infinity'::numeric)
select '+inf'::numeric, '-infinity'::numeric, ' NaN '::numeric, 'INF'::numeric, 'nAn'::numeric
select '+nan'::numeric
select '-nan'::numeric
select 'infi'::numeric
select 'infinityx'::numeric
select 'na'::numeric
select a, b, a + b, a - b, a * b, a < b, a = b from (values ('NaN'::float8), ('Infinity'), ('-Infinity'), (0), ('-0'), (1.5)) x(a), (values ('NaN'::float8), ('Infinity'), ('-Infinity'), (0), (1.5)) y(b) order by a, b, a::text
select a, b, a / b from (values ('NaN'::float8), ('Infinity'), ('-Infinity'), (0), (1.5)) x(a), (values ('NaN'::float8), ('Infinity'), ('-Infinity'), (1.5)) y(b) order by a, b
select 'Infinity'::float8 / 0
select 'NaN'::float8 / 0
select a, b, power(a, b) from (values ('NaN'::float8), ('Infinity'), ('-Infinity'), (1), (1.5)) x(a), (values ('NaN'::float8), ('Infinity'), ('-Infinity'), (0), (1), (2), (3), (-1), (-2)) y(b) order by a, b
select power('-Infinity'::float8, 1.5)
select count(distinct a), min(a), max(a) from (values ('NaN'::float8), ('Infinity'::float8 - 'Infinity'), (1)) x(a)
select sum(a), avg(a) from (values ('NaN'::float8), (1)) x(a)
select sum(a), avg(a) from (values ('Infinity'::float8), (1)) x(a)
select 'NaN'::numeric = 'NaN'::float8, 'NaN'::numeric > 'Infinity'::float8, 1 < 'NaN'::numeric, 9223372036854775807 < 'Infinity'::numeric
select 'NaN'::numeric in (1, 'NaN'), 'NaN'::numeric between 1 and 'NaN', 'NaN'::numeric = any (array[1, 'NaN'])
select a - a, a - a = 0, a + 1 > a, a * 0 from (values ('NaN'::numeric), ('Infinity'), (5)) x(a)
insert into orders (customer_id, number, amount) values (1, 99, 'NaN'); select * from orders where amount = 'NaN'
update customer set balance = 'Infinity' where id = 1
update customer set balance = 'NaN' where id = 1; select id, balance, balance - balance from customer where balance - balance <> 0
select 'NaN'::numeric::text::numeric, ('"NaN"'::jsonb ->> 0)::numeric
select '"NaN"'::jsonb::numeric
select '[1,NaN]'::numrange, numrange('NaN', 'NaN', '[]'), numrange(1, 'Infinity') @> 5.0, numrange('-Infinity', 'Infinity') @> 'NaN'::numeric
select to_char('NaN'::numeric, '999')
select x, sum(x) over (order by x) from (values ('NaN'::numeric), (1), ('Infinity')) t(x) order by 1
