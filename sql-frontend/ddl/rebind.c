/* Stored expressions, and bodies in the form of the SQL standard, keep the meaning that names had when they were
 * created, since the server stores trees that refer to objects by number (PostgreSQL 15, section 38.5, "SQL-standard
 * function body is parsed at function definition time"; section 41.2). Where an object gets another name, or another
 * one gets its name, they are changed along; where that is not followed, they call pg_former.NAME, which no file can
 * define. */
#include "catalog/builtin.h"
#include "base/words.h"
#include "ddl/pieces.h"
#include "parse/lexer.h"

#include <string.h>

/* ---- calls ---- */

typedef struct rebinding {
    ip_ddl *ddl;
    const char *function;      /* the last part of its name so far */
    const char *schema, *name; /* what its calls say from now on */
    const char *label;         /* not NULL: instead, a value of an enum that gets another name */
} rebinding;

/* ---- what is not followed ---- */

static void add_name(ip_arena *arena, ip_list *names, const char *name)
{
    ip_parse_list_add(arena, names, (const ip_tree *)ip_parse_string_of(arena, name));
}

static const ip_tree *former(ip_arena *arena, const char *name)
{
    PgQuery__FuncCall *call = ip_parse_message_new(arena, &pg_query__func_call__descriptor);
    ip_list parts = {0};
    add_name(arena, &parts, "pg_former");
    add_name(arena, &parts, name);
    IP_SET_LIST(call, funcname, parts);
    return (const ip_tree *)ip_parse_node_of(arena, (const ip_tree *)call);
}

static bool has_constant(const ip_tree *node, const char *text)
{
    const ip_tree *value;
    size_t i;
    const PgQuery__String *string = ip_const_sval(ip_as_a_const(node));
    if (string && strcmp(IP_TEXT(string, sval), text) == 0)
        return true;
    if (ip_parse_tree_is_list(node))
        IP_LIST_EACH(node, i, value) if (has_constant(value, text)) return true;
    if (ip_parse_tree_is_message(node))
        IP_TREE_EACH(node, key, value) if (has_constant(value, text)) return true;
    return false;
}

static bool names_label(const rebinding *r, const ip_kept_tree *kept)
{
    return r->label && kept && kept->tree && has_constant(kept->tree, r->label);
}

static void rebind_calls(const rebinding *r, const ip_tree *node)
{
    ip_arena *arena = r->ddl->definitions->arena;
    const ip_tree *value, *names = IP_ITEMS(ip_as_func_call(node), funcname);
    size_t i, count = ip_parse_list_size(names);
    if (count > 0 && strcmp(ip_parse_string_node(ip_parse_list_item(names, count - 1)), r->function) == 0) {
        PgQuery__FuncCall *call = (PgQuery__FuncCall *)ip_as_func_call(node);
        ip_list parts = {0};
        add_name(arena, &parts, r->schema);
        add_name(arena, &parts, r->name);
        IP_SET_LIST(call, funcname, parts);
    }
    if (ip_parse_tree_is_list(node))
        IP_LIST_EACH(node, i, value) rebind_calls(r, value);
    if (ip_parse_tree_is_message(node))
        IP_TREE_EACH(node, key, value) rebind_calls(r, value);
}

static void rebind(const rebinding *r, const ip_kept_tree *kept)
{
    if (names_label(r, kept))
        ((ip_kept_tree *)kept)->tree = former(r->ddl->definitions->arena, r->label);
    else if (kept && kept->tree && !r->label)
        rebind_calls(r, kept->tree);
}

static bool mentions(ip_arena *arena, ip_range text, const char *name)
{
    ip_token t = ip_parse_lex(text.source, text.begin, text.end, false);
    for (; t.kind != IP_TOKEN_END; t = ip_parse_lex(text.source, t.end, text.end, false))
        if ((t.kind == IP_TOKEN_WORD || t.kind == IP_TOKEN_QUOTED) &&
            strcmp(ip_parse_token_name(arena, text.source, t), name) == 0)
            return true;
    return false;
}

/* The text has this word between single quotes. */
static bool says(ip_range text, const char *label)
{
    size_t length = strlen(label);
    ip_token t = ip_parse_lex(text.source, text.begin, text.end, false);
    for (; t.kind != IP_TOKEN_END; t = ip_parse_lex(text.source, t.end, text.end, false))
        if (t.kind == IP_TOKEN_STRING && t.end - t.begin >= length + 2 &&
            strncmp(text.source->text + t.end - 1 - length, label, length) == 0)
            return true;
    return false;
}

/* CHECKs are kept as texts. */
static void rebind_check(const rebinding *r, ip_check *check)
{
    ip_arena *arena = r->ddl->definitions->arena;
    const ip_pl_text text = check->expr;
    const ip_range range = {text.source, text.begin, text.end};
    if (r->label ? !says(range, r->label) : !mentions(arena, range, r->function))
        return;
    const char *call = ip_arena_printf(arena, "pg_former.\"%s\"()", r->label ? "label" : r->function);
    check->expr = ip_source_generated(arena, call, text);
}

static void rebind_table(const rebinding *r, const ip_table *table)
{
    for (int c = 0; c < table->columns.count; c++) {
        if (names_label(r, table->columns.items[c].kept_default))
            table->columns.items[c].default_value = NULL;
        rebind(r, table->columns.items[c].kept_default);
        rebind(r, table->columns.items[c].kept_generated);
    }
    for (int x = 0; x < table->exclusions.count; x++) {
        const ip_exclusion *exclusion = &table->exclusions.items[x];
        rebind(r, exclusion->where);
        for (int k = 0; k < exclusion->parts.count; k++)
            rebind(r, exclusion->parts.items[k].expr);
    }
}

static void rebind_trigger(const rebinding *r, const ip_trigger *trigger)
{
    rebind(r, trigger->when);
    if (!r->label) /* which rows a rule's statements are about is not followed */
        rebind(r, trigger->does);
    for (int k = 0; k < trigger->policies.count; k++) {
        rebind(r, trigger->policies.items[k].using);
        rebind(r, trigger->policies.items[k].check);
    }
}

static void rebind_types(const rebinding *r, const ip_definitions *d)
{
    for (int i = 0; i < d->types.count; i++)
        for (int k = 0; k < d->types.items[i].checks.count; k++)
            rebind(r, d->types.items[i].checks.items[k]);
}

static void rebind_all(const rebinding *r)
{
    ip_definitions *d = r->ddl->definitions;
    for (int i = 0; i < d->schema->tables.count; i++)
        rebind_table(r, d->schema->tables.items[i]);
    for (int i = 0; i < d->checks.count; i++)
        rebind_check(r, &d->checks.items[i]);
    for (int i = 0; i < d->implied.count; i++)
        rebind(r, d->implied.items[i].tree);
    for (int i = 0; i < d->partitioned.count && !r->label; i++)
        rebind(r, d->partitioned.items[i].key);
    for (int i = 0; i < d->inheritance.count; i++)
        if (names_label(r, d->inheritance.items[i].bound))
            d->inheritance.items[i].unfollowed = "a bound whose value has another name by now";
    for (int i = 0; i < d->materialized.count && !r->label; i++)
        rebind(r, d->materialized.items[i].query);
    for (int i = 0; i < d->triggers.count; i++)
        rebind_trigger(r, &d->triggers.items[i]);
    rebind_types(r, d);
    for (int i = 0; i < d->views.count; i++) {
        if (names_label(r, d->views.items[i].query))
            d->views.items[i].stale = r->label;
        else
            rebind(r, d->views.items[i].query);
        for (int k = 0; k < d->views.items[i].defaults.count; k++)
            rebind(r, d->views.items[i].defaults.items[k].value);
    }
    for (int i = 0; i < d->units.count; i++)
        for (int k = 0; k < d->units.items[i]->parameters.count; k++)
            rebind(r, d->units.items[i]->parameters.items[k].kept_default);
}

/* ---- operators, aggregates, casts ---- */

static void rename_in_operators(ip_definitions *d, const char *before, const char *after)
{
    for (int i = 0; i < d->user_operators.count; i++) {
        ip_user_operator *o = &d->user_operators.items[i];
        for (int k = 0; k < o->functions.count; k++)
            if (strcmp(o->functions.items[k], before) == 0)
                o->functions.items[k] = after;
        o->transition = o->transition && strcmp(o->transition, before) == 0 ? after : o->transition;
        o->final = o->final && strcmp(o->final, before) == 0 ? after : o->final;
    }
}

/* ---- bodies ---- */

static void break_body(ip_ddl *ddl, ip_unit *unit, const char *name)
{
    if (unit->broken)
        return;
    unit->broken =
        ip_arena_printf(ddl->definitions->arena, "its body means what was called \"%s\" when it was created", name);
    unit->broken_range = unit->range;
    ip_diagnostics_add(ddl->diagnostics, IP_UNSUPPORTED, unit->range, unit->name, "%s", unit->broken);
}

void ip_ddl_rebind_bodies(ip_ddl *ddl, const char *name)
{
    ip_definitions *d = ddl->definitions;
    for (int i = 0; i < d->units.count; i++) {
        ip_unit *unit = d->units.items[i];
        if (!unit->standard || unit->broken || !mentions(d->arena, unit->body, ip_last_part(name)))
            continue;
        break_body(ddl, unit, ip_last_part(name));
    }
}

/* ---- what has happened ---- */

static int named(const ip_definitions *d, const char *function)
{
    int count = 0;
    for (int i = 0; i < d->units.count; i++)
        count += strcmp(ip_last_part(d->units.items[i]->name), function) == 0;
    return count;
}

void ip_ddl_rebind_renamed(ip_ddl *ddl, const char *before, const char *after)
{
    const ip_definitions *d = ddl->definitions;
    const char *function = ip_last_part(before), *name = ip_last_part(after);
    bool moves = strcmp(function, name) == 0;
    int count;
    bool one = named(d, function) == 1 && (moves || named(d, name) == 0) &&
               !ip_catalog_builtin_named(function, &count) && !ip_catalog_builtin_named(name, &count);
    const char *schema = name == after ? "public" : ip_arena_strndup(d->arena, after, (size_t)(name - after - 1));
    const rebinding r = {
        .ddl = ddl, .function = function, .schema = one ? schema : "pg_former", .name = one ? name : function};
    rebind_all(&r);
    rename_in_operators(ddl->definitions, before, after);
    ip_ddl_rebind_bodies(ddl, before);
    ip_ddl_rebind_bodies(ddl, after);
}

void ip_ddl_rebind_overloaded(ip_ddl *ddl, const char *name)
{
    const rebinding r = {.ddl = ddl, .function = ip_last_part(name), .schema = "pg_former", .name = ip_last_part(name)};
    rebind_all(&r);
    ip_ddl_rebind_bodies(ddl, name);
}

void ip_ddl_rebind_label(ip_ddl *ddl, const char *label)
{
    const rebinding r = {.ddl = ddl, .label = label};
    const ip_definitions *d = ddl->definitions;
    rebind_all(&r);
    for (int i = 0; i < d->units.count; i++)
        if (d->units.items[i]->standard && says(d->units.items[i]->body, label))
            break_body(ddl, d->units.items[i], label);
}

static bool has_string(const ip_tree *node, const char *text)
{
    const ip_tree *value;
    size_t i;
    const PgQuery__String *string = ip_message_as(node, &pg_query__string__descriptor);
    if (string && strcmp(IP_TEXT(string, sval), text) == 0)
        return true;
    if (ip_parse_tree_is_list(node))
        IP_LIST_EACH(node, i, value) if (has_string(value, text)) return true;
    if (ip_parse_tree_is_message(node))
        IP_TREE_EACH(node, key, value) if (has_string(value, text)) return true;
    return false;
}

/* A policy's query may name a column of any table. */
static void rebind_policy(ip_ddl *ddl, const ip_kept_tree **kept, const char *column)
{
    ip_arena *arena = ddl->definitions->arena;
    if (!*kept || !(*kept)->tree || !has_string((*kept)->tree, column))
        return;
    *kept = ip_ddl_keep_tree(arena, former(arena, column), (*kept)->statement);
}

void ip_ddl_rebind_column(ip_ddl *ddl, const ip_table *table, const char *before)
{
    const ip_definitions *d = ddl->definitions;
    ip_ddl_rebind_bodies(ddl, before);
    for (int i = 0; i < d->triggers.count; i++)
        for (int k = 0; k < d->triggers.items[i].policies.count && strcmp(d->triggers.items[i].table, table->name);
             k++) {
            rebind_policy(ddl, &d->triggers.items[i].policies.items[k].using, before);
            rebind_policy(ddl, &d->triggers.items[i].policies.items[k].check, before);
        }
}

void ip_ddl_rebind_hidden(ip_ddl *ddl, const char *name)
{
    const ip_definitions *d = ddl->definitions;
    bool any = false;
    for (int i = 0; i < d->schema->tables.count; i++) {
        const char *other = d->schema->tables.items[i]->name;
        if (strcmp(ip_last_part(other), ip_last_part(name)) == 0 && strcmp(other, name) != 0) {
            ip_ddl_views_after_rename(ddl, other, other); /* they name its schema from now on */
            any = true;
        }
    }
    for (int i = 0; i < d->views.count; i++) {
        const char *other = d->views.items[i].name;
        if (strcmp(ip_last_part(other), ip_last_part(name)) == 0 && strcmp(other, name) != 0) {
            ip_ddl_views_after_rename(ddl, other, other);
            any = true;
        }
    }
    if (any)
        ip_ddl_rebind_bodies(ddl, name);
}
