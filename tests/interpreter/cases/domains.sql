select dom_variable(4), dom_variable(5), dom_variable(null)
select dom_outside(4), dom_outside(5)
select dom_unset()
select dom_unset_outermost()
select dom_parameter(4, 2), dom_parameter(null)
select dom_parameter(4)
select dom_parameter(3)
select dom_parameter(3, 1)
select dom_parameter('x')
select dom_result(2), dom_result_sql(2), dom_result(null), dom_result_sql(null)
select dom_result(3)
select dom_result_sql(3)
select dom_result_given('a'), dom_result_given_sql('b')
select dom_result_given(null)
select dom_result_given_sql(null)
select * from dom_out(2)
select * from dom_out(1)
select dom_out_given()
select dom_each('{2,4}'), dom_each('{1,2}'), dom_each('{}'), dom_each(null)
select dom_append(6), dom_append(7)
select dom_array(2), dom_array(3)
select dom_fields(2), dom_fields(3), dom_fields(8)
select dom_into(2), dom_into(3)
select dom_copied(2), dom_copied(3), dom_copied(4), dom_copied(0)
select dom_loop(4), dom_loop(5)
select * from dom_rows(4)
select * from dom_rows(5)
select * from dom_table(4)
select * from dom_table(5)
select * from dom_other_rows()
select dom_whole_of('yes'), dom_whole_of('no'), dom_whole_of(null)
select dom_call(4)
select dom_call(3)
select 4::dom_even, 4::dom_even + 1, null::dom_even
select 3::dom_even
select '12'::dom_even_small
select 11::dom_even_small
select null::dom_given
select 'abcdef'::dom_short, 'abcdef'::dom_short::text
select cast(id + 1 as dom_even) from dom_t
select cast(id as dom_even) from dom_t
select cast(id as dom_even) from dom_t where id > 5
select array[2, 4]::dom_even[], '{2,6}'::dom_even[], '{}'::dom_even[], null::dom_even[]
select array[2, 3]::dom_even[]
select '{2,3}'::dom_even[]
select '{a,b}'::dom_tags, array['a']::dom_tags || 'b'
select '{a,b,c}'::dom_tags
select row(2, 'a', 1)::dom_row
select row(2, 'a', 4)::dom_row
select row(1, 'a', 3)::dom_row
select row(2, 'no', 1)::dom_whole
select case when true then 4::dom_even else 3 end, coalesce(null::dom_even, 3), greatest(2::dom_even, 3)
select 4::dom_even union select 3 order by 1
select max(even), min(even), array_agg(even) from dom_lists
select * from (values (2::dom_even), (3)) v
select count(*) from dom_lists where even = 3
select jsonb_populate_record(null::dom_row, '{"even": 2, "name": "a"}')
select jsonb_populate_record(null::dom_row, '{"even": 3, "name": "a"}')
select dom_known(2), 2::dom_listed
select 4::dom_listed
insert into dom_lists values (2, '{2}', row(4, 's', 2)) returning *
insert into dom_lists values (2, '{3}', null)
insert into dom_lists values (2, null, row(3, 's', 2))
insert into dom_lists (id, evens) select 2, array[id] from dom_lists
update dom_lists set evens = evens || 6 returning *
update dom_lists set evens = evens || 7
update dom_lists set evens[2] = 8 returning evens
update dom_lists set evens[2] = 9
update dom_lists set r.even = 3
update dom_lists set r.name = 'z' returning r
select (r).even, (r).name, evens[1] + 1 from dom_lists
select dom_rounds(1.26, 1.26)
