CREATE TABLE kv (k text PRIMARY KEY, v int);
CREATE TABLE customer (
    id int PRIMARY KEY,
    name varchar(10) NOT NULL,
    balance numeric(12,2) DEFAULT 0 CHECK (balance >= -100),
    code char(4),
    born date,
    active boolean NOT NULL DEFAULT true,
    tags text[],
    UNIQUE (name)
);
CREATE TABLE orders (
    customer_id int NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
    number int NOT NULL,
    amount numeric(10,2),
    placed timestamp,
    total numeric(12,2) GENERATED ALWAYS AS (amount * 2) STORED,
    PRIMARY KEY (customer_id, number)
);
CREATE TABLE item (
    id int PRIMARY KEY,
    customer_id int REFERENCES customer (id) ON DELETE SET NULL ON UPDATE CASCADE,
    label text DEFAULT 'none',
    weight double precision
);
CREATE TABLE strict_child (id int PRIMARY KEY, item_id int REFERENCES item (id));
CREATE TABLE log (message text, at timestamp);
CREATE TABLE counter (id serial PRIMARY KEY, note text);
CREATE TABLE small (a smallint, b bigint, c real, PRIMARY KEY (a));

INSERT INTO kv VALUES ('x', 1), ('y', 2), ('z', NULL);
INSERT INTO customer (id, name, balance, code, born, tags) VALUES
    (1, 'ann', 10.50, 'ab', '1990-02-28', '{red,blue}'),
    (2, 'bob', -5, 'abcd', '1985-12-31', '{}'),
    (3, 'cy', NULL, NULL, NULL, NULL);
INSERT INTO orders (customer_id, number, amount, placed) VALUES
    (1, 1, 10.00, '2024-01-01 10:00:00'),
    (1, 2, 0.05, '2024-01-02 11:30:15.25'),
    (2, 1, 99.99, NULL);
INSERT INTO item VALUES (10, 1, 'pen', 0.5), (11, 1, 'ink', 1.25), (12, 2, NULL, NULL), (13, NULL, 'cap', 2);
INSERT INTO strict_child VALUES (1, 10);
INSERT INTO log VALUES ('start', '2024-01-01'), ('start', NULL);
INSERT INTO small VALUES (1, 10000000000, 1.5), (2, NULL, 0.1);
