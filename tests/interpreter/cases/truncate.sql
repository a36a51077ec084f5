truncate kv; select count(*) from kv; insert into kv values ('z', 1); select * from kv
truncate customer cascade; select count(*) from customer; select count(*) from orders; select count(*) from item; select count(*) from strict_child
truncate strict_child, item; select count(*) from item; insert into item (id) values (1); select id, label from item
truncate only log, kv; select count(*) from log
