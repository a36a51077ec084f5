select vi_do('insert')
select vi_do('query')
select vi_do('update')
select vi_do('key')
select vi_do('long')
select vi_do('twice')
select vi_do('delete')
select vi_do('using')
select vi_do('none')
update vi_seen set bal = -1; select * from vi_seen order by id
insert into vi_seen values (50, 5, 'x', 'o')
insert into vi_seen (id) values (1)
with big as (select id from vi_a where bal > 15) delete from vi_seen where id in (select id from big); select * from vi_seen order by id
