CREATE TABLE customer (id bigint PRIMARY KEY, email text NOT NULL UNIQUE);
CREATE TABLE use (id bigint PRIMARY KEY, coupon_id bigint NOT NULL, customer_id bigint NOT NULL);
CREATE TABLE vote (event_id bigint, customer_id bigint, stars integer NOT NULL, PRIMARY KEY (event_id, customer_id));
CREATE TABLE seat (id bigint PRIMARY KEY, event_id bigint NOT NULL);
CREATE TABLE note (id bigint PRIMARY KEY, customer_id bigint NOT NULL);
CREATE TABLE line (id bigint PRIMARY KEY, orders_id bigint NOT NULL);
