/* The encoding's rules in one table. Each has a test (tests/rules/) whose
 * verdict changes when the rule is left out, which ip_encoding_options allows for
 * that purpose only.
 *
 * effect: "refines" rules exclude behaviours that cannot happen (without them: spurious anomalies); "adds" rules add
 * behaviours (without them: anomalies are missed). */
#ifndef IP_RULES_H
#define IP_RULES_H

#include <stdbool.h>

#define IP_ENCODING_RULES(X)                                                                                           \
    X(IP_RULE_COLUMNS, "column-dependencies", "refines",                                                               \
      "dependencies are between cells, not rows: writers of other columns do not matter to a reader",                  \
      "Nagar & Jagannathan 2018, section 3.2")                                                                         \
    X(IP_RULE_PATHS, "path-conditions", "refines", "a statement accesses rows only when its branch is taken",          \
      "Nagar & Jagannathan 2018, section 4.3")                                                                         \
    X(IP_RULE_ABORTS, "aborts", "refines", "a committed instance never reached a RAISE EXCEPTION",                     \
      "Adya 1999, section 3: dependencies are between committed transactions")                                         \
    X(IP_RULE_CONFLICTS, "row-conflicts", "refines",                                                                   \
      "two instances that surely write one row conflict, which levels with a write-conflict check order by vis",       \
      "Cerone, Bernardi & Gotsman 2015, axiom NoConflict")                                                             \
    X(IP_RULE_OVERWRITING, "overwriting", "refines",                                                                   \
      "two instances that write versions of one row, one after the other, conflict, even if neither write is sure",    \
      "Cerone, Bernardi & Gotsman 2015, axiom NoConflict; PostgreSQL 15, section 13.2")                                \
    X(IP_RULE_SNAPSHOTS, "statement-snapshots", "refines",                                                             \
      "where each statement has its own snapshot, its reads are from that snapshot",                                   \
      "PostgreSQL 15, section 13.2.1; Vandevoort et al. 2021")                                                         \
    X(IP_RULE_NEWEST, "newest-versions", "adds",                                                                       \
      "a statement re-reads a row that it locks, whether its snapshot has that version or not",                        \
      "PostgreSQL 15, section 13.2.1")                                                                                 \
    X(IP_RULE_LOCKS, "row-locks", "refines",                                                                           \
      "if two instances take locks on a row that exclude each other, the later one's next statements see the earlier " \
      "one",                                                                                                           \
      "PostgreSQL 15, section 13.3.2: locks are held until the transaction ends")                                      \
    X(IP_RULE_LOCKED_READS, "locked-reads", "refines",                                                                 \
      "an anti-dependency from a row that the reader has locked goes forward in commit order",                         \
      "PostgreSQL 15, section 13.3.2")                                                                                 \
    X(IP_RULE_EMPTIED, "emptied-tables", "refines",                                                                    \
      "TRUNCATE waits for all readers of the table, so an anti-dependency to it goes forward in commit order",         \
      "PostgreSQL 15, section 13.3.1 and TRUNCATE, Notes")                                                             \
    X(IP_RULE_KEPT, "kept-rows", "refines",                                                                            \
      "an instance that reads a row again while it holds its lock reads the same version",                             \
      "PostgreSQL 15, section 13.3.2: locks are held until the transaction ends")                                      \
    X(IP_RULE_LATEST, "latest-version", "refines",                                                                     \
      "a snapshot read returns the last visible version: a sure visible writer after it contradicts the edge",         \
      "Nagar & Jagannathan 2018, formula phi_dep")                                                                     \
    X(IP_RULE_LATER, "later-snapshots", "refines",                                                                     \
      "a statement's snapshot contains all versions that earlier statements have read, also by locks and checks of "   \
      "keys",                                                                                                          \
      "PostgreSQL 15, section 13.2.1")                                                                                 \
    X(IP_RULE_GONE, "row-gone", "refines",                                                                             \
      "a row that a statement finds, but not when it can lock it, was deleted before the key is inserted again",       \
      "PostgreSQL 15, section 13.2.1")                                                                                 \
    X(IP_RULE_FORCED, "forced-dependencies", "refines",                                                                \
      "sure accesses of one cell are dependencies, so that a path without chords excludes them",                       \
      "Nagar & Jagannathan 2018, section 4.3, phi_->R")                                                                \
    X(IP_RULE_PRESENCE, "presence", "refines", "a statement finds a row only if it is alive in its snapshot",          \
      "Nagar & Jagannathan 2018, predicate Alive")                                                                     \
    X(IP_RULE_VISIBLE_PRESENCE, "visible-presence", "refines",                                                         \
      "a visible insert into a table without deletes makes the row alive; dually for deletes",                         \
      "last-writer-wins on the column exists")                                                                         \
    X(IP_RULE_FOUND, "found", "refines", "FOUND after a lookup by key says whether the row is alive",                  \
      "PL/pgSQL, Obtaining the Result Status")                                                                         \
    X(IP_RULE_SEVERAL_KEYS, "several-keys", "refines",                                                                 \
      "a lookup by several keys finds, and counts, the rows that have them",                                           \
      "SQL semantics of WHERE; PL/pgSQL, Obtaining the Result Status")                                                 \
    X(IP_RULE_NON_EMPTY, "non-empty", "refines", "a query with a matching live row is not empty",                      \
      "SQL semantics of WHERE")                                                                                        \
    X(IP_RULE_ABSENCE_READ, "insert-reads-absence", "adds", "INSERT of a keyed row reads that no such row exists",     \
      "Adya 1999, predicate reads")                                                                                    \
    X(IP_RULE_ABSENCE_NEEDED, "insert-needs-absence", "refines", "INSERT of a key that is in its snapshot fails",      \
      "SQL, unique constraints")                                                                                       \
    X(IP_RULE_ONE_INSERT, "one-insert", "refines",                                                                     \
      "at an engine's level only one instance inserts a key that no program deletes or changes",                       \
      "PostgreSQL 15, section 64.5: index uniqueness checks see what is committed")                                    \
    X(IP_RULE_CONFLICT, "on-conflict", "refines",                                                                      \
      "an ON CONFLICT that inserts comes before every instance that inserts a row that it would have conflicted with", \
      "PostgreSQL 15, section 64.5; INSERT, ON CONFLICT Clause")                                                       \
    X(IP_RULE_REFERENCES, "references", "refines",                                                                     \
      "the row that a foreign key refers to exists; its DELETE and the INSERT of the row that refers to it do not "    \
      "succeed both",                                                                                                  \
      "SQL, referential constraints")                                                                                  \
    X(IP_RULE_NOT_NULL, "not-null", "refines", "writing NULL into a NOT NULL or key column fails",                     \
      "SQL, NOT NULL constraints")                                                                                     \
    X(IP_RULE_NEVER_NULL, "never-null", "refines", "the clock, random values and the current user are never NULL",     \
      "PostgreSQL 15, sections 9.3, 9.9, 9.14 and 9.26")                                                               \
    X(IP_RULE_FIRST, "first-row", "refines",                                                                           \
      "a variable's value from a query comes from a row that matches its conditions, and that it has locked",          \
      "SQL semantics of SELECT; PL/pgSQL, SELECT INTO")                                                                \
    X(IP_RULE_STALE, "stale-results", "adds",                                                                          \
      "results of IMMUTABLE functions that read tables, kept in plans, may come from any earlier version",             \
      "PostgreSQL 15, section 38.7, Function Volatility Categories")                                                   \
    X(IP_RULE_OUTSIDE, "outside-state", "adds",                                                                        \
      "numbers of sequences that are set, large objects and similar state are read and written in any order",          \
      "PostgreSQL 15, sections 9.17 and 13.6; README-SSI")                                                             \
    X(IP_RULE_PASSED, "passed-over-rows", "refines", "SKIP LOCKED has not read the rows that it does not return",      \
      "PostgreSQL 15, SELECT, The Locking Clause")                                                                     \
    X(IP_RULE_OWN_ROWS, "own-rows", "refines", "rows found by keys that the instance itself has inserted are its own", \
      "PostgreSQL 15, section 64.5: a transaction that inserts the same key waits until it has ended")                 \
    X(IP_RULE_DISCARDED, "discarded-results", "refines",                                                               \
      "a query whose result nothing depends on has read nothing, whatever it locks",                                   \
      "Adya 1999, section 4.3.2, of predicates; not where the level tracks which transaction overwrites what is read") \
    X(IP_RULE_PHANTOMS, "predicate-reads", "adds", "a query reads the absence of every row that could match",          \
      "Adya 1999, section 3.2.2")                                                                                      \
    X(IP_RULE_OWN_WRITES, "own-writes", "refines",                                                                     \
      "a read of a cell that the instance itself surely wrote is internal",                                            \
      "Cerone, Bernardi & Gotsman 2015, axiom INT")                                                                    \
    X(IP_RULE_EXTREMES, "min-max", "refines",                                                                          \
      "MIN, MAX and ORDER BY LIMIT 1 read the result row and the absence of rows beyond it",                           \
      "Nagar & Jagannathan 2018, section 4.3, rule for SELECT MAX")                                                    \
    X(IP_RULE_MONOTONE, "monotone-counters", "refines",                                                                \
      "a counter that is only incremented grows along its versions, so visibility orders the values that readers see", \
      "needs the level to order conflicting writers by visibility")                                                    \
    X(IP_RULE_TRANSITIONS, "value-transitions", "refines",                                                             \
      "if no UPDATE can set a column to a former value again, later snapshots do not read that value",                 \
      "needs the level to order conflicting writers by visibility")                                                    \
    X(IP_RULE_FOUND_BEFORE, "found-before", "refines",                                                                 \
      "a SELECT's conditions on a row hold for the version that a later UPDATE replaces: one snapshot, or a lock",     \
      "PostgreSQL 15, sections 13.2.2 and 13.3.2; needs value-transitions")                                            \
    X(IP_RULE_BEFORE_FIRST, "rows-before-first", "refines",                                                            \
      "a locking ORDER BY LIMIT 1 has also locked the rows that match and come before its result",                     \
      "PostgreSQL 15, SELECT, The Locking Clause: rows are locked as they are obtained")                               \
    X(IP_RULE_DRAWN, "drawn-keys", "refines",                                                                          \
      "a live row whose key was drawn from a counter is an initial row, or the counter has passed its key",            \
      "follows from monotone-counters")                                                                                \
    X(IP_RULE_APPENDED, "appended-numbers", "refines",                                                                 \
      "if rows of a group get its greatest number plus one, the snapshot of a greater number contains all lower ones", \
      "PostgreSQL 15, sections 13.2 and 64.5; docs/encoding.md has the argument")                                      \
    X(IP_RULE_TAKEN, "rows-in-order", "refines",                                                                       \
      "of two instances that delete the least row of a group whose numbers come from a counter, one sees the other",   \
      "needs monotone-counters; docs/encoding.md has the argument")                                                    \
    X(IP_RULE_LEAVING, "rows-that-leave", "refines",                                                                   \
      "a check, or a foreign key's action, depends on an unseen write only if a row starts or stops to match by it",   \
      "Adya 1999, section 4.3.2: changes the matches of a predicate-based read")                                       \
    X(IP_RULE_COMING, "rows-that-come", "refines",                                                                     \
      "a writer of a row that a statement has not used comes after the statement only if the row then matches its "    \
      "conditions",                                                                                                    \
      "Adya 1999, section 4.3.2: changes the matches of a predicate-based read")                                       \
    X(IP_RULE_WHETHER, "rows-that-exist", "refines",                                                                   \
      "an EXISTS or IN that has found a row does not depend on rows that start to match",                              \
      "Adya 1999, section 4.3.2; Papadimitriou 1979, view equivalence")                                                \
    X(IP_RULE_RAISING, "errors-of-conditions", "adds",                                                                 \
      "a statement that has evaluated a condition without an error has read the rows on which it could have raised "   \
      "one",                                                                                                           \
      "PostgreSQL 15, section 4.2.14; order_qual_clauses in createplan.c")                                             \
    X(IP_RULE_CHECKED, "checked-again", "refines",                                                                     \
      "if a later check of the same key does not find a row that a query does not use, the query's read of the row "   \
      "counts as the check's",                                                                                         \
      "Papadimitriou 1979, view equivalence; Adya 1999, section 4.3.2")                                                \
    X(IP_RULE_FROZEN, "immutable-columns", "refines",                                                                  \
      "a column that no program updates is a function of the row: WHERE on it is exact",                               \
      "Nagar & Jagannathan 2018, figure 4")                                                                            \
    X(IP_RULE_INSERT_VALUES, "inserted-values", "refines",                                                             \
      "an immutable column holds what the only INSERT of its row wrote", "section 3.2, one insert a key")              \
    X(IP_RULE_UNIQUE, "unique-keys", "refines", "two live rows of a fixed table differ in a UNIQUE key",               \
      "SQL, unique constraints")                                                                                       \
    X(IP_RULE_CUT, "cut-values", "refines",                                                                            \
      "a value that a type has cut, padded or rounded does not change if the type is applied again",                   \
      "PostgreSQL's documentation, sections 8.1.2 and 8.3")                                                            \
    X(IP_RULE_ORDINARY, "ordinary-numbers", "adds",                                                                    \
      "NaN and infinities have places in the order of numbers, and PostgreSQL's arithmetic, not that of numbers",      \
      "PostgreSQL's documentation, sections 8.1.2 and 8.1.3")                                                          \
    X(IP_RULE_STRICT, "strict-functions", "refines", "casts and most functions are NULL only if an argument is NULL",  \
      "PostgreSQL's documentation, CREATE FUNCTION, STRICT; chapter 9")                                                \
    X(IP_RULE_EXCLUSIONS, "exclusions", "refines",                                                                     \
      "no two rows that are never deleted satisfy all operators of an EXCLUDE constraint",                             \
      "PostgreSQL 15, CREATE TABLE, EXCLUDE")                                                                          \
    X(IP_RULE_SESSIONS, "session-order", "adds",                                                                       \
      "with --sessions, a transaction comes before the later transactions of its session",                             \
      "Beillahi, Bouajjani & Enea 2019, section 2: PO; Cerone & Gotsman 2016")                                         \
    X(IP_RULE_SESSION_CHAINS, "session-chains", "refines",                                                             \
      "session order is transitive, and orders two transactions that have a common predecessor or successor",          \
      "Cerone, Bernardi & Gotsman 2015, section 2: so is a union of total orders")                                     \
    X(IP_RULE_HELD, "held-rows", "refines",                                                                            \
      "instances that run between the snapshot and the commit of the delayed transaction see the rows that it "        \
      "changes as it does",                                                                                            \
      "Beillahi, Bouajjani & Enea 2019, theorem 2; no-conflict")                                                       \
    X(IP_RULE_SAME_VALUES, "same-values", "refines",                                                                   \
      "where one transaction is delayed, an UPDATE that leaves a value as it is counts as a read",                     \
      "Beillahi, Bouajjani & Enea 2019, theorem 3")                                                                    \
    X(IP_RULE_FRESH_ROWS, "fresh-rows", "refines", "two INSERTs into a table without key create two rows",             \
      "SQL semantics of INSERT")                                                                                       \
    X(IP_RULE_FRESH_KEYS, "fresh-keys", "refines", "no earlier row has a key that a sequence gives",                   \
      "PostgreSQL 15, section 9.17: nextval")                                                                          \
    X(IP_RULE_LOOP_ROWS, "loop-rows", "refines",                                                                       \
      "facts about two instances hold at the row of a loop's iteration, too, if the loop's query locks it",            \
      "PostgreSQL 15, section 13.3.2")                                                                                 \
    X(IP_RULE_ITERATIONS, "loop-iterations", "refines",                                                                \
      "an iteration's variables are functions of it, its index is in range, its row matches the query",                \
      "Nagar & Jagannathan 2018, section 4.1")

typedef enum ip_rule {
#define X(id, name, effect, meaning, source) id,
    IP_ENCODING_RULES(X)
#undef X
        IP_RULE_COUNT
} ip_rule;

const char *ip_rule_name(ip_rule rule);
/* false: no such rule */
bool ip_rule_by_name(const char *name, ip_rule *rule);

#endif
