CREATE TABLE orders (id int PRIMARY KEY, status text NOT NULL);
CREATE TABLE complaint (id int PRIMARY KEY, about int NOT NULL REFERENCES orders);
CREATE TABLE visitor (id int PRIMARY KEY, visits int NOT NULL);
CREATE TABLE account (id int PRIMARY KEY, balance int NOT NULL);
CREATE TABLE request (id int PRIMARY KEY, amount int NOT NULL);
