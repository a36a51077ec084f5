select issue('a'); select * from issues order by name
select issue('b'), issue('nobody'); select * from issues order by name
select clear_issue('a', 5), clear_issue('a', 9), clear_issue('b', 1); select * from issues order by name
select ARRAY[]::issued[], ARRAY[(1, '2024-01-01'), null, row(2, null)]::issued[], array_length(ARRAY[]::issued[], 1)
select ARRAY[1.25, '2.5', 3]::numeric(3,1)[], ARRAY['1', 2]::text[], ARRAY[]::int[] || 5, ARRAY[null]::date[], ARRAY['x']::int[]
select ARRAY[1, 100000]::smallint[]
select ARRAY[1, 2]::text[] || 'x', ARRAY['abc', 'd']::varchar(2)[], ARRAY[true, 'f']::boolean[]
select ARRAY['2', 4]::dom_even[], ARRAY[]::dom_even[]
select ARRAY[2, 3]::dom_even[]
select name, unnest(taken) from issues order by 1, 2
select name, (unnest(taken)).number from issues order by 1, 2
select name, (t).number, (t).at, t is null from (select name, unnest(taken) t from issues) x order by 1, 2
select t from (select unnest(ARRAY[(1, null), null, (null, null)]::issued[]) t) x where t is not distinct from null
select unnest(taken) t from issues order by t desc limit 1
select count(*), count(distinct t) from (select unnest(taken || taken) t from issues) x
select issues_of('a'), issues_of('a') is null
select issues_of('a'), 1 order by 1 desc
select issue_pairs(3), 'x'
select k, issue_pairs(v) from kv order by 1, 2
select (p).a from (select issue_pairs(2) p) x
select * from issues_of('a') union all select (i).number, (i).at from (select issues_of('a') i) x order by 1
select tells(2) between 1 and 3, tells(0) between 1 and 3, tells(null) between 1 and 3; select message from log order by 1
select tells(2) not between 1 and 3, tells(0) not between 1 and 3, tells(9) not between 1 and 3; select message from log order by 1
select tells(2) between symmetric 3 and 1, tells(7) between symmetric 3 and 1; select message from log order by 1
select tells(7) not between symmetric 3 and 1, tells(2) not between symmetric 1 and 3, tells(2) not between symmetric 3 and 1; select message from log order by 1
