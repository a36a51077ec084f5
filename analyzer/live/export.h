/* Schedules as scripts that people run by hand, and as a specification for PostgreSQL's isolation tester. Text only:
 * nothing is connected to. */
#ifndef IP_LIVE_EXPORT_H
#define IP_LIVE_EXPORT_H

#include "frontend.h"
#include "workload/load.h"
#include "replay/schedule/schedule.h"

typedef struct ip_export {
    ip_arena *arena;
    const ip_schema *schema;
    const ip_load *load;
    const ip_schedule *schedule;
    const char *const *isolation; /* one an instance */
    const char *id;               /* file names begin with it */
    const char *title;            /* one line: what it shows */
} ip_export;

typedef struct ip_export_file {
    const char *name, *text;
} ip_export_file;

typedef struct ip_export_files {
    IP_VEC(ip_export_file) list;
} ip_export_files;

/* ID.setup.sql, ID.T1.sql, ID.T2.sql …, ID.cleanup.sql, and ID.sh, which runs them all. */
void ip_live_export_psql(const ip_export *export, ip_export_files *files);
/* ID.spec. false: none can be written, since it would need a closing brace outside of literals. */
bool ip_live_export_spec(const ip_export *export, ip_export_files *files);

/* A text that grows. */
typedef struct ip_text {
    ip_arena *arena;
    char *bytes;
    size_t length, size;
} ip_text;

void ip_live_add(ip_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The file ID.suffix. */
void ip_live_export_add(const ip_export *export, ip_export_files *files, const char *suffix, const ip_text *text);
/* On one line. */
const char *ip_live_export_comment(ip_arena *arena, const char *words);
/* What the server is sent for a step. */
const char *ip_live_export_sent(const ip_export *export, const ip_schedule_step *step);

/* Initial rows in an order that foreign keys allow, where there is one: indexes into them. */
const int *ip_live_export_row_order(const ip_export *export);
/* INSERT of that row, without what the server computes itself. */
const char *ip_live_export_insert(const ip_export *export, const ip_schedule_row *row);
/* The tables with initial rows, each once, quoted. */
int ip_live_export_tables(const ip_export *export, const char ***names);
/* Does a statement name a number of which an instance has a block (sequences.h)? Else other numbers would do as well.
 */
bool ip_live_export_names_drawn(const ip_export *export);
/* Do the files create triggers? They are for the transactions, not for the initial rows. */
bool ip_live_export_has_triggers(const ip_export *export);
/* The statement only sets when triggers fire: it has to be repeated once triggers are enabled again. */
bool ip_live_export_sets_triggers(const char *statement);
const char *ip_live_export_literal(ip_arena *arena, const char *text);

#endif
