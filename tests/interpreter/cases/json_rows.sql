-- Rows out of JSON and JSON out of rows; operators and functions on both.
select * from jsonb_each('{"a":1,"b":"x","c":null,"d":[1,2]}')
select * from jsonb_each_text('{"a":1,"b":"x","c":null,"d":[1,2]}')
select key, value from json_each('{"b":1,"a":"x"}')
select * from json_each_text('{"a":1, "b":"x", "c":null}')
select jsonb_array_elements('[1,"a",null,{"b":2}]')
select jsonb_array_elements_text('[1,"a",null,{"b":2}]')
select value from jsonb_array_elements('[3,1]')
select value from jsonb_array_elements_text('[3,1]') order by 1
select value from json_array_elements('[1,  {"a":1}]')
select json_array_elements_text('[1,"x",null]')
select jsonb_object_keys('{"b":1,"a":2}'), 1
select * from jsonb_object_keys('{"bb":1,"a":2}')
select json_object_keys('{"b":1,"a":2}')
select * from jsonb_to_record('{"a":1,"b":"x","c":[1,2]}') as t(a int, b text, c jsonb, d text)
select * from jsonb_to_recordset('[{"a":1,"b":"x"},{"a":"2"},{"b":null}]') as t(a int, b text)
select * from json_to_record('{"a":1,"b":[1,2]}') as t(a int, b int[])
select * from json_to_recordset('[{"a":1,"b":"x"},{"a":"2"}]') as t(a bigint, b varchar)
select * from jsonb_populate_record(null::kv, '{"k":"q","v":5,"z":1}')
select (jsonb_populate_record(null::kv, '{"k":"q","v":"5"}')).v
select * from jsonb_populate_recordset(null::kv, '[{"k":"q","v":5},{"k":"r"}]')
select * from json_populate_recordset(null::kv, '[{"k":"q","v":5},{"k":"r"}]')
select * from jsonb_populate_record(row('d', 9)::kv, '{"k":"q"}')
insert into kv select * from jsonb_populate_recordset(null::kv, '[{"k":"q","v":5},{"k":"r"}]') returning *
insert into kv select r->>'k', (r->>'v')::int from jsonb_array_elements('[{"k":"q","v":5},{"k":"r"}]') r returning *
select json_build_object('a', 1, 'b', null, 'c', array[1,2], 'd', 'x'::text)
select json_build_array(1, 'x', null, now() is not null), jsonb_build_object(), jsonb_build_array()
select json_build_object('a')
select jsonb_build_object(null, 1)
select jsonb_agg(k order by k), json_agg(v order by k) from kv
select jsonb_object_agg(k, v) from kv
select json_object_agg(k, v order by k) from kv
select jsonb_object_agg(k, v) filter (where v is not null) from kv
select jsonb_agg(kv order by k) from kv
select row_to_json(kv) from kv order by k
select to_jsonb(kv) from kv order by k
select to_json(array[1,2]), to_jsonb('x'::text), to_jsonb(1.5), to_jsonb(date '2024-01-02'), to_jsonb(true)
select '{"a":{"b":[1,2]}}'::jsonb #> '{a,b}', '{"a":{"b":[1,2]}}'::jsonb #>> '{a,b,1}', '{"a":1}'::jsonb #> '{}'
select '{"a":{"b":[1,2]}}'::json #> '{a,b}', '{"a":{"b":[1,2]}}'::json #>> '{a,b,0}'
select '{"a":1}'::jsonb -> 'a', '{"a":1}'::jsonb ->> 'a', '[1,2,3]'::jsonb -> 1, '[1,2,3]'::jsonb ->> -1, '[1]'::jsonb -> 5
select '{"a":1,"b":2}'::jsonb @> '{"a":1}', '[1,2,[1]]'::jsonb @> '[1]', '{"a":1}'::jsonb <@ '{"a":1,"b":2}', '"x"'::jsonb @> '"x"', '["x"]'::jsonb @> '"x"'
select '{"a":1}'::jsonb ? 'a', '["a","b"]'::jsonb ? 'b', '{"a":1}'::jsonb ?| array['x','a']
select '{"a":1}'::jsonb || '{"b":2}', '[1]'::jsonb || '2', '{"a":1}'::jsonb || '{"a":3}', '{"a":1}'::jsonb || '[1]'
select '{"a":1,"b":2}'::jsonb - 'a', '[1,2,3]'::jsonb - 1, '["a","b"]'::jsonb - 'a', '{"a":1,"b":2}'::jsonb - array['a','b'], '[1,2]'::jsonb - (-1)
select '{"a":{"b":1,"c":2}}'::jsonb #- '{a,b}', '[1,[2,3]]'::jsonb #- '{1,0}'
select jsonb_set('{"a":1}', '{a}', '2'), jsonb_set('{"a":1}', '{b}', '2'), jsonb_set('{"a":1}', '{b}', '2', false), jsonb_set('{"a":[1,2]}', '{a,1}', '9')
select jsonb_set('{"a":{"b":1}}', '{a,b}', '"x"'), jsonb_set('[1,2]', '{-1}', '7'), jsonb_set('{"a":1}', '{x,y}', '2')
select jsonb_typeof('{}'), jsonb_typeof('[]'), jsonb_typeof('1'), jsonb_typeof('"x"'), jsonb_typeof('true'), jsonb_typeof('null'), json_typeof('1')
select json_extract_path_text('{"a":1}', 'a')
select ('{"a":5}'::jsonb ->> 'a')::int + 1, ('{"a":5}'::jsonb -> 'a')::int, ('{"a":true}'::jsonb -> 'a')::boolean
select '{"a": [1, {"b" : null}], "a": 3}'::json, '{"a":1,"a":3}'::jsonb
select '{"a":1}x'::jsonb
select '[1,2'::json
select x.ordinality, x.value from jsonb_array_elements('["a","b"]') with ordinality x
select jsonb_array_elements('{"a":1}')
select '"\u00e9\n\t\\"'::jsonb, '"\u00e9"'::jsonb ->> 0, '{"\u0041":1}'::jsonb
select coalesce(jsonb_agg(v), '[]') from kv where false
select array_agg(x) from jsonb_array_elements_text('["a","b"]') x
select to_json(now()) is null, to_jsonb(row(1,'a')), row_to_json(row(1,'b'))
select json_build_object('n', 1.10, 't', timestamp '2024-01-02 03:04:05', 'x', null::text)
select r from jsonb_array_elements('[3,1]') r
select r.value, r from jsonb_array_elements('[3,1]') r
select r->>'a' from jsonb_array_elements('[{"a":1},{"a":2}]') as r
select x from jsonb_array_elements('[3,1]') r(x)
select * from kv, jsonb_array_elements_text('["x","y"]') e where kv.k = e order by k
select jsonb_strip_nulls('{"a":null,"b":{"c":null},"d":[null]}')
select '5'::jsonb -> 0, '5'::jsonb ->> 0, '5'::jsonb -> -1, '5'::jsonb -> 1, '5'::json -> 0, '{"a":1}'::jsonb -> 0
select jsonb_object_agg(k, v), jsonb_object_agg(k, body) from (select 'a' as k, 1 as v, '{"z":1}'::jsonb as body) x
select json_object_agg(v, k) from kv where v is not null
select jsonb_object_agg(v, k) from kv
select jsonb_array_element('[1,"a",{"b":2}]', 1), jsonb_array_element('[1,2]', -1), jsonb_array_element('[1]', 3), jsonb_array_element('{"a":1}', 0)
select jsonb_array_element_text('[1,"a",null]', 1), jsonb_array_element_text('[1,"a",null]', 2), jsonb_array_element('5', 0)
select json_array_element('[1, {"a":  2}]', 1), json_array_element_text('["x"]', 0), json_array_element('5', 0)
select jsonb_array_length('[]'), jsonb_array_length('[1,[2,3],null]'), json_array_length('[1, 2]'), jsonb_array_length(null)
select jsonb_array_length('{"a":1}')
select jsonb_array_length('3')
select json_array_length('{"a":1}')
select json_array_length('"x"')
