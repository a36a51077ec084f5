/* Files read as psql and pgbench read them: statements and commands one by one, with \set, \if and \i done on the way.
 *
 * A condition of \if that is known folds: what it leaves out is not read. If it is not known, both branches are read,
 * and the commands \if, \elif, \else and \endif are items, for the reader to join the branches; a variable that they
 * leave with different values has any value afterwards. Files named by \i and \ir are read in their places if they lie
 * below the folder of the file that names them, or, with \i, below the folder that isoproof runs in, if that file does,
 * too (symbolic links followed); no other file is ever opened. */
#ifndef IP_PSQL_H
#define IP_PSQL_H

#include "psql/split.h"

typedef struct ip_psql_if {
    bool open;  /* its condition is not known */
    bool taken; /* not open: a branch is known to be taken */
    bool skips; /* the current branch is skipped */
    bool has_else;
    ip_range range;
    ip_variables_state before, joined;
    bool has_joined;
} ip_psql_if;

typedef struct ip_psql_file {
    const ip_source *source;
    const char *folder, *real; /* of it, as it is on disk; NULL: from no file */
    size_t at;
    int ifs; /* open when it began */
} ip_psql_file;

typedef struct ip_psql {
    ip_arena *arena;
    ip_diagnostics *diagnostics; /* NULL: nothing is reported */
    ip_variables *variables;
    IP_VEC(ip_psql_file) files; /* the current one last */
    IP_VEC(ip_psql_if) ifs;
    int included;
    IP_VEC(ip_range) comments;         /* comments before commands, about the statement that follows */
    bool plain;                        /* a text that psql does not read: its commands are none */
    IP_VEC(const ip_source *) sources; /* all that were read */
} ip_psql;

/* variables: shared by the files of a run. */
ip_psql *ip_psql_new(ip_arena *arena, ip_variables *variables, const ip_source *source, ip_diagnostics *diagnostics);
/* The next statement or command; false at the end. Of \if and \elif, text is the condition (empty: not an expression),
 * as SQL, in range. */
bool ip_psql_next(ip_psql *psql, ip_sql_item *item);
/* After a statement of the current file that did not parse: reading goes on there. */
void ip_psql_go_on(ip_psql *psql, size_t at);
size_t ip_psql_at(const ip_psql *psql);
/* A variable that controls psql: 1 on, 0 off, -1 neither, or not set. */
int ip_psql_switch(const ip_psql *psql, const char *name);
/* Is what comes now read under a condition that is not known? */
bool ip_psql_conditional(const ip_psql *psql);

#endif
