/* psql's variables, and how a text spells those without a known value.
 *
 * A variable that \set gave a text is replaced by it, as psql does. Any other one may have any value: the text gets an
 * identifier in its place that is no word of any file (":x" becomes "_x", or "zx" where "_x" is one), as long as what
 * it stands for, so that offsets hold. In the place of a schema's or table's name that identifier is a name of its own,
 * the same in every file. pgbench's \set x random(a, b) is any value in that range. */
#ifndef IP_PSQL_VARIABLES_H
#define IP_PSQL_VARIABLES_H

#include "base/source.h"
#include "parse/lexer.h"
#include "psql/placeholder.h"

#include <stdint.h>

/* A variable or placeholder (placeholder.h) in a statement, as the text spells it. */
typedef struct ip_script_variable {
    const char *identifier; /* in the text: "_x", "_x__"; as PostgreSQL folds it */
    const char *name;       /* "x", "x__2" once it is set again within a script; of placeholders "$1", "$1#2" */
    ip_range range;
    const char *low, *high; /* any value in this range: SQL over other variables, which are listed, too; NULL: any */
} ip_script_variable;

typedef IP_VEC(ip_script_variable) ip_script_variables;

typedef struct ip_psql_binding {
    const char *name;
    const char *value;           /* NULL: any */
    const char *low, *high;      /* any in this range; NULL: not bounded */
    ip_script_variables within;  /* that value, low and high name */
    IP_VEC(const char *) prefix; /* of each version: what its identifiers begin with */
    int version;
    bool used;    /* by the script that is open */
    bool is_list; /* its value is that of placeholders with this name, too */
    bool set;     /* by any command; else it only has been read, and is the same one everywhere */
} ip_psql_binding;

typedef struct ip_variables {
    ip_arena *arena;
    IP_VEC(ip_psql_binding) bindings;
    ip_placeholders placeholders; /* in the script that is open */
    size_t saved;                 /* bindings kept for ways of \if, so far */
    uint64_t *words;              /* hashes of the words that occur in the input */
    uint64_t *unmarked;           /* of those that occur without @ before them */
    size_t word_slots;
    const struct ip_source *looked_at; /* the last file of which is known whether */
    bool of_sqlc;                      /* it has queries of sqlc */
} ip_variables;

/* What is put in a token's place. */
typedef enum ip_hole_kind {
    IP_HOLE_VARIABLE,
    IP_HOLE_NAME,
    IP_HOLE_PLACEHOLDER,
    IP_HOLE_ESCAPED,
    IP_HOLE_SPELLED,
    IP_HOLE_BLANK
} ip_hole_kind;

typedef struct ip_hole {
    ip_token token;
    ip_hole_kind kind; /* NAME: inside a routine's body, where psql puts no value in. ESCAPED: JDBC's ?? for ?. SPELLED:
                          name itself is put there. BLANK: no part of the text */
    const char *name;  /* of a variable; of a placeholder what "-- params:" says, or NULL */
    bool bare;         /* what is put there gets parentheses around it */
    int number;        /* of a placeholder, in its statement, from 1 */
} ip_hole;

/* sources: whose words no identifier may be. */
ip_variables *ip_psql_variables_new(ip_arena *arena, const ip_source *const *sources, int source_count);
/* Does the word occur in the input, other than as @word? Then @word may be an operator and a column. */
bool ip_psql_variables_is_unmarked(const ip_variables *v, const char *word, size_t length);
/* The name in a VARIABLE token: of :'x', ${x} and all others x, of :{?x} ?x. */
const char *ip_psql_variable_name(ip_arena *arena, const ip_source *source, ip_token token);
/* The range with its holes filled: a text, and where it stands (in the file, or in a text derived from it). NULL: with
 * more placeholders than can be distinguished, or a value that cannot stand within a statement; *fault says so. */
const char *ip_psql_variables_fill(ip_variables *v, ip_range place, const ip_hole *holes, int hole_count,
                                   ip_range *range, ip_script_variables *variables, const char **fault);
/* Variables of a text that is no statement (the argument of \if). */
const char *ip_psql_variables_fill_text(ip_variables *v, ip_range place, ip_range *range,
                                        ip_script_variables *variables);

/* Gives name a known text, or any value in a range, which name what is listed; or a value that is not known: its name
 * in the script from here on. */
void ip_psql_variables_set_text(ip_variables *v, const char *name, const char *value,
                                const ip_script_variables *within);
void ip_psql_variables_set_range(ip_variables *v, const char *name, const char *low, const char *high,
                                 const ip_script_variables *within);
/* The same as ip_psql_variables_set_text, also for placeholders of that name, until it is unset, which returns whether
 * anything had the name. */
void ip_psql_variables_set_list(ip_variables *v, const char *name, const char *value,
                                const ip_script_variables *within);
bool ip_psql_variables_unset_list(ip_variables *v, const char *name);
const char *ip_psql_variables_forget(ip_variables *v, const char *name);
/* A transaction begins: what was used before does not count. */
void ip_psql_variables_begin(ip_variables *v);
/* Was it set, or read, before? */
bool ip_psql_variables_is_bound(const ip_variables *v, const char *name);
/* The name that the variable has in the script now: "x", or "x__2" once it has been set again. */
const char *ip_psql_variables_present_name(const ip_variables *v, const char *name);
/* The known text of a variable; NULL: any. */
const char *ip_psql_variables_value(const ip_variables *v, const char *name);

/* Both ways of an \if whose condition is not known. */
typedef IP_VEC(ip_psql_binding) ip_variables_state;
ip_variables_state ip_psql_variables_save(ip_variables *v);
void ip_psql_variables_restore(ip_variables *v, const ip_variables_state *state);
void ip_psql_variables_join(ip_variables *v, const ip_variables_state *other); /* what differs is any value */

#endif
