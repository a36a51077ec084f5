/* Tables that share their rows (PostgreSQL's manual, 5.10 and 5.11). A partition is the part of its whole that its
 * bounds say, so that all rows are the topmost table's; a table that others inherit from stands for the rows of each.
 */
#include "code/coder.h"
#include "base/words.h"
#include "catalog/partition.h"

#include <string.h>

/* ---- bounds as conditions ---- */

/* A LIST or RANGE partition's own bounds; of DEFAULT, those of no other partition of the same table. NULL: only the
 * server can tell. */
static const ip_tree *condition_of(const ip_definitions *d, const ip_inheritance *pair, const char *alias,
                                   const ip_table *whole)
{
    const PgQuery__PartitionBoundSpec *bound = ip_catalog_partition_bound(pair);
    bool is_default = IP_GET(bound, is_default);
    if (!is_default)
        return ip_catalog_partition_condition(d, pair, alias, whole);
    ip_list others = {0};
    for (int i = 0; i < d->inheritance.count; i++) {
        const ip_inheritance *other = &d->inheritance.items[i];
        if (!other->partition || other == pair || strcmp(other->parent, pair->parent) != 0)
            continue;
        const ip_tree *one = ip_catalog_partition_condition(d, other, alias, whole);
        if (!one)
            return NULL;
        ip_parse_list_add(d->arena, &others, one);
    }
    if (others.count == 0) { /* every row */
        PgQuery__AConst *always = ip_parse_message_new(d->arena, &pg_query__a__const__descriptor);
        always->val_case = PG_QUERY__A__CONST__VAL_BOOLVAL;
        always->boolval = ip_parse_message_new(d->arena, &pg_query__boolean__descriptor);
        always->boolval->boolval = 1;
        return ip_parse_node_of(d->arena, always);
    }
    PgQuery__BoolExpr *any = ip_parse_message_new(d->arena, &pg_query__bool_expr__descriptor);
    PgQuery__BooleanTest *none = ip_parse_message_new(d->arena, &pg_query__boolean_test__descriptor);
    any->boolop = PG_QUERY__BOOL_EXPR_TYPE__OR_EXPR;
    IP_SET_LIST(any, args, others);
    none->arg = ip_parse_node_of(d->arena, any);
    none->booltesttype = PG_QUERY__BOOL_TEST_TYPE__IS_NOT_TRUE;
    return ip_parse_node_of(d->arena, none);
}

/* A condition of the schema names no variables, except a condition on a trigger's row, which has no scope. It is not
 * part of the statement's text. */
static const ip_code_expr *schema_condition(ip_compiler *c, const ip_inheritance *pair, const ip_tree *tree,
                                            ip_code_scope *scope)
{
    ip_code_sql *sql = c->sql;
    size_t shift = c->shift;
    ip_range range = c->range;
    ip_code_conflict conflict = c->conflict;
    int names = c->names.count;
    c->sql = NULL;
    c->names.count = scope ? 0 : names;
    c->shift = 0;
    c->range = pair->bound ? pair->bound->statement : pair->range;
    c->conflict = IP_CONFLICT_COLUMN;
    const ip_code_expr *expr = ip_code_expr_of(c, tree, scope);
    c->sql = sql;
    c->shift = shift;
    c->range = range;
    c->conflict = conflict;
    c->names.count = names;
    return expr;
}

bool ip_code_is_partitioned(const ip_compiler *c, const ip_table *table)
{
    return ip_catalog_is_partitioned(c->coder->definitions, table);
}

const ip_table *ip_code_whole(ip_compiler *c, const PgQuery__RangeVar *rangevar, const ip_table *table)
{
    ip_partition_path path = {0};
    const ip_table *whole = ip_catalog_partition_whole(c->coder->definitions, table, &path);
    ip_range range = ip_code_place_of(c, rangevar);
    if (rangevar && !IP_GET(rangevar, inh) && ip_code_is_partitioned(c, table))
        ip_code_refuse(c, range, "ONLY of a table that has partitions");
    if (!whole)
        return table;
    if (ip_catalog_partition_unfollowed(&path))
        ip_code_refuse(c, range, "partition \"%s\" with %s", table->name, ip_catalog_partition_unfollowed(&path));
    return whole;
}

void ip_code_bounds(ip_compiler *c, const ip_table *part, const char *alias, ip_code_scope *scope,
                    ip_code_bound_list *bounds)
{
    const ip_definitions *d = c->coder->definitions;
    ip_partition_path path = {0};
    const ip_table *whole = ip_catalog_partition_whole(d, part, &path);
    for (int i = 0; whole && i < path.count; i++) {
        const ip_tree *tree = condition_of(d, path.items[i], alias, whole);
        if (tree)
            IP_PUSH(c->arena, bounds, schema_condition(c, path.items[i], tree, scope));
        else
            ip_code_refuse(c, c->range, "partition \"%s\", of whose rows only the server knows which they are",
                           path.items[i]->child);
    }
}

const ip_code_expr *ip_code_all_of(ip_compiler *c, const ip_code_bound_list *bounds)
{
    if (bounds->count < 2)
        return bounds->count == 0 ? NULL : bounds->items[0];
    return ip_code_make(c, IP_CODE_AND, c->range, bounds->count, bounds->items);
}

/* A scope of the last relation alone, in which names in a condition of the schema are looked up. */
static ip_code_scope *alone(ip_compiler *c, const ip_code_scope *scope)
{
    ip_code_scope *own = IP_NEW(c->arena, ip_code_scope);
    own->depth = scope->depth;
    own->item_count = scope->item_count;
    IP_PUSH(c->arena, &own->relations, scope->relations.items[scope->relations.count - 1]);
    return own;
}

void ip_code_last_bounds(ip_compiler *c, const ip_table *part, ip_code_scope *scope, ip_code_bound_list *bounds)
{
    ip_code_scope *own = alone(c, scope);
    ip_code_relation *relation = &own->relations.items[0];
    if (relation->table) { /* whatever the alias calls them */
        ip_code_relation plain = *relation;
        memset(&plain.columns, 0, sizeof plain.columns);
        for (int i = 0; i < relation->columns.count; i++) {
            ip_code_column column = {relation->table->columns.items[i].name, relation->columns.items[i].expr};
            IP_PUSH(c->arena, &plain.columns, column);
        }
        *relation = plain;
    }
    ip_code_bounds(c, part, relation->alias, own, bounds);
}

/* ---- where a row of the whole goes ---- */

typedef struct ip_router {
    ip_compiler *c;
    const ip_table *whole;
    ip_code_scope *scope;
    int partitions, depth;
    bool unknown;
    ip_code_table *created; /* learns their names */
} ip_router;

static bool is_hash(const ip_inheritance *pair, long long *modulus)
{
    const PgQuery__PartitionBoundSpec *bound = ip_catalog_partition_bound(pair);
    bool hash = strcmp(IP_TEXT(bound, strategy), "h") == 0;
    *modulus = IP_GET(bound, modulus);
    return hash;
}

static const ip_code_expr *number(ip_compiler *c, int n)
{
    return ip_code_text_constant(c, "integer", ip_arena_printf(c->arena, "%d", n), c->range);
}

static const ip_code_expr *route(ip_router *r, const char *parent);

/* Of HASH partitions it is only known whether they take every row: each modulus divides the next larger one. */
static const ip_code_expr *route_by_hash(ip_router *r, const char *parent)
{
    const ip_definitions *d = r->c->coder->definitions;
    long long largest = 1, modulus, taken = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < d->inheritance.count; i++) {
            const ip_inheritance *pair = &d->inheritance.items[i];
            const ip_table *part = pair->partition ? ip_catalog_schema_table(d->schema, pair->child) : NULL;
            if (!part || strcmp(pair->parent, parent) != 0 || !is_hash(pair, &modulus) || modulus < 1)
                continue;
            r->unknown = r->unknown || ip_code_is_partitioned(r->c, part);
            largest = modulus > largest ? modulus : largest;
            taken += pass ? largest / modulus : 0;
        }
    r->unknown = r->unknown || taken != largest;
    return number(r->c, ++r->partitions);
}

static const ip_code_expr *arrived(ip_router *r, const ip_inheritance *pair)
{
    const ip_table *part = ip_catalog_schema_table(r->c->coder->definitions->schema, pair->child);
    if (part && ip_code_is_partitioned(r->c, part))
        return route(r, pair->child);
    IP_PUSH(r->c->arena, &r->created->partition_names, pair->child);
    return number(r->c, ++r->partitions);
}

/* The least value of a LIST partition, the lower bound of a RANGE; false: it is no constant that is known. */
static bool least_value(const PgQuery__PartitionBoundSpec *bound, long long *number, const char **text)
{
    bool list = strcmp(IP_TEXT(bound, strategy), "l") == 0;
    const ip_tree *values = list ? IP_ITEMS(bound, listdatums) : IP_ITEMS(bound, lowerdatums);
    for (size_t i = 0; i < (list ? ip_parse_list_size(values) : 1); i++) {
        const PgQuery__AConst *value = ip_as_a_const(ip_parse_list_item(values, i));
        const PgQuery__String *string = ip_const_sval(value);
        const PgQuery__Integer *integer = ip_const_ival(value);
        if (!value || (!string && !integer) || (i > 0 && (string != NULL) != (*text != NULL)))
            return false;
        long long n = integer ? IP_GET(integer, ival) : 0;
        const char *t = string ? IP_TEXT(string, sval) : NULL;
        if (i == 0 || (t ? strcmp(t, *text) < 0 : n < *number)) {
            *number = n;
            *text = t;
        }
    }
    return ip_parse_list_size(values) > 0;
}

/* A partition that comes after one with a greater bound, or one whose bound is not known. */
static bool is_out_of_order(const PgQuery__PartitionBoundSpec *before, const PgQuery__PartitionBoundSpec *bound)
{
    long long number[2];
    const char *text[2] = {NULL, NULL};
    if (!before)
        return false;
    if (!least_value(before, &number[0], &text[0]) || !least_value(bound, &number[1], &text[1]))
        return true;
    if (!text[0] != !text[1])
        return true;
    return text[0] ? strcmp(text[0], text[1]) >= 0 : number[0] >= number[1];
}

static const ip_code_expr *route(ip_router *r, const char *parent)
{
    enum { DEEPEST = 16, MOST = 1000 };
    ip_compiler *c = r->c;
    const ip_definitions *d = c->coder->definitions;
    const char *alias = ip_last_part(r->whole->name);
    IP_VEC(const ip_code_expr *) args = {0};
    const ip_inheritance *otherwise = NULL;
    r->unknown = r->unknown || r->depth > DEEPEST || r->partitions > MOST;
    r->depth++;
    const PgQuery__PartitionBoundSpec *before = NULL;
    for (int i = 0; i < d->inheritance.count && !r->unknown; i++) {
        const ip_inheritance *pair = &d->inheritance.items[i];
        long long modulus;
        if (!pair->partition || strcmp(pair->parent, parent) != 0)
            continue;
        if (is_hash(pair, &modulus)) {
            r->depth--;
            r->created->partitions_in_order = false;
            return route_by_hash(r, parent);
        }
        const ip_tree *tree = ip_catalog_partition_condition(d, pair, alias, r->whole);
        const PgQuery__PartitionBoundSpec *bound = ip_catalog_partition_bound(pair);
        if (IP_GET(bound, is_default))
            otherwise = pair;
        else if (!tree)
            r->unknown = true;
        if (tree) {
            IP_PUSH(c->arena, &args, schema_condition(c, pair, tree, r->scope));
            IP_PUSH(c->arena, &args, arrived(r, pair));
        }
        if (!IP_GET(bound, is_default)) {
            r->created->partitions_in_order = r->created->partitions_in_order && !is_out_of_order(before, bound);
            before = bound;
        }
    }
    if (otherwise)
        IP_PUSH(c->arena, &args, arrived(r, otherwise));
    r->depth--;
    if (args.count < 2)
        return args.count ? args.items[0] : ip_code_null(c, c->range);
    return ip_code_make(c, IP_CODE_CASE, c->range, args.count, args.items);
}

const ip_code_expr *ip_code_partition_of_row(ip_compiler *c, const ip_table *table, ip_code_scope *scope,
                                             ip_code_table *created)
{
    ip_router r = {.c = c, .whole = table, .scope = scope, .created = created};
    created->partitions_in_order = true;
    const ip_code_expr *where = route(&r, table->name);
    return r.unknown ? NULL : where;
}

static bool is_parents(const ip_definitions *d, const ip_check *check, const ip_table *whole)
{
    for (int i = 0; i < d->checks.count; i++) {
        const ip_check *other = &d->checks.items[i];
        if (other->table == whole && other->expr.source == check->expr.source && other->expr.begin == check->expr.begin)
            return true;
    }
    return false;
}

const char *ip_code_partition_demands(const ip_definitions *d, const ip_table *whole)
{
    for (int i = 0; i < d->inheritance.count; i++) {
        const ip_inheritance *pair = &d->inheritance.items[i];
        const ip_table *part = pair->partition ? ip_catalog_schema_table(d->schema, pair->child) : NULL;
        if (!part || ip_catalog_partition_whole(d, part, NULL) != whole)
            continue;
        if (pair->unfollowed)
            return ip_arena_printf(d->arena, "a partition with %s", pair->unfollowed);
        for (int k = 0; k < part->columns.count && k < whole->columns.count; k++)
            if (part->columns.items[k].not_null && !whole->columns.items[k].not_null)
                return "a partition with a NOT NULL of its own";
        for (int k = 0; k < d->checks.count; k++)
            if (d->checks.items[k].table == part && !is_parents(d, &d->checks.items[k], whole))
                return "a partition with a CHECK of its own";
    }
    return NULL;
}

/* The columns by which a table and its partitions are partitioned. *hashed: the columns of HASH keys, whose partition
 * only the server knows. */
const bool *ip_code_routing_columns(ip_compiler *c, const ip_table *whole, bool **hashed)
{
    const ip_definitions *d = c->coder->definitions;
    bool *all = IP_NEW_ARRAY(c->arena, bool, whole->columns.count);
    *hashed = IP_NEW_ARRAY(c->arena, bool, whole->columns.count);
    for (int i = -1; i < d->inheritance.count; i++) {
        const ip_inheritance *pair = i < 0 ? NULL : &d->inheritance.items[i];
        const ip_table *part = !pair ? whole : pair->partition ? ip_catalog_schema_table(d->schema, pair->child) : NULL;
        if (!part || (pair && ip_catalog_partition_whole(d, part, NULL) != whole))
            continue;
        long long modulus;
        bool by_hash = false;
        for (int k = 0; k < d->inheritance.count; k++)
            by_hash = by_hash ||
                      (d->inheritance.items[k].partition && strcmp(d->inheritance.items[k].parent, part->name) == 0 &&
                       is_hash(&d->inheritance.items[k], &modulus));
        const ip_partition_columns key = ip_catalog_partition_key(d, part->name, whole);
        for (int k = 0; k < key.count; k++)
            *(by_hash ? &(*hashed)[key.items[k]] : &all[key.items[k]]) = true;
    }
    return all;
}

/* ---- inheritance ---- */

static const ip_code_query *rows_of_member(ip_compiler *c, const ip_table *top, const ip_table *member,
                                           ip_code_scope *around, ip_code_member *created)
{
    ip_code_scope *scope = IP_NEW(c->arena, ip_code_scope);
    scope->around = around;
    scope->depth = around->depth + 1;
    ip_code_query *query = IP_NEW(c->arena, ip_code_query);
    ip_code_columns targets = {0};
    created->query = query;
    created->columns = IP_NEW_ARRAY(c->arena, int, top->columns.count);
    query->from = ip_code_table_item(c, NULL, member, scope, member->name);
    query->item_count = scope->item_count;
    for (int i = 0; i < top->columns.count; i++) {
        const ip_column *column = &top->columns.items[i];
        int own = ip_catalog_table_column(member, column->name);
        created->columns[i] = own < 0 ? 0 : own;
        if (own < 0 || strcmp(member->columns.items[own].type.name ? member->columns.items[own].type.name : "",
                              column->type.name ? column->type.name : "") != 0)
            ip_code_refuse(c, c->range, "table \"%s\" inherits column \"%s\" and has it in another form", member->name,
                           column->name);
        ip_code_column target = {column->name,
                                 ip_code_item_column(c, 0, created->columns[i], column->name, column->type)};
        IP_PUSH(c->arena, &targets, target);
    }
    query->targets = ip_code_target_list(c, &targets);
    query->target_count = targets.count;
    return query;
}

ip_code_from *ip_code_family_item(ip_compiler *c, const PgQuery__RangeVar *rangevar, const ip_table *table,
                                  ip_code_scope *scope)
{
    const ip_definitions *d = c->coder->definitions;
    const PgQuery__Alias *alias = IP_GET(rangevar, alias);
    const ip_family family = IP_GET(rangevar, inh) ? ip_catalog_family_of(d, table) : (ip_family){0};
    const ip_code_query *all = NULL;
    ip_code_family created = {0};
    if (family.count < 2)
        return NULL;
    for (int i = 0; i < family.count; i++) {
        ip_code_member member;
        const ip_code_query *rows = rows_of_member(c, table, family.items[i], scope, &member);
        IP_PUSH(c->arena, &created.members, member);
        ip_code_locks_table(c, family.items[i], IP_LOCK_TABLE_ACCESS_SHARE);
        ip_code_check_read(c, family.items[i], ip_code_place_of(c, rangevar));
        ip_code_query *both = IP_NEW(c->arena, ip_code_query);
        *both = (ip_code_query){.operation = IP_CODE_UNION, .all = true, .left = all, .right = rows};
        both->targets = rows->targets;
        both->target_count = rows->target_count;
        all = all ? both : rows;
    }
    const char *shown = IP_TEXT(alias, aliasname);
    ip_code_from *from =
        ip_code_derived_item(c, all, ip_arena_strdup(c->arena, *shown ? shown : IP_TEXT(rangevar, relname)),
                             IP_ITEMS(alias, colnames), scope);
    created.item = from->item;
    if (scope->takes_conditions)
        IP_PUSH(c->arena, &scope->families, created);
    return from;
}

/* Nothing but constants, variables and columns of the item, or of queries around. */
static bool is_about(const ip_code_expr *e, int item)
{
    if (e->kind == IP_CODE_COLUMN)
        return e->level > 0 || e->item == item;
    if (e->query || e->kind == IP_CODE_WHOLE_ROW || e->kind == IP_CODE_CALL || e->kind == IP_CODE_AGGREGATE ||
        e->kind == IP_CODE_WINDOW || e->kind == IP_CODE_OUTPUT)
        return false;
    for (int i = 0; i < e->arg_count; i++)
        if (!e->args[i] || !is_about(e->args[i], item))
            return false;
    return true;
}

static const ip_code_expr *in_member(ip_compiler *c, const ip_code_expr *e, const ip_code_member *member)
{
    ip_code_expr *copy = ip_code_new(c, e->kind, e->range);
    *copy = *e;
    if (e->kind == IP_CODE_COLUMN && e->level > 0) {
        copy->level++;
    } else if (e->kind == IP_CODE_COLUMN) {
        copy->item = 0;
        copy->index = member->columns[e->index];
    }
    if (e->arg_count > 0)
        copy->args = IP_NEW_ARRAY(c->arena, const ip_code_expr *, e->arg_count);
    for (int i = 0; i < e->arg_count; i++)
        copy->args[i] = in_member(c, e->args[i], member);
    return copy;
}

/* A condition on the whole applies to each of its tables, whose keys can then rule rows out. */
void ip_code_share_condition(ip_compiler *c, const ip_code_scope *scope, const ip_code_expr *condition)
{
    for (int i = 0; condition->kind == IP_CODE_AND && i < condition->arg_count; i++)
        ip_code_share_condition(c, scope, condition->args[i]);
    for (int f = 0; condition->kind != IP_CODE_AND && f < scope->families.count; f++) {
        const ip_code_family *family = &scope->families.items[f];
        if (!is_about(condition, family->item) || ip_code_is_volatile(condition))
            continue;
        for (int m = 0; m < family->members.count; m++) {
            ip_code_query *query = family->members.items[m].query;
            const ip_code_expr *own = in_member(c, condition, &family->members.items[m]);
            const ip_code_expr *const both[] = {query->where, own};
            query->where = query->where ? ip_code_make(c, IP_CODE_AND, c->range, 2, both) : own;
        }
    }
}
