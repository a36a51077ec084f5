/* Which expressions cannot raise an error, by a table; what the server counts for an expression at least. */
#include "program/total.h"

#include "base/words.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static bool starts(const char *name, const char *with)
{
    return name && strncmp(name, with, strlen(with)) == 0;
}

static bool is_named(ip_type type, const char *name)
{
    return !type.array && type.name && strcmp(type.name, name) == 0;
}

static bool is_float(ip_type type)
{
    return starts(type.name, "real") || starts(type.name, "double") || starts(type.name, "float");
}

bool ip_program_type_overflows(ip_type type)
{
    return is_float(type) || starts(type.name, "money");
}

int ip_program_integer_bytes(ip_type type)
{
    if (type.kind != IP_INTEGER || type.array || !type.name)
        return 0;
    return strcmp(type.name, "smallint") == 0  ? 2
           : strcmp(type.name, "integer") == 0 ? 4
           : strcmp(type.name, "bigint") == 0  ? 8
                                               : 0;
}

static bool is_number(ip_type type)
{
    return !type.array && (type.kind == IP_INTEGER || type.kind == IP_NUMERIC);
}

static bool is_text(ip_type type)
{
    return !type.array && type.kind == IP_TEXT;
}

/* ---- calls ---- */

/* Of texts and numbers (PostgreSQL 15, chapter 9): none of them has an argument that it refuses.
 * tests/live/total.py tries them. */
static const char functions[] =
    "lower upper initcap length char_length character_length octet_length bit_length reverse md5 ascii strpos position "
    "btrim ltrim rtrim trim concat concat_ws replace translate quote_ident quote_literal quote_nullable hashtext "
    "hashtextextended starts_with sign floor ceil ceiling num_nulls num_nonnulls cardinality array_length array_upper "
    "array_lower array_ndims lower_inc upper_inc isempty jsonb_typeof jsonb_exists jsonb_exists_any jsonb_exists_all";
/* What lowering makes: values taken together and apart. */
static const char parts[] = "ROW row_is_null row_is_not_null current_date current_time localtime localtimestamp";

int ip_program_call_narrows(const ip_expr *call)
{
    bool one = call->kind == IP_EXPR_CALL && call->arg_count == 1 && call->args[0]->type.kind == IP_INTEGER &&
               !call->args[0]->type.array;
    return one && call->text && !call->type.array ? ip_program_integer_bytes((ip_type){IP_INTEGER, false, call->text})
                                                  : 0;
}

bool ip_program_call_bounds_digits(const ip_expr *call, int *before, int *after)
{
    if (call->kind != IP_EXPR_CALL || call->arg_count != 1 || !starts(call->text, "numeric(") ||
        !is_number(call->args[0]->type) || ip_program_type_overflows(call->args[0]->type))
        return false;
    char *end;
    long precision = strtol(call->text + strlen("numeric("), &end, 10), scale = *end == ',' ? atol(end + 1) : 0;
    if (precision < 1 || precision > 1000 || scale < 0 || scale > precision)
        return false;
    *before = (int)(precision - scale);
    *after = (int)scale;
    return true;
}

int ip_program_call_makes_float(const ip_expr *call)
{
    if (call->kind != IP_EXPR_CALL || call->arg_count != 1 || !is_number(call->args[0]->type) ||
        ip_program_type_overflows(call->args[0]->type))
        return 0;
    return strcmp(call->text, "double precision") == 0 ? 300 : strcmp(call->text, "real") == 0 ? 37 : 0;
}

/* A cast whose name is the type's. */
static bool cast_total(const ip_expr *call)
{
    const char *to = call->text;
    if (call->arg_count < 1 || call->type.array || call->args[0]->type.array)
        return false;
    ip_type from = call->args[0]->type;
    if (strcmp(to, "text") == 0 || strcmp(to, "character varying") == 0 || starts(to, "character varying(") ||
        strcmp(to, "character") == 0 || starts(to, "character("))
        return from.kind != IP_OTHER || is_named(from, "jsonb") || is_named(from, "json") || is_named(from, "uuid");
    if (strcmp(to, "boolean") == 0)
        return from.kind == IP_INTEGER || from.kind == IP_BOOLEAN;
    if (strcmp(to, "numeric") == 0)
        return is_number(from);
    if (strcmp(to, "bigint") == 0)
        return from.kind == IP_INTEGER;
    if (strcmp(to, "double precision") == 0 || strcmp(to, "real") == 0)
        return from.kind == IP_INTEGER || (strcmp(to, "double precision") == 0 && is_float(from));
    int wanted = ip_program_call_narrows(call), given = ip_program_integer_bytes(from);
    return wanted > 0 && given > 0 && given <= wanted;
}

/* LIKE refuses a pattern that ends with the escape; a regular expression may be none. */
static bool is_plain_pattern(const ip_expr *e, bool regular)
{
    if (e->kind != IP_EXPR_TEXT)
        return false;
    for (const char *c = e->text; *c; c++)
        if (*c == '\\' || (regular && strchr("*+?{}[]()|", *c)))
            return false;
    return true;
}

static bool is_range(ip_type type)
{
    static const char names[] = "int4range int8range numrange tsrange tstzrange daterange int4multirange "
                                "int8multirange nummultirange tsmultirange tstzmultirange datemultirange";
    return !type.array && type.name && ip_is_among(names, type.name);
}

/* interval '90 minutes': a number of at most four digits and a unit, of years at most three. */
static bool is_short_interval(const ip_expr *e)
{
    static const char begins[] = "interval '";
    if (e->kind != IP_EXPR_TIME || !starts(e->text, begins))
        return false;
    const char *at = e->text + strlen(begins) + (e->text[strlen(begins)] == '-');
    size_t digits = strspn(at, "0123456789"), blanks = strspn(at + digits, " ");
    const char *unit = at + digits + blanks;
    size_t length = strcspn(unit, "'");
    char name[16];
    if (digits == 0 || digits > 4 || length == 0 || length >= sizeof name || strcmp(unit + length, "'") != 0)
        return false;
    memcpy(name, unit, length);
    name[length] = '\0';
    return ip_is_among("s sec secs second seconds min mins minute minutes hour hours day days week weeks month months",
                       name) ||
           (digits < 4 && ip_is_among("year years", name));
}

/* A server's clock is within a few centuries of the year 2000: far from the ends of its times. */
static bool is_about_now(const ip_expr *a, const ip_expr *b)
{
    return a->kind == IP_EXPR_VARIABLE && a->text && strcmp(a->text, "now") == 0 && is_short_interval(b);
}

static bool operator_total(const ip_expr *call)
{
    const char *name = call->text;
    const ip_expr *a = call->args[0], *b = call->args[1];
    bool texts = is_text(a->type) && is_text(b->type);
    if (strcmp(name, "-") == 0 || strcmp(name, "+") == 0)
        return is_about_now(a, b);
    if (ip_is_among("~~ !~~ ~~* !~~*", name))
        return texts && is_plain_pattern(b, false);
    if (ip_is_among("~ !~ ~* !~*", name))
        return texts && is_plain_pattern(b, true);
    if (strcmp(name, "||") == 0) {
        bool plain = !a->type.array && !b->type.array && a->type.kind != IP_OTHER && b->type.kind != IP_OTHER;
        return plain && (a->type.kind == IP_TEXT || b->type.kind == IP_TEXT);
    }
    if (ip_is_among("@> <@ &&", name))
        return (a->type.array && b->type.array) || is_named(a->type, "jsonb") || is_range(a->type) || is_range(b->type);
    if (ip_is_among("<< >> -|- &< &>", name))
        return is_range(a->type) || is_range(b->type);
    if (strcmp(name, "@@") == 0)
        return is_named(a->type, "tsvector") && is_named(b->type, "tsquery");
    if (ip_is_among("-> ->> #> #>> ? ?| ?& []", name))
        return is_named(a->type, "jsonb");
    return ip_is_among("= <> < <= > >=", name);
}

/* x = ANY (array): a comparison each time. */
static bool compares_with_all(const char *name)
{
    static const char *const operators[] = {"=", "<>", "<", "<=", ">", ">="};
    size_t length = strcspn(name, " ");
    if (strcmp(name + length, " ANY") != 0 && strcmp(name + length, " ALL") != 0)
        return false;
    for (size_t i = 0; i < sizeof operators / sizeof operators[0]; i++)
        if (strlen(operators[i]) == length && strncmp(name, operators[i], length) == 0)
            return true;
    return false;
}

bool ip_program_call_total(const ip_expr *call)
{
    const char *name = call->text ? call->text : "";
    bool arrays = false, opaque = false;
    for (int i = 0; i < call->arg_count; i++) {
        arrays = arrays || call->args[i]->type.array;
        opaque = opaque || call->args[i]->type.kind == IP_OTHER;
    }
    if (*name == '.' || starts(name, "in partition ") || ip_is_among(parts, name) || compares_with_all(name))
        return true;
    if (strcmp(name, "ARRAY") == 0)
        return !arrays;
    if (call->arg_count == 2 && !ip_is_among("numeric boolean", name) && operator_total(call))
        return true;
    if (strcmp(name, "abs") == 0)
        return call->arg_count == 1 && call->args[0]->type.kind == IP_NUMERIC &&
               !is_named(call->args[0]->type, "money");
    if (ip_is_among("substr substring", name)) /* a third argument may be negative, a second one a pattern */
        return call->arg_count == 2 && is_text(call->args[0]->type) && call->args[1]->type.kind == IP_INTEGER;
    if (ip_is_among("round trunc", name))
        return call->arg_count == 1 && is_number(call->args[0]->type);
    if (ip_is_among(functions, name))
        return !opaque || ip_is_among("jsonb_typeof jsonb_exists jsonb_exists_any jsonb_exists_all", name) ||
               ip_is_among("num_nulls num_nonnulls", name);
    return cast_total(call);
}

/* ---- expressions ---- */

static bool is_subquery(const ip_expr *e)
{
    return e->text && starts(e->text, "subquery");
}

bool ip_program_unknown_total(const ip_expr *e)
{
    return is_subquery(e) && strcmp(e->text, "subquery") == 0;
}

static bool own_total(const ip_expr *e)
{
    switch (e->kind) {
    case IP_EXPR_UNKNOWN:
        return ip_program_unknown_total(e);
    case IP_EXPR_CALL:
        return ip_program_call_total(e);
    case IP_EXPR_OPERATOR:
        switch (e->op) {
        case IP_OP_ADD:
        case IP_OP_SUB:
        case IP_OP_MUL:
        case IP_OP_DIV:
        case IP_OP_MOD:
        case IP_OP_NEG:
            return false;
        default:
            return true;
        }
    default:
        return true;
    }
}

bool ip_program_expr_total(const ip_expr *e)
{
    bool all = own_total(e);
    for (int i = 0; i < e->arg_count && all; i++)
        all = ip_program_expr_total(e->args[i]);
    return all;
}

/* ---- what the planner counts ---- */

static bool names_row(const ip_expr *e)
{
    if (e->kind == IP_EXPR_COLUMN || e->kind == IP_EXPR_UNKNOWN)
        return true;
    for (int i = 0; i < e->arg_count; i++)
        if (names_row(e->args[i]))
            return true;
    return false;
}

static int own_cost(const ip_expr *e)
{
    if (e->kind == IP_EXPR_UNKNOWN) /* a plan of its own costs more than two calls (costsize.c, cost_subplan) */
        return is_subquery(e) ? 2 : 1;
    if (e->kind == IP_EXPR_CALL) {
        /* Texts become others by name alone, some by no function at all; of an array there may be one element. */
        bool relabels = e->type.kind == IP_TEXT && e->arg_count > 0 && is_text(e->args[0]->type);
        bool none = relabels || *e->text == '.' || ip_is_among("ROW ARRAY row_is_null row_is_not_null []", e->text) ||
                    strchr(e->text, ' ');
        return none && !ip_is_among("double precision", e->text) ? 0 : 1;
    }
    switch (e->op) {
    case IP_OP_AND:
    case IP_OP_OR:
    case IP_OP_NOT:
    case IP_OP_IS_NULL:
    case IP_OP_IS_TRUE:
    case IP_OP_IF:
    case IP_OP_COALESCE:
    case IP_OP_ELEMENT:
    case IP_OP_AS: /* some conversions are none for the server */
        return 0;
    default:
        return 1;
    }
}

int ip_program_expr_least_cost(const ip_expr *e)
{
    if (!names_row(e)) /* worked out before the rows are looked at, perhaps */
        return 0;
    if (e->kind == IP_EXPR_COLUMN)
        return 0;
    bool adds = e->kind == IP_EXPR_OPERATOR && e->op != IP_OP_AND && e->op != IP_OP_OR && e->op != IP_OP_IF &&
                e->op != IP_OP_COALESCE;
    int cost = 0, least = INT_MAX;
    for (int i = 0; i < e->arg_count; i++) {
        int of_arg = ip_program_expr_least_cost(e->args[i]);
        cost = adds || e->kind == IP_EXPR_CALL ? cost + of_arg : of_arg > cost ? of_arg : cost;
        least = of_arg < least ? of_arg : least;
    }
    /* CASE and COALESCE with a condition that is known lose a branch. */
    bool branches = e->kind == IP_EXPR_OPERATOR && (e->op == IP_OP_IF || e->op == IP_OP_COALESCE);
    return own_cost(e) + (branches ? least : cost);
}

static bool is_plain_text(ip_type type)
{
    return is_named(type, "text") || (!type.array && starts(type.name, "character varying"));
}

static bool is_null_test(const ip_expr *e, int source)
{
    if (e->kind == IP_EXPR_OPERATOR && e->op == IP_OP_NOT)
        e = e->args[0];
    return e->kind == IP_EXPR_OPERATOR && e->op == IP_OP_IS_NULL && e->args[0]->kind == IP_EXPR_COLUMN &&
           e->args[0]->source == source;
}

/* A column and a value that the server compares as they are, by one function. */
static bool compares_directly(const ip_expr *column, const ip_expr *other, int source)
{
    bool literal = other->kind == IP_EXPR_INTEGER || other->kind == IP_EXPR_NUMERIC || other->kind == IP_EXPR_TEXT ||
                   other->kind == IP_EXPR_TIME || other->kind == IP_EXPR_BOOLEAN;
    bool value = literal || other->kind == IP_EXPR_PARAMETER || other->kind == IP_EXPR_VARIABLE ||
                 (other->kind == IP_EXPR_COLUMN && other->source == source);
    ip_type from = other->type, to = column->type;
    if (column->kind != IP_EXPR_COLUMN || column->source != source || to.array || from.array || !value)
        return false;
    bool same = from.name && to.name && strcmp(from.name, to.name) == 0;
    bool integers = from.kind == IP_INTEGER && to.kind == IP_INTEGER;
    bool texts = is_plain_text(to) && (literal || is_plain_text(from));
    return to.kind != IP_OTHER && (integers || same || texts || (literal && to.kind != IP_TEXT));
}

int ip_program_expr_most_cost(const ip_expr *e, int source)
{
    if (is_null_test(e, source))
        return 0;
    bool compares = e->kind == IP_EXPR_OPERATOR && (e->op == IP_OP_EQ || e->op == IP_OP_NE || e->op == IP_OP_LT ||
                                                    e->op == IP_OP_LE || e->op == IP_OP_GT || e->op == IP_OP_GE);
    for (int side = 0; compares && side < 2; side++)
        if (compares_directly(e->args[side], e->args[1 - side], source))
            return 1;
    return INT_MAX;
}
