insert into booked values (9, 1, '[9,12)'); select count(*) from booked
insert into booked values (9, 1, '[8,12)')
insert into booked values (9, 2, '[9,12)'), (10, 2, '[11,13)')
insert into booked values (9, 2, '[9,11)'), (10, 2, '[11,13)'); select id from booked where room = 2 order by id
insert into booked values (9, null, '[1,5)'), (10, 1, null), (11, 1, 'empty'), (12, 1, 'empty'); select count(*) from booked
insert into booked values (1, 1, '[1,5)')
insert into booked values (9, 1, '(,)')
insert into booked values (9, 1, '(,1)'), (10, 1, '[9,)'); select count(*) from booked
update booked set during = '[1,4)' where id = 1; select during from booked where id = 1
update booked set during = '[1,6)' where id = 1
update booked set during = during where room = 1; select count(*) from booked
update booked set room = 2 where id = 1
update booked set room = null where id = 1; insert into booked values (9, 1, '[1,5)') returning id
update booked set id = 20 where id = 1; select id, during from booked where room = 1 order by id
update booked set id = 20, during = '[4,6)' where id = 1
update booked set during = int4range(lower(during) + 4, upper(during) + 4) where room = 1 and not isempty(during)
update booked set during = int4range(lower(during) + 10, upper(during) + 10) where room = 1 and not isempty(during); select during from booked where room = 1 order by id
delete from booked where id = 1; insert into booked values (9, 1, '[1,5)') returning *
with gone as (delete from booked where id = 1 returning room) insert into booked select 9, room, '[1,5)' from gone
insert into booked values (9, 1, '[1,5)') on conflict do nothing; select count(*) from booked
insert into booked values (9, 1, '[20,25)') on conflict do nothing; select count(*) from booked
insert into booked values (1, 3, '[1,5)') on conflict do nothing; select count(*) from booked
insert into booked values (9, 1, '[1,5)') on conflict (id) do nothing
insert into booked values (1, 1, '[2,3)') on conflict (id) do update set during = excluded.during; select during from booked where id = 1
insert into booked values (1, 1, '[2,7)') on conflict (id) do update set during = excluded.during
insert into booked values (9, 1, '[1,5)') on conflict on constraint no_overlap do nothing
insert into booked select id + 10, room, during from booked where room = 3; select count(*) from booked
insert into booked select id + 10, room, during from booked where room = 2
select books(1, '[1,2)'), books(1, '[30,31)'), books(1, '[30,40)'), books(7, '[1,2)')
merge into booked b using (values (1, int4range(2, 3))) v(id, during) on b.id = v.id when matched then update set during = v.during
merge into booked b using (values (1, int4range(2, 7))) v(id, during) on b.id = v.id when matched then update set during = v.during
insert into stay values ('a', '2024-01-05', '2024-01-06') returning *
insert into stay values ('a', '2024-01-04', '2024-01-06')
insert into stay values ('a', '2024-01-04', '2024-01-06', 'gone') returning state
insert into stay values ('a', '2024-01-04', '2024-01-06', null) returning state
insert into stay values ('b', '2024-01-04', '2024-01-06') returning room
insert into stay values ('a', '2024-01-06', '2024-01-05')
insert into stay values ('a', '2024-01-06', '2024-01-05', 'gone')
insert into stay values ('a', null, '2024-01-01') returning *
insert into stay values ('a', null, '2024-01-02')
insert into stay values (null, '2024-01-01', '2024-01-02') returning *
update stay set state = 'open' where state = 'gone'
update stay set state = 'gone' where state = 'open'; update stay set state = 'open' where starts = '2024-01-02'; select count(*) from stay where state = 'gone'
update stay set ends = '2024-01-04' where room = 'b'; select ends from stay order by 1
update stay set state = 'x' where room = 'b'
insert into same_kind values (4, 1, 'zebra'); select count(*) from same_kind
insert into same_kind values (4, 1, 'lion')
insert into same_kind values (4, 2, null), (5, null, 'dog'); select count(*) from same_kind
update same_kind set animal = 'dog' where pen = 1
update same_kind set animal = 'dog' where pen = 2; select animal from same_kind order by cage
insert into x_late values (3, 10)
insert into x_late values (3, 10); update x_late set at = 30 where id = 3; select count(*) from x_late
insert into x_late values (3, 10); delete from x_late where id = 1; select count(*) from x_late
set constraints all immediate; insert into x_late values (3, 10)
set constraints x_late_at immediate; insert into x_late values (3, 10)
set constraints x_late_at immediate; update x_late set at = 30 - at; select * from x_late order by id
update x_late set at = 30 - at; select * from x_late order by id
insert into x_late values (3, 30) on conflict do nothing
insert into x_late values (3, 30) on conflict (id) do nothing; select count(*) from x_late
insert into x_late values (3, 10); set constraints all immediate
update k_late set pos = pos + 1; select pos from k_late order by id
update k_late set pos = 2 where id = 1
update k_late set rank = 2 where id = 1; update k_late set rank = 1 where id = 2; select rank from k_late order by id
update k_late set rank = 2 where id = 1
update k_late set rank = null; select count(*) from k_late
insert into k_late values (4, 3, 9)
insert into k_late values (4, 9, 1)
insert into k_late values (4, 9, 9), (5, 9, 10)
insert into k_late values (4, 9, 9), (5, 10, 9)
insert into k_late values (4, null, null), (5, null, null); select count(*) from k_late
set constraints k_late_pos_key deferred; update k_late set pos = 2 where id = 1; update k_late set pos = 1 where id = 2; select pos from k_late order by id
set constraints k_late_pos_key deferred; update k_late set pos = 2 where id = 1
update p_late set pos = 3 - pos; select * from p_late order by pos
insert into p_late values (1, 'c')
insert into p_late values (null, 'c')
update p_late set pos = 1
insert into active values (6, 1, true)
insert into active values (6, 1, false), (7, 2, true), (8, null, true); select count(*) from active
update active set live = true where id = 2
update active set live = false where id = 1; update active set live = true where id = 2; select id from active where live order by id
update active set live = not live where owner = 1
insert into active values (6, 1, true) on conflict do nothing; select count(*) from active
insert into mail values (3, 'ANN@X', 1)
insert into mail values (3, 'ANN@X', 2), (4, 'BOB@x', null); select count(*) from mail
update mail set address = upper(address); select address from mail order by id
update mail set address = 'ann@x', box = 1
insert into alone values (4, null, null)
insert into alone values (4, null, 1), (5, 2, null); select count(*) from alone
insert into alone values (4, 1, null)
update alone set b = null where id = 3
insert into alone values (4, null, null) on conflict do nothing; select count(*) from alone
insert into active values (6, 1, true) on conflict (owner) where live do nothing; select count(*) from active
insert into active values (6, 1, true), (7, 2, true) on conflict (owner) where live do update set owner = excluded.owner + 10 returning id, owner
insert into active values (6, 1, false), (7, 1, true) on conflict (owner) where live and owner > 0 do update set live = false where active.id = 1; select id, live from active order by id
insert into active values (2, 9, true) on conflict (owner) where live do nothing
insert into active values (6, 1, true) on conflict (owner) do nothing
insert into active values (6, 1, true) on conflict (owner) where not live do nothing
insert into mail values (3, 'ANN@X', 1) on conflict (lower(address), box) do update set box = 7 returning id, address, box
insert into mail values (3, 'ANN@X', 1), (4, 'c', 1) on conflict (box, lower(address)) do nothing returning id
insert into mail values (3, 'ANN@X', 1) on conflict (lower(address)) do nothing
insert into alone values (4, null, null) on conflict (a, b) do update set a = 5 returning id, a
insert into booked values (9, 1, '[1,5)') on conflict on constraint no_overlap do update set room = 4
