/* The text of the pages of isoproof explain on anomalies, notes, verdicts, dependencies, proofs and input. */
#include "command/pages/pages.h"

#include <stddef.h>

#define LINES (const char *const[])

#define ANOMALY "anomaly"
#define NOTE "note"
#define VERDICT "verdict"
#define DEPENDENCY "dependency"
#define PROOF "proof method"
#define INPUT "input"
#define ERROR "error of the database"
#define REASON "not decided"

const ip_page ip_page_table[] = {
    {ANOMALY, "lost-update", NULL, NULL,
     LINES{"  T1: SELECT bal INTO b …        -- 100", "  T2: SELECT bal INTO b …        -- 100",
           "  T1: UPDATE … SET bal = b - 60; COMMIT",
           "  T2: UPDATE … SET bal = b - 50; COMMIT        -- 50 remain, 110 were paid out",
           "T1 reads the balance before T2 writes it, and T2 reads it before T1 writes it. So neither can come first.",
           "A level excludes it if, of two transactions that write the same row, the later one must have seen the "
           "earlier one: update-atomic, parallel-snapshot-isolation, snapshot-isolation, serializability. PostgreSQL's "
           "repeatable read aborts one of the two transactions; its read committed does not.",
           "To avoid it: compute the new value in the UPDATE itself (SET bal = bal - 60), which PostgreSQL applies to "
           "the latest version of the row; or lock the row when reading it (SELECT … FOR UPDATE).",
           NULL}},
    {ANOMALY, "write-skew", NULL, NULL,
     LINES{"  T1: SELECT checking + savings …        -- 100", "  T2: SELECT checking + savings …        -- 100",
           "  T1: UPDATE checking SET bal = bal - 90; COMMIT",
           "  T2: UPDATE savings SET bal = bal - 60; COMMIT        -- together -50",
           "Each transaction checks a condition on both rows, and then writes one of them. No row is written by both, "
           "so a level that only compares writes, such as snapshot isolation, does not notice. A longer cycle is also "
           "called write skew if two of its consecutive dependencies are anti-dependencies.",
           "Snapshot isolation allows it; serializability excludes it.",
           "To avoid it: let both transactions write one common row; or lock the rows that are read but not written "
           "(SELECT … FOR UPDATE); or take the same advisory lock in both (--serialize shows whether that is enough).",
           NULL}},
    {ANOMALY, "long-fork", NULL, NULL,
     LINES{"  T1: INSERT INTO orders …; COMMIT        T2: UPDATE customer …; COMMIT",
           "  T3 sees the order and not the update of the customer",
           "  T4 sees the update of the customer and not the order",
           "T3 shows that T1 came first, T4 shows that T2 did. Two transactions that write different rows become "
           "visible to two readers in different orders. This happens when sites replicate to each other.",
           "parallel-snapshot-isolation, causal-consistency and weaker levels allow it. prefix-consistency, "
           "snapshot-isolation and a single PostgreSQL server exclude it: their snapshots grow in commit order.",
           "To avoid it: use a level at which every snapshot is a prefix of the commit order, or make the two writers "
           "write a common row.",
           NULL}},
    {ANOMALY, "read-only-anomaly", NULL, NULL,
     LINES{"  T2: reads savings and checking, both 0        -- about to withdraw 10 from checking",
           "  T3: UPDATE savings SET bal = 20; COMMIT", "  T1: reads savings 20 and checking 0, reports them",
           "  T2: UPDATE checking SET bal = -11; COMMIT        -- with a fee for the overdraft",
           "T2 has not seen T3's deposit, so T2 comes before T3. T1 has seen the deposit and not the withdrawal, so T1 "
           "comes after T3 and before T2. Without T1 the other two are serializable. T1 only reads, and still closes "
           "the cycle.",
           "Snapshot isolation allows it; serializability excludes it.",
           "To avoid it: treat the two writers as in write-skew; or run the writers at serializable and the reader as "
           "SERIALIZABLE READ ONLY DEFERRABLE, so that PostgreSQL waits for a safe snapshot.",
           NULL}},
    {ANOMALY, "non-repeatable-read", NULL, NULL,
     LINES{"  T1: SELECT bal FROM checking …        -- before the transfer",
           "  T2: moves 50 from checking to savings; COMMIT",
           "  T1: SELECT bal FROM savings …        -- after the transfer: 50 too much",
           "T1 sees one of T2's writes and misses another. If both reads are of the same row, T1 gets two different "
           "values for it.",
           "Every level at which a transaction reads from one snapshot excludes it: read-atomic and all stronger "
           "levels. PostgreSQL's read committed allows it, since each statement has its own snapshot.",
           "To avoid it: read everything in one statement, or use repeatable read.", NULL}},
    {ANOMALY, "phantom", NULL, NULL,
     LINES{"  T1: SELECT count(*) FROM enrollment WHERE course = 7        -- 29 of 30",
           "  T2: SELECT count(*) FROM enrollment WHERE course = 7        -- 29 of 30",
           "  T1: INSERT INTO enrollment …; COMMIT", "  T2: INSERT INTO enrollment …; COMMIT        -- 31 of 30",
           "The new row did not exist when the other transaction read the set, so it could not be locked, and no row "
           "is written by both.",
           "Snapshot isolation allows a transaction to read a set while another one adds to it; serializability "
           "excludes it.",
           "To avoid it: lock or write a row that always exists and represents the set (at read committed, SELECT … "
           "FROM course WHERE id = 7 FOR UPDATE; at repeatable read, an UPDATE of that row); or declare the rule as a "
           "constraint (UNIQUE, EXCLUDE).",
           NULL}},
    {ANOMALY, "other", NULL, NULL,
     LINES{"The dependencies form a cycle, so no serial order explains the execution, but this kind of cycle has no "
           "name. Examples are violations of causality (T3 sees T2's writes, T2 saw T1's, T3 misses T1's) and blind "
           "writes in opposite orders.",
           "Each line of the report says why one transaction must come before the next.", NULL}},
    {ANOMALY, "dirty-read", "a transaction reads what another one has not committed", "Berenson et al. 1995, P1",
     LINES{"  T1: UPDATE account SET bal = 0 …", "  T2: SELECT bal …        -- 0",
           "  T1: ROLLBACK        -- the balance was never 0",
           "No level of PostgreSQL allows it: its READ UNCOMMITTED is READ COMMITTED. No level here allows it either, "
           "and no report shows it: reads see committed rows, and those of their own transaction.",
           "Values leave a transaction before it commits in other ways, which isoproof reports as assumptions or does "
           "not decide: numbers of sequences, advisory locks, NOTIFY, dblink.",
           NULL}},
    {ANOMALY, "dirty-write", "a transaction overwrites what another one has not committed", "Berenson et al. 1995, P0",
     LINES{"  T1: UPDATE account SET owner = 'a' WHERE id = 1", "  T2: UPDATE account SET owner = 'b' WHERE id = 1",
           "  T2: UPDATE account SET owner = 'b' WHERE id = 2; COMMIT",
           "  T1: UPDATE account SET owner = 'a' WHERE id = 2; COMMIT        -- row 1 of b, row 2 of a",
           "No level of PostgreSQL allows it: T2 waits for T1 at the first row. If the two take the rows in opposite "
           "orders, one of them fails with 40P01 (deadlock).",
           NULL}},
    {NOTE, "error", NULL, NULL,
     LINES{"The text could not be parsed, or names something that does not exist. The rest of the input is still "
           "analyzed. A program with an error in it is reported as undecided; it is never left out.",
           NULL}},
    {NOTE, "unsupported", NULL, NULL,
     LINES{"A statement that was not understood is assumed to read and write every column of every table that it could "
           "name. Verdicts stay sound: safe is still proved. An anomaly that depends on such a statement may be a "
           "false alarm, and is marked as such.",
           NULL}},
    {NOTE, "approximation", NULL, NULL,
     LINES{"The statement was understood except for a detail, such as a function without a known meaning or a "
           "condition that cannot be expressed. That detail is assumed to have any value. Safe is still proved; an "
           "anomaly may be a false alarm.",
           NULL}},
    {NOTE, "assumption", NULL, NULL,
     LINES{"A verdict depends on this fact, which the schema does not state: for example, that nothing else changes a "
           "column which the programs only increase. Check that it holds for everything else that uses the database.",
           "A comment before an EXECUTE whose text is not known also creates an assumption:",
           "  -- isoproof: executes STATEMENT       it runs this statement, with $1 and so on as USING gives them",
           "  -- isoproof: touches TABLE, …         it reads and writes rows of these tables only", NULL}},
    {NOTE, "suppressed", NULL, NULL,
     LINES{
         "A comment in the source requests it, or --baseline lists the finding:",
         "  -- isoproof: ignore REASON            before a statement or program: its findings are listed as suppressed",
         "  -- isoproof: ignore ID REASON         the same, of the findings with that id only",
         "  -- isoproof: not-a-transaction        before a routine: it is not a transaction program",
         "Findings that are suppressed do not count for the exit status. It is 0 only if all others are excluded: if "
         "it "
         "is proved that every cycle of dependencies has a suppressed finding in it. Before IF, FOR or WHILE the "
         "comment "
         "speaks of the condition or query there, not of the statements inside. docs/ci.md has the rules.",
         NULL}},
    {NOTE, "remark", NULL, NULL,
     LINES{"Information that may explain a result. It is not an error in the input.", NULL}},
    {VERDICT, "safe", "proved for any number of instances", NULL,
     LINES{
         "Every execution of these programs at the level is serializable: with any number of instances, any arguments, "
         "and any initial state that the schema's constraints allow. The report names the proof method and every "
         "assumption. The proof covers only these programs: another program that writes the same tables can break it.",
         NULL}},
    {VERDICT, "unsafe", "a cycle of dependencies exists", "Adya 1999",
     LINES{"Some execution is not serializable. The report gives the instances, their arguments and rows, and a cycle: "
           "for each instance, why it must come before the next. A level is called unsafe only after the code, run in "
           "memory, has shown the anomaly. With --no-replay the solver's answer is enough, and the report says so.",
           NULL}},
    {VERDICT, "benign", "an anomaly with the results of a serial order", NULL,
     LINES{
         "The dependencies of this execution form a cycle. Yet its clients get the same results, and the same rows "
         "remain, as if the transactions had run one after the other in the order that the report names. Such an "
         "anomaly does no harm by itself. It may do harm with other rows or arguments, or once a program uses a "
         "value that it now reads and ignores. A level is called benign if every anomaly "
         "that was confirmed is, and there is none that could not be run: it is not serializable, but every case "
         "found was harmless. That does not prove that all are. The exit status is 1, unless --fail-on says otherwise.",
         NULL}},
    {VERDICT, "undecided", "neither proved nor refuted", NULL,
     LINES{
         "The time limit or a bound was reached, or a program could not be read. Never treat this as safe; the exit "
         "status is 3. The report names the reason: possible (no run shows the anomaly), unsupported (not understood), "
         "time-limit, memory-limit, max-cycle and loop-depth have pages.",
         "What is known of parts still holds: programs that are safe together are listed, and the others with the "
         "reason and the place.",
         NULL}},
    {VERDICT, "partly-safe", "proved safe as long as some of the others are not run beside it", NULL,
     LINES{"The program is in a set of programs that are proved safe together. The proof says nothing about programs "
           "outside of this set: as long as none of them runs at the same time, every execution is serializable. The "
           "text names the largest set of each level; --format json has all of them (safe_sets, safe_with).",
           NULL}},
    {REASON, "possible", "the solver found an anomaly, and no run shows it", NULL,
     LINES{"The solver searches an over-approximation of the code. It found a cycle of dependencies there, but no "
           "arguments, rows and schedule were found with which the code itself, run in memory, has it. So it may be a "
           "false alarm, or the search did not find the right values. The level stays undecided.",
           "The reason after the anomaly says how far the best attempt came: \"every run that was tried is "
           "serializable\" (some serial order explains what happened in it), \"the level does not allow what each "
           "instance would have to see\" (only snapshots that the level forbids would give these reads), an error that "
           "the code raises, a constraint that refuses the rows, or a construct that is not run in memory.",
           "To decide it: state what the code relies on as a constraint (CHECK, UNIQUE, REFERENCES), so that it counts "
           "as a fact; or lock what is read.",
           NULL}},
    {REASON, "time-limit", "the time given with --timeout was used up", NULL,
     LINES{"What was decided by then is reported; the rest is undecided. --timeout SECONDS gives more (the default is "
           "60), --jobs uses more cores, --transactions leaves programs out, and --shard shares the work among "
           "machines.",
           NULL}},
    {REASON, "memory-limit", "the memory given with --memory was used up", NULL,
     LINES{
         "What was decided by then is reported; the rest is undecided. --memory SIZE allows more; --jobs 1 needs less "
         "than several jobs.",
         NULL}},
    {REASON, "max-cycle", "no short cycle exists, and no proof excludes longer ones", NULL,
     LINES{"Cycles of up to so many transactions as --max-cycle says (the default is 4) were searched. Longer ones "
           "were not, and none of the proof methods excludes them. A larger number may find an anomaly, or let the "
           "method shortest-path prove that there is none.",
           NULL}},
    {REASON, "loop-depth", "loops are nested deeper than is encoded", NULL,
     LINES{"A program with loops within loops within loops is analyzed only down to a fixed depth. Such a program is "
           "undecided. To decide it: let one statement do the work of the inner loop.",
           NULL}},
    {ERROR, "40001", "serialization failure: the transaction must be run again", "PostgreSQL 15, section 13.5",
     LINES{
         "  ERROR:  could not serialize access due to concurrent update",
         "  ERROR:  could not serialize access due to read/write dependencies among transactions",
         "At repeatable read and serializable, PostgreSQL refuses a transaction that would overwrite or lock a row "
         "which another one has changed since its snapshot. Serializable also refuses one of several transactions "
         "whose dependencies could form a cycle, at any statement or at COMMIT. Nothing of it remains.",
         "A client at these levels must expect it everywhere, roll back and run the whole transaction again, from its "
         "first read. A handler inside PL/pgSQL cannot do that: its snapshot stays. At read committed it does not "
         "occur.",
         "Reports list which statements may fail (\"the database may refuse\"; refusals in JSON), beside which "
         "programs, and whether the code handles it.",
         NULL}},
    {ERROR, "40P01", "deadlock: transactions wait for each other in a circle", "PostgreSQL 15, section 13.3.4",
     LINES{
         "  T1: UPDATE account … WHERE id = 1        T2: UPDATE account … WHERE id = 2",
         "  T1: UPDATE account … WHERE id = 2        -- waits for T2",
         "  T2: UPDATE account … WHERE id = 1        -- waits for T1: ERROR:  deadlock detected",
         "After deadlock_timeout (one second) PostgreSQL ends one of them, at any level. Nothing of it remains; the "
         "client may run it again.",
         "To avoid it: take locks in one order everywhere, such as by key (SELECT … ORDER BY id FOR UPDATE first); or "
         "lock one row that stands for all (a parent, an account) first.",
         NULL}},
    {ERROR, "23505", "unique violation: another transaction has inserted the same key", "PostgreSQL 15, section 64.5",
     LINES{"  T1: SELECT … WHERE key = 'k'        -- no row        T2: the same", "  T1: INSERT … VALUES ('k'); COMMIT",
           "  T2: INSERT … VALUES ('k')        -- ERROR:  duplicate key value",
           "A unique key is checked against everything that is committed, whatever the snapshot, and waits for "
           "transactions that have not ended. So a transaction may get this error although its own SELECT has just "
           "found no such row, at every level. Nothing wrong is stored; but a retry of a request with an idempotency "
           "key, for example, gets an error instead of the first answer.",
           "To handle it: INSERT … ON CONFLICT DO NOTHING and read the row that is there; or catch unique_violation "
           "around the INSERT, and read again (at repeatable read in a new transaction).",
           NULL}},
    {ERROR, "P0001", "the code's own error: RAISE EXCEPTION", "PostgreSQL 15, section 43.9",
     LINES{
         "  T1: IF balance < amount THEN RAISE EXCEPTION …        -- passes the check",
         "  T2: the same                                          -- passes, too",
         "Reports name it where a check should have refused a transaction: \"T1 and T2 both succeed. One after the "
         "other, T1 or T2 would fail with error P0001.\" Each of them checked what the other one had not changed yet.",
         "To avoid it: put the check into the statement that writes (UPDATE … WHERE balance >= amount, then IF NOT "
         "FOUND), or lock what is checked (SELECT … FOR UPDATE). isoproof advise tries such changes.",
         NULL}},
    {ERROR, "55P03", "lock not available: NOWAIT or lock_timeout", "PostgreSQL 15, section 13.3.2",
     LINES{"SELECT … FOR UPDATE NOWAIT, LOCK TABLE … NOWAIT and statements under lock_timeout fail with it instead of "
           "waiting, because of another transaction that has not ended. A handler that takes it and goes on makes a "
           "choice that no serial execution forces: see choices.",
           NULL}},
    {DEPENDENCY, "wr", "read dependency: the second reads what the first wrote", "Adya 1999, section 3.1", LINES{NULL}},
    {DEPENDENCY, "ww", "write dependency: the second overwrites what the first wrote", "Adya 1999, section 3.1",
     LINES{NULL}},
    {DEPENDENCY, "rw", "anti-dependency: the first reads what the second then overwrites", "Adya 1999, section 3.1",
     LINES{"The reader did not see the write, so it comes first in any serial order, although it may commit later. "
           "Every anomaly under snapshot isolation has two consecutive anti-dependencies.",
           NULL}},
    {PROOF, "window", "no cycle can contain its first transaction to commit", "after Fekete et al. 2005",
     LINES{"In every cycle, one instance commits first. Window p,s means: the p dependencies that lead to that "
           "instance and the s that follow it cannot all hold, whatever connects the rest of the cycle; and no shorter "
           "cycle exists. Window 2,0 generalizes the dangerous structure of snapshot isolation.",
           NULL}},
    {PROOF, "inductive", "programs are removed one group after another", "Nagar & Jagannathan 2018, section 5.3",
     LINES{"Shows that no cycle contains an instance of one group of programs, whatever the other programs do. Then it "
           "removes that group and continues with the rest.",
           NULL}},
    {PROOF, "shortest-path", "no shortest dependency path is longer than a bound",
     "Nagar & Jagannathan 2018, section 5.2",
     LINES{"Shows that every path of a certain length has a shortcut. So a shortest cycle is at most that long, and "
           "every cycle up to that length was searched.",
           NULL}},
    {PROOF, "delayed", "one delayed transaction closes no cycle", "Beillahi, Bouajjani & Enea 2019, theorems 2 and 3",
     LINES{
         "If a program set has an anomaly under snapshot isolation, it has one in which a single transaction is "
         "delayed: "
         "it takes its snapshot, others run one after the other, each seeing those before it, and then it commits. The "
         "first of these begins in the state of that snapshot, so that the two read the same values. The proof shows "
         "that "
         "no such cycle exists. A write of the value that is there already counts as a read. It is for snapshot "
         "isolation, and programs that are understood as a whole.",
         NULL}},
    {PROOF, "no-conflict", "no program writes what one of them reads or writes", NULL,
     LINES{
         "The tables and columns alone show that no instance can depend on another one, so there is nothing to search.",
         NULL}},
    {INPUT, "declared-levels", "programs that set their own level", "PostgreSQL 15, SET TRANSACTION",
     LINES{"  BEGIN ISOLATION LEVEL REPEATABLE READ;", "  SET TRANSACTION ISOLATION LEVEL SERIALIZABLE;",
           "  SET default_transaction_isolation = 'serializable';        -- and what follows in the session",
           "  COMMIT; SET TRANSACTION ISOLATION LEVEL READ COMMITTED;        -- in a procedure",
           "  ALTER DATABASE shop SET default_transaction_isolation = 'repeatable read';",
           "A program that sets its level runs at that level, whatever level is requested. For example, analyze "
           "--level serializable then decides the other programs at serializable, and the report says so next to the "
           "verdict. --assign overrides a declared level. advise does not change declared levels. A declaration has no "
           "effect at levels that are not PostgreSQL's.",
           "PostgreSQL accepts a level only before the transaction's first snapshot. Calling a function or procedure "
           "takes a snapshot, and so does evaluating an expression. So PL/pgSQL code can set a level only immediately "
           "after COMMIT or ROLLBACK; later, and in a block with EXCEPTION, setting a different level is an error. If "
           "the level depends on the path that leads to the transaction, the program is undecided. AND CHAIN keeps the "
           "level; READ UNCOMMITTED is READ COMMITTED; SET default_transaction_isolation on a function does not affect "
           "the transaction that calls it.",
           "analyze --as-declared checks the code as it runs today: programs without a declared level run at read "
           "committed.",
           NULL}},
    {INPUT, "choices", "outcomes that depend on concurrent transactions", "PostgreSQL 15, sections 13.2 and 13.3.4",
     LINES{"  BEGIN UPDATE t SET v = v + 1 WHERE id = a; r := 'ok';",
           "  EXCEPTION WHEN serialization_failure THEN r := 'conflict'; END;",
           "No serial execution gives 'conflict' here. Other such outcomes are: a deadlock (40P01), a lock that NOWAIT "
           "or lock_timeout does not wait for (55P03), and a cancelled statement (57014), if a handler catches them "
           "(WHEN OTHERS does); the result of pg_try_advisory_lock and similar functions; and the rows that SKIP "
           "LOCKED skips.",
           "Each of these is treated as a choice that the transaction may also make when it runs alone. Then safe "
           "means: some serial execution with the same choices gives the same results. The report says so with the "
           "place, next to the verdict. You decide whether the program may make these choices.",
           "An ASSERT is assumed to be checked, and a verdict of safe says so with the place. If a file sets "
           "plpgsql.check_asserts, ASSERT is assumed to have no effect.",
           "A handler that catches serialization failures is rarely intended: the transaction loses what the block "
           "wrote and commits the rest, on a snapshot that is known to be too old. Name the conditions that you "
           "expect, or re-raise the others, and let the client retry the whole transaction.",
           NULL}},
    {INPUT, "placeholders", "which of them have the same value", "PostgreSQL 15, section 55.2.3",
     LINES{"  BEGIN;", "  SELECT bal FROM account WHERE id = $1;", "  -- params: amount, id",
           "  UPDATE account SET bal = bal - $1 WHERE id = $2;", "  COMMIT;",
           "Drivers bind $1, :1, ? and %s to the statement that they send. So $1 in two statements can have two "
           "values, and does here. Reports call the second one $1#2: it belongs to the second statement with "
           "placeholders in its transaction.",
           "A comment \"-- params: NAME, …\" before a statement names its placeholders, in the order of their numbers "
           "or of their positions in the text. A name has one value in the whole transaction, and is the same as "
           "psql's :name there. Without names, two SELECTs by $1 may read two different rows, and a level that is safe "
           "for one row may not be safe for two.",
           "psql's and pgbench's :name, %(name)s, sqlc's @name and {name} have one value in their transaction. In the "
           "body of a function, of PREPARE or of EXECUTE … USING, $1 has its usual meaning.",
           NULL}},
    {0},
};
