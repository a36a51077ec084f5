CREATE TABLE page (id bigint PRIMARY KEY, name text NOT NULL, version integer NOT NULL);
CREATE TABLE line (id bigint PRIMARY KEY, name text NOT NULL, version integer NOT NULL);
CREATE TABLE draft (id bigint PRIMARY KEY, name text NOT NULL, version integer NOT NULL);
CREATE TABLE way (id bigint PRIMARY KEY, name text NOT NULL, version integer NOT NULL, state text NOT NULL);
