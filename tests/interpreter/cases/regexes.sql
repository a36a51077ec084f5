select 'abc' ~ 'b', 'abc' ~ '^b', 'abc' !~ 'b', 'aBc' ~* 'ABC', 'aBc' !~* 'abd', null ~ 'a', 'a' ~ null, '' ~ '', '' ~ '^$'
select 'a1' ~ '^[a-z]+[0-9]$', 'foo@bar.com' ~ '^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}$', 'x-y' ~ '^\w+$', '12' ~ '^\d{1,3}$', 'a b' ~ '\s', 'a' ~ '[[:alpha:]]', 'a]' ~ '[]]', 'a-' ~ '[a-]$', 'a.b' ~ 'a[.]b', 'a\b' ~ 'a\\b'
select 'héé' ~ '^h.é$', 'é' ~ 'e'
select 'é' ~ '\w'
select 'É' ~* 'é'
select 'a' ~ '('
select 'a' ~ '(?=a)'
select 'aa' ~ '(a)\1'
select 'abc' ~ 'a.*?c'
select 'ab' ~ '*a'
select 'a' ~ 'a{256}'
select regexp_replace('hello world', 'o', '0'), regexp_replace('hello world', 'o', '0', 'g'), regexp_replace('Hello', 'h', 'j', 'i'), regexp_replace('a1b22', '\d+', '<\&>', 'g'), regexp_replace('john smith', '(\w+) (\w+)', '\2, \1'), regexp_replace('abc', 'x', 'y'), regexp_replace('abc', '', '-', 'g'), regexp_replace('abc', 'b*', '-', 'g'), regexp_replace('a.b', '\.', '\\')
select regexp_replace('abc', 'b', null), regexp_replace('a b  c', '\s+', ' ', 'g')
select regexp_replace('abc', 'b', 'x', 'n')
select regexp_match('foobarbequebaz', '(bar)(beque)'), regexp_match('foobarbequebaz', 'ba.'), regexp_match('abc', 'x'), regexp_match('ABC', '(b)', 'i')
select regexp_match('abc', 'b', 'g')
select regexp_split_to_array('the quick brown', '\s+'), regexp_split_to_array('a,b,,c', ','), regexp_split_to_array('abc', ''), regexp_split_to_array('', ','), regexp_split_to_array(',a,', ','), regexp_split_to_array('aXbxc', 'x', 'i')
select * from regexp_split_to_table('a1b2c', '\d') as x
select regexp_split_to_table('a b', ' ')
select substring('foobar' from 'o.b'), substring('foobar' from 'o(.)b'), substring('foobar', 'x'), substring('foobar' from '(x)?foo')
select 'abc' similar to 'a%', 'abc' similar to '(a|x)_c', 'abc' similar to 'b', 'a.c' similar to 'a.c', 'abc' similar to 'a.c', 'abc' not similar to 'a%', 'a%' similar to 'a\%', 'ab' similar to '[a-c]+'
select 'aba' ~ '^(a|ab)(c|bcd|a)?(d*)$'
select regexp_matches('foobarbequebaz', '(bar)(beque)')
select regexp_matches('abc', 'b')
select regexp_matches('foobarbequebazilbarfbonk', '(b[^b]+)(b[^b]+)', 'g')
select regexp_matches('abab', 'B', 'gi'), 'x'
select m[1] from regexp_matches('a1b22c333', '[0-9]+', 'g') m
select regexp_matches('abc', 'x')
select regexp_matches('aXbXc', 'x*', 'gi')
select regexp_matches(null, 'a'), 1
select k, regexp_matches(k, '[xy]') from kv order by k
select version_of('4.5'), version_of('10.2-beta'), version_of('none'), version_of('')
select version_of('1x2')
select all_matches('a1'), all_matches('12')
select all_matches('ab')
select regexp_like('abc', 'B'), regexp_like('abc', 'B', 'i'), regexp_like(null, 'a'), regexp_like('', '')
select regexp_like('abc', 'b', 'g')
select regexp_count('abc', 'b', 0)
select regexp_match('abab', '(ab|a)*')
select regexp_match('b', '(^|b)')
select 'ab' ~ '(a*)*'
select 'ab' ~ '(a$)?'
select 'é' ~ '[é-ü]'
select 'a^b' ~ '[\^]', 'a-b' ~ '[a\-z]$', '[' ~ '[[]', ']' ~ '[^]]', 'x{' ~ 'x{', 'a}b' ~ 'a}b', 'a<b' ~ '\<', 'a`b' ~ '\`b', E'a\nb' ~ 'a.b', E'a\nb' ~ '^b', 'Ab' ~* '[a-c]{2}', 'é' ~ '^.$', 'aé' ~ 'é$', 'aéb' ~ 'a[^x]b'
select regexp_replace('éa', '', '-', 'g'), regexp_match('aéb', '(.)b'), regexp_replace('aébé', 'é', 'e', 'g')
select regexp_match('abc', '(a)|(b)')
