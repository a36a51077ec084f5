select '1.50'::jsonb, '1.0'::jsonb, '100'::jsonb, '1e2'::jsonb, '1.20e1'::jsonb, '1E-3'::jsonb, '-0'::jsonb, '-0.00'::jsonb, '0.0'::jsonb, '[1.10, {"a": 2.500}]'::jsonb, '120e-2'::jsonb, '0e5'::jsonb
select to_jsonb(1.50::numeric(12,2)), to_jsonb(2::numeric(12,2)), to_jsonb(0::numeric(10,2)), to_jsonb(1.5::float8), to_jsonb(100::float8), to_jsonb(1e20::float8), to_jsonb(1.10), to_jsonb(array[1.0, 2.00]), to_jsonb('NaN'::numeric)
select '1.0'::jsonb = '1.00'::jsonb, '1.0'::jsonb = '1'::jsonb, '10'::jsonb = '1'::jsonb, '100'::jsonb = '1e2'::jsonb, '0.0'::jsonb = '-0'::jsonb, '1.01'::jsonb = '1.010'::jsonb, '1.10'::jsonb <> '1.1'::jsonb, '1.5'::jsonb = '"1.5"'::jsonb
select '{"a": 1.0, "b": [2.50, "x.00"]}'::jsonb = '{"b": [2.5, "x.00"], "a": 1}'::jsonb, '"1.0"'::jsonb = '"1"'::jsonb, '["1.0", 1.0]'::jsonb = '["1.0", 1]'::jsonb, '["\"1.0", 1.0]'::jsonb = '["\"1.0", 1.00]'::jsonb, '["\"1.0"]'::jsonb = '["\"1"]'::jsonb, '["\\", 1.0]'::jsonb = '["\\", 1]'::jsonb, '{"k.0": 1}'::jsonb = '{"k": 1}'::jsonb, '{"k\"": 1.0}'::jsonb = '{"k\"": 1}'::jsonb
select '1.0'::jsonb is distinct from '1.00'::jsonb, '1.0'::jsonb in ('1', '2'), '1.0'::jsonb = any (array['2', '1.000']::jsonb[]), array['1.0']::jsonb[] = array['1']::jsonb[], row('1.0'::jsonb, 2) = row('1'::jsonb, 2), nullif('1.0'::jsonb, '1'), case '1.0'::jsonb when '1' then 'same' end
select '{"a": 1.0}'::jsonb @> '{"a": 1}', '[1.00, 2]'::jsonb @> '1', '[1.00, 2]'::jsonb <@ '[1, 2.0, 3]', '{"a": [1.50]}'::jsonb @> '{"a": [1.5]}', '"1.0"'::jsonb @> '"1"'
select '1.0'::jsonb::text = '1'::jsonb::text, '1.50'::jsonb::text, '{"a": 1.50}'::jsonb ->> 'a', '{"a": 1.50}'::jsonb -> 'a', '[1.00]'::jsonb ->> 0, '{"a": {"b": 2.0}}'::jsonb #>> '{a,b}', '{"a": {"b": 2.0}}'::jsonb #> '{a}'
select ('1.50'::jsonb)::int, ('2.50'::jsonb)::int, ('1.50'::jsonb)::numeric, ('1.50'::jsonb)::numeric(10,1), ('1.50'::jsonb)::float8, ('3.0'::jsonb)::bigint, ('1.50'::jsonb)::real
select '{"a": 1.50}'::jsonb::json, '{"a": 1.50}'::json::jsonb, ('{"a": 1.50}'::jsonb::json) ->> 'a', '{"a": 1e1}'::json ->> 'a', '{"a": 1e1}'::json::jsonb ->> 'a', length('1.50'::jsonb::text), '1.50'::jsonb || '[]'::jsonb
select '{"a": 1.50}'::jsonb || '{"b": 2.00}', '[1.0]'::jsonb || '[1.00]', jsonb_set('{"a": 1}', '{a}', to_jsonb(2.50)), jsonb_build_object('x', 1.50, 2.0, 3.00), jsonb_build_array(1.0, '1.0'::text, '1.0'::jsonb), '{"a": 1.0, "b": null}'::jsonb - 'b', jsonb_strip_nulls('{"a": 1.0, "b": null}')
select jsonb_agg(x) from (values (1.0), (1.00)) v (x)
select jsonb_object_agg(k, v) from (values ('a', 1.10), ('b', 2.00)) t (k, v)
select distinct x from (values ('1.0'::jsonb), ('1.0'), ('2')) v (x)
select count(distinct x) from (values ('1.0'::jsonb), ('1.00'), ('1'), ('"1.0"'), ('"1"')) v (x)
select count(*) from (values ('1.0'::jsonb), ('1.00'), ('2')) v (x) group by x order by 1
select count(*) from (select '1.0'::jsonb intersect select '1.00'::jsonb) s
select * from jsonb_each('{"a": 1.50, "b": "1.0"}')
select * from jsonb_each_text('{"a": 1.50, "b": "1.0"}')
select * from jsonb_to_record('{"a": 1.50, "b": 2.0, "c": 3.00, "d": 4.0}') as t (a numeric, b int8, c jsonb, d json)
select * from jsonb_to_record('{"a": 1.50, "c": 3.00, "d": 4.0}') as t (a numeric(10,1), c text, d jsonb)
select value, value = '1' from jsonb_array_elements('[1.0, 2.50]')
select jsonb_array_elements_text('[1.0, 2.50]')
select to_jsonb(t) from (select 1.50::numeric(12,2) as total, 'a'::text as name, '2.0'::jsonb as body) t
select array[to_jsonb(1.50), '1.0'::jsonb], row(to_jsonb(1.50), 1), array['{"a": 1.0}']::jsonb[]
insert into docs (id, body) values (30, '{"price": 1.50}'), (31, jsonb_build_object('price', 2::numeric(10,2)))
update docs set body = jsonb_set(body, '{n}', to_jsonb(1.0)) where id = 1 returning body ->> 'n', body -> 'n' = '1'
select id from docs where body -> 'n' = '1.00' or body -> 'n' = '2.0' order by id
insert into docs (id, body) select 40 + id, to_jsonb(docs) from docs where id = 1 returning body -> 'id'
select 'a' where '1.0'::jsonb = '1' and not ('1.0'::jsonb)::text = '1'
select jsonb_typeof('1.0'), '1.0'::jsonb ? '1.0', '["1.0"]'::jsonb ? '1.0', format('%s %s', '1.0'::jsonb, to_jsonb(2.50)), concat('1.0'::jsonb, '-'), quote_literal('1.0'::jsonb), '1.0'::jsonb || '2.00'::jsonb
select md5('1.0'::jsonb::text), coalesce(null::jsonb, '1.0'), greatest(1.0, ('2.50'::jsonb)::numeric)
