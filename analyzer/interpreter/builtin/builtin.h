/* The server's functions, operators, casts and aggregates on values. */
#ifndef IP_BUILTIN_H
#define IP_BUILTIN_H

#include "interpreter/run_state.h"

/* A function or operator of the server. args and result are letters of types (sqltype.h); A: any array, E: its element,
 * ?: any type, N: any type but an array, *: any number of arguments of any type. set: the function returns the elements
 * of its result as rows. call is NULL if the function is not supported; it still takes part in overload resolution. */
typedef struct ip_signature {
    const char *name, *args, *result;
    ip_function *call;
    bool lax; /* also called with NULL arguments */
    bool set;
} ip_signature;

extern const ip_signature ip_builtin_money_signatures[], ip_builtin_number_signatures[], ip_builtin_text_signatures[],
    ip_builtin_time_signatures[], ip_builtin_other_signatures[], ip_builtin_compare_signatures[],
    ip_builtin_regex_signatures[], ip_builtin_format_signatures[], ip_builtin_number_format_signatures[],
    ip_builtin_digest_signatures[], ip_builtin_json_signatures[], ip_builtin_json_change_signatures[],
    ip_builtin_range_signatures[], ip_builtin_array_signatures[], ip_builtin_bytes_signatures[],
    ip_builtin_bits_signatures[], ip_builtin_trigonometry_signatures[], ip_builtin_series_signatures[],
    ip_builtin_session_signatures[]; /* each ends with a NULL name */

/* Computes substring(args[0] FROM args[1] FOR args[2]) for a value of the given length, without FOR if count is 2.
 * Returns the length of the part, and sets *begin to its offset, counted from 0. Raises 22011. */
int64_t ip_builtin_substring(ip_run_state *run, const ip_datum *args, int count, int64_t length, int64_t *begin);

/* The value's text, of which settings of the session decide; raises where they are not the usual ones. */
const char *ip_builtin_text_of(ip_run_state *run, ip_datum value);

typedef enum ip_cast_context {
    IP_CAST_IMPLICIT,
    IP_CAST_ASSIGNMENT,
    IP_CAST_EXPLICIT,
    IP_CAST_BY_TEXT
} ip_cast_context;

/* Returns false if there is no such cast in the context. IP_CAST_BY_TEXT is PL/pgSQL's assignment, which falls back to
 * a conversion through text. */
bool ip_builtin_cast_find(ip_arena *arena, ip_sqltype from, ip_sqltype to, ip_cast_context context, ip_cast *cast);
bool ip_builtin_can_coerce(ip_sqltype from, ip_sqltype to, ip_cast_context context);
/* Reads the text of a literal or string as a value of type cast->to, without its modifiers. */
ip_cast_function ip_builtin_convert_text;
/* Casts of json and jsonb: from any value to its JSON text, and from a jsonb to a number or boolean. */
ip_cast_function ip_builtin_json_of_any, ip_builtin_json_to_number, ip_builtin_json_to_boolean,
    ip_builtin_bits_of_integer, ip_builtin_bits_to_integer;
ip_cast_function ip_builtin_money_of_integer, ip_builtin_money_of_numeric, ip_builtin_money_to_numeric;
ip_finish ip_builtin_json_agg, ip_builtin_jsonb_agg, ip_builtin_json_object_agg,
    ip_builtin_jsonb_object_agg; /* aggregate JSON texts */
ip_finish ip_builtin_var_samp_exact, ip_builtin_var_samp_real, ip_builtin_var_pop_exact, ip_builtin_var_pop_real,
    ip_builtin_stddev_samp_exact, ip_builtin_stddev_samp_real, ip_builtin_stddev_pop_exact, ip_builtin_stddev_pop_real;
ip_finish ip_builtin_count_values, ip_builtin_array_agg, ip_builtin_minimum, ip_builtin_maximum;

/* An aggregate for arguments of one type. Letters are those of ip_signature. */
typedef struct ip_aggregate_row {
    const char *name, *from, *to, *result; /* arguments of type from are cast to type to */
    ip_finish *finish;
    int arg_count;
} ip_aggregate_row;

const ip_aggregate_row *ip_builtin_find_aggregate(const char *name, ip_sqltype given); /* NULL if there is none */

/* How many random values the instance has drawn. Those of a computation that is thrown away may come again: nothing
 * shows how often it was done. */
int64_t ip_builtin_random_drawn(ip_run_state *run);
/* What its session has drawn before is known in the run, as far as its schema has the sequences. */
void ip_builtin_sequences_carry(ip_run_state *to, const struct ip_sequence *drawn);
struct ip_sequence *ip_builtin_sequences_copy(ip_arena *arena, const struct ip_sequence *drawn);
void ip_builtin_random_restore(ip_run_state *run, int64_t drawn);

#endif
