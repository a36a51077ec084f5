/* Renames a column also in the stored expressions over it, as PostgreSQL's trees refer to columns by number. */
#include "ddl/pieces.h"
#include "parse/lexer.h"

#include <string.h>

/* table: the name that may qualify its columns; NULL for columns in triggers, which are always qualified. */
typedef struct renaming {
    const char *table, *before, *after;
    bool of_trigger;
    bool changed;
} renaming;

static bool is_meant(const renaming *r, const ip_tree *fields)
{
    size_t count = ip_parse_list_size(fields);
    const char *first = count ? ip_parse_string_node(ip_parse_list_item(fields, 0)) : "";
    if (count != 1 + (size_t)(r->of_trigger || count == 2) ||
        strcmp(ip_parse_string_node(ip_parse_list_item(fields, count - 1)), r->before) != 0)
        return false;
    return count == 1 ||
           (r->of_trigger ? strcmp(first, "old") == 0 || strcmp(first, "new") == 0 : strcmp(first, r->table) == 0);
}

static void rename_in(renaming *r, const ip_tree *node)
{
    const ip_tree *value, *fields = IP_ITEMS(ip_as_column_ref(node), fields);
    size_t i;
    if (fields && is_meant(r, fields)) {
        const ip_tree *last = ip_parse_list_item(fields, ip_parse_list_size(fields) - 1);
        ((PgQuery__String *)ip_as_string(last))->sval = (char *)r->after;
        r->changed = true;
        return;
    }
    const PgQuery__PartitionElem *element = ip_as_partition_elem(node);
    if (strcmp(IP_TEXT(element, name), r->before) == 0 && *r->before) {
        ((PgQuery__PartitionElem *)element)->name = (char *)r->after;
        r->changed = true;
    }
    if (ip_parse_tree_is_list(node))
        IP_LIST_EACH(node, i, value) rename_in(r, value);
    if (ip_parse_tree_is_message(node))
        IP_TREE_EACH(node, key, value) rename_in(r, value);
}

static const char *own_name(const ip_table *table)
{
    const char *dot = strchr(table->name, '.');
    return dot ? dot + 1 : table->name;
}

static void rename_kept(ip_ddl *ddl, const ip_kept_tree **kept, renaming r)
{
    const ip_tree *tree = *kept ? ip_parse_tree_copy(ddl->definitions->arena, (*kept)->tree) : NULL;
    if (tree)
        rename_in(&r, tree);
    if (tree && r.changed)
        *kept = ip_ddl_keep_tree(ddl->definitions->arena, tree, (*kept)->statement);
}

static const char *quoted(ip_arena *arena, const char *name)
{
    const char *text = "";
    for (; *name; name++)
        text = ip_arena_printf(arena, "%s%s%c", text, *name == '"' ? "\"" : "", *name);
    return ip_arena_printf(arena, "\"%s\"", text);
}

/* The text with the column's new name, whose bytes are mapped to the position of the old name. A name after a dot,
 * before a parenthesis or in a cast is not the column: false. */
static bool rename_text(ip_arena *arena, ip_pl_text *text, const renaming *r)
{
    const char *created = "", *name = quoted(arena, r->after);
    IP_VEC(size_t) offsets = {0};
    size_t from = text->begin;
    ip_token before = {IP_TOKEN_END, 0, 0}, token = ip_parse_lex(text->source, text->begin, text->end, false);
    for (; token.kind != IP_TOKEN_END;
         before = token, token = ip_parse_lex(text->source, token.end, text->end, false)) {
        bool word = token.kind == IP_TOKEN_WORD || token.kind == IP_TOKEN_QUOTED;
        ip_token next = ip_parse_lex(text->source, token.end, text->end, false);
        if (!word || strcmp(ip_parse_token_name(arena, text->source, token), r->before) != 0)
            continue;
        if (ip_parse_token_is(text->source, before, ".") || ip_parse_token_is(text->source, before, "::") ||
            ip_parse_token_is(text->source, next, "(") || ip_parse_token_is(text->source, next, "."))
            return false;
        for (size_t i = from; i < token.begin; i++)
            IP_PUSH(arena, &offsets, i);
        for (size_t i = 0; i < strlen(name); i++)
            IP_PUSH(arena, &offsets, token.begin);
        created =
            ip_arena_printf(arena, "%s%.*s%s", created, (int)(token.begin - from), text->source->text + from, name);
        from = token.end;
    }
    if (from == text->begin)
        return true;
    for (size_t i = from; i <= text->end; i++)
        IP_PUSH(arena, &offsets, i);
    created = ip_arena_printf(arena, "%s%.*s", created, (int)(text->end - from), text->source->text + from);
    *text = (ip_pl_text){ip_source_derive(arena, text->source, created, strlen(created), offsets.items), 0,
                         strlen(created)};
    return true;
}

static void rename_checks(ip_ddl *ddl, ip_table *table, const renaming *r)
{
    ip_definitions *d = ddl->definitions;
    int kept = 0;
    for (int i = 0; i < d->checks.count; i++) {
        ip_check *check = &d->checks.items[i];
        if (check->table == table && !rename_text(d->arena, &check->expr, r))
            table->unchecked = "a CHECK constraint of a column that was renamed";
        else
            d->checks.items[kept++] = *check;
    }
    d->checks.count = kept;
}

static bool names_column(ip_arena *arena, ip_pl_text text, const char *column)
{
    for (ip_token t = ip_parse_lex(text.source, text.begin, text.end, false); t.kind != IP_TOKEN_END;
         t = ip_parse_lex(text.source, t.end, text.end, false))
        if ((t.kind == IP_TOKEN_WORD || t.kind == IP_TOKEN_QUOTED) &&
            strcmp(ip_parse_token_name(arena, text.source, t), column) == 0)
            return true;
    return false;
}

void ip_ddl_expressions_drop_column(ip_ddl *ddl, const ip_table *table, const char *column)
{
    ip_definitions *d = ddl->definitions;
    int kept = 0;
    for (int i = 0; i < d->checks.count; i++)
        if (d->checks.items[i].table != table || !names_column(d->arena, d->checks.items[i].expr, column))
            d->checks.items[kept++] = d->checks.items[i];
    d->checks.count = kept;
    for (int i = d->triggers.count - 1; i >= 0; i--) {
        const ip_trigger *t = &d->triggers.items[i];
        for (int k = 0; k < t->columns.count && strcmp(t->table, table->name) == 0; k++)
            if (strcmp(t->columns.items[k], column) == 0) {
                ip_ddl_forget_triggers(d, t->table, t->name);
                i = d->triggers.count;
                break;
            }
    }
}

static void rename_in_trigger(ip_ddl *ddl, ip_trigger *trigger, const renaming *r)
{
    for (int k = 0; k < trigger->columns.count; k++)
        if (strcmp(trigger->columns.items[k], r->before) == 0)
            trigger->columns.items[k] = r->after;
    renaming of_row = *r;
    of_row.of_trigger = true;
    rename_kept(ddl, &trigger->when, of_row);
    for (int k = 0; k < trigger->policies.count; k++) {
        rename_kept(ddl, &trigger->policies.items[k].using, *r);
        rename_kept(ddl, &trigger->policies.items[k].check, *r);
    }
}

void ip_ddl_expressions_rename_column(ip_ddl *ddl, ip_table *table, const char *before, const char *after)
{
    const renaming r = {.table = own_name(table), .before = before, .after = after};
    for (int i = 0; i < ddl->definitions->triggers.count; i++)
        if (strcmp(ddl->definitions->triggers.items[i].table, table->name) == 0)
            rename_in_trigger(ddl, &ddl->definitions->triggers.items[i], &r);
    for (int c = 0; c < table->columns.count; c++)
        rename_kept(ddl, &table->columns.items[c].kept_generated, r);
    for (int x = 0; x < table->exclusions.count; x++) {
        ip_exclusion *exclusion = &table->exclusions.items[x];
        rename_kept(ddl, &exclusion->where, r);
        for (int k = 0; k < exclusion->parts.count; k++)
            rename_kept(ddl, &exclusion->parts.items[k].expr, r);
    }
    for (int i = 0; i < ddl->definitions->partitioned.count; i++)
        if (ddl->definitions->partitioned.items[i].table == table)
            rename_kept(ddl, &ddl->definitions->partitioned.items[i].key, r);
    rename_checks(ddl, table, &r);
}
