select execute_using(1, 'anna')
select execute_using(1, 'anna'); select * from customer order by id; select * from log
select execute_using(9, 'nobody')
select execute_using(null, null)
select execute_strict(2)
select execute_strict(1)
select execute_strict(9)
select * from execute_put_together(1, 'x', true)
select * from execute_put_together(1, 'x', false)
select * from execute_put_together(2, 'it''s', false)
select * from execute_put_together(2, 'q', true); select * from kv order by k
select * from execute_put_together(1, null, false)
select * from execute_put_together(null, 'x', false)
select * from execute_put_together(5, 'z', true)
select * from execute_put_together(-5, 'w\', false); select * from kv order by k
