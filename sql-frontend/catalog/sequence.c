/* Sequences: their definitions, and the values that nextval() returns. */
#include "catalog/sequence.h"

#include "base/words.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "parse/pg_parse.h"

static ip_sequence_rule *rule_named(ip_definitions *d, const char *text)
{
    return (ip_sequence_rule *)ip_catalog_sequence_rule_named(d->schema, text);
}

/* ---- options (sequence.c: init_params) ---- */

typedef struct bounds {
    int64_t least, most;
} bounds;

static bounds bounds_of_type(const char *type)
{
    if (strcmp(type, "smallint") == 0 || strcmp(type, "int2") == 0)
        return (bounds){INT16_MIN, INT16_MAX};
    if (strcmp(type, "integer") == 0 || strcmp(type, "int") == 0 || strcmp(type, "int4") == 0)
        return (bounds){INT32_MIN, INT32_MAX};
    return (bounds){INT64_MIN, INT64_MAX};
}

static bounds bounds_of_rule(const ip_sequence_rule *rule)
{
    if (rule->most == INT16_MAX || rule->least == INT16_MIN)
        return (bounds){INT16_MIN, INT16_MAX};
    if (rule->most == INT32_MAX || rule->least == INT32_MIN)
        return (bounds){INT32_MIN, INT32_MAX};
    return (bounds){INT64_MIN, INT64_MAX};
}

static const PgQuery__DefElem *option_named(const ip_tree *options, const char *name)
{
    size_t i;
    const ip_tree *option;
    IP_LIST_EACH(options, i, option)
    {
        const PgQuery__DefElem *element = ip_as_def_elem(option);
        if (strcmp(IP_TEXT(element, defname), name) == 0)
            return element;
    }
    return NULL;
}

/* false: there is none, as after NO MAXVALUE. */
static bool number_of(const PgQuery__DefElem *option, int64_t *number)
{
    const PgQuery__Integer *integer = ip_as_integer(IP_GET(option, arg));
    const PgQuery__Float *longer = ip_as_float_(IP_GET(option, arg));
    if (longer)
        *number = strtoll(IP_TEXT(longer, fval), NULL, 10);
    else if (integer)
        *number = IP_GET(integer, ival);
    return integer || longer;
}

static void keep_options(ip_sequence_rule *rule, bounds type, const ip_tree *options, bool creates)
{
    const PgQuery__DefElem *as = option_named(options, "as");
    const PgQuery__DefElem *least = option_named(options, "minvalue"), *most = option_named(options, "maxvalue");
    const PgQuery__DefElem *cycle = option_named(options, "cycle");
    const PgQuery__DefElem *restart = option_named(options, "restart");
    bool resets_least = creates || (least && !least->arg);
    bool resets_most = creates || (most && !most->arg);
    if (as) {
        const ip_tree *names = IP_ITEMS(ip_as_type_name(IP_GET(as, arg)), names);
        resets_least |= rule->least == type.least;
        resets_most |= rule->most == type.most;
        type = bounds_of_type(ip_parse_last_string(names));
    }
    number_of(option_named(options, "increment"), &rule->increment);
    rule->increment += rule->increment == 0; /* the server refuses it */
    if (resets_most)
        rule->most = rule->increment > 0 ? type.most : -1;
    if (resets_least)
        rule->least = rule->increment > 0 ? 1 : type.least;
    number_of(most, &rule->most);
    number_of(least, &rule->least);
    if (creates)
        rule->start = rule->increment > 0 ? rule->least : rule->most;
    number_of(option_named(options, "start"), &rule->start);
    if (creates || restart)
        rule->first = rule->start;
    number_of(restart, &rule->first);
    number_of(option_named(options, "cache"), &rule->cache);
    if (cycle)
        rule->cycle = IP_GET(ip_as_boolean(IP_GET(cycle, arg)), boolval) || IP_GET(ip_as_integer(cycle->arg), ival);
}

static void note_cycle(ip_definitions *d, const char *name, const ip_tree *options)
{
    const PgQuery__DefElem *cycle = option_named(options, "cycle");
    const PgQuery__Node *value = IP_GET(cycle, arg);
    if (!cycle || (value && !IP_GET(ip_as_boolean(value), boolval) && !IP_GET(ip_as_integer(value), ival)))
        return;
    d->numbers_return = true;
    IP_PUSH(d->arena, &d->cycling, (const char *)ip_arena_strdup(d->arena, ip_last_part(name)));
}

/* ---- definitions ---- */

void ip_catalog_sequence_create(ip_definitions *d, const char *name, const char *type, const ip_tree *options)
{
    ip_sequence_rule *rule = NULL;
    for (int i = 0; i < d->schema->sequences.count; i++)
        if (strcmp(d->schema->sequences.items[i]->name, name) == 0)
            rule = d->schema->sequences.items[i];
    if (!rule) {
        rule = IP_NEW(d->arena, ip_sequence_rule);
        IP_PUSH(d->arena, &d->schema->sequences, rule);
    }
    *rule = ip_catalog_sequence_rule_plain(ip_arena_strdup(d->arena, name));
    rule->made = ++d->made;
    keep_options(rule, bounds_of_type(type), options, true);
    note_cycle(d, name, options);
}

void ip_catalog_sequence_alter(ip_definitions *d, const char *text, const ip_tree *options)
{
    ip_sequence_rule *rule = rule_named(d, text);
    if (rule)
        keep_options(rule, bounds_of_rule(rule), options, false);
    note_cycle(d, rule ? rule->name : text, options);
}

void ip_catalog_sequence_rename(ip_definitions *d, const char *text, const char *name)
{
    ip_sequence_rule *rule = rule_named(d, text);
    if (!rule)
        return;
    int schema = (int)(ip_last_part(rule->name) - rule->name);
    const char *before = rule->name;
    rule->name = ip_arena_printf(d->arena, "%.*s%s", schema, before, name);
    for (int t = 0; t < d->schema->tables.count; t++) {
        ip_table *table = d->schema->tables.items[t];
        for (int c = 0; c < table->columns.count; c++)
            if (table->columns.items[c].sequence_name && strcmp(table->columns.items[c].sequence_name, before) == 0)
                table->columns.items[c].sequence_name = rule->name;
            else if (table->columns.items[c].owned_sequence &&
                     strcmp(table->columns.items[c].owned_sequence, before) == 0)
                table->columns.items[c].owned_sequence = rule->name;
    }
}

void ip_catalog_sequence_give(ip_definitions *d, const char *text, ip_table *owner, int column)
{
    const ip_sequence_rule *rule = rule_named(d, text);
    for (int t = 0; rule && t < d->schema->tables.count; t++)
        for (int c = 0; c < d->schema->tables.items[t]->columns.count; c++) {
            ip_column *other = &d->schema->tables.items[t]->columns.items[c];
            if (other->owned_sequence && strcmp(other->owned_sequence, rule->name) == 0)
                other->owned_sequence = NULL;
        }
    if (rule && owner && column >= 0)
        owner->columns.items[column].owned_sequence = rule->name;
}

static void drop_rule(ip_definitions *d, const char *name)
{
    int kept = 0;
    for (int i = 0; name && i < d->schema->sequences.count; i++)
        if (strcmp(d->schema->sequences.items[i]->name, name) != 0)
            d->schema->sequences.items[kept++] = d->schema->sequences.items[i];
    d->schema->sequences.count = name ? kept : d->schema->sequences.count;
}

void ip_catalog_sequence_drop_owned(ip_definitions *d, const ip_table *table, int column)
{
    for (int c = 0; c < table->columns.count; c++)
        if (column < 0 || c == column) {
            drop_rule(d, table->columns.items[c].sequence_name);
            drop_rule(d, table->columns.items[c].owned_sequence);
        }
}

void ip_catalog_sequence_drop(ip_definitions *d, const char *text)
{
    const ip_sequence_rule *rule = rule_named(d, text);
    int kept = 0;
    for (int i = 0; i < d->schema->sequences.count; i++)
        if (d->schema->sequences.items[i] != rule)
            d->schema->sequences.items[kept++] = d->schema->sequences.items[i];
    d->schema->sequences.count = kept;
}

void ip_catalog_sequence_of_column(ip_definitions *d, ip_table *table, int column, const ip_tree *options)
{
    ip_column *c = &table->columns.items[column];
    c->sequence_name = ip_arena_printf(d->arena, "%s_%s_seq", table->name, c->name);
    ip_catalog_sequence_create(d, c->sequence_name, c->type.name ? c->type.name : "", options);
}

void ip_catalog_sequence_alter_column(ip_definitions *d, const ip_table *table, int column, const ip_tree *options)
{
    const char *name = table->columns.items[column].sequence_name;
    for (int i = 0; name && i < d->schema->sequences.count; i++) {
        ip_sequence_rule *rule = d->schema->sequences.items[i];
        if (strcmp(rule->name, name) == 0)
            keep_options(rule, bounds_of_rule(rule), options, false);
    }
    note_cycle(d, name ? name : "", options);
}

/* ---- whether numbers return ---- */

bool ip_catalog_sequence_is(const ip_definitions *d, const char *name)
{
    size_t length = strlen(name);
    for (int i = 0; i < d->sequences.count; i++)
        if (strcmp(d->sequences.items[i], name) == 0)
            return true;
    if (length < 4 || strcmp(name + length - 4, "_seq") != 0)
        return false;
    for (int t = 0; t < d->schema->tables.count; t++) {
        const ip_table *table = d->schema->tables.items[t];
        const char *last = ip_last_part(table->name);
        size_t begin = strlen(last);
        for (int c = 0; c < table->columns.count && strncmp(name, last, begin) == 0 && name[begin] == '_'; c++) {
            const char *column = table->columns.items[c].name;
            if (table->columns.items[c].sequence && strlen(column) == length - begin - 5 &&
                strncmp(name + begin + 1, column, strlen(column)) == 0)
                return true;
        }
    }
    return false;
}

static bool mentions(ip_range text, const char *word)
{
    size_t length = strlen(word);
    for (size_t at = text.begin; text.source && at + length <= text.end; at++)
        if (strncasecmp(text.source->text + at, word, length) == 0)
            return true;
    return false;
}

/* Texts of EXECUTE count, too; a match in a mere name or comment does no harm. */
void ip_catalog_sequences_read(ip_definitions *d)
{
    for (int i = 0; i < d->units.count && !d->numbers_return; i++) {
        ip_range range = d->units.items[i]->range;
        d->numbers_return = mentions(range, "setval") || mentions(range, "restart") ||
                            (mentions(range, "sequence") && mentions(range, "cycle"));
    }
}
