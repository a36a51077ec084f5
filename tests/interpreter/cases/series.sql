-- Times and intervals, series of them.
select extract(hour from timestamp '2024-03-05 13:45:59.25'), extract(minute from timestamp '2024-03-05 13:45:59.25'), extract(second from timestamp '2024-03-05 13:45:59.25'), extract(milliseconds from timestamp '2024-03-05 13:45:59.25'), extract(microseconds from timestamp '2024-03-05 13:45:59.25'), extract(epoch from timestamp '2024-03-05 13:45:59.25'), extract(epoch from timestamptz '2024-03-05 13:45:59.25+00')
select extract(hour from interval '1 day 25:03:04.5'), extract(day from interval '40 days'), extract(month from interval '15 months'), extract(year from interval '15 months'), extract(epoch from interval '1 month 1 day 1 hour'), extract(second from interval '1:02:03.5'), extract(quarter from interval '5 months'), extract(epoch from interval '1 year 3 months')
select extract(hour from time '13:45'), extract(second from time '13:45:01.5'), extract(epoch from time '01:00')
select date_part('year', date '2024-03-05'), date_part('epoch', timestamp '2024-03-05 00:00:00.5'), date_part('dow', timestamp '2024-03-05')
select age(timestamp '2024-03-05', timestamp '2023-01-31'), age(date '2024-03-05', date '2024-02-29'), age(timestamp '2023-01-31', timestamp '2024-03-05'), age(timestamp '2024-03-31 10:00', timestamp '2024-02-29 12:00')
select age(timestamptz '2024-03-05 00:00+00', timestamptz '2023-01-31 01:00+00')
select justify_days(interval '35 days')
select generate_series(timestamp '2024-01-01', timestamp '2024-01-03', interval '12 hours')
select generate_series(date '2024-01-01', date '2024-03-01', interval '1 month')
select d::date from generate_series(timestamp '2024-01-31', '2024-05-01', '1 month') d
select generate_series(timestamptz '2024-01-03 00:00+00', timestamptz '2024-01-01 00:00+00', interval '-1 day')
select generate_series(timestamp '2024-01-01', timestamp '2024-01-03', interval '0')
select timestamp '2024-01-31' + interval '1 month', timestamp '2024-03-31' - interval '1 month', date '2024-01-31' + interval '1 month 1 day 1 hour', timestamptz '2024-01-01 00:00+00' + interval '36 hours', date '2024-03-01' - 1, date '2024-03-01' - date '2024-02-01', date '2024-01-01' + 31, 5 + date '2024-01-01', date '2024-01-01' + time '10:00'
select interval '1 day' * 2.5, interval '1 month' / 2, interval '1 hour' * 1.5, 2 * interval '1 day', -interval '1 day', interval '1 day' + interval '1 hour', interval '1 month' - interval '1 day', interval '1 year' / 7
select make_date(2024, 2, 29), make_time(1, 2, 3.5), make_timestamp(2024, 1, 2, 3, 4, 5.5), make_interval(days => 3, hours => 4), make_interval(1, 2), make_timestamptz(2024, 1, 2, 3, 4, 5)
select make_date(2023, 2, 29)
select date '2024-13-01'
select timestamptz '2024-01-01 12:00:00+05:30', timestamptz '2024-01-01 12:00Z', '2024-01-01T12:00:00Z'::timestamptz, '2024-01-01 12:00:00 UTC'::timestamptz, timestamptz '2024-01-01'
select interval '1 day' = interval '24 hours', interval '1 month' > interval '29 days', interval '30 days' = interval '1 month'
select timestamp '2024-02-30'
select justify_days(interval '-35 days 3 hours')
select timestamptz '2024-01-01 12:00+00' at time zone interval '-5 hours', timestamp '2024-01-01 12:00' at time zone interval '3:30'
select timestamptz '2024-01-01 12:00+00' at time zone interval '1 day'
select make_time(24, 0, 0), make_time(23, 59, 59.999999), make_timestamp(2024, 2, 29, 23, 59, 60)
select make_time(25, 0, 0)
select make_timestamp(2023, 2, 29, 0, 0, 0)
select count(*) from generate_series(timestamp '2024-01-01', '2023-01-01', '1 day')
select g, g + interval '1 day' from generate_series(timestamptz '2024-01-01', '2024-01-02', '6 hours') g order by 1 desc limit 2
