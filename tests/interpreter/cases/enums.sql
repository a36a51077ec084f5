select id from graded where g < 'high' order by id
select id from graded where g >= 'mid' order by id
select id from graded where 'low' < g order by id
select id from graded where g between 'low' and 'high' order by id
select id from graded where g > h order by id
select id from graded where (g, id) < ('high', 9) order by id
select id, g from graded order by g, id
select id, g from graded order by g desc
select id, g from graded order by g desc nulls last limit 1
select id, g as x from graded order by x nulls first
select id, h from graded order by 2 desc
select g, count(*) from graded group by g order by g
select h, count(*) from graded group by h having h > 'low' order by h desc
select max(g), min(g), max(h), min(h) from graded
select max(g) from graded where false
select min(g), id % 2 from graded group by id % 2 order by 2
select id, max(h) over (order by h), rank() over (order by h desc) from graded order by id
select array_agg(id order by h), string_agg(h::text, ',' order by h desc) from graded
select * from by_grade where g < 'high' order by g
select * from by_grade order by g
select * from by_grade where g > 'low' and g <= 'high' order by n
select h from graded union select 'high' order by 1
select distinct h from graded order by h
select greatest(g, h) from graded
select id from graded where g < any (array['high', 'top']::grade[])
select grade_above('high', 'mid'), grade_above('low', 'mid'), grade_above(null, 'low'), grade_above('mid', 'mid')
select grade_taken('top'), grade_taken('best'), grade_taken(null)
select 'bottom'::grade > 'top'::grade, 'a_best'::grade < 'top'
select 'best'::grade
select array['low', 'top']::grade[]
select array['low', 'best']::grade[]
insert into graded values (9, 'best')
insert into graded (id, list) values (9, '{low,high}') returning *
insert into graded (id, list) values (9, '{low,best}')
select if_number(1), if_number(0), if_number(2), if_number(null)
select if_small(1::smallint), if_small(0::smallint), if_small(7::smallint)
select if_text('true'), if_text('off'), if_text('maybe'), if_text(null)
select number_of_boolean(true), number_of_boolean(null)
select boolean_of_number(1), boolean_of_number(0), boolean_of_number(5)
