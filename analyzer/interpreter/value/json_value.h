/* JSON texts and the values in them. A jsonb is kept as the text that the server prints: sorted keys, and numbers as
 * numerics with their scales. */
#ifndef IP_JSON_VALUE_H
#define IP_JSON_VALUE_H

#include "interpreter/value/sqltype.h"

typedef enum ip_json_value_kind {
    IP_JSON_NULL,
    IP_JSON_FALSE,
    IP_JSON_TRUE,
    IP_JSON_NUMBER,
    IP_JSON_STRING,
    IP_JSON_ARRAY,
    IP_JSON_OBJECT
} ip_json_value_kind;

typedef struct ip_json_value {
    ip_json_value_kind kind;
    const char *text;                  /* NUMBER: as written; STRING: its characters */
    int begin, end;                    /* offsets in the text */
    int count;                         /* of ARRAY and OBJECT */
    const struct ip_json_value *items; /* of ARRAY, or the values of OBJECT */
    const char *const *keys;           /* [count] of OBJECT */
} ip_json_value;

/* Parses a JSON text. For jsonb the last of several values of a key is kept, keys are sorted, and numbers are read as
 * numerics. Returns false with *failure if the text is no JSON (22P02) or is not supported. */
bool ip_value_json_value_of(ip_arena *arena, const char *text, bool jsonb, ip_json_value *result, ip_failure *failure);
/* An object of these quoted keys, or, without keys, an array. spaced: as jsonb prints it. */
const char *ip_value_json_enclosed(ip_arena *arena, const char *const *keys, const char *const *items, int count,
                                   bool spaced);
const char *ip_value_json_text(ip_arena *arena, const ip_json_value *value); /* as jsonb prints it */
const char *ip_value_json_quoted(ip_arena *arena, const char *text);         /* as a JSON string */

const ip_json_value *ip_value_json_field(const ip_json_value *object, const char *key); /* NULL if absent */
const ip_json_value *ip_value_json_item(const ip_json_value *array,
                                        int64_t index); /* a negative index counts from the end; NULL if absent */
bool ip_value_json_contains(const ip_json_value *whole, const ip_json_value *part); /* the operator @> */
/* Brings the items of an array or object into jsonb's order. */
void ip_value_json_settle(ip_arena *arena, ip_json_value *object);

#endif
