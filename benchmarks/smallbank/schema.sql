-- SmallBank as in smallbank.sql, with each change of a balance in one UPDATE, or
-- after locking its row: the form that studies of read committed analyze
-- (Vandevoort, Ketsman, Koch & Neven, VLDB 2021). One program a file, so that
-- forms of them can be exchanged.

CREATE TABLE account (
    name   varchar(64) PRIMARY KEY,
    custid integer NOT NULL UNIQUE
);

CREATE TABLE savings (
    custid integer PRIMARY KEY REFERENCES account (custid),
    bal    numeric(12, 2) NOT NULL
);

CREATE TABLE checking (
    custid integer PRIMARY KEY REFERENCES account (custid),
    bal    numeric(12, 2) NOT NULL
);
