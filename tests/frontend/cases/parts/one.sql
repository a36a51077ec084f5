\set set_there 3
CREATE TABLE one (id int);
