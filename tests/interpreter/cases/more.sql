select modless('abcd', 12.34)
select modless_sql('abcdef')
select emptyrec()
select twice()
select uuids('A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11')
select ex(1)
select strictless(null)
select strictpl(null)
select defaults(1), defaults(1, 'x'), defaults(1, c => 9)
select lastsql(4)
select * from retq()
select forret()
select intorec()
select compar()
select loopvar()
select getdiag()
select whilef()
select selfcheck()
select k, v from kv where k = 'x' for no key update
select kv.* from kv where kv.v is not null order by k
select kv from kv where v = 1
select (kv).v from kv order by k limit 1
select pg_advisory_xact_lock(1)
select pg_try_advisory_xact_lock(1), pg_advisory_xact_lock(1, 2)
select coalesce(max(v), 0) + 1 from kv
insert into kv select 'm', coalesce(max(v), 0) + 1 from kv returning *
insert into kv values ('a', (select max(v) from kv)), ('b', (select count(*) from kv)) returning *
update kv set v = (select count(*) from kv k2 where k2.v <= kv.v) returning *
delete from kv a using kv b where a.v < b.v returning a.k
update kv set v = b.v from (select max(v) as v from kv) b where kv.v is null returning *
select * from kv where k < 'y' or (v > 1 and k = 'z')
select max(v) filter (where k <> 'y') from kv
values (1), (null), (3) order by 1 desc nulls last limit 2
select * from strict_rows(2)
select * from strict_rows(null)
select shapes(2)
select shapes(0)
select stable_reads('x'), stable_reads('nope'); select sum(stable_reads(k)) from kv
select stable_writes('x')
select stable_locks('x')
select bumps('x') + bumps('x'); select * from kv order by k
select bumps('x'), stable_reads('x'), v from kv where k = 'x'
select bumps('y'), v from kv where k = 'x'
update kv set v = bumps('y') where k = 'x' returning v; select * from kv order by k
select int4('12') + 1, int8(3) + 1, text(5) || 'x', date('2024-02-03') + 1, bool('t'), float8(2), numeric '1.50'
select uuid('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::text), text(uuid('A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'))
select int4(v) from kv order by k
select uuid('nothing like one'::text)
prepare bump(int, text) as update kv set v = v + $1 where k = $2 returning k, v; execute bump(2, 'x'); execute bump('3', 'x'); deallocate bump
prepare look as select v from kv where k = $1 || ''; execute look(lower('X')); execute look(upper('x')); deallocate look
do $$ declare n int; begin select v into n from kv where k = 'x'; if n > 100 then return; end if; update kv set v = n + 1 where k = 'x'; end $$; select * from kv order by k
do $$ begin raise exception using errcode = '22012'; end $$; select 1
select kind_of(born), kind_of(c.id), kind_of(name) from customer c where id = 1
select kind_of(b) from (select born as b from customer where id = 1) x
select kinds_of_row(1)
select k from kv where kind_of(kv.v) = 'a number' order by k
select doubles(7), doubles(null)
insert into altered values (1, 5) returning *
insert into altered values (1, 50)
insert into drawn (n) values (1) returning id > 0, who, n
select nextval('draws'::regclass) > 0, nextval('draws'::text::regclass) > 0
select current_user, session_user, user, current_role, current_user = session_user
select quote_literal(5), quote_literal(1.50), quote_literal(true), quote_literal(date '2024-01-02'), quote_nullable(null::int), quote_nullable(7), quote_literal('it''s'), quote_literal('ab'::char(4)), quote_literal(null::int)
select current_setting('isoproof.nothing', true), current_setting('isoproof.nothing', true) is null
select current_setting('isoproof.nothing', false)
set local isoproof.nothing = 'x'; select current_setting('isoproof.nothing', true)
