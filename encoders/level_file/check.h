/* Checks that a level file is within the language of levels: commands, symbols, arities and sorts, with each error at
 * its place. A file that passes is given to Z3. */
#ifndef IP_LEVEL_CHECK_H
#define IP_LEVEL_CHECK_H

#include "base/diagnostic.h"
#include "level_file/text.h"
#include "level_file/vocabulary.h"

typedef struct ip_level_file {
    const ip_source *source;
    const char *title, *citation, *family, *postgresql, *engine; /* set-info; "" when absent */
    int rank;                                                    /* (set-info :rank n), INT_MAX when absent */
    ip_vocabulary vocabulary;                     /* (set-info :vocabulary commit-order), else visibility */
    const char *explored_from[2];                 /* without and with sessions: see ip_level_explored_from */
    bool statement_snapshots, locked_rows_newest; /* (set-info :snapshots statement), (:locked-rows newest) */
    bool causally_extensible;                     /* (set-info :causally-extensible true) */
    IP_VEC(const char *) aliases;
    IP_VEC(const char *) explanation;    /* (set-info :explanation "…"), a paragraph each, white space folded */
    IP_VEC(ip_range) explanation_ranges; /* these commands */
    IP_VEC(const ip_sexpr *) infos;      /* (set-info …), in file order */
    IP_VEC(const ip_sexpr *) macros;     /* (define-fun …), in file order */
    IP_VEC(const ip_sexpr *) assertions; /* (assert …), in file order */
} ip_level_file;

/* Only the set-info commands: enough to find a level by alias and to order levels. Never fails;
 * a file that cannot be read as SMT-LIB has none. */
ip_level_file *ip_level_file_describe(ip_arena *arena, const ip_source *source);

/* Everything. NULL after reporting each faulty command (the first fault of each). */
ip_level_file *ip_level_file_check(ip_arena *arena, const ip_source *source, ip_diagnostics *diagnostics);

#endif
