select to_char(timestamp '2024-03-05 14:07:09.123456', 'YYYY-MM-DD HH24:MI:SS.US'), to_char(timestamp '2024-03-05 14:07:09.123456', 'YY/MM/DD HH12:MI AM MS')
select to_char(timestamp '2024-03-05 00:07:09', 'Month DD, YYYY'), to_char(timestamp '2024-03-05 00:07:09', 'FMMonth FMDD, YYYY'), to_char(date '2024-03-05', 'Mon MON mon Dy DY dy'), to_char(date '2024-03-05', 'Day|DAY|day|')
select to_char(timestamp '2024-03-05 00:07:09', 'HH:MI pm'), to_char(timestamp '2024-03-05 12:07:09', 'HH:MI am'), to_char(date '2024-12-31', 'DDD Q'), to_char(date '2024-01-01', 'FMDDD FMMM')
select to_char(timestamptz '2024-03-05 14:07:09+02', 'yyyymmdd"T"hh24miss"Z"')
select to_char(timestamp '2024-03-05', 'YYYY-MM-DDTH'), to_char(timestamp '2024-03-05', 'J')
select to_char(null::timestamp, 'YYYY')
select to_date('2024-02-29', 'YYYY-MM-DD'), to_date('20240229', 'YYYYMMDD'), to_date('29.02.2024', 'DD.MM.YYYY'), to_timestamp('2024-02-29 13:14:15', 'YYYY-MM-DD HH24:MI:SS')
select to_date('2024-2-9', 'YYYY-MM-DD')
select to_date('2023-02-29', 'YYYY-MM-DD')
select to_timestamp(0), to_timestamp(1700000000.5), to_timestamp(-1)
select age(timestamp '2024-03-31', timestamp '2024-02-29'), age(timestamp '2024-03-01', timestamp '2024-01-31'), age(timestamp '2024-01-31', timestamp '2024-03-01'), age(timestamp '2024-03-01 10:00', timestamp '2023-03-01 11:30')
select age(timestamptz '2024-03-31', timestamptz '2020-12-15 10:00:01'), age(date '2024-01-01', date '2024-01-01')
select make_interval(), make_interval(1), make_interval(0, 0, 0, 1), make_interval(1, 2, 3, 4, 5, 6, 7.5)
select make_interval(secs => 5), make_interval(days => 3, hours => 2), make_interval(1, mins => 90), make_interval(secs => 0.25)
select timestamptz '2024-01-01 12:00+00' at time zone 'UTC', timestamp '2024-01-01 12:00' at time zone 'utc', timezone('GMT', timestamp '2024-01-01 12:00')
select timestamptz '2024-01-01 12:00+00' at time zone 'Europe/Berlin'
select md5(''), md5('a'), md5('abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz0123456789'), md5('0123456789012345678901234567890123456789012345678901234'), md5('01234567890123456789012345678901234567890123456789012345'), md5('häé'), md5(null)
select hashtext(''), hashtext('d'), hashtext('abc'), hashtext('abcd'), hashtext('abcdefgh'), hashtext('abcdefghi'), hashtext('abcdefghijk'), hashtext('abcdefghijkl'), hashtext('abcdefghijklm'), hashtext('a name of more than two dozen letters'), hashtext('häé'), hashtext(null)
select hashtextextended('', 0), hashtextextended('order 1', 0), hashtextextended('order 1', 1), hashtextextended('abcdefghijkl', -3), hashtextextended('abcdefghijklmnopqrstuvwxyz', 4294967296), hashtextextended(null, 0)
select string_to_array('a,b,,c', ','), string_to_array('', ','), string_to_array('abc', null), string_to_array('abc', ''), string_to_array('a--b--', '--'), string_to_array('a,x,b', ',', 'x'), string_to_array(null, ','), string_to_array('héy', null), string_to_array(',', ',')
select * from string_to_table('a,b', ',') x
select overlay('abcdef' placing 'xx' from 2), overlay('abcdef' placing 'xx' from 2 for 3), overlay('abc' placing 'z' from 10), overlay('héllo' placing 'é' from 1 for 0), overlay('abc' placing '' from 2 for 1)
select overlay('abc' placing 'x' from 0)
select array_replace(array[1,2,1], 1, 5), array_replace(array[1,null], null, 0), array_replace(null::integer[], 1, 2), num_nonnulls(1, null, 'a'), num_nulls(1, null, null)
select gen_random_uuid() <> gen_random_uuid(), length(gen_random_uuid()::text)
insert into dom_t values (0, 'a@b')
insert into dom_t values (2, 'ab')
insert into dom_t values (2, null, 3.456) returning *
insert into dom_t values (2, 'c@d', 123456)
update dom_t set mail = 'none'
update dom_t set id = id - 1 where id = 1
update dom_t set mail = mail || '!', much = much + 1 returning *
select mail, much * 2, id + 1 from dom_t where id = 1
