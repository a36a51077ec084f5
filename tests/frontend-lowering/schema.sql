CREATE TABLE acc (id integer PRIMARY KEY, owner text NOT NULL, bal numeric NOT NULL, kind text DEFAULT 'plain', note text);
CREATE TABLE ord (id serial PRIMARY KEY, acc_id integer NOT NULL REFERENCES acc(id), qty integer, at timestamptz DEFAULT now());
CREATE TABLE line (ord_id integer, no integer, item text, price numeric, PRIMARY KEY (ord_id, no));
CREATE TABLE log (id bigint GENERATED ALWAYS AS IDENTITY, msg text, tags text[]);
