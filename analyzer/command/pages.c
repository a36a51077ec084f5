#include "command/pages.h"

#include <stddef.h>

#define LINES (const char *const[])

#define ANOMALY "anomaly"
#define NOTE "note"
#define VERDICT "verdict"
#define DEPENDENCY "dependency"
#define PROOF "proof method"
#define INPUT "input"

const ip_page ip_page_table[] = {
    {ANOMALY, "lost-update", NULL, NULL,
     LINES{
         "  T1: SELECT bal INTO b …        -- 100", "  T2: SELECT bal INTO b …        -- 100",
         "  T1: UPDATE … SET bal = b - 60; COMMIT",
         "  T2: UPDATE … SET bal = b - 50; COMMIT        -- 50 remain, 110 were paid out",
         "T1 reads the balance before T2 writes it, and T2 reads it before T1 writes it: neither can come first.",
         "Levels at which two transactions that write one row see each other exclude it: update-atomic, "
         "parallel-snapshot-isolation, snapshot-isolation, serializability. PostgreSQL's repeatable read aborts one of "
         "the two; its read committed does not.",
         "To avoid it: compute in the statement that writes (UPDATE … SET bal = bal - 60, which PostgreSQL applies to "
         "the row's latest version), or lock what is going to be overwritten when reading it (SELECT … FOR UPDATE).",
         NULL}},
    {ANOMALY, "write-skew", NULL, NULL,
     LINES{"  T1: SELECT checking + savings …        -- 100", "  T2: SELECT checking + savings …        -- 100",
           "  T1: UPDATE checking SET bal = bal - 90; COMMIT",
           "  T2: UPDATE savings SET bal = bal - 60; COMMIT        -- together -50",
           "Each checks a condition over both rows, each then writes another row. No row is written twice, so nothing "
           "that watches writes alone, as snapshot isolation does, notices. A longer cycle is called so too when two "
           "anti-dependencies follow each other in it.",
           "Snapshot isolation allows it; serializability excludes it.",
           "To avoid it: let both write one common row, or lock the rows that were read and not written (SELECT … FOR "
           "UPDATE), or --serialize the two programs by an advisory lock.",
           NULL}},
    {ANOMALY, "long-fork", NULL, NULL,
     LINES{"  T1: INSERT INTO orders …; COMMIT        T2: UPDATE customer …; COMMIT",
           "  T3 sees the order and not the update of the customer",
           "  T4 sees the update of the customer and not the order",
           "T3 says that T1 came first, T4 says that T2 did. Two writers that do not touch the same rows have become "
           "visible in different orders to different readers, as happens when sites replicate to each other.",
           "parallel-snapshot-isolation, causal-consistency and weaker levels allow it. prefix-consistency, "
           "snapshot-isolation and a "
           "single PostgreSQL server exclude it: there, snapshots grow in commit order.",
           "To avoid it: a level whose snapshots are prefixes of the commit order, or make the two writers write a "
           "common row.",
           NULL}},
    {ANOMALY, "read-only-anomaly", NULL, NULL,
     LINES{"  T2: reads savings and checking, both 0        -- about to withdraw 10 from checking",
           "  T3: UPDATE savings SET bal = 20; COMMIT", "  T1: reads savings 20 and checking 0, reports them",
           "  T2: UPDATE checking SET bal = -11; COMMIT        -- with a fee for the overdraft",
           "T2 has not seen T3's deposit, so it comes before T3. T1 has seen the deposit and not the withdrawal, so it "
           "comes between T3 and T2. Without T1 the other two would be serializable: it only reads, and yet closes the "
           "cycle.",
           "Snapshot isolation allows it; serializability excludes it.",
           "To avoid it: as for write-skew, between the two that write; or run the reader where PostgreSQL waits for a "
           "safe "
           "snapshot: SERIALIZABLE READ ONLY DEFERRABLE, with the writers serializable.",
           NULL}},
    {ANOMALY, "non-repeatable-read", NULL, NULL,
     LINES{"  T1: SELECT bal FROM checking …        -- before the transfer",
           "  T2: moves 50 from checking to savings; COMMIT",
           "  T1: SELECT bal FROM savings …        -- after the transfer: 50 too much",
           "T1 sees one of T2's effects and misses another. On a single row it is the reading of two values in one "
           "transaction.",
           "Every level whose transactions read from one snapshot excludes it: read-atomic and all that imply it. "
           "PostgreSQL's read committed allows it, for each statement has a snapshot of its own.",
           "To avoid it: read all of it in one statement, or at repeatable read.", NULL}},
    {ANOMALY, "phantom", NULL, NULL,
     LINES{"  T1: SELECT count(*) FROM enrollment WHERE course = 7        -- 29 of 30",
           "  T2: SELECT count(*) FROM enrollment WHERE course = 7        -- 29 of 30",
           "  T1: INSERT INTO enrollment …; COMMIT", "  T2: INSERT INTO enrollment …; COMMIT        -- 31 of 30",
           "The row that matters was not there when the set was read, so it could not be locked, and no row is written "
           "by both.",
           "Snapshot isolation allows it where a set is read and another transaction adds to it; serializability "
           "excludes "
           "it.",
           "To avoid it: write or lock a row that is always there and stands for the set (SELECT … FROM course WHERE "
           "id = 7 "
           "FOR UPDATE, at read committed; at repeatable read an UPDATE of it), or state the rule as a constraint "
           "(UNIQUE, EXCLUDE).",
           NULL}},
    {ANOMALY, "other", NULL, NULL,
     LINES{"The dependencies form a cycle, so no serial order explains the execution, but its shape has no name of its "
           "own. Among these are violations of causality (T3 sees T2's effects, T2 saw T1's, T3 misses T1's) and blind "
           "writes in opposite orders.",
           "Read the report's lines one by one: each says why one transaction must come before the next.", NULL}},

    {NOTE, "error", NULL, NULL,
     LINES{"The text could not be parsed, or names what is not there. The rest of the input is still read. A program "
           "with an error in it is undecided, never absent.",
           NULL}},
    {NOTE, "unsupported", NULL, NULL,
     LINES{"A statement that was not understood is taken to read and write every column of every table that it could "
           "name. Verdicts stay sound: safe is still proved. But an anomaly that passes through it may be a false "
           "alarm, and says so.",
           NULL}},
    {NOTE, "approximation", NULL, NULL,
     LINES{
         "The statement was understood up to a detail, such as a function without known meaning or a condition that "
         "cannot be expressed; the detail is taken to be anything. Safe stays proved; an anomaly may be a false alarm.",
         NULL}},
    {NOTE, "assumption", NULL, NULL,
     LINES{
         "A verdict rests on this fact, and the schema does not state it: for example that a column which the programs "
         "only ever increase is changed by nothing else. Check that it holds of whatever else runs on the database.",
         "A comment before an EXECUTE whose text is not known makes one, too:",
         "  -- isoproof: executes STATEMENT       it runs this, with $1 and so on as USING gives them",
         "  -- isoproof: touches TABLE, …         it reads and writes rows of these tables only", NULL}},
    {NOTE, "suppressed", NULL, NULL,
     LINES{
         "A comment in the source asks for it:",
         "  -- isoproof: ignore REASON            before a statement or program: its findings are listed as suppressed",
         "  -- isoproof: not-a-transaction        before a routine: it is no transaction program", NULL}},
    {NOTE, "remark", NULL, NULL, LINES{"Nothing is wrong with the input; it may explain what you see.", NULL}},

    {VERDICT, "safe", "proved for any number of instances", NULL,
     LINES{
         "Every execution of these programs at the level is serializable: any number of instances, any arguments, any "
         "state that the schema's constraints allow. The report names the proof method and every assumption used. It "
         "is about these programs: another one that writes the same tables can break it.",
         NULL}},
    {VERDICT, "unsafe", "a cycle of dependencies exists", "Adya 1999",
     LINES{"Some execution is not serializable: the report gives the instances, their arguments and rows, and why each "
           "must come before the next, in a circle. It counts once the code, run in memory, has shown it; with "
           "--no-replay "
           "the formula has the last word, and the report says so.",
           NULL}},
    {VERDICT, "benign", "an anomaly that gives what some serial order gives", NULL,
     LINES{
         "The dependencies of this execution form a cycle, and yet its clients got what they would have got one after "
         "the other, in the order that the report names, and the same rows are left. Such an anomaly does no harm by "
         "itself. It may become one that does with other rows or arguments, or when a program begins to use what it "
         "has "
         "read and thrown away: so the level stays unsafe. \"Benign, as far as found\" says that of every anomaly of a "
         "level that was confirmed; it is no proof that all are.",
         NULL}},
    {VERDICT, "undecided", "neither proved nor refuted", NULL,
     LINES{
         "The time limit or a bound was reached, or a program could not be read. It is never to be taken for safe; the "
         "exit status is 3.",
         NULL}},

    {DEPENDENCY, "wr", "read dependency: the second reads what the first wrote", "Adya 1999, section 3.1", LINES{NULL}},
    {DEPENDENCY, "ww", "write dependency: the second overwrites what the first wrote", "Adya 1999, section 3.1",
     LINES{NULL}},
    {DEPENDENCY, "rw", "anti-dependency: the first reads what the second then overwrites", "Adya 1999, section 3.1",
     LINES{"The reader did not see the write, so it comes first, although it may commit later. Every anomaly under "
           "snapshot isolation has two of these in a row.",
           NULL}},

    {PROOF, "window", "no cycle can pass through its first transaction to commit", "after Fekete et al. 2005",
     LINES{
         "Every cycle has an instance that commits before all others of it. For a window p,s: the p dependencies into "
         "that instance and the s out of it cannot all hold, its other ends joined in any way the programs allow; and "
         "no shorter cycle exists. Window 2,0 generalises the dangerous structure of snapshot isolation.",
         NULL}},
    {PROOF, "inductive", "programs removed one after the other", "Nagar & Jagannathan 2018, section 5.3",
     LINES{"Shows that no cycle passes through the programs of one group, whatever the others do; then drops the group "
           "and goes on with the rest.",
           NULL}},
    {PROOF, "shortest-path", "no dependency path is longer than a bound", "Nagar & Jagannathan 2018, section 5.2",
     LINES{"Shows that on any path of a certain length there is a shortcut, so that a shortest cycle is at most that "
           "long; every cycle up to it was searched.",
           NULL}},
    {PROOF, "no-conflict", "no program writes what one of them reads or writes", NULL,
     LINES{"By tables and columns alone, no instance can depend on another one, so there is nothing to search.", NULL}},

    {INPUT, "declared-levels", "programs that set their level themselves", "PostgreSQL 15, SET TRANSACTION",
     LINES{
         "  BEGIN ISOLATION LEVEL REPEATABLE READ;", "  SET TRANSACTION ISOLATION LEVEL SERIALIZABLE;",
         "  SET default_transaction_isolation = 'serializable';        -- and what follows in the session",
         "  COMMIT; SET TRANSACTION ISOLATION LEVEL READ COMMITTED;        -- in a procedure",
         "  ALTER DATABASE shop SET default_transaction_isolation = 'repeatable read';",
         "A program that sets its level runs at that level, whatever level is asked about: analyze --level "
         "serializable "
         "then is about the others, and the report says so next to the verdict. --assign gives a program another "
         "level. "
         "advise leaves declared levels as they are. At levels that are not PostgreSQL's a declaration does not count.",
         "PostgreSQL takes a level only before the transaction's first snapshot. Calling a function or a procedure has "
         "taken one, and so has whatever evaluates an expression, so that in PL/pgSQL a level can be set right after "
         "COMMIT or ROLLBACK alone; later, and in a block with EXCEPTION, setting another one is an error. Where the "
         "level depends on the way to it, the program is undecided. AND CHAIN keeps it; READ UNCOMMITTED is READ "
         "COMMITTED; SET of default_transaction_isolation on a function has no effect on the transaction that calls "
         "it.",
         "analyze --as-declared asks whether what runs today is safe: programs that declare nothing are at read "
         "committed.",
         NULL}},
    {INPUT, "choices", "outcomes that depend on who else runs", "PostgreSQL 15, sections 13.2 and 13.3.4",
     LINES{
         "  BEGIN UPDATE t SET v = v + 1 WHERE id = a; r := 'ok';",
         "  EXCEPTION WHEN serialization_failure THEN r := 'conflict'; END;",
         "No serial execution gives 'conflict' here. Other such outcomes are a deadlock (40P01), a lock that NOWAIT or "
         "lock_timeout does not wait for (55P03) and a cancelled statement (57014), if a handler takes them, WHEN "
         "OTHERS "
         "included; what pg_try_advisory_lock and its like give; and which rows SKIP LOCKED passes over.",
         "They count as choices that a transaction may make alone, too. A verdict of safe then means: whatever was "
         "chosen, some serial execution with the same choices gives the same. It says so with the place, next to the "
         "verdict. Whether the program may do that is for you to judge.",
         "An ASSERT is assumed to be checked, and a verdict of safe says so with the place. Where a file sets "
         "plpgsql.check_asserts, ASSERT stops nothing.",
         "A handler that takes serialization failures is rarely meant: the transaction loses what the block wrote and "
         "commits the rest, on a snapshot that is known to be too old. Name the conditions that you expect, or RAISE "
         "again the others, and let the client run the whole transaction again.",
         NULL}},
    {INPUT, "placeholders", "whose values are one, and whose are not", "PostgreSQL 15, section 55.2.3",
     LINES{
         "  BEGIN;", "  SELECT bal FROM account WHERE id = $1;", "  -- params: amount, id",
         "  UPDATE account SET bal = bal - $1 WHERE id = $2;", "  COMMIT;",
         "Drivers bind $1, :1, ? and %s to the statement that they send: $1 of two statements may be two values, and "
         "is so here. Reports call the second one $1#2: of the second statement of its transaction that has any.",
         "A comment \"-- params: NAME, …\" before a statement names its placeholders, in the order of their numbers "
         "or of the text. One name is one value in the whole transaction, and the same as psql's :name there. Without "
         "such names two SELECTs by $1 may be about two rows, and a level that is safe for one row may not be.",
         "psql's and pgbench's :name, %(name)s, sqlc's @name and {name} are one value in their transaction. $1 in "
         "the body of a function, of PREPARE or of EXECUTE … USING is what it is there.",
         NULL}},
    {0},
};
