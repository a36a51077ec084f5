/* Result types of operators, functions, CASE, UNION and the like. */
#include "catalog/result_type.h"

#include "catalog/builtin.h"
#include "catalog/resolve.h"

#include <stdlib.h>
#include <string.h>

const char ip_catalog_literal_type[] = "unknown";
const char ip_catalog_unknown_type[] = "?";

enum { MAX_ARGUMENTS = IP_MAX_TYPED_ARGUMENTS };

typedef struct operator_row {
    const char *name, *left, *right, *result;
} operator_row;

static const operator_row operators[] = {
#define OPERATOR(name, left, right, result) {name, left, right, result},
#define CATEGORY(name, category, preferred)
#define IMPLICIT(from, to)
#include "catalog/builtin_operators.inc"
#undef OPERATOR
#undef CATEGORY
#undef IMPLICIT
};

static const struct category_row {
    const char *type;
    char category;
    bool preferred;
} categories[] = {
#define OPERATOR(name, left, right, result)
#define CATEGORY(name, category, preferred) {name, category, preferred},
#define IMPLICIT(from, to)
#include "catalog/builtin_operators.inc"
#undef OPERATOR
#undef CATEGORY
#undef IMPLICIT
};

static const struct cast_row {
    const char *from, *to;
} casts[] = {
#define OPERATOR(name, left, right, result)
#define CATEGORY(name, category, preferred)
#define IMPLICIT(from, to) {from, to},
#include "catalog/builtin_operators.inc"
#undef OPERATOR
#undef CATEGORY
#undef IMPLICIT
};

enum {
    OPERATORS = sizeof operators / sizeof operators[0],
    CATEGORIES = sizeof categories / sizeof categories[0],
    CASTS = sizeof casts / sizeof casts[0]
};

static bool same(const char *a, const char *b)
{
    return a == b || strcmp(a, b) == 0;
}

static bool is_literal(const char *type)
{
    return same(type, ip_catalog_literal_type);
}

static bool is_unknown(const char *type)
{
    return same(type, ip_catalog_unknown_type);
}

static size_t element_length(const char *type)
{
    size_t length = strlen(type);
    return length > 2 && same(type + length - 2, "[]") ? length - 2 : 0;
}

static const struct category_row *category_row(const char *type)
{
    int low = 0, high = CATEGORIES;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (strcmp(categories[middle].type, type) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < CATEGORIES && same(categories[low].type, type) ? &categories[low] : NULL;
}

/* pg_type.typcategory; '\0': of another type. */
static char category_of(const char *type)
{
    const struct category_row *row = category_row(type);
    if (is_literal(type))
        return 'X';
    if (same(type, "record"))
        return 'P';
    return element_length(type) ? 'A' : row ? row->category : '\0';
}

static bool is_preferred(const char *type)
{
    const struct category_row *row = category_row(type);
    return row && row->preferred;
}

/* One of PostgreSQL's own types. The conversions of others, such as domains, are not known. */
static bool is_known(const char *type)
{
    size_t length = element_length(type);
    char element[64];
    if (is_literal(type) || same(type, "record"))
        return true;
    if (!length)
        return category_row(type) != NULL;
    if (length >= sizeof element)
        return false;
    memcpy(element, type, length);
    element[length] = '\0';
    return is_known(element);
}

static bool casts_implicitly(const char *from, const char *to)
{
    size_t a = element_length(from), b = element_length(to);
    char elements[2][64];
    if (a && b && a < sizeof elements[0] && b < sizeof elements[1]) {
        memcpy(elements[0], from, a);
        memcpy(elements[1], to, b);
        elements[0][a] = elements[1][b] = '\0';
        return same(elements[0], elements[1]) || casts_implicitly(elements[0], elements[1]);
    }
    for (int i = 0; i < CASTS; i++)
        if (same(casts[i].from, from) && same(casts[i].to, to))
            return true;
    return false;
}

static bool is_polymorphic(const char *type)
{
    return strncmp(type, "any", 3) == 0 || same(type, "\"any\"");
}

static bool suits_polymorphic(const char *given, const char *wanted)
{
    if (is_literal(given))
        return true;
    bool array = element_length(given) > 0, range = category_of(given) == 'R';
    if (same(wanted, "anyarray") || same(wanted, "anycompatiblearray"))
        return array;
    if (same(wanted, "anynonarray") || same(wanted, "anycompatiblenonarray"))
        return !array;
    if (same(wanted, "anyrange") || same(wanted, "anycompatiblerange"))
        return range && !strstr(given, "multirange");
    if (strstr(wanted, "multirange"))
        return range && strstr(given, "multirange");
    return same(given, "anyenum") || !same(wanted, "anyenum");
}

static bool suits(const char *given, const char *wanted)
{
    if (is_unknown(given))
        return true;
    if (is_polymorphic(wanted))
        return suits_polymorphic(given, wanted);
    return is_literal(given) || same(given, wanted) || casts_implicitly(given, wanted) ||
           (same(given, "record") && same(wanted, "record"));
}

typedef struct candidate {
    const char *types[MAX_ARGUMENTS];
    const char *result;
} candidate;

typedef struct candidates {
    IP_VEC(candidate) list;
    int count; /* of arguments */
    const char *const *given;
} candidates;

static bool all_suit(const candidates *c, const candidate *one)
{
    for (int i = 0; i < c->count; i++)
        if (!suits(c->given[i], one->types[i]))
            return false;
    return true;
}

typedef int score(const candidates *c, const candidate *one);

static int exact_ones(const candidates *c, const candidate *one)
{
    int n = 0;
    for (int i = 0; i < c->count; i++)
        n += !is_literal(c->given[i]) && same(c->given[i], one->types[i]);
    return n;
}

static int exact_or_preferred(const candidates *c, const candidate *one)
{
    int n = 0;
    for (int i = 0; i < c->count; i++)
        n += !is_literal(c->given[i]) &&
             (same(c->given[i], one->types[i]) ||
              (is_preferred(one->types[i]) && category_of(one->types[i]) == category_of(c->given[i])));
    return n;
}

static void keep_best(candidates *c, score *of)
{
    int best = -1, kept = 0;
    for (int i = 0; i < c->list.count; i++) {
        int value = of(c, &c->list.items[i]);
        best = value > best ? value : best;
    }
    for (int i = 0; i < c->list.count; i++) {
        candidate one = c->list.items[i];
        if (of(c, &one) == best)
            c->list.items[kept++] = one;
    }
    c->list.count = kept;
}

/* Literals: text if some candidate takes one there, else the one category that all take (section 10.3, step 4e). */
static void decide_literals(candidates *c)
{
    char wanted[MAX_ARGUMENTS] = {0};
    bool preferred[MAX_ARGUMENTS] = {false};
    for (int i = 0; i < c->count; i++) {
        if (!is_literal(c->given[i]))
            continue;
        bool one = true;
        for (int k = 0; k < c->list.count; k++) {
            char category = category_of(c->list.items[k].types[i]);
            if (category == 'S')
                wanted[i] = 'S';
            one = one && category == category_of(c->list.items[0].types[i]);
        }
        if (!wanted[i]) {
            if (!one)
                return;
            wanted[i] = category_of(c->list.items[0].types[i]);
        }
        for (int k = 0; k < c->list.count; k++)
            preferred[i] = preferred[i] || (category_of(c->list.items[k].types[i]) == wanted[i] &&
                                            is_preferred(c->list.items[k].types[i]));
    }
    int kept = 0;
    for (int k = 0; k < c->list.count; k++) {
        candidate one = c->list.items[k];
        bool fits = true;
        for (int i = 0; i < c->count; i++)
            if (is_literal(c->given[i]))
                fits = fits && category_of(one.types[i]) == wanted[i] && (!preferred[i] || is_preferred(one.types[i]));
        if (fits)
            c->list.items[kept++] = one;
    }
    c->list.count = kept ? kept : c->list.count;
}

/* Where all others are of one type, literals are, too (step 4f). */
static void decide_by_others(candidates *c)
{
    const char *known = NULL;
    for (int i = 0; i < c->count; i++) {
        if (is_literal(c->given[i]))
            continue;
        if (known && !same(known, c->given[i]))
            return;
        known = c->given[i];
    }
    int kept = 0;
    candidate only = {0};
    for (int k = 0; k < c->list.count && known; k++) {
        bool fits = true;
        for (int i = 0; i < c->count; i++)
            fits = fits && suits(known, c->list.items[k].types[i]);
        if (fits && !kept++)
            only = c->list.items[k];
    }
    if (kept == 1) {
        c->list.items[0] = only;
        c->list.count = 1;
    }
}

/* false: several candidates remain, or none. */
static bool decide(candidates *c)
{
    int kept = 0;
    bool unknown = false;
    for (int i = 0; i < c->count; i++)
        unknown = unknown || is_unknown(c->given[i]) || !is_known(c->given[i]);
    for (int i = 0; i < c->list.count; i++) {
        candidate one = c->list.items[i];
        if (all_suit(c, &one))
            c->list.items[kept++] = one;
    }
    c->list.count = kept;
    if (kept == 0)
        return false;
    if (unknown) {
        for (int i = 1; i < kept; i++)
            if (!same(c->list.items[i].result, c->list.items[0].result))
                return false;
        return !is_polymorphic(c->list.items[0].result);
    }
    if (c->list.count > 1)
        keep_best(c, exact_ones);
    if (c->list.count > 1 && exact_ones(c, &c->list.items[0]) == c->count)
        c->list.count = 1;
    if (c->list.count > 1)
        keep_best(c, exact_or_preferred);
    if (c->list.count > 1)
        decide_literals(c);
    if (c->list.count > 1)
        decide_by_others(c);
    return c->list.count == 1;
}

/* The type for anyelement, anyarray and similar types; NULL: not known here. */
static const char *result_of(ip_arena *arena, const candidates *c, const candidate *one)
{
    const char *element = NULL;
    if (!is_polymorphic(one->result))
        return one->result;
    bool compatible = strncmp(one->result, "anycompatible", 13) == 0;
    const char *kind = one->result + (compatible ? 13 : 3);
    if (!(same(kind, "element") || same(kind, "array") || same(kind, "nonarray") || same(kind, "")))
        return NULL;
    for (int i = 0; i < c->count; i++) {
        if (!is_polymorphic(one->types[i]) || is_literal(c->given[i]))
            continue;
        bool array = strstr(one->types[i], "array") && !strstr(one->types[i], "nonarray");
        if (strstr(one->types[i], "range") || same(one->types[i], "\"any\""))
            return NULL;
        size_t length = element_length(c->given[i]);
        const char *its = array ? ip_arena_strndup(arena, c->given[i], length) : c->given[i];
        if (element && !same(element, its))
            return NULL;
        element = its;
    }
    if (!element || same(element, "record"))
        return NULL;
    return same(kind, "array") ? ip_arena_printf(arena, "%s[]", element) : element;
}

static int first_operator(const char *name)
{
    int low = 0, high = OPERATORS;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (strcmp(operators[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static const operator_row *exact_operator(int first, const char *left, const char *right)
{
    for (int i = first; i < OPERATORS && same(operators[i].name, operators[first].name); i++)
        if (same(operators[i].left, left) && same(operators[i].right, right))
            return &operators[i];
    return NULL;
}

/* "" as the left operand of a prefix operator has no literal beside it. A literal beside a known type has that type, if
 * there is such an operator (section 10.2, step 2a). */
static const operator_row *likely_operator(int first, const char *left, const char *right)
{
    if (is_literal(left) && !is_literal(right))
        left = right;
    else if (is_literal(right) && *left && !is_literal(left))
        right = left;
    return first < OPERATORS ? exact_operator(first, left, right) : NULL;
}

ip_operator_types ip_catalog_operator_types_of(ip_arena *arena, const char *name, const char *left, const char *right)
{
    if (same(name, "!="))
        name = "<>";
    int first = first_operator(name), offset = left ? 0 : 1;
    const operator_row *exact = likely_operator(first, left ? left : "", right);
    if (exact)
        return (ip_operator_types){exact->left, exact->right, exact->result};
    const char *const given[] = {left, right};
    candidates c = {.count = 2 - offset, .given = given + offset};
    for (int i = first; i < OPERATORS && same(operators[i].name, name); i++) {
        if ((*operators[i].left != '\0') != (left != NULL))
            continue;
        candidate one = {.result = operators[i].result};
        one.types[0] = left ? operators[i].left : operators[i].right;
        one.types[1] = operators[i].right;
        IP_PUSH(arena, &c.list, one);
    }
    if (!decide(&c))
        return (ip_operator_types){0};
    const candidate *one = &c.list.items[0];
    return (ip_operator_types){left ? one->types[0] : NULL, one->types[1 - offset], result_of(arena, &c, one)};
}

bool ip_catalog_operator_takes(const char *name, const char *left, const char *right)
{
    if (same(name, "!="))
        name = "<>";
    for (int i = first_operator(name); i < OPERATORS && same(operators[i].name, name); i++)
        if ((*operators[i].left != '\0') == (left != NULL) && (!left || suits(left, operators[i].left)) &&
            suits(right, operators[i].right))
            return true;
    return false;
}

static bool arguments_of(ip_arena *arena, const ip_builtin *b, int count, candidate *one)
{
    if (!ip_catalog_builtin_takes(b, count))
        return false;
    const char *at = b->arguments, *last = NULL;
    for (int i = 0; i < count; i++) {
        if (*at) {
            size_t length = strcspn(at, ",");
            last = ip_arena_strndup(arena, at, length);
            at += length + (at[length] == ',');
            if (!*at && b->variadic && !is_polymorphic(last))
                last = ip_arena_strndup(arena, last, element_length(last));
            else if (!*at && b->variadic && same(last, "anyarray"))
                last = "anyelement";
        }
        one->types[i] = last;
    }
    one->result = b->result;
    return count == 0 || last;
}

const char *ip_catalog_function_result(ip_arena *arena, const char *name, int count, const char *const *types)
{
    int rows = 0;
    const ip_builtin *b = ip_catalog_builtin_named(name, &rows);
    candidates c = {.count = count, .given = types};
    if (count > MAX_ARGUMENTS)
        return NULL;
    for (int pass = 0; pass < 2 && c.list.count == 0; pass++)
        for (int i = 0; i < rows; i++) {
            candidate one = {0};
            if ((b[i].extension != NULL) == (pass > 0) && arguments_of(arena, &b[i], count, &one))
                IP_PUSH(arena, &c.list, one);
        }
    return decide(&c) ? result_of(arena, &c, &c.list.items[0]) : NULL;
}

bool ip_catalog_function_takes(ip_arena *arena, const char *name, int count, const char *const *types)
{
    int rows = 0;
    const ip_builtin *b = ip_catalog_builtin_named(name, &rows);
    candidates c = {.count = count, .given = types};
    for (int i = 0; i < rows && count <= MAX_ARGUMENTS; i++) {
        candidate one = {0};
        if (arguments_of(arena, &b[i], count, &one) && all_suit(&c, &one))
            return true;
    }
    return count > MAX_ARGUMENTS;
}

const char *ip_catalog_shared_type(int count, const char *const *types)
{
    const char *common = NULL;
    for (int i = 0; i < count; i++) {
        if (is_unknown(types[i]))
            return NULL;
        if (is_literal(types[i]) || (common && same(common, types[i])))
            continue;
        if (!common) {
            common = types[i];
            continue;
        }
        if (!is_known(types[i]) || !is_known(common) || category_of(types[i]) != category_of(common))
            return NULL;
        if (!is_preferred(common) && casts_implicitly(common, types[i]) && !casts_implicitly(types[i], common))
            common = types[i];
    }
    return common ? common : "text";
}
