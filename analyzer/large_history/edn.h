/* EDN, as Clojure writes it (github.com/edn-format/edn): what recordings of Elle have of it. */
#ifndef IP_EDN_H
#define IP_EDN_H

#include "base/source.h"

typedef enum ip_edn_kind { IP_EDN_SCALAR, IP_EDN_STRING, IP_EDN_LIST, IP_EDN_MAP } ip_edn_kind;

typedef struct ip_edn {
    ip_edn_kind kind;
    const char *text; /* of a scalar, as written: "12", ":r", "nil"; of a string, between its quotes */
    size_t length, offset;
    IP_VEC(struct ip_edn *) items; /* of a list, vector or set; of a map keys and values in turn */
} ip_edn;

/* The next value from *at on, which is then what follows it. NULL: *error is set, and *at is where it is; or, with no
 * error, there is none. */
const ip_edn *ip_large_edn_next(ip_arena *arena, const ip_source *source, size_t *at, const char **error);

bool ip_large_edn_is(const ip_edn *value, const char *text);        /* NULL: false */
const ip_edn *ip_large_edn_get(const ip_edn *map, const char *key); /* NULL: it has none, or is none */

#endif
