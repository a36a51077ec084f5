/* A TOML text as a tree with places. toml.cc fills it with the library toml++; nothing else sees that library. */
#ifndef IP_TOML_H
#define IP_TOML_H

#include "base/arena.h"

#include <stdbool.h>

typedef enum ip_toml_kind {
    IP_TOML_STRING,
    IP_TOML_INTEGER,
    IP_TOML_REAL,
    IP_TOML_BOOLEAN,
    IP_TOML_TIME, /* a date or a time */
    IP_TOML_ARRAY,
    IP_TOML_TABLE
} ip_toml_kind;

/* Lines and columns count from 1; a column is a character, not a byte. */
typedef struct ip_toml_place {
    int line, column;
} ip_toml_place;

typedef struct ip_toml {
    ip_toml_kind kind;
    const char *key; /* in a table; NULL elsewhere */
    ip_toml_place key_at, at;
    const char *text; /* a string; may not hold NUL */
    long long integer;
    double real;
    bool truth;
    int count;             /* of an array or a table: */
    struct ip_toml *items; /* a table's in the order of the text */
} ip_toml;

typedef struct ip_toml_error {
    const char *message;
    ip_toml_place at;
} ip_toml_error;

/* The top table, in the arena; NULL, with *error set, for what is no TOML. */
const ip_toml *ip_configuration_toml_parse(ip_arena *arena, const char *text, size_t length, ip_toml_error *error);

#endif
