SELECT who, how FROM mood_of ORDER BY who;
SELECT m.how FROM mood_of AS m (a) WHERE a = 1;
SELECT n, how FROM first_moods WHERE n > 0 ORDER BY 1;
SELECT mood_of.who FROM mood_of WHERE EXISTS (SELECT 1 FROM turned WHERE turned.id = mood_of.who);
SELECT p.id, m.how FROM person p LEFT JOIN mood_of m ON m.who = p.id + 1 ORDER BY 1;
SELECT p.id, m.how FROM mood_of m RIGHT JOIN person p ON m.who = p.id + 1 ORDER BY 1;
SELECT m.who, p.id FROM mood_of m LEFT JOIN person p ON p.id = m.who + 1 ORDER BY 1;
SELECT m.who, n.n FROM mood_of m FULL JOIN first_moods n ON n.n = m.who + 1 ORDER BY 1, 2;
SELECT a.who, b.id FROM mood_of a CROSS JOIN turned b ORDER BY 1, 2;
SELECT id, who FROM turned JOIN mood_of ON who = id ORDER BY 1;
SELECT s FROM same_person s ORDER BY id;
SELECT * FROM turned ORDER BY id;
SELECT count(*), max(who) FROM mood_of;
SELECT how FROM mood_of WHERE who = 1 FOR UPDATE;
SELECT m.how FROM mood_of m, kv WHERE who = 1 AND k = 'x' FOR UPDATE OF m;
UPDATE mood_of SET how = 'sad' WHERE who > 0 RETURNING who, how; SELECT * FROM person ORDER BY id;
UPDATE turned SET feels = 'sad' WHERE id = 1; UPDATE mood_of SET how = 'ok'; SELECT * FROM person ORDER BY id;
UPDATE first_moods SET how = 'sad', n = n + 1 WHERE n = 2; SELECT * FROM person ORDER BY id;
UPDATE person SET feels = 'sad' FROM mood_of m WHERE m.who = person.id AND m.how = 'glad'; SELECT * FROM person ORDER BY id;
UPDATE mood_of m SET how = 'glad' FROM turned t WHERE t.id = m.who RETURNING m.who, t.feels;
INSERT INTO turned VALUES ('sad', 7); SELECT * FROM person ORDER BY id;
INSERT INTO mood_of (how, who) VALUES ('sad', 8) RETURNING who; SELECT * FROM person ORDER BY id;
INSERT INTO mood_of (who) VALUES (9); SELECT * FROM mood_of ORDER BY who;
INSERT INTO mood_of VALUES (1, 'ok');
INSERT INTO turned (id, feels) VALUES (1, 'sad') ON CONFLICT (id) DO UPDATE SET feels = excluded.feels; SELECT * FROM person ORDER BY id;
INSERT INTO same_person VALUES (1, 'sad') ON CONFLICT DO NOTHING; SELECT * FROM person ORDER BY id;
DELETE FROM mood_of WHERE how = 'ok'; SELECT * FROM person ORDER BY id;
DELETE FROM turned USING mood_of WHERE id = who AND how = 'glad' RETURNING feels; SELECT * FROM person ORDER BY id;
WITH gone AS (DELETE FROM mood_of RETURNING who) SELECT count(*) FROM gone; SELECT * FROM person ORDER BY id;
UPDATE mood_of SET how = (SELECT feels FROM turned WHERE id = who) WHERE who = 1; SELECT * FROM person ORDER BY id;
insert into small_both values (4, 1, 1) returning *
insert into small_both values (4, 11, 1)
insert into small_both values (4, 1, 11)
insert into small_both values (4, null, 1)
insert into small_both values (1, 11, 1)
insert into small_both values (1, 11, 1) on conflict do nothing
insert into small_both values (1, 1, 1) on conflict (id) do update set n = 50
insert into small_both values (1, 1, 1) on conflict (id) do update set n = 7 returning n
insert into small_own values (4, 11, 1); select count(*) from checked
insert into small_own values (4, 1, 11)
insert into over_own values (4, 11, 1); select count(*) from checked
insert into over_own values (4, 1, 11)
insert into over_own values (104, 1, 1); select count(*) from checked
insert into by_setting values (4, 11, 1)
update small_both set n = n + 1; select * from checked order by id
update small_both set n = 10
update small_both set m = null where id = 1
update small_both set id = 9 where id = 1; select * from checked order by id
update small_own set n = 12; select * from checked order by id
update over_own set c = 12
update over_own set a = 500; select * from checked order by id
delete from small_both; select * from checked order by id
insert into small_n values (4, 50, 1); select count(*) from checked
