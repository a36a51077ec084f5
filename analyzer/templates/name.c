/* Names templates: by what a comment tells about the caller, and otherwise by the tables that the template accesses. */
#include "templates/name.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Returns the value of a key in a comment: key='a%2Fb' as in sqlcommenter, or key:a,other:b as in marginalia. Returns
 * NULL if the key is missing. */
static const char *value_of(ip_arena *arena, const char *note, const char *key)
{
    size_t length = strlen(key);
    for (const char *at = strstr(note, key); at; at = strstr(at + 1, key)) {
        char before = at == note ? ' ' : at[-1];
        if (isalnum((unsigned char)before) || before == '_' || (at[length] != '=' && at[length] != ':'))
            continue;
        const char *value = at + length + 1;
        bool quoted = *value == '\'';
        value += quoted;
        size_t end = quoted ? strcspn(value, "'") : strcspn(value, ",* ");
        char *text = ip_arena_strndup(arena, value, end), *to = text;
        for (char *from = text; *from; from++) {
            if (*from == '%' && isxdigit((unsigned char)from[1]) && isxdigit((unsigned char)from[2])) {
                char digits[3] = {from[1], from[2], '\0'};
                *to++ = (char)strtol(digits, NULL, 16);
                from += 2;
            } else {
                *to++ = *from;
            }
        }
        *to = '\0';
        return *text ? text : NULL;
    }
    return NULL;
}

/* Replaces characters that "-- name:" does not allow. */
static const char *as_word(ip_arena *arena, const char *text)
{
    char *word = ip_arena_strdup(arena, text);
    for (char *at = word; *at; at++)
        if (!isalnum((unsigned char)*at) && !strchr("_.-/:", *at) && (unsigned char)*at < 0x80)
            *at = '_';
    size_t skipped = strspn(word, "/_");
    return word[skipped] ? word + skipped : "root";
}

const char *ip_templates_template_route(ip_arena *arena, const char *note)
{
    if (!note)
        return NULL;
    const char *controller = value_of(arena, note, "controller"), *action = value_of(arena, note, "action");
    const char *job = value_of(arena, note, "job"), *route = value_of(arena, note, "route");
    if (controller && action)
        return as_word(arena, ip_arena_printf(arena, "%s.%s", controller, action));
    const char *one = route ? route : job ? job : controller ? controller : action;
    return one ? as_word(arena, one) : NULL;
}

static bool writes(const ip_statement_form *form)
{
    return strcmp(form->verb, "insert") == 0 || strcmp(form->verb, "update") == 0 || strcmp(form->verb, "delete") == 0;
}

/* Builds a name such as "update_account_insert_transfer" from the writes, or from the reads if there are no writes. */
static const char *name_by_deeds(ip_arena *arena, const ip_family *f)
{
    enum { MOST_DEEDS = 3 };
    bool any = false;
    int deeds = 0;
    const char *name = "";
    for (int i = 0; i < f->parts.count; i++)
        any |= writes(f->parts.items[i].form);
    for (int i = 0; i < f->parts.count && deeds < MOST_DEEDS; i++) {
        const ip_statement_form *form = f->parts.items[i].form;
        if ((any && !writes(form)) || (!any && form->role != IP_ROLE_WORK))
            continue;
        const char *table = form->tables.count ? form->tables.items[0] : NULL;
        const char *deed = table ? ip_arena_printf(arena, "%s_%s", form->verb, table) : form->verb;
        if (strstr(name, deed))
            continue;
        name = *name ? ip_arena_printf(arena, "%s_%s", name, deed) : deed;
        deeds++;
    }
    return as_word(arena, *name ? name : "empty");
}

const char *ip_templates_template_name(ip_arena *arena, const ip_family *f, bool with_application)
{
    const char *name = ip_templates_template_route(arena, f->note);
    if (!name)
        name = name_by_deeds(arena, f);
    else
        with_application = false;
    if (with_application && f->application && *f->application)
        return ip_arena_printf(arena, "%s.%s", as_word(arena, f->application), name);
    return name;
}
