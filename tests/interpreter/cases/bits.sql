select b'101', B'', x'1F', X'af'
select '101'::bit(3), '101'::bit(5), '101'::bit(2), '101'::bit, 'b101'::bit(3), 'x1f'::bit(8), 'X1f'::text::bit(4), ''::bit(2)
select '101'::bit varying, '101'::varbit(5), '101'::varbit(2), 'x0'::text::bit varying
select '102'::bit(3)
select 'xg'::bit(4)
select '10é'::text::bit(4)
select 5::bit(4), 5::bit(2), (-1)::bit(4), (-2)::bit(40), 5::bigint::bit(70), (-5)::bigint::bit(66), 5::bit
select 5::smallint::bit(4)
select 5::bit varying
select b'101'::int, b'101'::bigint, b''::int, x'ffffffff'::int, x'80000000'::int, x'ffffffffffffffff'::bigint, x'7fffffffffffffff'::bit(64)::bigint
select b'000000000000000000000000000000001'::int
select x'00000000000000001'::bigint
select left('x' || md5('account-1'), 17)::bit(64)::bigint, ('x' || substr(md5('a'), 1, 8))::bit(32)::int, ('x' || md5(''))::bit(16)::int
select b'101'::text, b'101'::varchar
select b'101' = b'101', b'101' <> b'1010', b'1' < b'10', b'011' < b'1', b'' < b'0', b'1'::varbit >= '1', b'10' = '10', b'1' is distinct from null
select x from (values (b'1'), (b'01'), (b'10'), (b'0'), (null), (b'')) t(x) order by x
select distinct x from (values (b'1'), (b'01'), (b'1')) t(x) order by x
select max(x) from (values (b'1')) t(x)
select b'1100' & b'1010', b'1100' | b'1010'
select b'11' & b'1'
select substring(b'101' from 1 for -1)
select get_bit(b'101', 3)
select null::bit(3), null::bit(3) & b'101', coalesce(null, b'1'), array[b'1', b'01'], '{101,1}'::varbit[]
insert into flags values (1, '1010', '11'); select * from flags
insert into flags values (1, b'1010', b''), (2, x'f', '101'); select * from flags order by mask desc
insert into flags values (1, '101', null)
insert into flags values (1, b'10101', null)
insert into flags values (1, '1010', '1111'); select * from flags
insert into flags values (1, '1010', '11111')
insert into flags values (1, 5, null)
select flags_hash('account-1'), flags_hash('')
select flags_of('101', 3), flags_of('x1', 0)
select flags_of('10', 5)
select flags_of('12', 5)
