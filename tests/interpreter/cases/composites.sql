select c_make(1, 'x')
select (c_make(1, 'x')).b
select (c_make(1, 'x')).*
select * from c_make(2, 'y')
select f.b, f.a from c_make(2, 'y') f
select f.q from c_make(2, 'y') as f(p, q)
select c_swap(row(1, 'abc'))
select c_swap(row(1, 'abc')::c_pair)
select c_swap(c_swap(row(1, 'abc')))
select c_sql(row(1, 'q')::c_pair)
select (c_sql(c_make(1, 'q'))).b
select * from c_sql(row(4, null))
select c_row_of(row(1, 'a')::c_pair)
select * from c_row_of(row(1, 'none'))
select k, (c_row_of(row(1, k)::c_pair)).v from kv order by k
select * from c_set(2)
select a, b is null from c_set(1) order by a
select s.b || s.a from c_set(3) s where s.a > 1
select count(*) from c_set(3)
select c_moves(row(1, 2, 3.5)::c_move)
select c_moves(row(1, 2, 3.555)::c_move, (2, 1, 1)::c_move)
select c_moves(variadic array[(1, 2, 1)::c_move, (3, 4, null)::c_move])
select c_nested(3)
select c_view(k) from kv order by k
select c_view('none')
select c_into(5)
select (c_out(4)).n
select * from c_out(4)
select c_default()
select c_default(row(3, null))
select (row(1, 'x')::c_pair).a
select (row('1', 5)::c_pair).b
select row('x', 5)::c_pair
select row(1)::c_pair
select null::c_pair is null
select row(null, null)::c_pair is null
select row(null, 1)::c_pair is not null
select (array[row(1, 'x')::c_pair, row(2, 'y')::c_pair])[2]
select ((array[row(1, 'x')::c_pair, row(2, 'y')::c_pair])[2]).b
select * from unnest(array[row(1, 'x')::c_pair, row(2, 'y')::c_pair])
select u.b, u.a from unnest(array[row(1, 'x')::c_pair, row(2, 'y')::c_pair, null]) u order by u.a
select array_agg(x) from c_set(1) x
select array[row(1, 'a b')::c_pair, row(null, '"q",')::c_pair]
select row(row(1, 'x')::c_pair, 2, array[row(1, 'y')::c_pair])::c_nest
select (row(row(1, 'x')::c_pair, 2, null)::c_nest).p
select ((row(row(1, 'x')::c_pair, 2, null)::c_nest).p).b
select (row(1, 'x')::c_pair).c
select c_make(1, 'x') = row(1, 'x')::c_pair
select row(1, 'x')::c_pair is distinct from c_make(1, 'x')
insert into kv select (c_make(5, 'new')).b, (c_make(5, 'new')).a returning *
insert into kv select (p).b, (p).a from (select c_make(6, 'n6') as p) s returning k, v
update kv set v = (c_make(v, k)).a + 1 where k = 'a' returning v
select case when k = 'a' then row(1, k)::c_pair else row(2, k)::c_pair end from kv order by k
select (case when k = 'a' then row(1, k)::c_pair else row(2, k)::c_pair end).b from kv order by k
select coalesce(null, row(1, 'x')::c_pair)
select x from (select row(1, 'x')::c_pair as x) s
select (x).a, (x).b from (select row(1, 'x')::c_pair as x) s
select (x).* from (select row(1, 'x')::c_pair as x) s
select '(1,x)'::c_pair
select ('(1,"a,b")'::c_pair).b
select c_other(1)
select c_typed(1)
select c_alike(1)
select c_alike(9)
select c_norow('a')
select c_norow('none')
select c_whole('x')
select c_unset(1)
select c_unset(2)
select c_unset(3)
select c_wide(1)
select c_wide(2)
select c_wide(3)
select c_each(row(1, 'e'))
select c_arrays(array[row(1, 'a')::c_pair, row(2, null)::c_pair, row(3, 'c')::c_pair])
select c_arrays('{"(1,a)","(2,\"b,\"\"c\")"}')
select c_inout(row(1, 'i'))
select * from c_inout(row(1, 'i'))
select '(1,'::c_pair
select '(1)'::c_pair
select '(,)'::c_pair is null
select '( 1 ,)'::c_pair
select ' ("1",""x)'::c_pair
select '("(1,""a"")",2,"{""(3,z)""}")'::c_nest
select row(1, null)::c_pair = row(1, null)::c_pair, row(1, 'a')::c_pair <> row(1, 'b')::c_pair
select c_same(1)
select c_same(2)
select c_same(3)
select c_same(4)
select row(1, 'x')::c_pair is distinct from null::c_pair
select null::c_pair is distinct from null::c_pair
select row(null, null)::c_pair is distinct from null::c_pair
select null::c_pair = row(1, 'x')::c_pair
select c_deep(5)
select c_deep(null)
select c_deep_errors('null')
select c_deep_errors('type')
select c_columns(9)
update c_holds set p.a = id * 10 returning id, p
update c_holds set p.a = 5, p.b = 'new' where (p).b = 'x' returning *
update c_holds set n.p.a = 7, n.list[1].b = 'l' where id = 1 returning n
update c_holds set n.p.a = 7 where id = 2 returning n, (n).p
update c_holds set a[1] = 9, a[2] = a[1] where id = 1 returning a
update c_holds set a[1] = 9 where id = 2 returning a
update c_holds set a[3] = id where id = 1 returning a
update c_holds set ps[1].a = 6, ps[2].b = 'two' where id = 1 returning ps
update c_holds set ps[(p).a].b = (p).b where id = 1 returning ps
update c_holds set p.a = 'wrong' where id = 1
update c_holds set p.a = 1, p = null
update c_holds set p.nothing = 1
update c_holds set a[null] = 1 where id = 1
insert into c_holds (id, p) values (3, row(1, 'a')) on conflict (id) do update set p.a = 2 returning *
insert into c_holds (id, p) values (1, row(8, 'a')) on conflict (id) do update set p.a = (excluded.p).a returning *
insert into c_holds (id, p.a) values (3, 1)
select id, (p).a, (n).p, ((n).p).b, (n).list[1], ((n).list[1]).a, (ps[1]).b from c_holds order by id
select (p).*, ((n).p).* from c_holds order by id
select p is null, n is null, (n).p is null from c_holds order by id
delete from c_holds where (p).a = 1 and ((n).p).a = 2 returning (n).n
select k, kv is not null, kv is null, not (kv is null), (kv is not null)::text from kv order by k
select k from kv where kv is not null order by k
select count(*) from c_holds where (c_holds is not null) is not true
select p is not null, (p is not null) is false, n is not null from c_holds order by id
select x, x is not null from (select p as x from c_holds where id = 1) s
do $$ declare r record; begin select * into r from kv where v is null; if r is not null then insert into kv values ('all', 1); end if; if not (r is null) then insert into kv values ('some', 1); end if; select * into r from kv where k = 'nothing'; if r is null then insert into kv values ('none', 1); end if; if r is not null then insert into kv values ('wrong', 1); end if; end $$; select * from kv order by k
do $$ declare r kv%rowtype; begin select * into r from kv order by v limit 1; if r is not null then insert into kv values ('all', 1); end if; end $$; select * from kv order by k
