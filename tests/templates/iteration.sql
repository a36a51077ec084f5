CREATE TABLE shop (id bigint PRIMARY KEY, owner integer NOT NULL);
CREATE TABLE item (id bigint PRIMARY KEY, stock integer NOT NULL, size integer NOT NULL, owner integer NOT NULL);
