/* The smallest SQL for each page that has one. The tests analyze each of them, run what is found, and compare. */
#include "command/pages/examples.h"

#include <stddef.h>
#include <string.h>

static const ip_example examples[] = {
    {"lost-update", "read-committed",
     "CREATE TABLE account (id int PRIMARY KEY, bal int NOT NULL);\n"
     "CREATE FUNCTION withdraw(p int, amount int) RETURNS void LANGUAGE plpgsql AS $$\n"
     "DECLARE b int;\n"
     "BEGIN\n"
     "  SELECT bal INTO STRICT b FROM account WHERE id = p;\n"
     "  UPDATE account SET bal = b - amount WHERE id = p;\n"
     "END $$;\n"},
    {"write-skew", "repeatable-read",
     "CREATE TABLE doctor (id int PRIMARY KEY, on_call bool NOT NULL);\n"
     "CREATE FUNCTION leave(me int, other int) RETURNS void LANGUAGE plpgsql AS $$\n"
     "BEGIN\n"
     "  IF (SELECT on_call FROM doctor WHERE id = other) THEN\n"
     "    UPDATE doctor SET on_call = false WHERE id = me;\n"
     "  END IF;\n"
     "END $$;\n"},
    {"long-fork", "parallel-snapshot-isolation",
     "CREATE TABLE post (id int PRIMARY KEY, likes int NOT NULL);\n"
     "CREATE FUNCTION like_it(p int) RETURNS void LANGUAGE sql AS $$\n"
     "  UPDATE post SET likes = likes + 1 WHERE id = p;\n"
     "$$;\n"
     "CREATE FUNCTION two(p int, q int) RETURNS int[] LANGUAGE sql AS $$\n"
     "  SELECT ARRAY[(SELECT likes FROM post WHERE id = p), (SELECT likes FROM post WHERE id = q)];\n"
     "$$;\n"},
    {"read-only-anomaly", "repeatable-read",
     "CREATE TABLE savings (id int PRIMARY KEY, bal int NOT NULL);\n"
     "CREATE TABLE checking (id int PRIMARY KEY, bal int NOT NULL);\n"
     "CREATE FUNCTION save(p int) RETURNS void LANGUAGE sql AS $$\n"
     "  UPDATE savings SET bal = bal + 20 WHERE id = p;\n"
     "$$;\n"
     "CREATE FUNCTION pay(p int) RETURNS void LANGUAGE plpgsql AS $$\n"
     "BEGIN\n"
     "  IF (SELECT bal FROM savings WHERE id = p) < 10 THEN\n"
     "    UPDATE checking SET bal = bal - 11 WHERE id = p;\n"
     "  ELSE\n"
     "    UPDATE checking SET bal = bal - 10 WHERE id = p;\n"
     "  END IF;\n"
     "END $$;\n"
     "CREATE FUNCTION report(p int) RETURNS int[] LANGUAGE sql AS $$\n"
     "  SELECT ARRAY[(SELECT bal FROM savings WHERE id = p), (SELECT bal FROM checking WHERE id = p)];\n"
     "$$;\n"},
    {"non-repeatable-read", "read-committed",
     "CREATE TABLE account (id int PRIMARY KEY, bal int NOT NULL);\n"
     "CREATE FUNCTION move(p int, q int) RETURNS void LANGUAGE plpgsql AS $$\n"
     "BEGIN\n"
     "  UPDATE account SET bal = bal - 1 WHERE id = p;\n"
     "  UPDATE account SET bal = bal + 1 WHERE id = q;\n"
     "END $$;\n"
     "CREATE FUNCTION total(p int, q int) RETURNS int LANGUAGE plpgsql AS $$\n"
     "DECLARE a int; b int;\n"
     "BEGIN\n"
     "  SELECT bal INTO STRICT a FROM account WHERE id = p;\n"
     "  SELECT bal INTO STRICT b FROM account WHERE id = q;\n"
     "  RETURN a + b;\n"
     "END $$;\n"},
    {"phantom", "repeatable-read",
     "CREATE TABLE enrollment (course int, student int, PRIMARY KEY (course, student));\n"
     "CREATE FUNCTION enroll(c int, s int) RETURNS void LANGUAGE plpgsql AS $$\n"
     "BEGIN\n"
     "  IF (SELECT count(*) FROM enrollment WHERE course = c) < 2 THEN\n"
     "    INSERT INTO enrollment VALUES (c, s);\n"
     "  END IF;\n"
     "END $$;\n"},
    {"benign", "read-committed",
     "CREATE TABLE t (id int PRIMARY KEY, a int NOT NULL, b int NOT NULL);\n"
     "CREATE FUNCTION look(p int) RETURNS void LANGUAGE plpgsql AS $$\n"
     "DECLARE va int; vb int;\n"
     "BEGIN\n"
     "  SELECT a INTO va FROM t WHERE id = p;\n"
     "  SELECT b INTO vb FROM t WHERE id = p;\n"
     "END $$;\n"
     "CREATE FUNCTION change(p int) RETURNS void LANGUAGE sql AS $$\n"
     "  UPDATE t SET a = a + 1, b = b + 1 WHERE id = p;\n"
     "$$;\n"},
    {"40001", "repeatable-read",
     "CREATE TABLE account (id int PRIMARY KEY, bal int NOT NULL);\n"
     "CREATE FUNCTION deposit(p int) RETURNS void LANGUAGE sql AS $$\n"
     "  UPDATE account SET bal = bal + 1 WHERE id = p;\n"
     "$$;\n"},
    {"40P01", "read-committed",
     "CREATE TABLE account (id int PRIMARY KEY, bal int NOT NULL);\n"
     "CREATE FUNCTION move(p int, q int) RETURNS void LANGUAGE plpgsql AS $$\n"
     "BEGIN\n"
     "  UPDATE account SET bal = bal - 1 WHERE id = p;\n"
     "  UPDATE account SET bal = bal + 1 WHERE id = q;\n"
     "END $$;\n"},
    {"23505", "read-committed",
     "CREATE TABLE request (key text PRIMARY KEY);\n"
     "CREATE FUNCTION once(k text) RETURNS void LANGUAGE plpgsql AS $$\n"
     "BEGIN\n"
     "  IF NOT EXISTS (SELECT 1 FROM request WHERE key = k) THEN\n"
     "    INSERT INTO request VALUES (k);\n"
     "  END IF;\n"
     "END $$;\n"},
    {"P0001", "read-committed",
     "CREATE TABLE account (id int PRIMARY KEY, bal int NOT NULL);\n"
     "CREATE FUNCTION withdraw(p int, amount int) RETURNS void LANGUAGE plpgsql AS $$\n"
     "BEGIN\n"
     "  IF (SELECT bal FROM account WHERE id = p) < amount THEN\n"
     "    RAISE EXCEPTION 'account % does not cover %', p, amount;\n"
     "  END IF;\n"
     "  UPDATE account SET bal = bal - amount WHERE id = p;\n"
     "END $$;\n"},
    {"55P03", "read-committed",
     "CREATE TABLE job (id int PRIMARY KEY, done bool NOT NULL);\n"
     "CREATE FUNCTION take(p int) RETURNS void LANGUAGE plpgsql AS $$\n"
     "BEGIN\n"
     "  PERFORM 1 FROM job WHERE id = p FOR UPDATE NOWAIT;\n"
     "  UPDATE job SET done = true WHERE id = p;\n"
     "END $$;\n"},
};

const ip_example *ip_page_example_of(const char *page)
{
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++)
        if (strcmp(examples[i].page, page) == 0)
            return &examples[i];
    return NULL;
}
