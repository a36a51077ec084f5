/* The types that expressions have while code is prepared: the server's type with modifiers, elements and fields. Only
 * the types listed here are run. */
#ifndef IP_SQLTYPE_H
#define IP_SQLTYPE_H

#include "interpreter/value/datum.h"

/* tag, name, letter in signatures, category in pg_type, preferred in its category, kind of its datums */
#define IP_TAGS(X)                                                                                                     \
    X(IP_T_UNKNOWN, "unknown", 'u', 'X', false, IP_DATUM_TEXT)                                                         \
    X(IP_T_BOOLEAN, "boolean", 'b', 'B', true, IP_DATUM_BOOLEAN)                                                       \
    X(IP_T_SMALLINT, "smallint", 's', 'N', false, IP_DATUM_INTEGER)                                                    \
    X(IP_T_INTEGER, "integer", 'i', 'N', false, IP_DATUM_INTEGER)                                                      \
    X(IP_T_BIGINT, "bigint", 'l', 'N', false, IP_DATUM_INTEGER)                                                        \
    X(IP_T_NUMERIC, "numeric", 'n', 'N', false, IP_DATUM_NUMERIC)                                                      \
    X(IP_T_REAL, "real", 'r', 'N', false, IP_DATUM_REAL)                                                               \
    X(IP_T_DOUBLE, "double precision", 'f', 'N', true, IP_DATUM_FLOAT)                                                 \
    X(IP_T_MONEY, "money", 'M', 'N', false, IP_DATUM_MONEY)                                                            \
    X(IP_T_TEXT, "text", 't', 'S', true, IP_DATUM_TEXT)                                                                \
    X(IP_T_VARCHAR, "character varying", 'w', 'S', false, IP_DATUM_TEXT)                                               \
    X(IP_T_CHAR, "character", 'c', 'S', false, IP_DATUM_TEXT)                                                          \
    X(IP_T_NAME, "name", 'm', 'S', false, IP_DATUM_TEXT)                                                               \
    X(IP_T_UUID, "uuid", 'g', 'U', false, IP_DATUM_TEXT)                                                               \
    X(IP_T_BYTEA, "bytea", 'y', 'U', false, IP_DATUM_TEXT)                                                             \
    X(IP_T_BIT, "bit", 'k', 'V', false, IP_DATUM_TEXT)                                                                 \
    X(IP_T_VARBIT, "bit varying", 'K', 'V', true, IP_DATUM_TEXT)                                                       \
    X(IP_T_JSON, "json", 'j', 'U', false, IP_DATUM_TEXT)                                                               \
    X(IP_T_JSONB, "jsonb", 'J', 'U', false, IP_DATUM_JSONB)                                                            \
    X(IP_T_DATE, "date", 'd', 'D', false, IP_DATUM_DATE)                                                               \
    X(IP_T_TIME, "time without time zone", 'h', 'D', false, IP_DATUM_TIME)                                             \
    X(IP_T_TIMESTAMP, "timestamp without time zone", 'p', 'D', false, IP_DATUM_TIMESTAMP)                              \
    X(IP_T_TIMESTAMP_TZ, "timestamp with time zone", 'z', 'D', true, IP_DATUM_TIMESTAMP_TZ)                            \
    X(IP_T_INTERVAL, "interval", 'v', 'T', true, IP_DATUM_INTERVAL)                                                    \
    X(IP_T_INT4RANGE, "int4range", '1', 'R', false, IP_DATUM_RANGE)                                                    \
    X(IP_T_INT8RANGE, "int8range", '2', 'R', false, IP_DATUM_RANGE)                                                    \
    X(IP_T_NUMRANGE, "numrange", '3', 'R', false, IP_DATUM_RANGE)                                                      \
    X(IP_T_TSRANGE, "tsrange", '4', 'R', false, IP_DATUM_RANGE)                                                        \
    X(IP_T_TSTZRANGE, "tstzrange", '5', 'R', false, IP_DATUM_RANGE)                                                    \
    X(IP_T_DATERANGE, "daterange", '6', 'R', false, IP_DATUM_RANGE)                                                    \
    X(IP_T_RECORD, "record", 'R', 'P', false, IP_DATUM_RECORD)                                                         \
    X(IP_T_VOID, "void", 'V', 'P', false, IP_DATUM_TEXT)                                                               \
    X(IP_T_OTHER, "a type", '!', 'U', false, IP_DATUM_TEXT)

typedef enum ip_tag {
#define X(tag, name, letter, category, preferred, kind) tag,
    IP_TAGS(X)
#undef X
} ip_tag;

typedef struct ip_shape ip_shape;

typedef struct ip_sqltype {
    ip_tag tag; /* of the elements, for an array */
    bool array;
    int precision, scale;  /* -1 if absent */
    const ip_shape *shape; /* fields of a RECORD; NULL if not known */
    const char *name;      /* of OTHER, as written */
    const ip_code *domain; /* see ip_code_type.domain; operators and functions take its base type */
} ip_sqltype;

struct ip_shape {
    const char *name; /* of a row type; NULL if none */
    int count;
    const char *const *names;
    const ip_sqltype *types;
};

ip_sqltype ip_value_sqltype_simple(ip_tag tag);
ip_sqltype ip_value_sqltype_array(ip_tag tag);
ip_sqltype ip_value_sqltype_element(ip_sqltype array);
bool ip_value_sqltype_checks_each(ip_sqltype type);  /* the domain is that of an array's elements */
bool ip_value_sqltype_is_enum(ip_sqltype type);      /* or an array of one: unlike a domain, it stays in expressions */
bool ip_value_sqltype_holds_domain(ip_sqltype type); /* some field of a record, at any depth, has a domain */
/* arena holds the shape of a composite type. */
ip_sqltype ip_value_sqltype_of(ip_arena *arena, const ip_code_type *type);
ip_sqltype ip_value_sqltype_of_field(ip_arena *arena,
                                     const ip_column *column); /* including the fields of a composite type */
const ip_shape *ip_value_shape_of_table(ip_arena *arena, const ip_table *table);

bool ip_value_sqltype_same(ip_sqltype a, ip_sqltype b); /* ignores modifiers */
const char *ip_value_sqltype_name(ip_arena *arena,
                                  ip_sqltype type); /* without modifiers, as in "integer" and "text[]" */
char ip_value_tag_letter(ip_tag tag);
ip_tag ip_value_tag_of_letter(char letter);
char ip_value_tag_category(ip_tag tag);
bool ip_value_tag_preferred(ip_tag tag);
ip_datum_kind ip_value_tag_kind(ip_tag tag);

/* Why a value could not be computed: an error of the server, or something that is not supported. */
typedef struct ip_failure {
    const char *sqlstate; /* NULL if not supported */
    const char *message;
} ip_failure;

/* Reads input text as a value, and applies the type's modifiers. */
bool ip_value_text_to_datum(ip_arena *arena, ip_sqltype type, const char *text, ip_datum *result, ip_failure *failure);
/* Applies the precision and scale of numeric, and the lengths of varchar, char and bit. An explicit cast truncates
 * text. */
bool ip_value_apply_modifiers(ip_arena *arena, ip_sqltype type, bool explicit, ip_datum *value, ip_failure *failure);
bool ip_value_fail(ip_arena *arena, ip_failure *failure, const char *sqlstate, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Like ip_value_datum_literal. With cast, the type is written even where the text alone would do. */
const char *ip_value_sqltype_literal(ip_arena *arena, ip_datum datum, ip_sqltype type, bool cast);

size_t ip_value_datum_utf8_length(const char *text, size_t bytes);
size_t ip_value_utf8_offset(const char *text, size_t bytes,
                            size_t characters); /* offset of the character, limited to bytes */

/* Returns the type of an argument without a declared type: a number has the type that it looks like, any other text is
 * unknown. */
ip_sqltype ip_value_sqltype_of_argument(ip_datum argument);

#endif
