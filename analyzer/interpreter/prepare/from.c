/* FROM and WHERE: the order in which items are scanned, and which conjunct waits for which item.
 *
 * An item's rows are restricted, before any cell of it is read, by the conjuncts on its key columns and on what is
 * known by then; an equality for each key column makes it a point lookup. README.md says why. */
#include "interpreter/prepare/condition_order.h"
#include "interpreter/prepare/prepare.h"

#include <string.h>

typedef struct conjunct {
    const ip_code_expr *expr;
    uint64_t items; /* of this query */
    bool sublink, used;
} conjunct;

typedef IP_VEC(conjunct) conjuncts;
typedef IP_VEC(const ip_code_from *) froms;

typedef struct planner {
    ip_prepare *prepare;
    const ip_code_expr *where;
    const ip_code_from *from;
} planner;

static uint64_t bit(int item)
{
    return UINT64_C(1) << item;
}

static void split(ip_prepare *prepare, const ip_code_expr *expr, conjuncts *list)
{
    if (!expr)
        return;
    if (expr->kind == IP_CODE_AND) {
        for (int i = 0; i < expr->arg_count; i++)
            split(prepare, expr->args[i], list);
        return;
    }
    ip_mentions mentions = {.item = -1};
    ip_prepare_mentions_of(expr, 0, &mentions);
    IP_PUSH(prepare->arena, list, ((conjunct){expr, mentions.items, mentions.sublink, false}));
}

/* In the server's order of evaluation; conditions that it may evaluate in any order stay as written. */
static void sort(conjuncts *list)
{
    for (int i = 1; i < list->count; i++)
        for (int k = i; k > 0 && ip_prepare_is_asked_first(list->items[k].expr, list->items[k - 1].expr); k--) {
            conjunct before = list->items[k - 1];
            list->items[k - 1] = list->items[k];
            list->items[k] = before;
        }
}

/* Inner joins fall apart into their items and conditions. */
static void flatten(ip_prepare *prepare, const ip_code_from *from, froms *items, conjuncts *list)
{
    if (!from)
        return;
    if (from->kind != IP_CODE_JOIN || from->left_outer || from->right_outer) {
        IP_PUSH(prepare->arena, items, from);
        return;
    }
    flatten(prepare, from->left, items, list);
    flatten(prepare, from->right, items, list);
    split(prepare, from->condition, list);
}

static uint64_t items_of(const ip_code_from *from)
{
    if (from->kind == IP_CODE_JOIN)
        return items_of(from->left) | items_of(from->right);
    return bit(from->item);
}

/* Items that must be bound before this one can be scanned. */
static uint64_t needs_of(const ip_code_from *from)
{
    ip_mentions mentions = {.item = -1};
    if (from->kind == IP_CODE_DERIVED)
        ip_prepare_mentions_of_query(from->query, 1, &mentions);
    if (from->kind == IP_CODE_ROWS_OF)
        ip_prepare_mentions_of(from->expr, 0, &mentions);
    if (from->kind == IP_CODE_JOIN)
        mentions.items = (needs_of(from->left) | needs_of(from->right)) & ~items_of(from);
    return mentions.items;
}

static bool is_key_column(const ip_table_plan *plan, int column)
{
    return plan->key_position[column] >= 0;
}

/* The expression that a conjunct equates a column of the item with; known before the item is scanned. */
static const ip_code_expr *equated(const conjunct *c, int item, int column, uint64_t bound)
{
    const ip_code_expr *e = c->expr;
    if (e->kind != IP_CODE_OPERATOR || strcmp(e->name, "=") != 0 || e->arg_count != 2)
        return NULL;
    for (int side = 0; side < 2; side++) {
        const ip_code_expr *mine = e->args[side], *other = e->args[1 - side];
        ip_mentions mentions = {.item = -1};
        ip_prepare_mentions_of(other, 0, &mentions);
        if (mine->kind == IP_CODE_COLUMN && mine->level == 0 && mine->item == item && mine->index == column &&
            (mentions.items & ~bound) == 0)
            return other;
    }
    return NULL;
}

/* How many key columns are known by equalities. */
static int known_key_columns(planner *p, const ip_code_from *from, const conjuncts *list, uint64_t bound)
{
    const ip_table_plan *plan = ip_prepare_plan_of_table(p->prepare->interpreter, from->table);
    int known = 0;
    for (int k = 0; k < plan->key_count; k++)
        for (int i = 0; i < list->count; i++)
            if (equated(&list->items[i], from->item, plan->key_columns[k], bound)) {
                known++;
                break;
            }
    return known == plan->key_count && known ? 1000 : known;
}

/* Items with few possible rows are scanned first: their values then restrict the others. */
static int choose(planner *p, const froms *items, const bool *done, const conjuncts *list, uint64_t bound)
{
    int best = -1, best_known = -1;
    for (int i = 0; i < items->count; i++) {
        const ip_code_from *from = items->items[i];
        if (done[i] || (needs_of(from) & ~bound))
            continue;
        int known = from->kind == IP_CODE_TABLE ? known_key_columns(p, from, list, bound) : 0;
        if (known > best_known) {
            best = i;
            best_known = known;
        }
    }
    return best;
}

static void add_node(ip_prepare *prepare, ip_nodes *nodes, const ip_node *node)
{
    const ip_node **items = IP_NEW_ARRAY(prepare->arena, const ip_node *, nodes->count + 1);
    for (int i = 0; i < nodes->count; i++)
        items[i] = nodes->items[i];
    items[nodes->count] = node;
    *nodes = (ip_nodes){nodes->count + 1, items};
}

/* Columns of an item in WHERE and in every join condition of the query: forced to be read. */
static void condition_mentions(const ip_code_from *from, ip_mentions *mentions)
{
    if (!from || from->kind != IP_CODE_JOIN)
        return;
    ip_prepare_mentions_of(from->condition, 0, mentions);
    condition_mentions(from->left, mentions);
    condition_mentions(from->right, mentions);
}

static void force_columns(planner *p, const ip_table_plan *plan, ip_scan_unit *unit)
{
    int width = unit->table->columns.count, count = 0;
    bool *columns = IP_NEW_ARRAY(p->prepare->arena, bool, width);
    int *forced = IP_NEW_ARRAY(p->prepare->arena, int, width);
    ip_mentions mentions = {.item = unit->item, .columns = columns};
    ip_prepare_mentions_of(p->where, 0, &mentions);
    condition_mentions(p->from, &mentions);
    for (int i = 0; i < width; i++)
        if ((columns[i] || mentions.whole) && !is_key_column(plan, i))
            forced[count++] = i;
    unit->forced = forced;
    unit->forced_count = count;
}

/* Only key columns of the item, no subquery on it: decided without reading a cell of it. */
static bool on_key_only(planner *p, const conjunct *c, int item, const ip_table_plan *plan)
{
    bool *columns = IP_NEW_ARRAY(p->prepare->arena, bool, plan->table->columns.count);
    ip_mentions mentions = {.item = item, .columns = columns};
    ip_prepare_mentions_of(c->expr, 0, &mentions);
    bool only = !mentions.whole && !(mentions.sublink && (mentions.items & bit(item)));
    for (int i = 0; i < plan->table->columns.count; i++)
        only = only && (!columns[i] || is_key_column(plan, i));
    return only;
}

/* Comparisons of the item's plain columns cannot fail, so they may be evaluated for rows that do not exist. */
static bool cannot_fail(const ip_code_expr *expr, int item)
{
    static const char *const safe[] = {"=", "<>", "<", ">", "<=", ">="};
    ip_mentions mentions = {.item = -1};
    ip_prepare_mentions_of(expr, 0, &mentions);
    bool known = expr->kind == IP_CODE_COLUMN || !(mentions.items & bit(item));
    for (size_t i = 0; expr->kind == IP_CODE_OPERATOR && i < sizeof safe / sizeof safe[0] && !known; i++)
        known = strcmp(expr->name, safe[i]) == 0;
    if (!known && expr->kind != IP_CODE_OPERATOR && expr->kind != IP_CODE_AND && expr->kind != IP_CODE_OR &&
        expr->kind != IP_CODE_NOT && expr->kind != IP_CODE_IN && expr->kind != IP_CODE_IS_NULL &&
        expr->kind != IP_CODE_NOT_NULL && expr->kind != IP_CODE_ANY && expr->kind != IP_CODE_ALL)
        return false;
    if (!known && expr->kind == IP_CODE_OPERATOR)
        return false;
    for (int i = 0; i < expr->arg_count && (mentions.items & bit(item)); i++)
        if (!cannot_fail(expr->args[i], item))
            return false;
    return true;
}

/* The same whenever it is evaluated. */
static bool is_plain(const ip_code_expr *e)
{
    if (!e)
        return true;
    if (e->kind == IP_CODE_FUNCTION || e->kind == IP_CODE_CALL)
        return false;
    for (int i = 0; i < e->arg_count; i++)
        if (!is_plain(e->args[i]))
            return false;
    return true;
}

/* For callers that make rows up. */
static void find_bounds(planner *p, ip_scan_unit *unit, const conjuncts *list, uint64_t bound)
{
    static const char *const comparisons[] = {"=", "<", "<=", ">", ">="}, *const swapped[] = {"=", ">", ">=", "<",
                                                                                              "<="};
    IP_VEC(ip_bound) bounds = {0};
    for (int i = 0; i < list->count; i++) {
        const ip_code_expr *e = list->items[i].expr;
        if (list->items[i].sublink || e->kind != IP_CODE_OPERATOR || e->arg_count != 2)
            continue;
        for (size_t k = 0; k < sizeof comparisons / sizeof comparisons[0]; k++)
            for (int side = 0; side < 2 && strcmp(e->name, comparisons[k]) == 0; side++) {
                const ip_code_expr *mine = e->args[side], *other = e->args[1 - side];
                ip_mentions mentions = {.item = -1};
                ip_prepare_mentions_of(other, 0, &mentions);
                if (mine->kind != IP_CODE_COLUMN || mine->level != 0 || mine->item != unit->item ||
                    (mentions.items & ~bound) || !is_plain(other))
                    continue;
                ip_bound b = {mine->index, side ? swapped[k] : comparisons[k], ip_prepare_expr(p->prepare, other)};
                IP_PUSH(p->prepare->arena, &bounds, b);
            }
    }
    unit->bound_count = bounds.count;
    unit->bounds = bounds.items;
}

/* A hash finds equal values of one kind only. */
static void plan_point(planner *p, ip_scan_unit *unit, const ip_table_plan *plan, conjuncts *list, uint64_t bound)
{
    ip_nodes point = {0};
    uint64_t decided = 0;
    for (int k = 0; k < plan->key_count; k++) {
        int column = plan->key_columns[k];
        ip_sqltype type = plan->types[column];
        const ip_node *value = NULL;
        for (int i = 0; i < list->count && !value; i++) {
            const ip_code_expr *other = equated(&list->items[i], unit->item, column, bound);
            if (!other || list->items[i].used)
                continue;
            const ip_node *node = ip_prepare_expr(p->prepare, other);
            if (node->type.tag == IP_T_UNKNOWN)
                node = ip_prepare_datum_coerce(
                    p->prepare, node, (ip_sqltype){.tag = type.tag, .array = type.array, .precision = -1, .scale = -1},
                    IP_CAST_IMPLICIT);
            bool same_kind = !node->type.array && !type.array && type.tag != IP_T_CHAR && node->type.tag != IP_T_CHAR &&
                             ip_value_tag_kind(node->type.tag) == ip_value_tag_kind(type.tag);
            value = same_kind ? node : NULL;
            decided |= same_kind && i < 64 ? bit(i) : 0;
        }
        if (!value)
            return;
        add_node(p->prepare, &point, value);
    }
    unit->point = point;
    for (int i = 0; i < list->count && i < 64; i++)
        list->items[i].used = list->items[i].used || (decided & bit(i));
}

static ip_group *plan_group(planner *p, const froms *items, conjuncts *list, uint64_t bound);

static void list_items(ip_prepare *prepare, const ip_code_from *from, int *count, const int **items)
{
    uint64_t set = items_of(from);
    int *list = IP_NEW_ARRAY(prepare->arena, int, 64);
    *count = 0;
    for (int i = 0; i < 64; i++)
        if (set & bit(i))
            list[(*count)++] = i;
    *items = list;
}

/* Takes the conjuncts of `list` that mention only `items` and bound items; `items` must occur. */
static conjuncts take(ip_prepare *prepare, conjuncts *list, uint64_t items, uint64_t bound)
{
    conjuncts taken = {0};
    for (int i = 0; i < list->count; i++) {
        conjunct *c = &list->items[i];
        if (c->used || !(c->items & items) || (c->items & ~(items | bound)))
            continue;
        c->used = true;
        conjunct copy = *c;
        copy.used = false;
        IP_PUSH(prepare->arena, &taken, copy);
    }
    return taken;
}

/* The server's plan decides whether and when such a condition is evaluated: a subquery becomes a join, or the key that
 * an index is searched for, even if there is no row to compare (subselect.c, convert_ANY_sublink_to_join;
 * nodeIndexscan.c); of several tables those without rows may come first or last. */
static void refuse_acting(ip_prepare *prepare, const conjuncts *list, int items)
{
    for (int i = 0; i < list->count && items > 0; i++) {
        const ip_code_expr *condition = list->items[i].expr;
        if (ip_code_subquery_acts(condition))
            ip_prepare_refuse(prepare, condition->range,
                              "a condition on rows with a subquery that calls what locks or writes");
        else if (items > 1 && ip_code_acts(condition))
            ip_prepare_refuse(prepare, condition->range,
                              "a condition on rows of several tables that calls what locks or writes");
    }
}

static void plan_outer(planner *p, const ip_code_from *from, ip_scan_unit *unit, conjuncts *list, uint64_t bound)
{
    /* A right join is a left join seen from the other side. */
    bool swap = from->right_outer && !from->left_outer;
    const ip_code_from *left = swap ? from->right : from->left, *right = swap ? from->left : from->right;
    ip_prepare *prepare = p->prepare;
    uint64_t left_items = items_of(left);
    unit->kind = IP_SCAN_OUTER;
    unit->full = from->left_outer && from->right_outer;
    list_items(prepare, left, &unit->left_item_count, &unit->left_items);
    list_items(prepare, right, &unit->right_item_count, &unit->right_items);
    conjuncts above = {0}, on = {0};
    if (!unit->full)
        above = take(prepare, list, left_items, bound);
    split(prepare, from->condition, &on);
    refuse_acting(prepare, &on, 2);
    froms left_froms = {0}, right_froms = {0};
    flatten(prepare, left, &left_froms, &above);
    unit->left = plan_group(p, &left_froms, &above, bound);
    if (unit->full) {
        conjuncts none = {0};
        flatten(prepare, right, &right_froms, &none);
        unit->right = plan_group(p, &right_froms, &none, bound);
        for (int i = 0; i < on.count; i++)
            add_node(prepare, &unit->condition, ip_prepare_condition(prepare, on.items[i].expr));
        return;
    }
    flatten(prepare, right, &right_froms, &on);
    unit->right = plan_group(p, &right_froms, &on, bound | left_items);
}

static void plan_leaf(planner *p, const ip_code_from *from, ip_scan_unit *unit, conjuncts *list, uint64_t bound)
{
    unit->item = from->item;
    switch (from->kind) {
    case IP_CODE_TABLE: {
        const ip_table_plan *plan = ip_prepare_plan_of_table(p->prepare->interpreter, from->table);
        unit->kind = IP_SCAN_TABLE;
        unit->table = from->table;
        unit->lock = from->lock;
        unit->skips_locked = from->skip_locked;
        unit->no_wait = from->no_wait && !from->skip_locked;
        find_bounds(p, unit, list, bound);
        plan_point(p, unit, plan, list, bound);
        force_columns(p, plan, unit);
        break;
    }
    case IP_CODE_DERIVED: {
        unit->kind = IP_SCAN_DERIVED;
        unit->query = p->prepare->scope->items[from->item].query;
        unit->lateral = needs_of(from) != 0;
        break;
    }
    default:
        unit->kind = IP_SCAN_ROWS_OF;
        unit->expr = ip_prepare_rows(p->prepare, from);
    }
}

/* Conjuncts whose items are all bound once this unit is. */
static void attach(planner *p, conjuncts *list, ip_scan_unit *unit, uint64_t bound)
{
    for (int i = 0; i < list->count; i++) {
        conjunct *c = &list->items[i];
        if (c->used || (c->items & ~bound))
            continue;
        c->used = true;
        const ip_node *node = ip_prepare_condition(p->prepare, c->expr);
        bool key = unit->kind == IP_SCAN_TABLE &&
                   on_key_only(p, c, unit->item, ip_prepare_plan_of_table(p->prepare->interpreter, unit->table));
        bool certain = key && cannot_fail(c->expr, unit->item);
        if (key && !certain)
            add_node(p->prepare, &unit->key_tries, node);
        add_node(p->prepare, certain ? &unit->key_filters : &unit->filters, node);
    }
}

static ip_group *plan_group(planner *p, const froms *items, conjuncts *list, uint64_t bound)
{
    ip_group *group = IP_NEW(p->prepare->arena, ip_group);
    ip_scan_unit *units = IP_NEW_ARRAY(p->prepare->arena, ip_scan_unit, items->count);
    bool *done = IP_NEW_ARRAY(p->prepare->arena, bool, items->count);
    group->units = units;
    for (int late = 0; late < 2; late++) /* a condition that is false without calls saves the calls */
        for (int i = 0; i < list->count; i++)
            if (!list->items[i].used && list->items[i].sublink == (late == 1) && !(list->items[i].items & ~bound)) {
                list->items[i].used = true;
                add_node(p->prepare, &group->gate, ip_prepare_condition(p->prepare, list->items[i].expr));
            }
    for (; group->count < items->count; group->count++) {
        int next = choose(p, items, done, list, bound);
        if (next < 0)
            ip_prepare_refuse(p->prepare, (ip_range){0}, "FROM items that refer to each other");
        const ip_code_from *from = items->items[next];
        ip_scan_unit *unit = &units[group->count];
        done[next] = true;
        if (from->kind == IP_CODE_JOIN)
            plan_outer(p, from, unit, list, bound);
        else
            plan_leaf(p, from, unit, list, bound);
        bound |= items_of(from);
        attach(p, list, unit, bound);
    }
    return group;
}

/* ---- the items ---- */
static ip_prepare_item item_of_query(ip_prepare *prepare, const ip_code_from *from)
{
    const ip_query_plan *query = ip_prepare_query(prepare, from->query, NULL, NULL, NULL);
    return (ip_prepare_item){NULL, query->width, query->types, from->names ? from->names : query->names, query};
}

static ip_prepare_item item_of_rows(ip_prepare *prepare, const ip_code_from *from)
{
    const ip_node *node = ip_prepare_rows(prepare, from);
    ip_prepare_item item = {NULL, from->width, NULL, from->names, NULL};
    if (node->type.tag == IP_T_RECORD && !node->type.array && node->type.shape) {
        if (from->width != node->type.shape->count)
            ip_prepare_refuse(prepare, from->expr->range, "a function in FROM whose columns only a run knows");
        item.width = node->type.shape->count;
        item.types = node->type.shape->types;
        item.names = from->names ? from->names : node->type.shape->names;
        return item;
    }
    ip_sqltype *type = IP_NEW(prepare->arena, ip_sqltype);
    *type = node->type;
    item.width = 1;
    item.types = type;
    return item;
}

static void declare_items(ip_prepare *prepare, const ip_code_from *from)
{
    if (!from)
        return;
    if (from->kind == IP_CODE_JOIN) {
        declare_items(prepare, from->left);
        declare_items(prepare, from->right);
        return;
    }
    if (from->item >= prepare->scope->item_count || from->item >= 64)
        ip_prepare_refuse(prepare, (ip_range){0}, "a FROM with so many items");
    ip_prepare_item *item = &prepare->scope->items[from->item];
    if (from->kind == IP_CODE_TABLE) {
        const ip_table_plan *plan = ip_prepare_plan_of_table(prepare->interpreter, from->table);
        const char **names = IP_NEW_ARRAY(prepare->arena, const char *, from->table->columns.count);
        for (int i = 0; i < from->table->columns.count; i++)
            names[i] = from->table->columns.items[i].name;
        *item = (ip_prepare_item){from->table, from->table->columns.count, plan->types,
                                  from->names ? from->names : names, NULL};
    } else
        *item = from->kind == IP_CODE_DERIVED ? item_of_query(prepare, from) : item_of_rows(prepare, from);
}

static bool is_part(const ip_prepare *prepare, const ip_code_query *query)
{
    bool found = query->writes != NULL;
    for (int i = 0; !found && prepare->statement && i < prepare->statement->parts.count; i++)
        found = prepare->statement->parts.items[i] == query;
    return found;
}

/* If there are other items, the server's plan decides whether and how often an item is evaluated: nested loops and hash
 * joins begin with either side, and skip the other side if the first has no rows. */
static void refuse_effects(ip_prepare *prepare, const ip_code_from *from)
{
    if (from->kind == IP_CODE_JOIN) {
        refuse_effects(prepare, from->left);
        refuse_effects(prepare, from->right);
    } else if (from->kind == IP_CODE_DERIVED && !is_part(prepare, from->query) && ip_code_query_acts(from->query))
        ip_prepare_refuse(prepare, (ip_range){0},
                          "a subquery beside other tables in FROM that calls what locks or writes");
    else if (from->kind == IP_CODE_ROWS_OF && !from->of_target && ip_code_acts(from->expr))
        ip_prepare_refuse(prepare, from->expr->range, "a function beside other tables in FROM that locks or writes");
}

/* Its rows come first in nearly every plan of the server: they are hardly ever more than the target's, and each finds
 * its row by an index or a hash. */
static const ip_query_plan *leading(planner *p, const ip_code_from *from, const ip_table *target, const conjuncts *list)
{
    if (!target || !from || from->kind != IP_CODE_DERIVED)
        return NULL;
    for (int k = 0; k < target->keys.count; k++) {
        const ip_key *key = &target->keys.items[k];
        int known = 0;
        for (int i = 0; i < key->column_count; i++)
            for (int c = 0; c < list->count; c++)
                if (equated(&list->items[c], 0, key->columns[i], items_of(from))) {
                    known++;
                    break;
                }
        if (key->column_count > 0 && known == key->column_count)
            return p->prepare->scope->items[from->item].query;
    }
    return NULL;
}

const ip_group *ip_prepare_from(ip_prepare *prepare, const ip_code_from *from, const ip_table *target,
                                const ip_code_expr *where)
{
    planner p = {prepare, where, from};
    conjuncts list = {0};
    froms items = {0};
    if (target) {
        ip_code_from *self = IP_NEW(prepare->arena, ip_code_from);
        *self = (ip_code_from){.kind = IP_CODE_TABLE, .table = target, .width = target->columns.count};
        declare_items(prepare, self);
        IP_PUSH(prepare->arena, &items, self);
    }
    declare_items(prepare, from);
    if (from && (target || from->kind == IP_CODE_JOIN))
        refuse_effects(prepare, from);
    flatten(prepare, from, &items, &list);
    split(prepare, where, &list);
    refuse_acting(prepare, &list, (target ? 1 : 0) + (!from ? 0 : from->kind == IP_CODE_JOIN ? 2 : 1));
    sort(&list);
    const ip_query_plan *leads = leading(&p, from, target, &list);
    ip_group *group = plan_group(&p, &items, &list, 0);
    group->leads = leads;
    group->leading_item = leads ? from->item : 0;
    return group;
}
