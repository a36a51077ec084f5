/* Comments in scripts with information that psql does not have: what is assumed of parameters.
 *
 *   -- assume: b = a (43 of 43)                     b is not a value of its own
 *   -- assume: c = {a, b} in any order (43 of 43)   c is an array of these values; without "in any order", in this one
 *   -- assume: c = b of every iteration             c is the array of all values of b, in the loop that is over b
 *   -- assume: c = b in every row                   all elements of the array c are b, or a literal
 *   -- assume: c = some of b                        c is an array of elements of the array b
 *   -- assume: c = 'new' (43 of 43)                 c is always this value
 *   -- assume: c = b + 1 (43 of 43)                 c is always this much more than b
 *   -- assume: b is the same in every iteration     of the loop that is over b
 *   -- assume: b = x of each row                    the loop over b has an iteration for each row of the query just
 * before it, and b is the row's column x
 *   -- assume: way_1 = (:b = 'new') (43 of 43 …)    what "\if :way_1" asks */
#include "base/words.h"
#include "workload/definition_pieces.h"

#include <ctype.h>
#include <string.h>

static const char *word(ip_reader *reader, const char **at)
{
    size_t length = strcspn(*at, " \t(");
    const char *found = ip_arena_strndup(reader->arena, *at, length);
    *at += length + strspn(*at + length, " \t");
    return found;
}

static void bad_assumption(ip_reader *reader, const ip_script *script, ip_range comment)
{
    ip_diagnostics_add(
        reader->diagnostics, IP_ERROR, comment, script->unit->name,
        "expected \"assume: b = a\", \"assume: b = a + 1\", \"assume: b = 'x'\", \"assume: c = {a, b}\", "
        "\"assume: c = a in every row\", "
        "\"assume: way = (CONDITION)\" or "
        "\"assume: b is the same in every iteration\"");
}

/* The text in parentheses there; NULL: none, or they are not closed. */
static const char *in_parentheses(ip_reader *reader, const char *at)
{
    int depth = 0;
    bool quoted = false;
    if (*at != '(')
        return NULL;
    for (const char *end = at; *end; end++) {
        quoted = quoted != (*end == '\'');
        depth += !quoted && *end == '(';
        depth -= !quoted && *end == ')';
        if (depth == 0)
            return ip_arena_strndup(reader->arena, at + 1, (size_t)(end - at - 1));
    }
    return NULL;
}

/* The array of the values named in braces there; NULL: none, or they are not closed. *at moves after it. */
static const char *in_braces(ip_reader *reader, const char **at)
{
    const char *created = "ARRAY[", *separator = "", *end = strchr(*at, '}');
    if (!end)
        return NULL;
    for (const char *name = *at + 1; name < end; name++) {
        size_t length;
        name += strspn(name, " \t");
        for (length = 0; isalnum((unsigned char)name[length]) || name[length] == '_'; length++)
            ;
        if (length == 0)
            return NULL;
        created = ip_arena_printf(reader->arena, "%s%s:%.*s", created, separator, (int)length, name);
        separator = ", ";
        name += length + strspn(name + length, " \t");
        if (*name != ',' && name != end)
            return NULL;
    }
    *at = end + 1;
    return *separator ? ip_arena_printf(reader->arena, "%s]", created) : NULL;
}

/* The literal there: 'it''s', 12; NULL: another text. *at moves after it. */
static const char *literal(ip_reader *reader, const char **at)
{
    const char *end = *at + strspn(*at, "0123456789");
    if (end > *at && *end && !strchr(" \t(", *end))
        return NULL; /* a name that begins with a digit */
    if (**at == '\'')
        for (end = *at + 1; *end && (*end != '\'' || end[1] == '\''); end++)
            end += *end == '\'';
    if (end == *at || (**at == '\'' && !*end))
        return NULL;
    end += **at == '\'';
    const char *text = ip_arena_strndup(reader->arena, *at, (size_t)(end - *at));
    *at = end + strspn(end, " \t");
    return text;
}

/* "+ 1" after a name; NULL: another text. *at moves after it. */
static const char *increment(ip_reader *reader, const char *name, const char **at)
{
    char sign = **at;
    const char *digits = *at + 1 + strspn(*at + 1, " \t");
    size_t length = strspn(digits, "0123456789");
    if (!*name || length == 0 || length > 9 || (digits[length] && !strchr(" \t(", digits[length])))
        return NULL;
    *at = digits + length + strspn(digits + length, " \t");
    return ip_arena_printf(reader->arena, "(:%s %c %.*s)", name, sign, (int)length, digits);
}

/* Until the transaction ends, the array stands in the place of the variable and of a placeholder of that name. */
static void set_list(ip_reader *reader, const char *name, const char *array, ip_range place)
{
    ip_script_variables within = {0};
    ip_range range;
    const char *text = ip_psql_variables_fill_text(reader->variables,
                                                   ip_workload_script_generated(reader, array, place), &range, &within);
    if (text)
        ip_psql_variables_set_list(reader->variables, name, text, &within);
}

void ip_workload_script_note_assumption(ip_reader *reader, const ip_script *script, ip_range comment)
{
    ip_stated stated = {comment, script->unit->name};
    IP_PUSH(reader->arena, &reader->definitions->assumed, stated);
}

/* The elements of the array `of` that are also in an array of any values, whose type follows from this. `of` may be a
 * result, which has the name only later, and so has another one here. */
static const char *elements_among(ip_reader *reader, ip_script *script, const char *name, const char *of)
{
    ip_script_assumption other = {.name = ip_arena_printf(reader->arena, "isoproof_all_of_%s", name),
                                  .other = of,
                                  .chosen = ip_arena_printf(reader->arena, "%s_chosen", name),
                                  .used = true};
    if (!*of)
        return NULL;
    IP_PUSH(reader->arena, &script->assumed, other);
    return ip_arena_printf(reader->arena,
                           "ARRAY(SELECT isoproof_one FROM unnest(:%s) AS isoproof_one WHERE isoproof_one = ANY (:%s))",
                           other.name, other.chosen);
}

/* An array of one value, which is a name or a literal. */
static void in_every_row(ip_script_assumption *created)
{
    if (created->condition || (created->list && !strchr("'0123456789", *created->list)))
        created->other = ""; /* another text */
    created->every_row = true;
    created->list = NULL;
}

static void assume(ip_reader *reader, ip_script *script, ip_range comment, const char *said)
{
    ip_script_assumption created = {.range = comment};
    const char *at = said;
    created.name = word(reader, &at);
    if (*at == '=') {
        at += 1 + strspn(at + 1, " \t");
        created.condition = in_parentheses(reader, at);
        created.list = *at == '{' ? in_braces(reader, &at) : NULL;
        if (!created.condition && !created.list)
            created.list = created.value = literal(reader, &at);
        created.other = created.condition || created.list ? created.name : word(reader, &at);
        if (strcmp(created.other, "some") == 0 && strncmp(at, "of ", 3) == 0) {
            at += 3 + strspn(at + 3, " \t");
            created.list = elements_among(reader, script, created.name, word(reader, &at));
        }
        if (*at == '+' || *at == '-')
            created.other = created.list = created.value = increment(reader, created.other, &at);
        if (created.value)
            created.other = created.name;
        if (!created.other)
            created.other = ""; /* "+" and no number */
        if (strncmp(at, "of each row", 11) == 0)
            created.column = created.other;
        if (strncmp(at, "of every iteration", 18) == 0)
            created.list = ip_arena_printf(reader->arena, ":%s_all", created.other);
        if (strncmp(at, "in every row", 12) == 0)
            in_every_row(&created);
    } else if (strncmp(at, "is the same in every iteration", 30) == 0) {
        created.other = NULL;
    } else {
        bad_assumption(reader, script, comment);
        return;
    }
    if (!*created.name || (created.other && (!*created.other || strchr("{'0123456789", *created.other)))) {
        bad_assumption(reader, script, comment);
        return;
    }
    if (created.list)
        set_list(reader, created.name, created.list, comment);
    IP_PUSH(reader->arena, &script->assumed, created);
    ip_workload_script_note_assumption(reader, script, comment);
    ip_diagnostics_add(reader->diagnostics, IP_ASSUMPTION, comment, script->unit->name, "as its comment says: %s",
                       said);
}

void ip_workload_script_assumptions(ip_reader *reader, ip_script *script, const ip_sql_item *item)
{
    for (int i = 0; i < item->comments.count; i++) {
        ip_range comment = item->comments.items[i];
        const char *text = ip_workload_comment_text(reader->arena, comment);
        if (strncmp(text, "assume:", 7) == 0)
            assume(reader, script, comment, text + 7 + strspn(text + 7, " \t"));
        if (strncmp(text, "not in one transaction:", 23) == 0)
            ip_diagnostics_add(reader->diagnostics, IP_ASSUMPTION, comment, script->unit->name,
                               "%s: what is computed in between no level protects, and the answers are not about it",
                               text);
    }
}

const char *ip_workload_script_assumed(ip_script *script, const char *name)
{
    for (int steps = 0; steps <= script->assumed.count; steps++) {
        const char *next = NULL;
        for (int i = 0; i < script->assumed.count && !next; i++) {
            ip_script_assumption *a = &script->assumed.items[i];
            if (a->condition || a->list || a->column || strcmp(a->name, name) != 0)
                continue;
            a->used = true;
            next = a->other;
        }
        if (!next)
            break;
        name = next;
    }
    return name;
}

bool ip_workload_script_in_every_row(ip_script *script, const char *name, const char **value)
{
    *value = NULL;
    for (int steps = 0; steps <= script->assumed.count; steps++) {
        ip_script_assumption *next = NULL;
        for (int i = 0; i < script->assumed.count && !next; i++) {
            ip_script_assumption *a = &script->assumed.items[i];
            if (!a->condition && !a->list && !a->column && strcmp(a->name, name) == 0)
                next = a;
        }
        if (!next || !next->other)
            return false;
        if (next->every_row) {
            next->used = true;
            *value = next->value;
            return true;
        }
        name = next->other;
    }
    return false;
}

const char *ip_workload_script_condition(ip_script *script, const ip_sql_item *command)
{
    for (int i = 0; command->variables.count == 1 && i < script->assumed.count; i++) {
        ip_script_assumption *a = &script->assumed.items[i];
        if (!a->condition || strcmp(a->name, command->variables.items[0].name) != 0)
            continue;
        a->used = true;
        return a->condition;
    }
    return NULL;
}

void ip_workload_script_assumptions_end(ip_reader *reader, const ip_script *script)
{
    for (int i = 0; i < script->assumed.count; i++) {
        const ip_script_assumption *a = &script->assumed.items[i];
        bool used = a->list ? ip_psql_variables_unset_list(reader->variables, a->name) : a->used;
        if (!used)
            ip_diagnostics_add(reader->diagnostics, IP_REMARK, a->range, script->unit->name,
                               "no statement of the transaction has a parameter \"%s\"", a->name);
    }
}
