/* Chooses the function or operator of a name for argument types by PostgreSQL's rules (Type Conversion, chapter 10 of
 * its manual). */
#include "interpreter/prepare/prepare.h"

#include "base/words.h"

#include <string.h>

enum { MAX_CANDIDATES = 64 };

static const ip_signature *const tables[] = {
    ip_builtin_number_signatures, ip_builtin_trigonometry_signatures, ip_builtin_text_signatures,
    ip_builtin_time_signatures,   ip_builtin_other_signatures,        ip_builtin_compare_signatures,
    ip_builtin_regex_signatures,  ip_builtin_format_signatures,       ip_builtin_number_format_signatures,
    ip_builtin_digest_signatures, ip_builtin_json_signatures,         ip_builtin_json_change_signatures,
    ip_builtin_range_signatures,  ip_builtin_array_signatures,        ip_builtin_bytes_signatures,
    ip_builtin_bits_signatures,   ip_builtin_series_signatures,       ip_builtin_money_signatures,
    ip_builtin_session_signatures};

/* The letter for argument i: '*' goes on for ever. */
static char letter_at(const ip_signature *s, int i)
{
    for (int at = 0; at <= i; at++)
        if (s->args[at] == '*' || s->args[at] == '\0')
            return s->args[at] == '*' ? '?' : '\0';
    return s->args[i];
}

static bool takes(const ip_signature *s, int count)
{
    int fixed = (int)strcspn(s->args, "*");
    return s->args[fixed] == '*' ? count >= fixed : count == fixed;
}

static bool polymorphic(char letter)
{
    return letter == '?' || letter == 'A' || letter == 'E' || letter == 'N';
}

static bool is_unknown(ip_sqltype type)
{
    return type.tag == IP_T_UNKNOWN && !type.array;
}

static bool exact(char letter, ip_sqltype type)
{
    if (letter == 'A')
        return type.array;
    if (letter == '?' || letter == 'E' || letter == 'N')
        return false;
    return !type.array && ip_value_tag_letter(type.tag) == letter;
}

static bool coercible(char letter, ip_sqltype type)
{
    if (letter == 'A')
        return type.array || is_unknown(type);
    if (letter == 'N')
        return !type.array;
    if (polymorphic(letter))
        return true;
    return ip_builtin_can_coerce(type, ip_value_sqltype_simple(ip_value_tag_of_letter(letter)), IP_CAST_IMPLICIT);
}

static bool preferred_for(char letter, ip_sqltype type)
{
    if (polymorphic(letter) || type.array)
        return false;
    ip_tag tag = ip_value_tag_of_letter(letter);
    return ip_value_tag_preferred(tag) && ip_value_tag_category(tag) == ip_value_tag_category(type.tag);
}

typedef struct candidates {
    int count;
    const ip_signature *items[MAX_CANDIDATES];
} candidates;

static int score(const ip_signature *s, const ip_sqltype *types, int count, bool preferred)
{
    int result = 0;
    for (int i = 0; i < count; i++) {
        char letter = letter_at(s, i);
        if (!is_unknown(types[i]))
            result += exact(letter, types[i]) || (preferred && preferred_for(letter, types[i]));
    }
    return result;
}

static void keep_best(candidates *c, const ip_sqltype *types, int count, bool preferred)
{
    int best = 0, kept = 0;
    for (int i = 0; i < c->count; i++) {
        int value = score(c->items[i], types, count, preferred);
        best = value > best ? value : best;
    }
    for (int i = 0; i < c->count; i++)
        if (score(c->items[i], types, count, preferred) == best)
            c->items[kept++] = c->items[i];
    c->count = kept;
}

/* A literal goes to the string category if any candidate takes one there, else to the only category there is. */
static void decide_unknowns(candidates *c, const ip_sqltype *types, int count)
{
    for (int i = 0; i < count && c->count > 1; i++) {
        if (!is_unknown(types[i]))
            continue;
        bool string = false, preferred = false;
        char category = 0;
        for (int k = 0; k < c->count; k++) {
            char letter = letter_at(c->items[k], i);
            char of = polymorphic(letter) ? 'P' : ip_value_tag_category(ip_value_tag_of_letter(letter));
            string = string || of == 'S';
            category = category == 0 || category == of ? of : '?';
        }
        category = string ? 'S' : category;
        for (int k = 0; k < c->count; k++) {
            char letter = letter_at(c->items[k], i);
            preferred = preferred ||
                        (!polymorphic(letter) && ip_value_tag_category(ip_value_tag_of_letter(letter)) == category &&
                         ip_value_tag_preferred(ip_value_tag_of_letter(letter)));
        }
        int kept = 0;
        for (int k = 0; k < c->count; k++) {
            char letter = letter_at(c->items[k], i);
            bool fits = !polymorphic(letter) && ip_value_tag_category(ip_value_tag_of_letter(letter)) == category &&
                        (!preferred || ip_value_tag_preferred(ip_value_tag_of_letter(letter)));
            if (fits)
                c->items[kept++] = c->items[k];
        }
        c->count = kept ? kept : c->count;
    }
}

/* If all known arguments have one type, literals are assumed to have it, too. */
static void decide_by_others(candidates *c, const ip_sqltype *types, int count)
{
    const ip_sqltype *known = NULL;
    for (int i = 0; i < count; i++) {
        if (is_unknown(types[i]))
            continue;
        if (known && !ip_value_sqltype_same(*known, types[i]))
            return;
        known = &types[i];
    }
    int kept = 0;
    for (int k = 0; k < c->count && known; k++) {
        bool fits = true;
        for (int i = 0; i < count; i++)
            fits = fits && coercible(letter_at(c->items[k], i), *known);
        if (fits)
            c->items[kept++] = c->items[k];
    }
    c->count = kept == 1 ? 1 : c->count;
}

static bool compares(const char *operator)
{
    return ip_is_among("= <> < > <= >=", operator);
}

/* The values of an enum are texts here, but no function or operator of texts takes them: only those of any type, and
 * comparisons. */
static bool takes_type(const ip_signature *s, int i, ip_sqltype type)
{
    bool label = ip_value_sqltype_is_enum(type) && !polymorphic(letter_at(s, i)) && !compares(s->name);
    return !label && coercible(letter_at(s, i), type);
}

static void gather(candidates *c, const char *name, const ip_sqltype *types, int count)
{
    c->count = 0;
    for (size_t t = 0; t < sizeof tables / sizeof tables[0]; t++)
        for (const ip_signature *s = tables[t]; s->name; s++) {
            bool fits = strcmp(s->name, name) == 0 && takes(s, count);
            for (int i = 0; i < count && fits; i++)
                fits = takes_type(s, i, types[i]);
            if (fits && c->count < MAX_CANDIDATES)
                c->items[c->count++] = s;
        }
}

static const ip_signature *find_exact(const candidates *c, const ip_sqltype *types, int count)
{
    for (int k = 0; k < c->count; k++)
        if (score(c->items[k], types, count, false) == count)
            return c->items[k];
    return NULL;
}

/* A literal beside a known operand has that operand's type, if there is such an operator. */
static const ip_signature *find_same(const candidates *c, const ip_sqltype *types, int count)
{
    const ip_signature *found = find_exact(c, types, count);
    if (found || count != 2 || is_unknown(types[0]) == is_unknown(types[1]))
        return found;
    ip_sqltype same = is_unknown(types[0]) ? types[1] : types[0];
    return find_exact(c, (ip_sqltype[]){same, same}, 2);
}

bool ip_prepare_has_exact_operator(const char *name, const ip_sqltype *types, int count)
{
    candidates c;
    gather(&c, name, types, count);
    return find_same(&c, types, count) != NULL;
}

static const ip_signature *resolve(const char *name, const ip_sqltype *types, int count)
{
    candidates c;
    gather(&c, name, types, count);
    const ip_signature *found = find_same(&c, types, count);
    if (found)
        return found;
    keep_best(&c, types, count, false);
    if (c.count > 1)
        keep_best(&c, types, count, true);
    if (c.count > 1)
        decide_unknowns(&c, types, count);
    if (c.count > 1)
        decide_by_others(&c, types, count);
    return c.count == 1 ? c.items[0] : NULL;
}

/* The order of an enum's values is that of its labels, which their texts do not have. */
static void refuse_enums(ip_prepare *prepare, const ip_signature *s, bool is_operator, const ip_sqltype *types,
                         int count, ip_range range)
{
    for (int i = 0; i < count; i++) {
        if (!ip_value_sqltype_is_enum(types[i]) || !compares(s->name))
            continue;
        for (int k = 0; k < count; k++)
            if (!is_unknown(types[k]) && types[k].domain != types[i].domain)
                ip_prepare_refuse_call(prepare, s->name, is_operator, types, count, range);
        if (strcmp(s->name, "=") != 0 && strcmp(s->name, "<>") != 0)
            ip_prepare_order(prepare, types[i], range);
    }
}

static ip_sqltype polymorphic_type(const ip_signature *s, const ip_sqltype *types, int count)
{
    for (int i = 0; i < count; i++) {
        char letter = letter_at(s, i);
        if (letter == 'A' && types[i].array)
            return types[i];
        if (letter == 'E' && !is_unknown(types[i])) {
            ip_sqltype array = types[i];
            array.array = true;
            return array;
        }
    }
    return ip_value_sqltype_array(IP_T_TEXT);
}

/* The type to which argument i is cast. */
static ip_sqltype wanted(const ip_signature *s, int i, const ip_sqltype *types, ip_sqltype array)
{
    char letter = letter_at(s, i);
    ip_sqltype given = types[i];
    if (compares(s->name) && i < 2 && (ip_value_sqltype_is_enum(types[0]) || ip_value_sqltype_is_enum(types[1])))
        return types[!ip_value_sqltype_is_enum(types[0])];
    if (letter == 'A')
        return array;
    if (letter == 'E')
        return ip_value_sqltype_element(array);
    if (letter == '?' || letter == 'N')
        return is_unknown(given) ? ip_value_sqltype_simple(IP_T_TEXT) : given;
    return ip_value_sqltype_simple(ip_value_tag_of_letter(letter));
}

static ip_sqltype result_type(const ip_signature *s, ip_sqltype array)
{
    if (!ip_value_sqltype_is_enum(array))
        array.domain = NULL;
    if (s->result[0] == 'A')
        return array;
    if (s->result[0] == 'E')
        return ip_value_sqltype_element(array);
    ip_sqltype type = ip_value_sqltype_simple(ip_value_tag_of_letter(s->result[0]));
    type.array = s->result[1] == ']';
    return type;
}

const ip_node *ip_prepare_as_json(ip_prepare *prepare, const ip_node *node)
{
    ip_sqltype known = is_unknown(node->type) ? ip_value_sqltype_simple(IP_T_TEXT) : node->type;
    const ip_node *value = ip_prepare_datum_coerce(prepare, node, known, IP_CAST_IMPLICIT);
    return ip_prepare_cast(prepare, value, ip_value_sqltype_simple(IP_T_JSON), ip_builtin_json_of_any);
}

const ip_node *ip_prepare_apply(ip_prepare *prepare, const char *name, bool is_operator, const ip_node **args,
                                int count, ip_range range)
{
    ip_sqltype types[IP_MAX_ARGS] = {0};
    if (count > IP_MAX_ARGS)
        ip_prepare_refuse(prepare, range, "%s with %d arguments", name, count);
    for (int i = 0; i < count; i++)
        types[i] = args[i]->type;
    const ip_signature *s = resolve(name, types, count);
    if (!s || !s->call)
        ip_prepare_refuse_call(prepare, name, is_operator, types, count, range);
    refuse_enums(prepare, s, is_operator, types, count, range);
    ip_sqltype array = polymorphic_type(s, types, count);
    ip_node *node =
        ip_prepare_node_new(prepare, s->lax ? IP_EVAL_BUILTIN : IP_EVAL_STRICT_BUILTIN, result_type(s, array), range);
    const ip_node **copies = ip_prepare_node_args(prepare, node, count);
    bool json = strstr(s->name, "json") != NULL;
    for (int i = 0; i < count; i++) {
        bool any = letter_at(s, i) == '?' || letter_at(s, i) == 'R';
        copies[i] = json && any
                        ? ip_prepare_as_json(prepare, args[i])
                        : ip_prepare_datum_coerce(prepare, args[i], wanted(s, i, types, array), IP_CAST_IMPLICIT);
    }
    node->call = s->call;
    node->set = s->set;
    node->name = s->name;
    return node;
}

const ip_operator_call *ip_prepare_operator(ip_prepare *prepare, const char *name, ip_sqltype left, ip_sqltype right,
                                            ip_range range)
{
    ip_sqltype types[] = {left, right};
    const ip_signature *s = resolve(name, types, 2);
    if (!s || !s->call || s->lax)
        ip_prepare_refuse_call(prepare, name, true, types, 2, range);
    refuse_enums(prepare, s, true, types, 2, range);
    ip_sqltype array = polymorphic_type(s, types, 2);
    ip_operator_call *operator= IP_NEW(prepare->arena, ip_operator_call);
    operator->call = s->call;
    operator->result = result_type(s, array);
    ip_builtin_cast_find(prepare->arena, left, wanted(s, 0, types, array), IP_CAST_IMPLICIT, &operator->left);
    ip_builtin_cast_find(prepare->arena, right, wanted(s, 1, types, array), IP_CAST_IMPLICIT, &operator->right);
    return operator;
}
