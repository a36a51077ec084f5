/* Hand-made programs, cycles and reports: what the solver would hand over,
 * without a solver. */
#ifndef FIXTURE_H
#define FIXTURE_H

#include "isoproof.h"

typedef struct fixture {
    ip_arena *arena;
    ip_source *source; /* bank.sql, 60 lines */
    ip_workload workload;
    ip_diagnostics diagnostics;
    ip_report_data report;
} fixture;

void fixture_begin(fixture *f);
void fixture_end(fixture *f);

ip_range fixture_place(const fixture *f, int line, int column);

/* columns: "custid bal"; the first key_columns of them are the primary key. */
ip_table *fixture_table(fixture *f, const char *name, const char *columns, ip_type_kind type, int key_columns);
ip_program *fixture_program(fixture *f, const char *name, ip_program_kind kind, int line);
void fixture_parameter(fixture *f, ip_program *program, const char *name, ip_type_kind type);
/* A statement on one table: columns it reads and columns it assigns, as "a b". Returns its index. */
int fixture_statement(fixture *f, ip_program *program, ip_statement_kind kind, const ip_table *table, int line,
                      const char *reads, const char *writes);

ip_value fixture_value(ip_type_kind kind, const char *text); /* text NULL: NULL */

/* A cycle over the programs given, without dependencies yet. */
ip_anomaly fixture_cycle(fixture *f, int count, ip_program *const *programs);
/* Dependency i of the cycle: on the columns "a b" ("" for existence) of the table's row with that
 * key, "1 2" (NULL: no key). */
void fixture_edge(fixture *f, ip_anomaly *cycle, int i, ip_dependency_type type, const ip_table *table,
                  const char *columns, const char *key, int from_statement, int to_statement);
/* The commit order, as "1 0 2", and visibility, as "0>1 0>2". */
void fixture_execution(fixture *f, ip_anomaly *cycle, const char *commit_order, const char *visible);

/* SmallBank's three programs of its read-only anomaly, that anomaly, a lost update, a phantom, and one
 * level of each verdict, with notes of every kind. */
void fixture_bank(fixture *f);

#endif
