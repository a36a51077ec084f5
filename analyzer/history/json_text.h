/* JSON with places: every value has its place, so that messages about its meaning have file, line and column like
 * messages about syntax. */
#ifndef IP_JSON_TEXT_H
#define IP_JSON_TEXT_H

#include "base/diagnostic.h"

typedef enum ip_json_kind {
    IP_JSON_NULL,
    IP_JSON_FALSE,
    IP_JSON_TRUE,
    IP_JSON_NUMBER, /* text as written */
    IP_JSON_STRING, /* text in UTF-8 */
    IP_JSON_ARRAY,
    IP_JSON_OBJECT
} ip_json_kind;

typedef struct ip_json {
    ip_json_kind kind;
    ip_range range;
    const char *text;
    IP_VEC(struct ip_json *) items; /* of an array; the values of an object */
    IP_VEC(struct ip_json *) keys;  /* of an object: strings, one a value */
} ip_json;

/* RFC 8259; keys of one object differ. NULL after reporting the first fault. */
const ip_json *ip_history_json_parse(ip_arena *arena, const ip_source *source, ip_diagnostics *diagnostics);

/* Reads one value of a longer text from *at on, and sets *at to its end. */
const ip_json *ip_history_json_parse_value(ip_arena *arena, const ip_source *source, ip_diagnostics *diagnostics,
                                           size_t *at);
/* Skips blanks, and this character if it follows; true: it does. *at is then the place after what was skipped. */
bool ip_history_json_accept(const ip_source *source, size_t *at, char c);

const ip_json *ip_history_json_get(const ip_json *object, const char *key); /* NULL: it has none */
const char *ip_history_json_kind_name(ip_json_kind kind);                   /* "a string" */

#endif
