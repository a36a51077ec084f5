select cursor_moves(1)
select cursor_moves(3)
select cursor_sees(0)
select cursor_sees(2)
select cursor_sees(null)
select cursor_errors('closed')
select cursor_errors('null')
select cursor_errors('twice')
select cursor_errors('loop')
select cursor_errors('in loop')
select cursor_errors('close')
select cursor_errors('undone')
select cursor_errors('count')
select cursor_errors('')
select cursor_named('one'), cursor_named('two')
select cursor_named(null)
select cursor_returned()
select cursor_in_loop(3)
select cursor_backward()
select ends_in_handler('commit')
select ends_in_handler('rollback')
select ends_in_handler('raise')
call ends(5)
select asks_context(2)
select asks_context(0)
select cursor_current('a')
select cursor_current('y')
select cursor_current('zz')
select cursor_current_loop(1)
select cursor_current_loop(2)
select cursor_current_loop(3)
select cursor_locks('back')
select cursor_locks('again')
select cursor_locks('stay')
select cursor_locks('last')
select cursor_locks('end')
select cursor_locks('absolute')
select cursor_locks('scroll')
select cursor_locks('changed')
select cursor_locks('same key')
select cursor_locks('limit')
select cursor_locks('group')
select cursor_locks('join')
select cursor_locks('sort')
select cursor_locks('pinned')
select cursor_locks('in loop')
select cursor_locks('none')
select cursor_locks('unopened')
select cursor_locks('before')
select cursor_locks('behind')
select cursor_locks('moved')
select loop_row_count()
declare c cursor for select k, v from kv; fetch c; update kv set v = 10 where current of c; select * from kv order by k; fetch 2 from c; fetch all c; fetch c
declare c scroll cursor with hold for select k from kv order by k; fetch all c; fetch backward 2 from c; fetch first c; fetch absolute -1 from c; fetch relative -1 c; move backward all c; fetch 2 c; fetch backward all c; fetch 0 c
declare c no scroll cursor for select k from kv order by k; fetch 0 c; move 1 c; move 0 c; fetch next c; fetch relative 0 c
declare c no scroll cursor for select k from kv; fetch backward 0 c
declare c no scroll cursor for select k from kv; fetch forward -1 c
declare c scroll cursor for select k from kv for update
declare c cursor with hold for select k from kv for update
declare c insensitive cursor for select k from kv for share
declare c cursor for select k from kv order by k for update; fetch c; update kv set v = 9 where k = 'y'; fetch all c
declare c cursor for select k from kv order by k for update; fetch c; delete from kv where current of c; delete from kv where current of c returning k; fetch c; update kv set v = 9 where current of c returning *; fetch prior c
declare c cursor for select 1; declare c cursor for select 2
declare c cursor for select 1; close c; fetch c
declare c cursor for select 1; declare d cursor for select 2; close all; declare c cursor for select 3; fetch c; close d
close c
fetch c
declare c cursor for select k from kv; update kv set v = 1 where current of c
declare c cursor for select k, v from kv where v is not null; move 2 c; delete from kv where current of c; select count(*) from kv; move c; delete from kv where current of c
declare c cursor for select k from kv; fetch c; fetch prior c
select cursor_for(2); fetch handed; select cursor_handed('handed'); select cursor_handed('nobody')
select cursor_for(1); move handed; select cursor_handed('handed'); select * from kv order by k
declare "Odd name" cursor for select k from kv; fetch "Odd name"; delete from kv where current of "Odd name" returning *
select cursor_text('select k, v from kv where v >= $1 order by k', 1)
select cursor_text('select k, v from kv where v >= $1 order by k for update', 2)
select cursor_text('select $2, 5', 1)
select cursor_text('select k from kv where false', 1)
select cursor_text('select nothing from kv', 1)
select cursor_text('update kv set v = 1', 1)
select cursor_text('this is not', 1)
select cursor_text(null, 1)
select cursor_for(1); select cursor_reads('handed'); select cursor_reads('handed')
select slices('one')
select slices('zero')
select slices('two')
select slices('element')
select slices('array')
select slices('empty')
select slices('null')
select cursor_passed(1)
select cursor_passed(2), cursor_passed(99)
