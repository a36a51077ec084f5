/* Loops: the body is lowered once, for an arbitrary iteration. A variable that the body assigns has any value at the
 * body's head and after the loop. */
#include "lower/lower.h"

#include <string.h>

int ip_lower_open_loop(ip_lowerer *l, ip_loop_kind kind, ip_range range)
{
    ip_loop loop = {.kind = kind, .parent = l->loop, .query = -1, .index = -1, .range = range};
    IP_PUSH(l->arena, &l->program->loops, loop);
    return l->program->loops.count - 1;
}

static bool empty(ip_pl_text text)
{
    return !text.source || text.begin >= text.end;
}

static const ip_expr *bound_value(ip_lowerer *l, ip_pl_text text, const char *name)
{
    return ip_lower_bind(l, name, ip_lower_int4_type,
                         ip_lower_convert(l, ip_lower_text_expr(l, text), ip_lower_int4_type));
}

typedef struct ip_head {
    ip_loop_kind kind;
    const ip_expr *low, *high, *array;
    ip_result *rows;
    bool skips;                   /* not every index is visited */
    const ip_pl_statement *fetch; /* LOOP FETCH …; EXIT WHEN NOT FOUND */
} ip_head;

static ip_head lower_head(ip_lowerer *l, const ip_pl_statement *s)
{
    ip_head head = {.kind = IP_LOOP_WHILE};
    if (s->kind == IP_PL_FOR_RANGE) {
        head.kind = IP_LOOP_RANGE;
        const ip_expr *a = bound_value(l, s->low, "low"), *b = bound_value(l, s->high, "high");
        head.low = s->reverse ? b : a;
        head.high = s->reverse ? a : b;
        if (!empty(s->step)) {
            ip_lower_text_expr(l, s->step);
            head.skips = true;
        }
    } else if (s->kind == IP_PL_FOREACH) {
        head.kind = IP_LOOP_RANGE;
        const ip_expr *array = ip_lower_text_expr(l, s->expr);
        head.array = ip_lower_bind(l, "array", array->type, array);
        ip_expr *one = ip_program_expr_new(l->arena, IP_EXPR_INTEGER, ip_lower_int4_type);
        one->text = "1";
        head.low = one;
        /* All elements of however many dimensions. */
        head.high = ip_lower_bind(l, "high", ip_lower_int4_type,
                                  ip_lower_apply(l, "cardinality", ip_lower_int4_type, 1, &head.array));
    } else if (s->kind == IP_PL_LOOP) {
        head.rows = ip_lower_fetch_loop(l, s);
        if (head.rows) {
            head.kind = IP_LOOP_QUERY;
            head.fetch = s->body.items[0];
        }
    } else if (s->kind == IP_PL_FOR_QUERY && s->sql_text) {
        head.rows = s->cursor ? ip_lower_cursor_query(l, s) : ip_lower_statement_text(l, s);
        if (head.rows->statement >= 0 && !head.rows->unknown)
            head.kind = IP_LOOP_QUERY;
    }
    return head;
}

/* The value of the loop's own variable in this iteration. */
static void bind_index(ip_lowerer *l, const ip_pl_statement *s, const ip_head *head, int loop)
{
    if (head->kind == IP_LOOP_RANGE) {
        const char *name = s->targets.count > 0 ? ip_range_text(l->arena, s->targets.items[0]) : "i";
        const ip_expr *index = ip_lower_variable(l, IP_VAR_INDEX, name, ip_lower_int4_type, loop);
        l->program->loops.items[loop].index = index->index;
        if (s->kind == IP_PL_FOR_RANGE) {
            ip_parse_error error;
            const ip_tree *tree = ip_parse_pg_parse_expr(l->arena, name, &error);
            const ip_tree *fields = IP_ITEMS(ip_as_column_ref(tree), fields);
            if (ip_parse_list_size(fields) == 1)
                name = ip_arena_strdup(l->arena, ip_parse_string_node(ip_parse_list_item(fields, 0)));
            l->program->variables.items[index->index].name = name;
            int slot = ip_lower_declare(l, s->label, name, ip_lower_int4_type);
            ip_lower_assign(l, slot, index);
            return;
        }
        /* In storage order, whatever the bounds and dimensions: not a subscript. */
        const ip_expr *args[] = {head->array, index};
        ip_type type = ip_lower_element_type(l, head->array->type);
        ip_expr *value = ip_program_expr_new(l->arena, IP_EXPR_CALL, type);
        value->text = s->slice ? "foreach_slice" : "foreach_element";
        value->arg_count = 2;
        value->args = IP_NEW_ARRAY(l->arena, const ip_expr *, 2);
        value->args[0] = args[0];
        value->args[1] = args[1];
        if (s->targets.count == 1) /* several variables get its fields, which are any values */
            ip_lower_assign_target(l, s->targets.items[0], value);
    } else if (head->rows) {
        ip_lower_targets_into(l, head->fetch ? head->fetch : s, head->rows, loop);
        const char *cursor = head->fetch ? head->fetch->cursor : s->cursor;
        if (cursor)
            ip_lower_fetched_in_loop(l, cursor, head->rows, loop);
        if (head->fetch)
            ip_lower_assign(l, l->found, ip_program_expr_true(l->arena));
    } else if (s->kind == IP_PL_UNKNOWN) {
        ip_result any = {.unknown = true, .statement = -1};
        ip_lower_targets_into(l, s, &any, loop);
    }
}

void ip_lower_loop(ip_lowerer *l, const ip_pl_statement *s)
{
    if (ip_lower_retry(l, s))
        return;
    int visible = l->visible.count;
    ip_head head = lower_head(l, s);
    ip_effects effects = {0};
    /* FETCH and EXIT WHEN NOT FOUND are the loop's head. */
    ip_pl_statement *const *body = head.fetch ? s->body.items + 2 : s->body.items;
    int body_count = s->body.count - (head.fetch ? 2 : 0);
    if (head.fetch)
        ip_lower_effects(l, s->body.items, 1, "", &effects);
    ip_lower_effects(l, body, body_count, s->label ? s->label : "", &effects);
    if (s->kind == IP_PL_FOR_QUERY || s->kind == IP_PL_FOREACH || s->kind == IP_PL_UNKNOWN)
        for (int i = 0; i < s->targets.count; i++) {
            bool element;
            int slot = ip_lower_target_slot(l, s->targets.items[i], &element);
            if (slot >= 0)
                IP_PUSH(l->arena, &effects.slots, slot);
        }
    const ip_expr *base = l->base, *rel = l->rel, *found = NULL;
    if (head.kind == IP_LOOP_QUERY)
        found = ip_lower_value(l, l->found);
    int outside = l->loop;
    int loop = ip_lower_open_loop(l, head.kind, s->range);
    ip_loop *created = &l->program->loops.items[loop];
    created->low = head.low;
    created->high = head.high;
    created->query = head.kind == IP_LOOP_QUERY ? head.rows->statement : -1;
    created->may_stop_early = effects.stops;
    if (created->query >= 0 && effects.stops &&
        ip_program_statement_locks_rows(&l->program->statements.items[created->query]))
        l->program->statements.items[created->query].uncertain = true; /* rows are locked as they are fetched */
    l->base = ip_lower_path(l);
    l->rel = NULL;
    l->loop = loop;
    for (int i = 0; i < effects.slots.count; i++)
        ip_lower_forget(l, effects.slots.items[i], loop);
    ip_target target = {.kind = IP_TARGET_LOOP, .label = s->label, .result = -1};
    IP_PUSH(l->arena, &l->targets, target);
    int own = l->targets.count - 1;
    bind_index(l, s, &head, loop);
    /* How many iterations a WHILE makes is open anyway. */
    if (head.skips || (effects.stops && head.kind != IP_LOOP_WHILE))
        l->rel = ip_program_expr_and(l->arena, l->rel, ip_lower_unknown_condition(l, "reached"));
    if (s->kind == IP_PL_WHILE)
        l->rel = ip_program_expr_and(l->arena, l->rel, ip_lower_is_true(l, ip_lower_text_expr(l, s->expr)));
    ip_lower_statements(l, body, body_count);
    l->targets.count = own;
    l->visible.count = visible;
    l->loop = outside;
    l->base = base;
    l->rel = rel;
    l->aborted = false;
    for (int i = 0; i < effects.slots.count; i++)
        ip_lower_forget(l, effects.slots.items[i], outside);
    if (s->kind == IP_PL_FOR_QUERY || s->kind == IP_PL_FOR_RANGE || s->kind == IP_PL_FOREACH)
        ip_lower_assign(l, l->found, found ? found : ip_lower_any(l, "found", ip_lower_boolean_type, outside));
    if (effects.leaves)
        l->rel = ip_program_expr_and(l->arena, rel, ip_lower_unknown_condition(l, "goes_on"));
}
