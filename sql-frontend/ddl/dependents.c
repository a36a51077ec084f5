/* What depends on objects that are dropped (PostgreSQL 15, dependency.c, findDependentObjects): depth first, newer
 * objects before older ones; what is reported, and in which order, follows from that. */
#include "ddl/dependents.h"

#include "base/words.h"
#include "ddl/pieces.h"

#include <string.h>
#include <strings.h>

typedef IP_VEC(ip_dependent) objects;

/* ---- descriptions (objectaddress.c, getObjectDescription) ---- */

static bool is_visible(const ip_dropping *d, const char *schema)
{
    if (!d->path)
        return strcmp(schema, "public") == 0;
    return ip_is_one_of(d->path->schemas.items, (size_t)d->path->schemas.count, schema);
}

static const char *shown(const ip_dropping *d, const char *name, const char *schema)
{
    const char *last = ip_last_part(name);
    return is_visible(d, schema) ? last : ip_arena_printf(d->arena, "%s.%s", schema, last);
}

static const char *shown_name(const ip_dropping *d, const char *name)
{
    return shown(d, name, ip_catalog_schema_part(d->arena, name));
}

static const char *shown_table(const ip_dropping *d, const ip_table *table)
{
    bool composite = table->id < 0;
    return ip_arena_printf(d->arena, "%s %s", composite ? "composite type" : "table", shown_name(d, table->name));
}

static ip_dependent of_table(const ip_dropping *d, const ip_table *table)
{
    const char *kind = ip_catalog_materialized_of(d->definitions, table) ? "materialized view" : "table";
    return (ip_dependent){.kind = IP_DEPENDENT_RELATION,
                          .name = table->name,
                          .made = table->made,
                          .description = ip_arena_printf(d->arena, "%s %s", kind, shown_name(d, table->name))};
}

static ip_dependent of_view(const ip_dropping *d, const ip_view_definition *view)
{
    return (ip_dependent){.kind = IP_DEPENDENT_RELATION,
                          .name = view->name,
                          .made = view->made,
                          .description = ip_arena_printf(d->arena, "view %s", shown_name(d, view->name))};
}

static ip_dependent of_composite(const ip_dropping *d, const ip_composite *composite)
{
    return (ip_dependent){.kind = IP_DEPENDENT_RELATION,
                          .name = composite->name,
                          .made = composite->row->made,
                          .description = ip_arena_printf(d->arena, "type %s", shown_name(d, composite->name))};
}

static ip_dependent of_sequence(const ip_dropping *d, const ip_sequence_rule *rule)
{
    return (ip_dependent){.kind = IP_DEPENDENT_SEQUENCE,
                          .name = rule->name,
                          .made = rule->made,
                          .description = ip_arena_printf(d->arena, "sequence %s", shown_name(d, rule->name))};
}

static ip_dependent of_type(const ip_dropping *d, const ip_user_type *type)
{
    return (ip_dependent){.kind = IP_DEPENDENT_TYPE,
                          .name = type->name,
                          .made = type->made,
                          .description = ip_arena_printf(d->arena, "type %s", shown(d, type->name, type->schema))};
}

static ip_dependent of_routine(const ip_dropping *d, const ip_unit *unit)
{
    const char *inputs = strchr(unit->signature, '(');
    return (ip_dependent){
        .kind = IP_DEPENDENT_ROUTINE,
        .name = unit->name,
        .unit = unit,
        .made = unit->made,
        .description = ip_arena_printf(d->arena, "function %s%s", shown_name(d, unit->name), inputs ? inputs : "()")};
}

/* what: "column", "default value for column". */
static ip_dependent of_column(const ip_dropping *d, ip_dependent_kind kind, const ip_table *table, const char *column)
{
    const char *what = kind == IP_DEPENDENT_COLUMN ? "column" : "default value for column";
    return (ip_dependent){.kind = kind,
                          .name = column,
                          .table = table,
                          .made = table->made,
                          .description = ip_arena_printf(d->arena, "%s %s of %s", what, column, shown_table(d, table))};
}

static ip_dependent of_part(const ip_dropping *d, ip_dependent_kind kind, const ip_table *table, const char *name,
                            int made)
{
    const char *what = kind == IP_DEPENDENT_TRIGGER ? "trigger" : "constraint";
    return (ip_dependent){.kind = kind,
                          .name = name,
                          .table = table,
                          .made = made,
                          .description = ip_arena_printf(d->arena, "%s %s on %s", what, name, shown_table(d, table))};
}

/* ---- dependencies ---- */

static void push(const ip_dropping *d, objects *list, ip_dependent object, bool silent)
{
    object.silent = silent;
    IP_PUSH(d->arena, list, object);
}

static bool is_identity(const ip_column *column)
{
    return column->sequence && !column->kept_default && !column->own_sequence;
}

static bool owns(const ip_column *column, const char *sequence)
{
    return column->sequence_name && strcmp(column->sequence_name, sequence) == 0 &&
           (column->own_sequence || is_identity(column));
}

/* Is the text "mood", "app.mood[]" or "SETOF mood" that type, or its arrays? */
bool ip_ddl_names_type(const char *text, const char *type, bool array)
{
    text += strncasecmp(text, "setof ", 6) == 0 ? 6 : 0;
    text += strspn(text, " ");
    text += strncmp(text, "public.", 7) == 0 ? 7 : 0;
    size_t length = strcspn(text, "[( ");
    const char *last = ip_last_part(type);
    bool same = strlen(type) == length && strncmp(text, type, length) == 0;
    same = same || (strlen(last) == length && strncmp(text, last, length) == 0);
    return same && array == (strchr(text, '[') != NULL);
}

static void routines_of_type(const ip_dropping *d, const char *type, bool array, objects *list)
{
    for (int i = 0; i < d->definitions->units.count; i++) {
        const ip_unit *unit = d->definitions->units.items[i];
        bool uses = unit->kind == IP_UNIT_ROUTINE && ip_ddl_names_type(unit->return_type, type, array);
        for (int p = 0; unit->kind == IP_UNIT_ROUTINE && p < unit->parameters.count; p++)
            uses = uses || ip_ddl_names_type(unit->parameters.items[p].type_name, type, array);
        if (uses)
            push(d, list, of_routine(d, unit), false);
    }
}

static bool is_of_type(const ip_column *column, const char *type, bool array)
{
    bool row = column->row && strcmp(column->row->name, type) == 0;
    return (row || ip_ddl_has_type(column, type)) && column->type.array == array;
}

static void columns_of_type(const ip_dropping *d, const char *type, bool array, objects *list)
{
    const ip_schema *schema = d->definitions->schema;
    for (int t = 0; t < schema->tables.count + d->definitions->composites.count; t++) {
        const ip_table *table = t < schema->tables.count
                                    ? schema->tables.items[t]
                                    : d->definitions->composites.items[t - schema->tables.count].row;
        for (int c = 0; c < table->columns.count; c++)
            if (is_of_type(&table->columns.items[c], type, array))
                push(d, list, of_column(d, IP_DEPENDENT_COLUMN, table, table->columns.items[c].name), false);
    }
}

static void foreign_keys_of(const ip_dropping *d, const ip_table *target, int column, const ip_key *key, objects *list)
{
    const ip_schema *schema = d->definitions->schema;
    for (int t = 0; t < schema->tables.count; t++) {
        const ip_table *table = schema->tables.items[t];
        for (int k = 0; k < table->foreign_keys.count; k++) {
            const ip_foreign_key *reference = &table->foreign_keys.items[k];
            bool depends = reference->target == target && column < 0;
            for (int c = 0; reference->target == target && c < reference->column_count; c++)
                depends = depends || reference->target_columns[c] == column;
            if (key && depends) {
                depends = reference->column_count == key->column_count;
                for (int c = 0; c < reference->column_count && depends; c++) {
                    bool found = false;
                    for (int i = 0; i < key->column_count; i++)
                        found = found || key->columns[i] == reference->target_columns[c];
                    depends = found;
                }
            }
            bool own = table == target && !key && column < 0;
            if (depends)
                push(d, list, of_part(d, IP_DEPENDENT_CONSTRAINT, table, reference->name, reference->made), own);
        }
    }
}

static void own_parts(const ip_dropping *d, const ip_table *table, objects *list)
{
    for (int k = 0; k < table->foreign_keys.count; k++)
        push(d, list,
             of_part(d, IP_DEPENDENT_CONSTRAINT, table, table->foreign_keys.items[k].name,
                     table->foreign_keys.items[k].made),
             true);
    for (int c = 0; c < table->columns.count; c++) {
        const ip_sequence_rule *rule = NULL;
        for (int s = 0; s < d->definitions->schema->sequences.count && !rule; s++)
            if (owns(&table->columns.items[c], d->definitions->schema->sequences.items[s]->name))
                rule = d->definitions->schema->sequences.items[s];
        if (rule)
            push(d, list, of_sequence(d, rule), true);
        push(d, list, of_column(d, IP_DEPENDENT_DEFAULT, table, table->columns.items[c].name), true);
    }
    for (int i = 0; i < d->definitions->checks.count; i++)
        if (d->definitions->checks.items[i].table == table)
            push(d, list,
                 of_part(d, IP_DEPENDENT_CONSTRAINT, table, d->definitions->checks.items[i].name,
                         d->definitions->checks.items[i].made),
                 true);
}

static const ip_table *table_of_trigger(const ip_dropping *d, const ip_trigger *trigger)
{
    return ip_catalog_schema_table(d->definitions->schema, trigger->table);
}

/* Rules and policies of other tables, and routines whose body is parsed, have names that are not looked at one by one.
 */
static void unknown_users_of(ip_dropping *d, const char *relation)
{
    ip_ddl ddl = {.definitions = (ip_definitions *)d->definitions};
    for (int i = 0; i < d->definitions->triggers.count; i++) {
        const ip_trigger *t = &d->definitions->triggers.items[i];
        bool uses = t->does && ip_ddl_uses(&ddl, t->path, t->does->tree, relation);
        for (int p = 0; p < t->policies.count; p++)
            uses = uses ||
                   (t->policies.items[p].using &&
                    ip_ddl_uses(&ddl, t->policies.items[p].path, t->policies.items[p].using->tree, relation)) ||
                   (t->policies.items[p].check &&
                    ip_ddl_uses(&ddl, t->policies.items[p].path, t->policies.items[p].check->tree, relation));
        if (uses && strcmp(t->table, relation) != 0)
            d->unknown = "DROP of what a rule or a policy names";
    }
    for (int i = 0; i < d->definitions->units.count; i++)
        if (d->definitions->units.items[i]->standard &&
            strstr(ip_range_text(d->arena, d->definitions->units.items[i]->body), ip_last_part(relation)))
            d->unknown = "DROP of what the body of a routine in standard SQL names";
}

static void views_of(ip_dropping *d, const char *relation, const char *column, objects *list)
{
    ip_ddl ddl = {.definitions = (ip_definitions *)d->definitions}; /* nothing of it changes */
    for (int i = 0; i < d->definitions->views.count; i++) {
        const ip_view_definition *view = &d->definitions->views.items[i];
        if (column ? ip_ddl_query_names_column(&ddl, view->path, view->query, relation, column)
                   : ip_ddl_uses(&ddl, view->path, view->query->tree, relation))
            push(d, list, of_view(d, view), false);
    }
    for (int i = 0; i < d->definitions->materialized.count; i++) {
        const ip_materialized *view = &d->definitions->materialized.items[i];
        if (column ? ip_ddl_query_names_column(&ddl, view->path, view->query, relation, column)
                   : view->query && ip_ddl_uses(&ddl, view->path, view->query->tree, relation))
            push(d, list, of_table(d, view->table), false);
    }
}

static void children_of(const ip_dropping *d, const char *parent, objects *list)
{
    for (int i = 0; i < d->definitions->inheritance.count; i++) {
        const ip_inheritance *pair = &d->definitions->inheritance.items[i];
        const ip_table *child = ip_catalog_schema_table(d->definitions->schema, pair->child);
        if (strcmp(pair->parent, parent) == 0 && child)
            push(d, list, of_table(d, child), pair->partition);
    }
}

static void on_relation(ip_dropping *d, const char *name, objects *list)
{
    const ip_table *table = ip_catalog_schema_table(d->definitions->schema, name);
    if (table) {
        own_parts(d, table, list);
        foreign_keys_of(d, table, -1, NULL, list);
        children_of(d, name, list);
    }
    views_of(d, name, NULL, list);
    unknown_users_of(d, name);
    ip_dependent row = {.kind = IP_DEPENDENT_ROW, .name = name, .made = table ? table->made : 0};
    row.description = ip_arena_printf(d->arena, "row type %s", name);
    push(d, list, row, true);
}

static void on_sequence(const ip_dropping *d, const char *name, objects *list)
{
    const ip_schema *schema = d->definitions->schema;
    for (int t = 0; t < schema->tables.count; t++)
        for (int c = 0; c < schema->tables.items[t]->columns.count; c++) {
            const ip_table *table = schema->tables.items[t];
            if (!is_identity(&table->columns.items[c]) &&
                ip_ddl_draws_from(d->arena, table, &table->columns.items[c], name))
                push(d, list, of_column(d, IP_DEPENDENT_DEFAULT, table, table->columns.items[c].name), false);
        }
}

static void on_type(ip_dropping *d, const char *name, objects *list)
{
    const ip_user_type *type = ip_ddl_definitions_type(d->definitions, name);
    ip_dependent arrays = {.kind = IP_DEPENDENT_ARRAY, .name = name, .made = type ? type->made : 0};
    arrays.description = ip_arena_printf(d->arena, "type %s[]", name);
    push(d, list, arrays, true);
    columns_of_type(d, name, false, list);
    routines_of_type(d, name, false, list);
    for (int i = 0; i < d->definitions->types.count; i++)
        if (d->definitions->types.items[i].over && strcmp(d->definitions->types.items[i].over, name) == 0)
            push(d, list, of_type(d, &d->definitions->types.items[i]), false);
    for (int i = 0; i < d->definitions->views.count; i++)
        if (ip_parse_tree_has_text(d->definitions->views.items[i].query->tree, ip_last_part(name)))
            d->unknown = "DROP of a type that a view may name";
}

/* ---- routines ---- */

/* As the server calls a CHECK without a name (heap.c, AddRelationNewConstraints). */
static const char *name_of_check(const ip_dropping *d, const ip_check *check, const ip_tree *tree)
{
    const char *column = NULL;
    int count = 0;
    for (int c = 0; c < check->table->columns.count; c++)
        if (ip_parse_tree_has_text(tree, check->table->columns.items[c].name)) {
            column = check->table->columns.items[c].name;
            count++;
        }
    if (*check->name)
        return check->name;
    return ip_arena_printf(d->arena, "%s%s%s_check", ip_last_part(check->table->name), count == 1 ? "_" : "",
                           count == 1 ? column : "");
}

static void triggers_of(ip_dropping *d, const ip_unit *unit, objects *list)
{
    for (int i = 0; i < d->definitions->triggers.count; i++) {
        const ip_trigger *t = &d->definitions->triggers.items[i];
        const ip_table *table = table_of_trigger(d, t);
        if (!t->function || t->what || strcmp(t->function, unit->name) != 0)
            continue;
        if (table)
            push(d, list, of_part(d, IP_DEPENDENT_TRIGGER, table, t->name, t->made), false);
        else
            d->unknown = "DROP of the function of a view's trigger";
    }
}

static void callers_of(ip_dropping *d, const char *function, objects *list)
{
    const ip_definitions *all = d->definitions;
    for (int t = 0; t < all->schema->tables.count; t++)
        for (int c = 0; c < all->schema->tables.items[t]->columns.count; c++) {
            const ip_table *table = all->schema->tables.items[t];
            const ip_column *column = &table->columns.items[c];
            if (ip_ddl_kept_calls(column->kept_default, function))
                push(d, list, of_column(d, IP_DEPENDENT_DEFAULT, table, column->name), false);
            if (ip_ddl_kept_calls(column->kept_generated, function))
                push(d, list, of_column(d, IP_DEPENDENT_COLUMN, table, column->name), false);
        }
    for (int i = 0; i < all->checks.count; i++) {
        const ip_check *check = &all->checks.items[i];
        ip_parse_error error;
        const ip_tree *tree = ip_parse_pg_parse_expr(d->arena, ip_range_text(d->arena, check->expr), &error);
        if (ip_ddl_calls(tree, function))
            push(d, list, of_part(d, IP_DEPENDENT_CONSTRAINT, check->table, name_of_check(d, check, tree), check->made),
                 false);
    }
    for (int i = 0; i < all->views.count; i++)
        if (ip_ddl_kept_calls(all->views.items[i].query, function))
            push(d, list, of_view(d, &all->views.items[i]), false);
    for (int i = 0; i < all->materialized.count; i++)
        if (ip_ddl_kept_calls(all->materialized.items[i].query, function))
            push(d, list, of_table(d, all->materialized.items[i].table), false);
}

/* Users that are not listed one by one. */
static bool is_used_elsewhere(const ip_dropping *d, const char *function)
{
    const ip_definitions *all = d->definitions;
    bool used = false;
    for (int i = 0; i < all->implied.count; i++)
        used = used || ip_ddl_kept_calls(all->implied.items[i].tree, function);
    for (int i = 0; i < all->user_operators.count; i++)
        for (int f = 0; f < all->user_operators.items[i].functions.count; f++)
            used = used || strcmp(ip_last_part(all->user_operators.items[i].functions.items[f]), function) == 0;
    for (int i = 0; i < all->triggers.count; i++) {
        used = used || ip_ddl_kept_calls(all->triggers.items[i].does, function) ||
               ip_ddl_kept_calls(all->triggers.items[i].when, function);
        for (int p = 0; p < all->triggers.items[i].policies.count; p++)
            used = used || ip_ddl_kept_calls(all->triggers.items[i].policies.items[p].using, function) ||
                   ip_ddl_kept_calls(all->triggers.items[i].policies.items[p].check, function);
    }
    for (int t = 0; t < all->schema->tables.count; t++)
        for (int x = 0; x < all->schema->tables.items[t]->exclusions.count; x++)
            used = used || ip_ddl_kept_calls(all->schema->tables.items[t]->exclusions.items[x].where, function);
    for (int i = 0; i < all->units.count; i++)
        used = used ||
               (all->units.items[i]->standard && strstr(ip_range_text(d->arena, all->units.items[i]->body), function));
    return used;
}

static void on_routine(ip_dropping *d, const ip_unit *unit, objects *list)
{
    const char *function = ip_last_part(unit->name);
    int before = list->count, of_name = 0;
    callers_of(d, function, list);
    for (int i = 0; i < d->definitions->units.count; i++)
        of_name += strcmp(ip_last_part(d->definitions->units.items[i]->name), function) == 0;
    if (is_used_elsewhere(d, function))
        d->unknown = "DROP of a function that an index, an operator, a rule or a policy calls";
    if (of_name > 1 && list->count > before)
        d->unknown = "DROP of one of several functions of a name that others call";
    triggers_of(d, unit, list);
}

/* ---- parts of tables ---- */

static void on_column(ip_dropping *d, const ip_table *table, const char *name, objects *list)
{
    int at = ip_catalog_table_column(table, name);
    if (table->id < 0 || at < 0)
        return;
    views_of(d, table->name, name, list);
    foreign_keys_of(d, table, at, NULL, list);
    for (int k = 0; k < table->foreign_keys.count; k++)
        for (int c = 0; c < table->foreign_keys.items[k].column_count; c++)
            if (table->foreign_keys.items[k].columns[c] == at)
                push(d, list,
                     of_part(d, IP_DEPENDENT_CONSTRAINT, table, table->foreign_keys.items[k].name,
                             table->foreign_keys.items[k].made),
                     true);
    for (int c = 0; c < table->columns.count; c++) {
        const ip_kept_tree *generated = table->columns.items[c].kept_generated;
        if (c != at && generated && ip_parse_tree_has_text(generated->tree, name))
            push(d, list, of_column(d, IP_DEPENDENT_COLUMN, table, table->columns.items[c].name), false);
    }
    push(d, list, of_column(d, IP_DEPENDENT_DEFAULT, table, name), true);
}

static void on_constraint(const ip_dropping *d, const ip_table *table, const char *name, objects *list)
{
    for (int k = 0; k < table->keys.count; k++)
        if (strcmp(table->keys.items[k].name, name) == 0)
            foreign_keys_of(d, table, -1, &table->keys.items[k], list);
}

static void in_schema(const ip_dropping *d, const char *schema, objects *list)
{
    const ip_definitions *all = d->definitions;
#define WITHIN(name) (strcmp(ip_catalog_schema_part(d->arena, name), schema) == 0)
    for (int i = 0; i < all->schema->tables.count; i++)
        if (WITHIN(all->schema->tables.items[i]->name) && !all->schema->tables.items[i]->locks_only &&
            !all->schema->tables.items[i]->others)
            push(d, list, of_table(d, all->schema->tables.items[i]), false);
    for (int i = 0; i < all->views.count; i++)
        if (WITHIN(all->views.items[i].name))
            push(d, list, of_view(d, &all->views.items[i]), false);
    for (int i = 0; i < all->composites.count; i++)
        if (WITHIN(all->composites.items[i].name))
            push(d, list, of_composite(d, &all->composites.items[i]), false);
    for (int i = 0; i < all->types.count; i++)
        if (strcmp(all->types.items[i].schema, schema) == 0)
            push(d, list, of_type(d, &all->types.items[i]), false);
    for (int i = 0; i < all->units.count; i++)
        if (all->units.items[i]->kind == IP_UNIT_ROUTINE && WITHIN(all->units.items[i]->name))
            push(d, list, of_routine(d, all->units.items[i]), false);
    for (int i = 0; i < all->schema->sequences.count; i++)
        if (WITHIN(all->schema->sequences.items[i]->name))
            push(d, list, of_sequence(d, all->schema->sequences.items[i]), false);
#undef WITHIN
}

static objects dependents_of(ip_dropping *d, const ip_dependent *object)
{
    objects list = {0};
    switch (object->kind) {
    case IP_DEPENDENT_SCHEMA:
        in_schema(d, object->name, &list);
        break;
    case IP_DEPENDENT_RELATION:
        on_relation(d, object->name, &list);
        break;
    case IP_DEPENDENT_SEQUENCE:
        on_sequence(d, object->name, &list);
        break;
    case IP_DEPENDENT_TYPE:
        on_type(d, object->name, &list);
        break;
    case IP_DEPENDENT_ARRAY:
        columns_of_type(d, object->name, true, &list);
        routines_of_type(d, object->name, true, &list);
        break;
    case IP_DEPENDENT_ROW:
        for (int array = 0; array < 2; array++) {
            columns_of_type(d, object->name, array, &list);
            routines_of_type(d, object->name, array, &list);
        }
        break;
    case IP_DEPENDENT_ROUTINE:
        on_routine(d, object->unit, &list);
        break;
    case IP_DEPENDENT_COLUMN:
        on_column(d, object->table, object->name, &list);
        break;
    case IP_DEPENDENT_CONSTRAINT:
        on_constraint(d, object->table, object->name, &list);
        break;
    case IP_DEPENDENT_DEFAULT:
    case IP_DEPENDENT_TRIGGER:
        break;
    }
    return list;
}

/* ---- the search ---- */

static ip_dependent *met(ip_dropping *d, const char *description)
{
    for (int i = 0; i < d->met.count; i++)
        if (strcmp(d->met.items[i].description, description) == 0)
            return &d->met.items[i];
    return NULL;
}

/* A part of a table that goes as a whole. */
static bool goes_with_table(ip_dropping *d, const ip_dependent *object)
{
    return object->kind == IP_DEPENDENT_COLUMN && object->table->id >= 0 &&
           met(d, of_table(d, object->table).description);
}

/* Newer ones first; of the columns of one table, in their order (dependency.c, object_address_comparator). */
static void sort(objects *list)
{
    for (int i = 1; i < list->count; i++)
        for (int k = i; k > 0 && list->items[k - 1].made < list->items[k].made; k--) {
            ip_dependent moved = list->items[k];
            list->items[k] = list->items[k - 1];
            list->items[k - 1] = moved;
        }
}

static void visit(ip_dropping *d, ip_dependent object, bool asked)
{
    ip_dependent *known = met(d, object.description);
    if (known) {
        known->asked = known->asked || asked;
        known->silent = known->silent || object.silent;
        return;
    }
    if (goes_with_table(d, &object))
        return;
    int at = d->met.count;
    object.asked = asked;
    IP_PUSH(d->arena, &d->met, object);
    objects list = dependents_of(d, &object);
    sort(&list);
    for (int i = 0; i < list.count; i++)
        visit(d, list.items[i], false);
    IP_PUSH(d->arena, &d->order, at);
}

ip_descriptions ip_ddl_dropping_along(ip_dropping *d)
{
    ip_descriptions along = {0};
    for (int i = 0; i < d->asked.count; i++)
        visit(d, d->asked.items[i], true);
    for (int i = d->order.count - 1; i >= 0; i--) {
        const ip_dependent *object = &d->met.items[d->order.items[i]];
        bool covered = object->kind == IP_DEPENDENT_COLUMN && goes_with_table(d, object);
        if (!object->asked && !object->silent && !covered)
            IP_PUSH(d->arena, &along, object->description);
    }
    return along;
}

/* ---- what is asked for ---- */

void ip_ddl_dropping_schema(ip_dropping *d, const char *name)
{
    ip_dependent schema = {.kind = IP_DEPENDENT_SCHEMA, .name = name};
    schema.description = ip_arena_printf(d->arena, "schema %s", name);
    IP_PUSH(d->arena, &d->asked, schema);
}

void ip_ddl_dropping_relation(ip_dropping *d, const char *name)
{
    const ip_table *table = ip_catalog_schema_table(d->definitions->schema, name);
    const ip_view_definition *view = ip_catalog_definitions_view(d->definitions, name);
    for (int i = 0; !table && !view && i < d->definitions->composites.count; i++)
        if (strcmp(d->definitions->composites.items[i].name, name) == 0)
            IP_PUSH(d->arena, &d->asked, of_composite(d, &d->definitions->composites.items[i]));
    if (table)
        IP_PUSH(d->arena, &d->asked, of_table(d, table));
    else if (view)
        IP_PUSH(d->arena, &d->asked, of_view(d, view));
}

void ip_ddl_dropping_sequence(ip_dropping *d, const ip_sequence_rule *rule)
{
    IP_PUSH(d->arena, &d->asked, of_sequence(d, rule));
}

void ip_ddl_dropping_type(ip_dropping *d, const ip_user_type *type)
{
    IP_PUSH(d->arena, &d->asked, of_type(d, type));
}

void ip_ddl_dropping_routine(ip_dropping *d, const ip_unit *unit)
{
    IP_PUSH(d->arena, &d->asked, of_routine(d, unit));
}

void ip_ddl_dropping_column(ip_dropping *d, const ip_table *table, const char *column)
{
    IP_PUSH(d->arena, &d->asked, of_column(d, IP_DEPENDENT_COLUMN, table, column));
}

void ip_ddl_dropping_key(ip_dropping *d, const ip_table *table, const char *name)
{
    IP_PUSH(d->arena, &d->asked, of_part(d, IP_DEPENDENT_CONSTRAINT, table, name, 0));
}
