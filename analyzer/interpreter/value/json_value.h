/* JSON texts and the values in them. A jsonb is kept as the text that the server shows for it: keys in order,
 * numbers as numerics, with their scales. */
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
    const char *text;                  /* NUMBER: as the text has it; STRING: its characters */
    int begin, end;                    /* where it stands in the text */
    int count;                         /* ARRAY, OBJECT */
    const struct ip_json_value *items; /* OBJECT: the values, */
    const char *const *keys;           /* under these names */
} ip_json_value;

/* false: no JSON (22P02), or not run in memory. jsonb: of several values under one key the last one is kept, keys are
 * put in order, numbers read. */
bool ip_json_value_of(ip_arena *arena, const char *text, bool jsonb, ip_json_value *result, ip_failure *failure);
const char *ip_json_text(ip_arena *arena, const ip_json_value *value); /* of jsonb */
const char *ip_json_quoted(ip_arena *arena, const char *text);         /* as a string in JSON */

const ip_json_value *ip_json_field(const ip_json_value *object, const char *key); /* NULL: none */
const ip_json_value *ip_json_item(const ip_json_value *array,
                                  int64_t index); /* from the end, if negative; NULL: none */
bool ip_json_contains(const ip_json_value *whole, const ip_json_value *part); /* @> */
/* The array or object with its items in the order that jsonb has. */
void ip_json_settle(ip_arena *arena, ip_json_value *object);

#endif
