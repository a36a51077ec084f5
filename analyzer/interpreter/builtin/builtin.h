/* Functions, operators, casts and aggregates of the server, on values. */
#ifndef IP_BUILTIN_H
#define IP_BUILTIN_H

#include "interpreter/run_state.h"

/* A function or operator of the server's. args and result are letters of types (sqltype.h); A: any array, E: its
 * element, ?: anything, N: no array, *: any number of anything. set: the result's rows are the array's elements. call
 * NULL: it is not run, but the server has it, so it takes part in the choice among functions of its name. */
typedef struct ip_signature {
    const char *name, *args, *result;
    ip_function *call;
    bool lax; /* called with NULLs, too */
    bool set;
} ip_signature;

extern const ip_signature ip_money_signatures[], ip_number_signatures[], ip_text_signatures[], ip_time_signatures[],
    ip_other_signatures[], ip_compare_signatures[], ip_regex_signatures[], ip_format_signatures[],
    ip_number_format_signatures[], ip_digest_signatures[], ip_json_signatures[], ip_json_change_signatures[],
    ip_range_signatures[], ip_array_signatures[], ip_bytes_signatures[], ip_bits_signatures[],
    ip_series_signatures[]; /* ended by a NULL name */

/* substring(args[0] FROM args[1] FOR args[2]), the last if count is 3, of what is so long: gives how much that is, and
 * where it begins, from 0 on. Raises 22011. */
int64_t ip_substring(ip_run_state *run, const ip_datum *args, int count, int64_t length, int64_t *begin);

typedef enum ip_cast_context {
    IP_CAST_IMPLICIT,
    IP_CAST_ASSIGNMENT,
    IP_CAST_EXPLICIT,
    IP_CAST_BY_TEXT
} ip_cast_context;

/* false: there is no such cast in that context. BY_TEXT: PL/pgSQL's assignment, through text if need be. */
bool ip_cast_find(ip_arena *arena, ip_sqltype from, ip_sqltype to, ip_cast_context context, ip_cast *cast);
bool ip_can_coerce(ip_sqltype from, ip_sqltype to, ip_cast_context context);
/* A literal's or a string's text as a value of cast->to, without its modifiers. */
ip_cast_function ip_convert_text;
/* Casts of json and jsonb: any value to the JSON text that it stands for, numbers and booleans out of a jsonb. */
ip_cast_function ip_json_of_any, ip_json_to_number, ip_json_to_boolean, ip_bits_of_integer, ip_bits_to_integer;
ip_cast_function ip_money_of_integer, ip_money_of_numeric, ip_money_to_numeric;
ip_finish ip_json_agg, ip_jsonb_agg, ip_json_object_agg, ip_jsonb_object_agg; /* of such texts */
ip_finish ip_count_values, ip_array_agg, ip_minimum, ip_maximum;

/* An aggregate for arguments of one type. Letters as in ip_signature. */
typedef struct ip_aggregate_row {
    const char *name, *from, *to, *result; /* arguments of type from are cast to type to */
    ip_finish *finish;
    int arg_count;
} ip_aggregate_row;

const ip_aggregate_row *ip_find_aggregate(const char *name, ip_sqltype given); /* NULL: there is none */

#endif
