/* The statements that a server must run before the input's transactions can: those that create tables, types, routines,
 * triggers. Everything is created in one schema, the first in the server's search path. */
#ifndef IP_LOAD_H
#define IP_LOAD_H

#include "base/diagnostic.h"

/* The schema in which replays and exported scripts create everything that they need. */
#define IP_REPLAY_SCHEMA "isoproof_replay"

typedef struct ip_load_statement {
    ip_range range;
    const char *text; /* as written, without ";"; what names the schema public names the given one */
    bool trigger;     /* CREATE TRIGGER */
} ip_load_statement;

typedef struct ip_load {
    IP_VEC(ip_load_statement) statements; /* in the order of the input */
} ip_load;

/* Statements that only hold data (INSERT, COPY), rights, comments, settings and transactions are left out. A remark
 * says so where a statement creates something that one schema cannot hold (an extension, a role). false after reporting
 * an object that is named in a schema other than public: it would be created, or looked for, outside. */
bool ip_workload_load_read(ip_arena *arena, const ip_source *const *sources, int source_count, const char *schema,
                           ip_load *load, ip_diagnostics *diagnostics);

/* The text with each public.NAME as SCHEMA.NAME, also in literals, since bodies of routines are literals. */
const char *ip_workload_load_in_schema(ip_arena *arena, const char *text, const char *schema);

#endif
