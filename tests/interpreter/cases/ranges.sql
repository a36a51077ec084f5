select int4range(1, 5), int4range(1, 5, '[]'), int4range(1, 5, '()'), int4range(1, 5, '(]'), int4range(1, 1), int4range(1, 1, '[]'), int4range(4, 5, '()')
select int8range(1, 5, '[]'), int8range(1, 10000000000), numrange(1, 2.5, '[]'), numrange(1.50, 2.5, '()'), numrange(1, 1), numrange(1, 1, '[]')
select daterange('2024-01-01', '2024-01-03', '[]'), daterange('2024-01-01', '2024-01-01'), daterange('2024-01-01', null), daterange(null, '2024-02-28', '(]')
select tsrange('2024-01-01', '2024-01-02 10:00'), tsrange('2024-01-01', '2024-01-02', '[]'), tstzrange('2024-01-01 00:00+00', '2024-01-02 00:00+02', '(]')
select tstzrange(now(), now() + interval '1 hour') is null, tsrange(null, null), tsrange(null, null, '[]'), int4range(null, 5, '[]'), int4range(3, null, '(]')
select int4range(5, 1)
select int4range(1, 5, '[')
select int4range(1, 5, 'x]')
select int4range(1, 5, '<>')
select int4range(1, 5, null)
select int4range(1, 2147483647, '[]')
select int4range(2147483647, null, '(]')
select int8range(1, 9223372036854775807, '[]')
select int4range(1::smallint, 5), int8range(1, 5::bigint), numrange(1::bigint, 2)
select '[1,5)'::int4range, ' [ 1 , 5 ] '::int4range, '(1,5)'::int4range, 'empty'::int4range, ' EMPTY '::int4range, '[,]'::int4range, '(,5]'::int4range, '[3,)'::int4range
select '[1,5'::int4range
select '1,5)'::int4range
select '[1,2,3)'::int4range
select '[5,1]'::int4range
select '[a,b]'::int4range
select '[1,5) x'::int4range
select 'emptyx'::int4range
select ''::int4range
select '["1","5"]'::int4range, '[1.5,2.50]'::numrange, '[2024-01-01,2024-02-01)'::daterange
select '["2024-01-01 10:00","2024-01-01 12:00")'::tsrange, '[2024-01-01 10:00, 2024-01-01 12:00)'::tsrange, '[2024-01-01 10:00+00,2024-01-01 12:00+00]'::tstzrange
select '["",5)'::int4range
select '[1,"5)'::int4range
select '[\1,5)'::int4range, '["1""",5)'::int4range
select '[1,1]'::int4range = '[1,2)'::int4range, '[1,1]'::numrange = '[1,2)'::numrange, int4range(1, 5) <> int4range(1, 5), int4range(1, 1) = int4range(7, 7)
select int4range(1, 5) < int4range(1, 6), int4range(1, 5) < int4range(2, 3), 'empty'::int4range < int4range(null, 1), int4range(null, 5) < int4range(1, 5), int4range(1, null) > int4range(1, 5), int4range(1, 5) <= int4range(1, 5), int4range(1, 5) >= int4range(2, 5)
select numrange(1, 2, '()') < numrange(1, 2, '[)'), numrange(1, 2, '[]') > numrange(1, 2, '[)'), numrange(1.0, 2) = numrange(1, 2.00)
select r from (values (int4range(3, 4)), (int4range(1, 9)), ('empty'), (int4range(null, 2)), (int4range(1, null)), (null)) v(r) order by r
select r from (values (numrange(1, 2, '()')), (numrange(1, 2, '[]')), (numrange(1, 2, '[)')), (numrange(1, 2, '(]'))) v(r) order by r desc
select r, count(*) from (values (int4range(1, 3)), (int4range(1, 2, '[]')), ('empty'::int4range), (int4range(5, 5))) v(r) group by r order by r
select distinct r from (values (numrange(1, 3)), (numrange(1.0, 3.00))) v(r)
select lower(int4range(1, 5)), upper(int4range(1, 5, '[]')), lower('empty'::int4range), upper(int4range(1, null)), lower(tsrange('2024-01-01', '2024-01-02')), upper(daterange('2024-01-01', '2024-01-31', '[]')) - 1
select lower('ABC'), upper('abc'), lower('[1,5)')
select isempty(int4range(1, 1)), isempty(int4range(1, 2)), lower_inc(numrange(1, 2)), upper_inc(numrange(1, 2)), upper_inc(numrange(1, 2, '[]')), lower_inf(int4range(null, 1)), upper_inf(int4range(1, null)), lower_inf('empty'::int4range), lower_inc('empty'::int4range), lower_inc(numrange(null, 1, '[]'))
select upper(int4range(1, 5)) - lower(int4range(1, 5)), upper(tsrange('2024-01-01', '2024-01-02')) - lower(tsrange('2024-01-01', '2024-01-02')), lower(null::int4range), isempty(null::daterange)
select int4range(1, 5) && int4range(4, 8), int4range(1, 5) && int4range(5, 8), int4range(1, 5, '[]') && int4range(5, 8), int4range(1, 1) && int4range(0, 9), int4range(null, null) && int4range(3, 4), numrange(1, 2, '[]') && numrange(2, 3), numrange(1, 2) && numrange(2, 3), numrange(1, 2, '[]') && numrange(2, 3, '()'), int4range(null, 3) && int4range(3, null)
select int4range(1, 5) -|- int4range(5, 8), int4range(5, 8) -|- int4range(1, 5), int4range(1, 5) -|- int4range(6, 8), numrange(1, 2) -|- numrange(2, 3), numrange(1, 2, '[]') -|- numrange(2, 3), numrange(1, 2) -|- numrange(2, 3, '()'), int4range(1, 5, '[]') -|- int4range(6, 7), 'empty' -|- int4range(1, 2)
select int4range(1, 9) @> int4range(2, 3), int4range(1, 9) @> int4range(2, 10), int4range(1, 9) @> 'empty'::int4range, 'empty'::int4range @> int4range(1, 2), int4range(1, 9) @> 1, int4range(1, 9) @> 9, int4range(null, null) @> 5, 'empty'::int4range @> 5
select int4range(2, 3) <@ int4range(1, 9), 4 <@ int4range(1, 9), 9 <@ int4range(1, 9), date '2024-01-05' <@ daterange('2024-01-01', '2024-01-31'), timestamp '2024-01-05' <@ tsrange('2024-01-01', null), tstzrange('2024-01-01 00:00+00', null) @> timestamptz '2023-12-31 00:00+00'
select int4range(1, 9) @> '[2,3)', int4range(1, 9) && '[2,3)', int4range(1, 9) = '[1,8]', '[1,8]' = int4range(1, 9)
select int4range(1, 9) @> '5'
select int4range(1, 3) << int4range(3, 5), int4range(1, 4) << int4range(3, 5), int4range(3, 5) >> int4range(1, 3), int4range(1, 4) &< int4range(3, 5), int4range(1, 6) &< int4range(3, 5), int4range(3, 6) &> int4range(3, 5), int4range(2, 6) &> int4range(3, 5), 'empty' << int4range(1, 2)
select int4range(1, 2) + int4range(3, 8)
select int4range(1, 5) && null, int4range(1, 5) @> null::int, null::int4range = int4range(1, 2), int4range(1, 5) is distinct from null
select int4range(1, 5)::text, 'x' || tsrange('2024-01-01', null), int4range(1, 5)::text::int4range, coalesce(null, int4range(1, 2)), nullif(int4range(1, 2), '[1,1]')
select array[int4range(1, 5), 'empty', int4range(7, null)], array[tsrange('2024-01-01', '2024-01-02')], int4range(1, 5) = any (array[int4range(1, 5)]), row(int4range(1, 5), 'x')
select '{"[1,5)","[7,9]"}'::int4range[], ('{"[1,5)",empty}'::int4range[])[2]
select int4range(1, 5) in ('[1,4]', '[2,3]'), case when int4range(1, 5) @> 3 then 'in' else 'out' end, greatest(int4range(1, 5), int4range(2, 3)), int4range(1, 5) between int4range(1, 2) and int4range(9, 10)
select int4range(1, 5) && int8range(1, 5)
select int4range(1, 5) @> 'x'::text
select * from span order by id
select id from span where during && int4range(3, 6) order by id
select id from span where during @> 20 order by id
select id, lower(during), upper(during), upper(during) - lower(during) from span order by id
insert into span values (9, '[1,2]') returning *, isempty(during); select count(*) from span
insert into span values (9, int8range(1, 2))
insert into span values (9, '[2,1]')
select span_text(int4range(1, 5)), span_text('empty'), span_text(null)
select spans(3), spans(0)
