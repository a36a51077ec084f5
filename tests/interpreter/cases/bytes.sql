select '\x6162'::bytea, 'ab'::bytea, '\\x'::bytea, '\001a\\'::bytea, '\x'::bytea, ''::bytea, '\xAb cD'::bytea, null::bytea
select '\x6'::bytea
select '\xzz'::bytea
select 'a\b'::bytea
select 'a\8'::bytea
select 'é'::bytea, 'x'::text::bytea, '\x41'::bytea::text, length('\x41'::bytea::varchar)
select 'a'::bytea = '\x61', 'a'::bytea < 'b', 'a'::bytea < '', '\xff'::bytea > '\x7f', 'a'::bytea <> 'a'::bytea, 'a'::bytea = null
select x from (values ('\xff'::bytea), ('\x'), ('\x00'), ('\x0001'), (null), ('\x80')) t(x) order by x
select distinct x from (values ('a'::bytea), ('\x61'), ('b')) t(x) order by x desc
select count(distinct x) from (values ('a'::bytea), ('\x61'), ('b')) t(x)
select min(x) from (values ('a'::bytea)) t(x)
select array_agg(x order by x) from (values ('b'::bytea), ('a')) t(x)
select 'a'::bytea || 'b'::bytea, 'a'::bytea || '\x00', '\x00' || 'a'::bytea, 'a'::bytea || null
select length('\x616263'::bytea), length('\x'::bytea), octet_length('\x00'::bytea), length(null::bytea)
select substring('\x616263'::bytea from 2), substring('\x616263'::bytea from 2 for 1), substring('\x616263'::bytea from 0 for 2), substring('\x616263'::bytea from -1), substring('\x616263'::bytea from 9), substr('\x616263'::bytea, 3), substr('\x616263'::bytea, 2, 2147483647), substr('\x616263'::bytea, 2, 0)
select substring('\x6162'::bytea from 1 for -1)
select encode('abc', 'hex'), encode('\x00ff', 'hex'), encode('abc'::bytea, 'HEX'), encode('', 'hex'), encode(null, 'hex')
select encode('a', 'base64'), encode('ab', 'base64'), encode('abc', 'Base64'), encode('\xfbff', 'base64'), encode('', 'base64')
select encode(repeat('a', 56)::bytea, 'base64'), encode(repeat('a', 57)::bytea, 'base64'), encode(repeat('a', 58)::bytea, 'base64'), encode(repeat('a', 120)::bytea, 'base64')
select encode('a\000\377\\b', 'escape'), encode('\x7f80', 'escape'), encode('', 'escape')
select encode('a', 'octal')
select decode('616263', 'hex'), decode('61 62', 'hex'), decode('', 'hex'), decode('AB', 'HEX'), decode(null, 'hex')
select decode('6', 'hex')
select decode('6g', 'hex')
select decode('\x61', 'hex')
select decode('YQ==', 'base64'), decode('YWI=', 'base64'), decode('YWJj', 'base64'), decode('YW Jj', 'base64'), decode('', 'base64'), decode('YQ==YWJj', 'base64')
select decode('YQ=', 'base64')
select decode('Y', 'base64')
select decode('=', 'base64')
select decode('YW-j', 'base64')
select decode('YQ=a', 'base64')
select decode('a\\b\001', 'escape'), decode('é', 'escape')
select decode('a\b', 'escape')
select decode('a', 'nothing')
select md5('abc'::bytea), md5('abc'), md5('\x'::bytea), md5(repeat('x', 64)::bytea), md5(null::bytea)
select sha256('abc'), sha256(''), sha256(repeat('x', 55)::bytea), sha256(repeat('x', 56)::bytea), sha256(repeat('x', 64)::bytea), sha256(repeat('x', 200)::bytea), sha256(null)
select convert_from('abc', 'UTF8')
select convert_from('\x00', 'UTF8')
select convert_from('\xc3a9', 'UTF8')
select int2send(-2::smallint), int8send(-1), int8send(258), uuid_send('12345678-9abc-def0-1234-56789abcdef0')
select encode(substring(int8send(1700000000000) from 3) || int2send((7 << 12)::smallint) || substring(uuid_send('12345678-9abc-def0-1234-56789abcdef0') from 9 for 8), 'hex')::uuid
select 'x'::bytea like 'x'
select to_json('a'::bytea), concat('a'::bytea, 1), 'v' || 'a'::bytea, format('%s', 'a'::bytea)
select '\x61'::bytea::integer
insert into b_kept values (5, 'abc', default), (6, '\x616263', '\x00'); select * from b_kept order by id
insert into b_kept values (1, '\x01'), (2, '\x01')
update b_kept set data = data || '\x01'; select * from b_kept order by data
select '123456789ABCdef0123456789abcdef0'::uuid, '{12345678-9abc-def0-1234-56789abcdef0}'::uuid, '1234-56789abcdef0-1234-56789abcdef0'::uuid
select '12345678-9abc-def0-1234-56789abcdef'::uuid
select '{12345678-9abc-def0-1234-56789abcdef0'::uuid
select '123-456789abcdef0123456789abcdef0'::uuid
select '12345678-9abc-def0-1234-56789abcdef0-'::uuid
select '12345678--9abc-def0-1234-56789abcdef0'::uuid
select md5(repeat('a', n)), encode(sha256(decode(repeat('6a', n), 'hex')), 'hex'), md5(decode(repeat('00', n), 'hex')) from unnest(array[0, 1, 55, 56, 57, 63, 64, 65, 119, 120, 128, 1000]) n
select md5('Grüße'), encode(sha256('abc'::bytea), 'hex'), md5(null), sha256(null)
select bytes_kept('a', 'update'), bytes_kept('\x00', 'again'), bytes_kept('', 'where'); select * from b_kept order by id
select get_byte('\x00ff7f'::bytea, n) from unnest(array[0, 1, 2]) n
select get_byte('\x00ff'::bytea, 2)
select get_byte('\x'::bytea, 0)
select set_byte('\x00ff7f'::bytea, 1, 65), set_byte('\x00ff'::bytea, 0, 511), set_byte('\x00'::bytea, 0, -1), set_byte(null, 0, 1)
select set_byte('\x00'::bytea, -1, 1)
