/* Values to try that are built from the programs' literals: arrays, JSON, ranges, dates of a year, words of
 * patterns. */
#include "replay/trial/derived_values.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FIELDS = 16, MOST_ELEMENTS = 8 };

/* ---- JSON ---- */

static bool calls(const ip_expr *e, const char *name)
{
    return e->kind == IP_EXPR_CALL && strcmp(e->text, name) == 0;
}

/* "key": value, with JSON as the value; NULL: "key" */
static const char *object(ip_arena *arena, const char *key, const char *value)
{
    size_t length = strlen(key);
    char *escaped = IP_NEW_ARRAY(arena, char, 2 * length + 1), *at = escaped;
    for (size_t i = 0; i < length; i++) {
        if (key[i] == '"' || key[i] == '\\')
            *at++ = '\\';
        *at++ = key[i];
    }
    return value ? ip_arena_printf(arena, "\"%s\": %s", escaped, value) : ip_arena_printf(arena, "\"%s\"", escaped);
}

static bool is_number(const char *text)
{
    char *end;
    strtod(text, &end);
    return end != text && !*end && (isdigit((unsigned char)*text) || *text == '-');
}

/* The value in its place: the members of an object; NULL: no field is compared. */
static const char *members_at(ip_arena *arena, const ip_expr *access, const char *value)
{
    bool path = calls(access, "#>") || calls(access, "#>>");
    if (!path && !calls(access, "->") && !calls(access, "->>") && !calls(access, "?"))
        return NULL;
    const ip_expr *key = access->arg_count == 2 ? access->args[1] : NULL;
    if (!key || key->kind != IP_EXPR_TEXT)
        return NULL;
    if (!path) {
        const char *inside = object(arena, key->text, value);
        const char *around = members_at(arena, access->args[0], ip_arena_printf(arena, "{%s}", inside));
        return around ? around : inside;
    }
    const char *members = NULL;
    char *names = ip_arena_strdup(arena, key->text + (*key->text == '{'));
    names[strcspn(names, "}")] = '\0';
    for (char *comma; *names; *comma = '\0') { /* the innermost first */
        comma = strrchr(names, ',');
        members = object(arena, comma ? comma + 1 : names, members ? ip_arena_printf(arena, "{%s}", members) : value);
        if (!comma)
            break;
    }
    return members;
}

static const ip_expr *without_casts(const ip_expr *e, bool to_access)
{
    while (e->kind == IP_EXPR_CALL && e->arg_count > 0 && !(to_access && e->arg_count == 2 && strpbrk(e->text, "->?")))
        e = e->args[0];
    return e;
}

static void add_field(ip_subject *subject, const char *members)
{
    for (int i = 0; members && i < subject->fields.count; i++)
        if (strcmp(subject->fields.items[i], members) == 0)
            return;
    if (members && subject->fields.count < MOST_FIELDS)
        IP_PUSH(subject->arena, &subject->fields, members);
}

void ip_trial_derive_fields(ip_subject *subject, const ip_expr *e)
{
    ip_arena *arena = subject->arena;
    if (calls(e, "?"))
        add_field(subject, members_at(arena, e, "1"));
    for (int i = 0; e->kind == IP_EXPR_OPERATOR && e->arg_count == 2 && i < 2; i++) {
        const ip_expr *access = without_casts(e->args[i], true), *literal = without_casts(e->args[1 - i], false);
        const char *text = literal->text;
        bool json = calls(access, "->") || calls(access, "#>"), number = literal->kind == IP_EXPR_INTEGER;
        if (!number && literal->kind != IP_EXPR_TEXT && literal->kind != IP_EXPR_NUMERIC)
            continue;
        add_field(subject, members_at(arena, access, json || is_number(text) ? text : object(arena, text, NULL)));
        for (int near = -1; number && near <= 1; near += 2)
            add_field(subject,
                      members_at(arena, access, ip_arena_printf(arena, "%lld", strtoll(text, NULL, 10) + near)));
    }
}

void ip_trial_note_accesses(ip_subject *subject, const ip_expr *e)
{
    if (!e || subject->accesses.count == MOST_FIELDS)
        return;
    if (members_at(subject->arena, e, "1"))
        IP_PUSH(subject->arena, &subject->accesses, e);
    for (int i = 0; (e->kind == IP_EXPR_OPERATOR || e->kind == IP_EXPR_CALL) && i < e->arg_count; i++)
        ip_trial_note_accesses(subject, e->args[i]);
}

/* All of them with this value, in JSON, and each by itself. */
static void add_with_value(ip_arena *arena, const ip_subject *subject, ip_value_list *values, ip_type type,
                           const char *value)
{
    const char *all = "";
    for (int i = 0; i < subject->accesses.count; i++) {
        const char *members = members_at(arena, subject->accesses.items[i], value);
        all = ip_arena_printf(arena, "%s%s%s", all, i ? ", " : "", members);
        ip_trial_value_list_add_text(arena, values, type, ip_arena_printf(arena, "{%s}", members));
    }
    if (subject->accesses.count > 1)
        ip_trial_value_list_add_text(arena, values, type, ip_arena_printf(arena, "{%s}", all));
}

/* Fields whose values variables take, which are compared later: numbers, arrays, and words of the programs. */
static void add_accessed(ip_arena *arena, const ip_subject *subject, ip_value_list *values, ip_type type)
{
    static const char *const usual[] = {"1", "2", "5", "0", "[]", "[1]", "true"};
    enum { MOST_WORDS = 8 };
    const ip_text_list *words = &subject->constants[IP_TEXT];
    for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++)
        add_with_value(arena, subject, values, type, usual[i]);
    for (int i = 0, taken = 0; i < words->count && taken < MOST_WORDS; i++)
        if (!strchr(words->items[i], '{') && !strchr(words->items[i], '"')) {
            add_with_value(arena, subject, values, type, object(arena, words->items[i], NULL));
            taken++;
        }
}

static void add_objects(ip_arena *arena, const ip_subject *subject, ip_value_list *values, ip_type type)
{
    const char *all = "";
    for (int i = 0; i < subject->fields.count; i++)
        all = ip_arena_printf(arena, "%s%s%s", all, *all ? ", " : "", subject->fields.items[i]);
    if (subject->fields.count > 1)
        ip_trial_value_list_add_text(arena, values, type, ip_arena_printf(arena, "{%s}", all));
    for (int i = 0; i < subject->fields.count; i++)
        ip_trial_value_list_add_text(arena, values, type, ip_arena_printf(arena, "{%s}", subject->fields.items[i]));
    add_accessed(arena, subject, values, type);
    ip_trial_value_list_add_text(arena, values, type, "[1, 2]");
}

/* ---- texts, arrays, times, ranges ---- */

/* Runs of letters and digits: elements of '{a,b}', words of a pattern. */
static void add_words(ip_arena *arena, ip_value_list *values, ip_type type, const char *text)
{
    while (*text) {
        size_t length = 0;
        while (isalnum((unsigned char)text[length]) || text[length] == '_' || (unsigned char)text[length] > 127)
            length++;
        if (length > 0)
            ip_trial_value_list_add_text(arena, values, type, ip_arena_strndup(arena, text, length));
        text += length + (text[length] != '\0');
    }
}

static const char *element(ip_arena *arena, const char *text)
{
    return object(arena, text, NULL);
}

static void add_arrays(ip_arena *arena, const ip_subject *subject, ip_value_list *values, ip_type type)
{
    const char *all = "";
    int count = 0;
    bool number = type.kind == IP_INTEGER || type.kind == IP_NUMERIC;
    for (int k = 0; k <= IP_OTHER; k++)
        for (int i = 0; i < subject->constants[k].count; i++) {
            const char *text = subject->constants[k].items[i];
            if (*text == '{')
                ip_trial_value_list_add_text(arena, values, type, text);
            if ((k != (int)type.kind && !(number && (k == IP_INTEGER || k == IP_NUMERIC))) || count == MOST_ELEMENTS)
                continue;
            const char *one = ip_arena_printf(arena, "{%s}", element(arena, text));
            int before = values->count;
            ip_trial_value_list_add_text(arena, values, type, one);
            if (values->count > before) {
                all = ip_arena_printf(arena, "%s%s%s", all, count ? "," : "", element(arena, text));
                count++;
            }
        }
    if (count > 1)
        ip_trial_value_list_add_text(arena, values, type, ip_arena_printf(arena, "{%s}", all));
}

void ip_trial_value_list_add_derived(ip_arena *arena, const ip_subject *subject, ip_value_list *values, ip_type type)
{
    if (type.array) {
        add_arrays(arena, subject, values, type);
        return;
    }
    for (int i = 0; i < subject->constants[IP_TEXT].count; i++) {
        const char *text = subject->constants[IP_TEXT].items[i];
        if (type.kind == IP_TEXT ? text[strcspn(text, "%^$|()[]{}*")] != '\0' : is_number(text) || *text == '{')
            add_words(arena, values, type, text);
    }
    for (int i = 0; i < subject->constants[IP_INTEGER].count; i++) {
        const char *text = subject->constants[IP_INTEGER].items[i];
        long number = strtol(text, NULL, 10);
        if (type.kind == IP_TIME && number >= 1900 && number <= 2100)
            ip_trial_value_list_add_text(arena, values, type, ip_arena_printf(arena, "%ld-03-01", number));
        if (type.kind == IP_OTHER)
            ip_trial_value_list_add_text(arena, values, type, ip_arena_printf(arena, "[%s,)", text));
    }
    if (type.kind == IP_OTHER && type.name && strncmp(type.name, "json", 4) == 0)
        add_objects(arena, subject, values, type);
}
