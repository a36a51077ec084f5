insert into k_full values (3, null, 4)
insert into k_full values (3, null, null); select * from k_full order by id
insert into k_full values (3, 4, 5)
insert into k_full values (3, 4, 4); select * from k_full order by id
update k_full set a = null where id = 2
update k_full set a = null, b = null where id = 2; delete from k_pair where a = 4; select a from k_pair order by a
delete from k_pair where a = 4
delete from k_pair where a = 1; select * from k_null order by id; select n from k_told order by n
update k_pair set a = 11 where a = 1; select * from k_null order by id; select n from k_told order by n
delete from k_pair where a = 3 and b = 3; select * from k_default order by id
delete from k_pair where a = 2
delete from k_pair where a = 3 and b = 9; delete from k_pair where a = 3; select * from k_default order by id
insert into k_later values (1, 77, null)
set constraints k_later_pair_fkey deferred; insert into k_later values (1, 77, null); insert into d_pair values (77, 77); select id from k_later
set constraints k_later_pair_fkey deferred; insert into k_later values (1, 77, null); set constraints k_later_pair_fkey immediate
set constraints k_other immediate; insert into k_later values (1, null, 77)
insert into k_later values (1, null, 77); set constraints k_later_pair_fkey immediate; insert into d_pair values (77, 77); select id from k_later
insert into k_later values (1, null, 77); set constraints all immediate
insert into k_called values (2, 6) returning *
insert into k_called values (2, 0)
insert into k_called values (2, 5)
insert into k_called values (2, 500), (3, 500); select * from k_called order by id
update k_called set had = 7 returning twice
select * from k_shown
update k_shown set be = 9 where twice = 10 returning *
insert into k_shown (id, be) values (4, 1); select * from k_called order by id
insert into k_short (v) values (1), (2); select v, id = currval('k_short_id_seq') from k_short order by v
insert into k_shorter (v) values (1), (2); select v, id = currval('k_numbers') from k_shorter order by v
insert into k_shorter (v) values (7); select lastval() = currval('k_numbers')
