select '{"b":1,"a":2,"bb":3,"b":4}'::jsonb, '[1, 2.5, "x", null, true, false, {}, []]'::jsonb, '  "a\u00e9\n\"\\/" '::jsonb, '1e2'::jsonb, '-0'::jsonb, '100'::jsonb, 'null'::jsonb
select '{"b":1,  "a":2}'::json, '[1,2 ]'::json::text, '{"b":1, "a":2}'::json::jsonb, '{"b":1,"a":2}'::jsonb::json, '{"a": 1}'::jsonb::text
select '{"a":'::jsonb
select '{a:1}'::json
select '[1,]'::jsonb
select '01'::jsonb
select '1.'::jsonb
select ''::jsonb
select 'nul'::json
select '"a'::json
select '{"a":1} x'::jsonb
select '1.50'::jsonb
select body, note, tags from docs order by id
select body -> 'n', body ->> 'n', body -> 'name', body ->> 'name', body -> 'items', body -> 'items' -> 0, body -> 'items' ->> -1, body -> 'items' -> 7, body -> 'x', body -> 'sub' -> 'a', body -> 'sub' ->> 'a', body -> 0 from docs where id = 1
select note -> 'a', note ->> 'a', note -> 'a' -> 1, note ->> 'b', note -> 'c' from docs where id = 1
select body #> '{items,2,k}', body #>> '{items,2,k}', body #> '{sub,b}', body #> '{}', body #>> array['items', '0'], note #> '{a,1}', body #> '{name,x}' from docs where id = 1
select (body ->> 'n')::integer + 1, (body -> 'n')::integer + 1, (body -> 'n')::numeric, (body -> 'sub' -> 'b')::boolean from docs where id = 1
select (body -> 'name')::integer from docs where id = 1
select (body -> 'n')::boolean from docs where id = 1
select id from docs where body ->> 'name' = 'one' and (body ->> 'n')::int > 0
select id from docs where body @> '{"n": 1}'
select '{"a":{"b":[1,2,3]},"c":1}'::jsonb @> '{"a":{"b":[2]}}', '[1,2,[1,3]]'::jsonb @> '[[1]]', '["a","b"]'::jsonb @> '"a"', '"a"'::jsonb @> '["a"]', '{"a":1}'::jsonb <@ '{"a":1,"b":2}', '[1,2]'::jsonb @> '[2,2]', '{"a":[1]}'::jsonb @> '{"a":1}', '{}'::jsonb @> '{}'
select body ? 'n', body ? 'zz', body ?| array['zz', 'n'], tags ? 'x', '"x"'::jsonb ? 'x' from docs where id = 1
select '{"a":1}'::jsonb = '{"a": 1}', '{"a":1}'::jsonb = '{"a":2}', '[1]'::jsonb <> '[1]', body = '{}' from docs where id = 2
select '{"a":1}'::jsonb || '{"b":2,"a":3}', '[1]'::jsonb || '[2]', '[1]'::jsonb || '2', '1'::jsonb || '2', '{"a":1}'::jsonb || '[1]', body || '{"z": 1}' from docs where id = 2
select '{"a":1}'::jsonb || '2'
select '{"a":1,"b":2}'::jsonb - 'a', '["a","b","a"]'::jsonb - 'a', '[1,2,3]'::jsonb - 1, '[1,2,3]'::jsonb - -1, '{"a":1,"b":2,"c":3}'::jsonb - array['a','c']
select '1'::jsonb - 'a'
select '{"a":1}'::jsonb - 1
select jsonb_set('{"a":{"b":1}}', '{a,b}', '2'), jsonb_set('{"a":1}', '{b}', '"x"'), jsonb_set('{"a":1}', '{b}', '2', false), jsonb_set('[1,2,3]', '{1}', '9'), jsonb_set('[1,2]', '{5}', '9'), jsonb_set('[1,2]', '{-5}', '9'), jsonb_set('{"a":1}', '{x,y}', '2'), jsonb_set('{"a":[{"b":1}]}', '{a,0,b}', 'null'), jsonb_set('{"a":1}', '{}', '2')
select jsonb_set('1', '{a}', '2')
select jsonb_set('[1]', '{a}', '2')
select jsonb_set(body, '{n}', to_jsonb((body ->> 'n')::int + 1)) from docs where id = 1
select to_jsonb(1), to_jsonb(1.50::numeric(3,1)), to_jsonb('a"b'::text), to_jsonb(true), to_jsonb(array[1,2]), to_jsonb(date '2024-01-02'), to_jsonb(timestamp '2024-01-02 03:04:05.5'), to_jsonb(timestamptz '2024-01-02 03:04:05+00'), to_jsonb(null::int), to_jsonb('{"b":1,"a":2}'::json), to_jsonb(interval '1 day 02:00')
select to_json(1), to_json('x'::text), to_json(array['a','b']), to_json('{"b":1,  "a":2}'::json), to_json(1.5::float8), row_to_json(docs) from docs where id = 2
select jsonb_build_object('b', 1, 'a', null, 'cc', array[1,2], 'd', '{"x":1}'::jsonb, 'e', 'text'), jsonb_build_object(), jsonb_build_array(1, 'a', null, true), json_build_object('b', 1, 'a', 'x', 3, 4.5), json_build_array(1, 'a', null), json_build_object('n', (select max(id) from docs))
select jsonb_build_object('a')
select jsonb_build_object(null, 1)
select jsonb_agg(id order by id), json_agg(id order by id desc), jsonb_agg(body -> 'n' order by id), jsonb_agg(id) filter (where id > 5), json_agg(case when id = 1 then 'x' end order by id) from docs
select jsonb_agg(docs order by id) from docs where id = 2
select jsonb_typeof('1'), jsonb_typeof('"a"'), jsonb_typeof('null'), jsonb_typeof('{}'), jsonb_typeof('[]'), jsonb_typeof('true'), json_typeof('1')
select * from jsonb_array_elements('[1, "a", {"b": null}]')
select x ->> 'id' from jsonb_array_elements('[{"id": 1}, {"id": 2}]') x
select e from docs, jsonb_array_elements_text(tags) e where id = 1
select * from jsonb_array_elements_text('[1, null, "a", [1]]')
select value from json_array_elements('[1,  {"a":1}]')
select jsonb_array_elements('{"a":1}')
select jsonb_object_keys('{"bb":1,"a":2}')
select * from jsonb_object_keys(jsonb '{"bb":1,"a":2}') as k
insert into docs (id, body) values (3, '{"z": 1}') returning body
insert into docs (id, body, tags) values (4, jsonb_build_object('id', 4), '["x","y"]')
update docs set body = body || jsonb_build_object('seen', true) where id = 1 returning body ->> 'seen'
update docs set body = jsonb_set(body, '{items,0}', '10'), note = to_json(id) where id = 1 returning body, note
update docs set body = '[1' where id = 1
update docs set body = null where id = 1
delete from docs where body ? 'name' returning id
select distinct body -> 'n' is null from docs order by 1
select body -> 'n', count(*) from docs group by body -> 'n' having count(*) > 0 order by count(*), (body ->> 'n')
select id from docs order by body
select min(body) from docs
select coalesce(body -> 'x', '0'), case when id = 1 then body else '{}' end from docs order by id
select array_agg(id order by body) from docs
select row_number() over (order by body) from docs
select json_build_object('k0', 0, 'k1', 1, 'k2', 2, 'k3', 3, 'k4', 4, 'k5', 5, 'k6', 6, 'k7', 7, 'k8', 8, 'k9', 9, 'k10', 10, 'k11', 11, 'k12', 12, 'k13', 13, 'k14', 14, 'k15', 15, 'k16', 16, 'k17', 17, 'k18', 18, 'k19', 19, 'k20', 20, 'k21', 21, 'k22', 22, 'k23', 23, 'k24', 24, 'k25', 25, 'k26', 26, 'k27', 27, 'k28', 28, 'k29', 29, 'k30', 30, 'k31', 31, 'k32', 32, 'k33', 33, 'k34', 34, 'k35', 35, 'k36', 36, 'k37', 37, 'k38', 38, 'k39', 39, 'k40', 40, 'k41', 41, 'k42', 42, 'k43', 43, 'k44', 44, 'k45', 45, 'k46', 46, 'k47', 47, 'k48', 48, 'k49', 49)
