select 'a' || 'b', 'a' || 1, 1 || 'a', 'a' || null, 'a' || 1.50, 'x' || true, 'd' || date '2024-01-01'
select length('héllo'), char_length('abc'), octet_length('hé'), length('')
select upper('abC'), lower('ABc'), initcap('hello wORLD foo-bar')
select substr('hello', 2), substr('hello', 2, 3), substr('hello', 0, 3), substr('hello', -1, 3), substring('hello' from 2 for 2), substring('hello' for 2), substr('hello', 10), substr('héllo', 2, 1)
select substr('hello', 2, -1)
select trim('  a '), trim(both 'x' from 'xxaxx'), ltrim('  a'), rtrim('a  '), btrim('xyaxy', 'xy'), ltrim('xxa', 'x'), rtrim('abc', 'bc'), trim(leading 'x' from 'xa'), trim(trailing from 'a  ')
select replace('banana', 'an', 'x'), replace('abc', '', 'x'), translate('12345', '143', 'ax'), reverse('abc'), repeat('ab', 3), repeat('a', 0), repeat('a', -1)
select position('b' in 'abc'), strpos('abc', 'z'), strpos('héllo', 'l'), strpos('abc', '')
select left('hello', 2), left('hello', -2), right('hello', 2), right('hello', -2), left('a', 5), right('abc', 0)
select lpad('5', 3, '0'), lpad('abc', 2), rpad('a', 3), rpad('a', 5, 'xy'), lpad('hi', 5, ''), lpad('', 2, 'z')
select split_part('a,b,c', ',', 2), split_part('a,b', ',', 5), split_part('abc', '', 1)
select split_part('a', ',', 0)
select concat('a', null, 1, true), concat_ws(',', 'a', null, 'b'), concat_ws(null, 'a'), concat_ws(',')
select format('%s-%s', 'a', 1), format('%s', null), format('100%%'), format('%L', 'it''s'), format('%L', null)
select format('%s %s', 'a')
select 'abc' like 'a%', 'abc' like '_b_', 'abc' like 'b%', 'a%c' like 'a\%c', 'abc' not like 'x%', 'ABC' ilike 'a%', 'abc' ilike 'A_C', 'abc' like '%', '' like '%', 'abc' like ''
select 'abc' like 'abc\'
select 'a' < 'b', 'a' < 'B', 'Z' < 'a', 'a' = 'a ', 'abc' > 'ab', '' < 'a', 'é' > 'z'
select 'a'::char(3) = 'a  '::char(5), 'a'::char(3) = 'a', 'a '::char(3) = 'a'::text, length('a '::char(5)), 'ab'::char(4) || 'c', 'ab'::char(4)::text || 'c'
select 'abcdef'::varchar(3), 'abcdef'::char(3), 'a'::char, 'abc'::char
select 'ab'::char(4), octet_length('ab'::char(4)), upper('ab'::char(4)), 'ab'::char(4)::varchar(10) || '|'
select 'abc'::varchar(2) || 'd', cast(123 as varchar(2)), cast(12 as char(4)) || '|'
select 'true'::boolean, 't'::boolean, 'YES'::boolean, 'off'::boolean, '1'::boolean, ' f '::boolean
select 'maybe'::boolean
select 'o'::boolean
select true::text, false::text, true, false, 1::text, 1.50::text, null::text, 'a'::text
select true > false, true = 't', not true, true <> false
select 'it''s', E'a\nb', E'tab\there' , 'a\b', $$dollar$$
select ascii('a'), chr(65), quote_literal('it''s'), starts_with('abc', 'ab')
select '{a,"b c",NULL,""}'::text[], ('{1,2,3}'::int[])[2], '{1,2}'::int[] || 3
select '{1,2'::int[]
select '{1,x}'::int[]
select 'x' = any (array['x', 'y']), 'z' <> all (array['x', 'y']), 'x' in ('x', 'y'), 'x' not in ('a', null)
select row(1, 'a'), row(1, null), (1, 'a b', '')
select row(1,2) = row(1,2), row(1,2) < row(1,3), (1,null) = (1,2), (1,2) <> (1,null), (1, 2) in ((1, 2), (3, 4))
select row(1, null) is null, row(null, null) is null, row(1, 2) is not null, row(1, null) is not null
select md5('a') = 'x'
select 'a' collate "C" < 'b'
select 'A' || upper(null) , length(null), substr(null, 1)
select greatest('a', 'b', null), least('b', 'a'), coalesce('a', 'b'), nullif('a', 'a'), nullif('a', 'b')
select case when 'a' = 'a' then 'x' else null end, coalesce(null, 'z')
select 'abc' ~ 'a'
select 5 || 'x' || 6, 'a' || 'b' = 'ab', ('a' || 'b') || null is null
select '2' > '10', 2 > 10, '2'::int > '10'::int
select cast('5' as int) + 1, int '5', numeric '5.5', text 'abc', date '2024-02-29', interval '1 day'
select 'x'::uuid
select 'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'::uuid
select overlay('abcdef' placing 'xx' from 2 for 3)
select string_to_array('a,b,c', ',')
select to_char(5, '99')
select to_char(12.5, '9999.99') || '|', to_char(0.5, '9999.99') || '|', to_char(0, '9999.99') || '|', to_char(-12.5, '9999.99') || '|'
select to_char(-0.5, '9999.99') || '|', to_char(-0.001, '9999.99') || '|', to_char(9999.994, '9999.99') || '|', to_char(12345.6, '9999.99') || '|', to_char(-12345.6, '9999.99') || '|'
select to_char(0, '999') || '|', to_char(7, '9') || '|', to_char(-7, '9') || '|', to_char(1234, '999') || '|', to_char(9999.995, '9999.99') || '|', to_char(null::numeric, '9')
select to_char(5, 'FM99')
select 'a' = 1
select 'abc'::text + 1
select 1 = true
select quote_ident('Abc'), quote_ident('user'), quote_ident('name'), quote_ident('a"b'), quote_ident(''), quote_ident('1a'), quote_ident('_x9'), quote_ident('between'), quote_ident('value'), quote_ident('ä'), quote_ident(null)
select quote_nullable('it''s'), quote_nullable(null), quote_literal(null), quote_nullable('a\b')
select format('%I %L %s', 'select', null, null), format('%2$I %1$L %s', 'a', 'b c'), format('%2$s %s', 1, 2, 3)
select format('%I', null)
select format('%0$s', 1)
select substring('foobar' similar '%#"o_b#"%' escape '#')
select substring('foobar' from '%#"o_b#"%' for '#')
select substring('foobar' from 2 for 3), substring('foobar', '2', '3')
select quote_ident(w) from unnest(array['left', 'between', 'abort', 'int', 'user', 'select', 'selec', 'merge', 'begin', 'xmltable', 'a b', '1a', '', 'Left']) w
select right('xyz', -2147483648), right('xyz', -2147483647), left('xyz', -2147483648), right('xyz', 2147483647)
