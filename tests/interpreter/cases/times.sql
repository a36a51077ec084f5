select date '2024-01-31' + 1, date '2024-03-01' - 1, date '2024-03-01' - date '2024-02-01', 5 + date '2024-01-01'
select date '2024-01-31' + interval '1 month', date '2024-03-31' - interval '1 month', date '2023-02-28' + interval '1 year'
select timestamp '2024-01-31 10:00' + interval '1 month 1 day 2 hours', timestamp '2024-01-01' - interval '1 second'
select timestamp '2024-01-02 03:04:05' - timestamp '2024-01-01', timestamp '2024-01-01' - timestamp '2024-01-02 03:04:05'
select timestamp '2024-01-01 00:00:00.5', timestamp '2024-01-01 23:59:59.123456', timestamp '2024-01-01T10:20:30'
select date '2024-02-29', date '2024-02-30'
select date '2023-02-29'
select date '2024-13-01'
select date 'garbage'
select timestamp 'x'
select interval '1 day', interval '36 hours', interval '1 year 2 months', interval '90 minutes', interval '1.5 hours', interval '-1 day', interval '1 day ago', interval '2 weeks', interval '0'
select interval '1 day 02:03:04', interval '-1 day 02:03:04', interval '1 mon -1 day', interval '10 seconds', interval '1:30', interval '5'
select interval '1 day' + interval '2 hours', interval '1 day' - interval '25 hours', - interval '1 day', interval '1 day' * 2, interval '1 day' * 1.5, interval '1 month' * 0.5, interval '3 days' / 2, 2 * interval '1 hour'
select interval '1 day' = interval '24 hours', interval '1 month' = interval '30 days', interval '1 day' < interval '25 hours'
select date '2024-01-01' < date '2024-01-02', date '2024-01-01' = timestamp '2024-01-01', date '2024-01-01' < timestamp '2024-01-01 00:00:01', timestamp '2024-01-01' < timestamptz '2024-01-02 00:00+00'
select extract(year from date '2024-05-06'), extract(month from date '2024-05-06'), extract(day from timestamp '2024-05-06 07:08:09'), extract(hour from timestamp '2024-05-06 07:08:09'), extract(minute from timestamp '2024-05-06 07:08:09'), extract(second from timestamp '2024-05-06 07:08:09.5')
select extract(epoch from timestamp '2024-01-01'), extract(epoch from date '2024-01-01'), extract(epoch from interval '1 day 1 second'), extract(dow from date '2024-01-07'), extract(isodow from date '2024-01-07'), extract(doy from date '2024-12-31'), extract(week from date '2024-01-01'), extract(quarter from date '2024-05-01')
select extract(week from date '2021-01-03'), extract(isoyear from date '2021-01-03'), extract(week from date '2020-12-31'), extract(week from date '2023-01-01')
select date_part('year', date '2024-05-06'), date_part('second', timestamp '2024-05-06 07:08:09.5'), date_part('day', interval '40 days')
select extract(year from interval '14 months'), extract(month from interval '14 months'), extract(hour from interval '26 hours'), extract(day from interval '26 hours')
select extract(hour from date '2024-01-01')
select date_trunc('month', timestamp '2024-05-17 10:11:12'), date_trunc('day', timestamp '2024-05-17 10:11:12'), date_trunc('hour', timestamp '2024-05-17 10:11:12'), date_trunc('year', timestamp '2024-05-17'), date_trunc('week', timestamp '2024-05-17'), date_trunc('quarter', timestamp '2024-05-17')
select date_trunc('month', date '2024-05-17')
select timestamp '2024-05-17 10:11:12'::date, date '2024-05-17'::timestamp, '2024-05-17'::date::text, timestamp '2024-05-17 10:11:12'::time, timestamp '2024-05-17 10:11:12'::text
select timestamptz '2024-05-17 10:11:12+02', timestamptz '2024-05-17 10:11:12', timestamptz '2024-05-17 10:11:12Z', timestamptz '2024-05-17 10:11:12-05:30'
select timestamptz '2024-05-17 10:11:12+0230', timestamp '2024-05-17 10:11:12.5+0000', timestamp '2024-05-17 10:11:12 -0530', timestamptz '2024-05-17 10:11:12-1200', timestamp '2024-05-17 10:11:12.252055451Z', timestamp '2024-05-17 10:11:59.9999999', time '10:11:12.1234565', timestamptz '2024-05-17 10:11:12.12345649+02', timestamp '2024-05-17 10:11:12.0000005', timestamp '2024-05-17 10:11:12.0000015'
select time '10:20:30', time '23:59', time '10:20:30.25'
select time '25:00'
select make_date(2024, 2, 29), make_date(2024, 1, 1) + 30
select make_date(2023, 2, 29)
select greatest(date '2024-01-01', date '2023-01-01'), least(timestamp '2024-01-01', date '2023-01-01')
select date '2024-01-01' + null, null::date - 1, null::timestamp + interval '1 day'
select date '2024-01-01' in ('2024-01-01', '2025-01-01'), '2024-01-01' = date '2024-01-01', date '2024-06-01' between '2024-01-01' and '2024-12-31'
select date '0001-01-01', date '9999-12-31', date '1999-12-31', date '1970-01-01', date '1900-02-28' + 1
select age(timestamp '2024-01-01', timestamp '2023-01-01')
select to_char(date '2024-01-01', 'YYYY-MM-DD')
select array[date '2024-01-01', '2024-01-02'], array_agg(d) from (values (date '2024-01-01'), ('2024-01-03')) t(d)
select sum(i), min(i) from (values (interval '1 day'), (interval '2 hours')) t(i)
select current_date is not null, now() is not null, current_timestamp >= now(), localtimestamp is null
select 'infinity'::timestamp, '-infinity'::timestamptz, 'Infinity'::date, ' infinity '::date
select date 'infinity' > date '2024-01-01', timestamp '-infinity' < now(), now() between '-infinity' and 'infinity', date 'infinity' = timestamp 'infinity', date 'infinity' = date 'infinity'
select max(x), min(x), count(distinct x) from (values (date 'infinity'), ('2024-01-01'), ('-infinity'), ('infinity')) t(x)
select isfinite(timestamp 'infinity'), isfinite(date '2024-01-01'), isfinite(now())
select 'infinity'::date::timestamp, 'infinity'::timestamp::date, '-infinity'::timestamptz::timestamp, 'infinity'::timestamp::time
select to_json(timestamp 'infinity'), to_jsonb(date '-infinity'), array['infinity'::date, null]::text, row('infinity'::timestamptz)::text, 'infinity'::date::text || '!'
select coalesce(born, 'infinity') from customer order by coalesce(born, 'infinity') desc, id
update customer set born = 'infinity' where id = 1 returning born, born > current_date
insert into log values ('x', 'infinity'); select * from log order by at desc nulls last
select greatest(now(), 'infinity'), least(date '2024-01-01', '-infinity')
select timestamp 'infinity' + interval '1 day'
select date 'infinity' - date '2024-01-01'
select extract(epoch from timestamp 'infinity')
select date_trunc('month', timestamp 'infinity')
select tsrange('2024-01-01', 'infinity') @> timestamp '2025-01-01'
select x, count(*) over (order by x range between interval '1 day' preceding and current row) from (values (timestamp 'infinity'), ('2024-01-01')) t(x)
select tsrange('2024-01-01', null) @> timestamp 'infinity', date 'infinity' = any (array['infinity'::date])
select 'infinit'::date
select time 'infinity'
select to_char(date 'infinity', 'YYYY')
select generate_series(date '2024-01-01', 'infinity', interval '1 day') limit 1
