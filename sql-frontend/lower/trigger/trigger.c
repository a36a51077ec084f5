/* Triggers: which of them a statement fires, and their functions' bodies, lowered where they fire (PostgreSQL's manual,
 * chapter 39 and section 43.10). lower/trigger/fire.c says how statements fire them. */
#include "lower/lower.h"

#include "base/words.h"

#include <stdlib.h>
#include <string.h>

enum { DEEPEST_TRIGGER = 8 };

/* ---- which ---- */

bool ip_lower_is_followed(const ip_trigger *t, const char *relation)
{
    return !t->what && strcmp(t->table, relation) == 0;
}

static bool on_event(const ip_trigger *t, ip_statement_kind kind)
{
    return (kind == IP_INSERT && t->on_insert) || (kind == IP_UPDATE && t->on_update) ||
           (kind == IP_DELETE && t->on_delete);
}

/* UPDATE OF depends on the columns that the statement names, not on those that change. */
static bool names_column(const ip_trigger *t, const ip_event *e)
{
    if (e->kind != IP_UPDATE || t->columns.count == 0 || !e->set)
        return true;
    for (int i = 0; i < t->columns.count; i++)
        for (int c = 0; c < e->shape->names.count; c++)
            if (e->set[c] && strcmp(e->shape->names.items[c], t->columns.items[i]) == 0)
                return true;
    return false;
}

static bool fires(const ip_trigger *t, const ip_event *e, ip_moment moment)
{
    ip_moment own = t->before ? IP_BEFORE : t->instead ? IP_INSTEAD : IP_AFTER;
    return !t->disabled && own == moment && t->row == e->row && ip_lower_is_followed(t, e->shape->relation) &&
           on_event(t, e->kind) && names_column(t, e);
}

static int by_name(const void *a, const void *b)
{
    return strcmp((*(const ip_trigger *const *)a)->name, (*(const ip_trigger *const *)b)->name);
}

/* In the order in which they run. */
ip_triggers ip_lower_triggers(ip_lowerer *l, const ip_event *e, ip_moment moment)
{
    ip_triggers found = {0};
    const ip_triggers *related = ip_lower_related(l, e->shape->relation);
    for (int i = 0; i < related->count; i++)
        if (fires(related->items[i], e, moment))
            IP_PUSH(l->arena, &found, related->items[i]);
    if (found.count > 1)
        qsort(found.items, (size_t)found.count, sizeof *found.items, by_name);
    return found;
}

static const ip_unit *unit_of_trigger(const ip_definitions *d, const ip_trigger *t)
{
    const ip_unit *found = NULL;
    bool qualified = strchr(t->function, '.') != NULL;
    for (int i = 0; i < d->units.count; i++) {
        const ip_unit *unit = d->units.items[i];
        const char *dot = strrchr(unit->name, '.');
        if (unit->kind != IP_UNIT_ROUTINE || unit->parameters.count > 0)
            continue;
        if (strcmp(unit->name, t->function) == 0)
            return unit;
        /* By the search path at the trigger's creation. */
        if (!qualified && dot && strcmp(dot + 1, t->function) == 0) {
            if (found)
                return NULL;
            found = unit;
        }
    }
    return found;
}

ip_row_shape *ip_lower_table_shape(ip_lowerer *l, const ip_table *table)
{
    ip_row_shape *shape = IP_NEW(l->arena, ip_row_shape);
    shape->relation = table->name;
    for (int i = 0; i < table->columns.count; i++) {
        IP_PUSH(l->arena, &shape->names, table->columns.items[i].name);
        IP_PUSH(l->arena, &shape->types, table->columns.items[i].type);
    }
    return shape;
}

/* ---- the function's surroundings ---- */

typedef struct surroundings_of_trigger {
    const ip_unit *unit;
    const ip_path *path;
    const ip_source *source;
    long shift;
    ip_range range;
    const char *text, *why;
    bool bad_name, aborted, negated;
    int conditional, targets;
    const ip_trigger *trigger;
    IP_VEC(ip_visible) visible;
    const ip_expr *found, *row_count, *base, *rel;
    ip_open_step step;
} surroundings_of_trigger;

static surroundings_of_trigger enter(ip_lowerer *l, const ip_trigger *t, const ip_unit *unit)
{
    surroundings_of_trigger s = {.unit = l->unit,
                                 .path = l->path_of_names,
                                 .source = l->source,
                                 .shift = l->shift,
                                 .range = l->range,
                                 .text = l->text,
                                 .why = l->why,
                                 .bad_name = l->bad_name,
                                 .aborted = l->aborted,
                                 .negated = l->negated,
                                 .conditional = l->conditional,
                                 .targets = l->targets.count,
                                 .trigger = l->trigger,
                                 .visible = {l->visible.items, l->visible.count, l->visible.capacity},
                                 .found = ip_lower_value(l, l->found),
                                 .row_count = ip_lower_value(l, l->row_count),
                                 .base = l->base,
                                 .rel = l->rel};
    memset(&l->visible, 0, sizeof l->visible);
    const ip_visible own_found = {NULL, "found", l->found};
    IP_PUSH(l->arena, &l->visible, own_found);
    IP_PUSH(l->arena, &l->calls, l->unit);
    IP_PUSH(l->arena, &l->firing, t);
    l->unit = unit;
    if (unit->sets_path)
        l->path_of_names = unit->path;
    l->trigger = t;
    l->why = NULL;
    l->negated = false;
    l->conditional = 0;
    s.step = ip_lower_share_step(l, true); /* WHEN belongs to the statement */
    l->base = ip_lower_path(l);
    l->rel = NULL;
    return s;
}

static void come_back(ip_lowerer *l, const surroundings_of_trigger *s)
{
    ip_lower_close_step(l, s->step);
    l->unit = s->unit;
    l->path_of_names = s->path;
    l->source = s->source;
    l->shift = s->shift;
    l->range = s->range;
    l->text = s->text;
    l->why = s->why;
    l->bad_name = s->bad_name;
    l->aborted = s->aborted;
    l->negated = s->negated;
    l->conditional = s->conditional;
    l->targets.count = s->targets;
    l->trigger = s->trigger;
    l->visible.items = s->visible.items;
    l->visible.count = s->visible.count;
    l->visible.capacity = s->visible.capacity;
    l->calls.count--;
    l->firing.count--;
    l->base = s->base;
    l->rel = s->rel;
    ip_lower_assign(l, l->found, s->found);
    ip_lower_assign(l, l->row_count, s->row_count);
}

static int declare_row(ip_lowerer *l, const char *label, const char *name, const ip_row_shape *shape,
                       const ip_expr *const *values)
{
    int slot = ip_lower_declare(l, label, name, ip_lower_other_type);
    l->slots.items[slot].record = true;
    for (int i = 0; i < shape->names.count; i++) {
        int field = ip_lower_field(l, slot, shape->names.items[i], shape->types.items[i]);
        ip_lower_assign(l, field, values ? values[i] : ip_lower_null(l, shape->types.items[i]));
    }
    return slot;
}

static void declare_text(ip_lowerer *l, const char *label, const char *name, const char *value)
{
    int slot = ip_lower_declare(l, label, name, ip_lower_text_type);
    ip_lower_assign(l, slot, ip_lower_literal(l, IP_EXPR_TEXT, ip_lower_text_type, value));
}

static const char *const moments[] = {[IP_BEFORE] = "BEFORE", [IP_AFTER] = "AFTER", [IP_INSTEAD] = "INSTEAD OF"};

static void declare_constants(ip_lowerer *l, const char *label, const ip_trigger *t, const ip_event *e,
                              ip_moment moment)
{
    const char *dot = strrchr(t->table, '.');
    const char *schema = dot ? ip_arena_strndup(l->arena, t->table, (size_t)(dot - t->table)) : "public";
    declare_text(l, label, "tg_name", t->name);
    declare_text(l, label, "tg_when", moments[moment]);
    declare_text(l, label, "tg_level", e->row ? "ROW" : "STATEMENT");
    declare_text(l, label, "tg_op", e->kind == IP_INSERT ? "INSERT" : e->kind == IP_UPDATE ? "UPDATE" : "DELETE");
    declare_text(l, label, "tg_table_name", ip_last_part(t->table));
    declare_text(l, label, "tg_relname", ip_last_part(t->table));
    declare_text(l, label, "tg_table_schema", schema);
    int slot = ip_lower_declare(l, label, "tg_nargs", ip_lower_int4_type);
    ip_lower_assign(
        l, slot,
        ip_lower_literal(l, IP_EXPR_INTEGER, ip_lower_int4_type, ip_arena_printf(l->arena, "%d", t->args.count)));
    ip_type texts = {IP_TEXT, true, "text[]"};
    ip_lower_forget(l, ip_lower_declare(l, label, "tg_argv", texts), l->loop);
    ip_lower_forget(l, ip_lower_declare(l, label, "tg_relid", ip_lower_other_type), l->loop);
}

/* TG_ARGV[number], counted from 0; NULL: it is not that. */
const ip_expr *ip_lower_trigger_argument(ip_lowerer *l, const ip_tree *array, const ip_tree *subscript)
{
    const ip_tree *fields = IP_ITEMS(ip_as_column_ref(array), fields);
    const char *name = ip_arena_strdup(l->arena, ip_parse_string_node(ip_parse_list_item(fields, 0)));
    const PgQuery__Integer *number = ip_const_ival(ip_as_a_const(subscript));
    if (!l->trigger || ip_parse_list_size(fields) != 1 || strcmp(name, "tg_argv") != 0 || !number ||
        ip_lower_find_variable(l, &name, 1) < 0)
        return NULL;
    long long index = IP_GET(number, ival);
    if (index < 0 || index >= l->trigger->args.count)
        return ip_lower_null(l, ip_lower_text_type);
    return ip_lower_literal(l, IP_EXPR_TEXT, ip_lower_text_type, l->trigger->args.items[index]);
}

/* The event whose rows are in the current trigger's transition table of that name; NULL: there is none. */
const ip_event *ip_lower_transition(const ip_lowerer *l, const char *name)
{
    const ip_transition *t =
        l->transitions.count > 0 ? &l->transitions.items[l->transitions.count - 1] : &(ip_transition){NULL, NULL};
    if (!t->trigger || t->trigger != l->trigger)
        return NULL;
    bool named = (t->trigger->new_table && strcmp(t->trigger->new_table, name) == 0) ||
                 (t->trigger->old_table && strcmp(t->trigger->old_table, name) == 0);
    return named ? t->event : NULL;
}

/* ---- RETURN ---- */

/* The record that is returned as it stands; -1: something else. */
static int returned_record(ip_lowerer *l, const ip_target *target, const ip_tree *node)
{
    const PgQuery__CoalesceExpr *coalesce = ip_as_coalesce_expr(node);
    size_t i;
    const ip_tree *arg;
    IP_LIST_EACH(IP_ITEMS(coalesce, args), i, arg)
    {
        int slot = returned_record(l, target, arg);
        if (slot < 0 || slot != target->absent)
            return slot;
    }
    const ip_tree *fields = IP_ITEMS(ip_as_column_ref(node), fields);
    if (ip_parse_list_size(fields) != 1)
        return -1;
    const char *name = ip_arena_strdup(l->arena, ip_parse_string_node(ip_parse_list_item(fields, 0)));
    int slot = ip_lower_find_variable(l, &name, 1);
    if (slot < 0 || !l->slots.items[slot].record ||
        l->slots.items[slot].fields.count != l->slots.items[target->row].fields.count)
        return -1;
    return slot;
}

static bool is_null_constant(const ip_tree *node)
{
    return IP_GET(ip_as_a_const(node), isnull);
}

/* Left out is known where it is certain, else any. */
static void return_any_row(ip_lowerer *l, const ip_target *target)
{
    ip_lower_forget(l, target->row, l->loop);
    ip_lower_forget(l, target->left_out, l->loop);
}

void ip_lower_return_row(ip_lowerer *l, const ip_target *t, ip_pl_text text)
{
    const ip_target target = *t;
    ip_parse_error error;
    const ip_tree *node = ip_parse_pg_parse_expr(l->arena, ip_range_text(l->arena, text), &error);
    int slot = returned_record(l, &target, node);
    bool null = is_null_constant(node) || (slot >= 0 && slot == target.absent);
    if (slot >= 0 && !null) {
        for (int i = 0; i < l->slots.items[slot].fields.count; i++)
            ip_lower_assign_value(l, l->slots.items[target.row].fields.items[i],
                                  ip_lower_slot_value(l, l->slots.items[slot].fields.items[i]));
    } else if (!null) {
        ip_lower_text_expr(l, text);
        return_any_row(l, &target);
        return;
    }
    ip_lower_assign(l, target.left_out, ip_lower_boolean(l, null));
}

/* ---- one function ---- */

static const ip_expr *condition_of(ip_lowerer *l, const ip_trigger *t)
{
    if (!t->when)
        return NULL;
    const ip_tree *tree = t->when->tree;
    l->source = t->when->statement.source;
    l->shift = (long)t->when->statement.begin;
    l->range = t->range;
    l->text = ip_lower_folded_text(l, ip_range_text(l->arena, t->range));
    const ip_expr *condition = ip_lower_expr(l, tree, NULL);
    if (l->why) {
        ip_lower_emit_unknown(l, NULL, l->why);
        condition = ip_lower_unknown(l, ip_lower_boolean_type, 0, NULL);
    }
    l->why = NULL;
    return ip_lower_is_true(l, condition);
}

static bool is_constant(const ip_expr *e, bool value)
{
    return e && e->kind == IP_EXPR_BOOLEAN && e->boolean == value;
}

static const ip_expr *choose(ip_lowerer *l, const char *name, const ip_expr *condition, const ip_expr *a,
                             const ip_expr *b)
{
    if (!condition || is_constant(condition, true) || a == b)
        return a;
    const ip_expr *const parts[] = {condition, a, b};
    return ip_lower_bind(l, name, a->type, ip_program_expr_op(l->arena, IP_OP_IF, a->type, 3, parts));
}

/* The row after a function in another language: any row, or none. */
static void any_outcome(ip_lowerer *l, const ip_event *e, ip_trigger_outcome *outcome)
{
    for (int i = 0; i < e->shape->names.count && outcome->row; i++)
        outcome->row[i] = ip_lower_any(l, e->shape->names.items[i], e->shape->types.items[i], l->loop);
    outcome->left_out = ip_lower_is_true(l, ip_lower_any(l, "left_out", ip_lower_boolean_type, l->loop));
}

static bool shaped(const ip_event *e, const char *name, int *column)
{
    for (*column = 0; *column < e->shape->names.count; (*column)++)
        if (strcmp(e->shape->names.items[*column], name) == 0)
            return true;
    return false;
}

/* PostgreSQL's own trigger functions (section 9.28), and that of the module moddatetime. */
static bool run_built_in(ip_lowerer *l, const ip_trigger *t, const ip_event *e, ip_trigger_outcome *outcome)
{
    const char *name = strncmp(t->function, "pg_catalog.", 11) == 0 ? t->function + 11 : t->function;
    int column;
    if (strcmp(name, "suppress_redundant_updates_trigger") == 0) {
        outcome->left_out = ip_lower_is_true(l, ip_lower_any(l, "redundant", ip_lower_boolean_type, l->loop));
        return true;
    }
    bool vector = strcmp(name, "tsvector_update_trigger") == 0 || strcmp(name, "tsvector_update_trigger_column") == 0;
    if ((!vector && strcmp(name, "moddatetime") != 0) || !outcome->row)
        return false;
    if (t->args.count < 1 || !shaped(e, t->args.items[0], &column))
        return false;
    outcome->row[column] = vector ? ip_lower_any(l, t->args.items[0], e->shape->types.items[column], l->loop)
                                  : ip_lower_convert(l, l->now, e->shape->types.items[column]);
    return true;
}

static void refuse_function(ip_lowerer *l, const ip_trigger *t, const ip_event *e, ip_trigger_outcome *outcome)
{
    const char *why = ip_arena_printf(l->arena, "trigger %s runs %s() here", t->name, t->function);
    ip_diagnostics_add(l->diagnostics, IP_UNSUPPORTED, l->range, l->program->name,
                       "%s: it may read and write any table", why);
    ip_open_step outer = ip_lower_own_step(l);
    ip_lower_emit_unknown(l, NULL, why);
    ip_lower_close_step(l, outer);
    any_outcome(l, e, outcome);
}

/* It fires itself, or the program is large: it may touch everything that it can reach. */
static void cut(ip_lowerer *l, const ip_trigger *t, const ip_unit *unit, const ip_event *e, const char *what,
                ip_trigger_outcome *outcome)
{
    ip_diagnostics_add(l->diagnostics, IP_APPROXIMATION, t->range, l->program->name,
                       "trigger %s %s: what that does is not followed further", t->name, what);
    ip_open_step outer = ip_lower_own_step(l);
    ip_lower_emit_reach(l, unit, ip_arena_printf(l->arena, "trigger %s %s", t->name, what));
    ip_lower_close_step(l, outer);
    any_outcome(l, e, outcome);
}

/* Why its function is not followed; NULL: it is. */
static const char *too_deep(const ip_lowerer *l, const ip_trigger *t)
{
    int rounds = 0;
    for (int i = 0; i < l->firing.count; i++)
        rounds += l->firing.items[i] == t;
    if (rounds > 2)
        return "fires itself again";
    if (l->firing.count > DEEPEST_TRIGGER)
        return "fires within too many others";
    return ip_lower_is_full(l) ? "fires in a program that is too long already" : NULL;
}

/* CASE WHEN c THEN false ELSE true END and similar conditions of joined branches, without CASE. */
static const ip_expr *truth(ip_lowerer *l, const ip_expr *e)
{
    const ip_variable *v = e->kind == IP_EXPR_VARIABLE ? &l->program->variables.items[e->index] : NULL;
    const ip_expr *choice = v && v->kind == IP_VAR_EXPR ? v->expr : e;
    if (choice->kind != IP_EXPR_OPERATOR || choice->op != IP_OP_IF)
        return ip_lower_is_true(l, e);
    const ip_expr *condition = ip_lower_is_true(l, choice->args[0]);
    const ip_expr *a = truth(l, choice->args[1]), *b = truth(l, choice->args[2]);
    if (!is_constant(a, true) && !is_constant(a, false))
        return ip_lower_is_true(l, e);
    if (is_constant(a, true))
        return is_constant(b, false) ? condition : ip_lower_or(l, condition, b);
    const ip_expr *otherwise = ip_program_expr_not(l->arena, condition);
    return is_constant(b, false) ? b : is_constant(b, true) ? otherwise : ip_program_expr_and(l->arena, otherwise, b);
}

/* Its body, with NEW and OLD in scope. */
static void run_body(ip_lowerer *l, const ip_unit *unit, const ip_event *e, int absent, ip_trigger_outcome *outcome)
{
    ip_target target = {.kind = IP_TARGET_ROUTINE, .result = -1, .trigger = true, .row = -1, .absent = absent};
    int visible = l->visible.count;
    target.row = declare_row(l, NULL, "row returned", e->shape, (const ip_expr *const *)outcome->row);
    target.left_out = ip_lower_declare(l, NULL, "left_out", ip_lower_boolean_type);
    l->visible.count = visible; /* names that only RETURN knows */
    ip_lower_assign(l, target.left_out, ip_lower_boolean(l, false));
    IP_PUSH(l->arena, &l->targets, target);
    int own = l->targets.count - 1;
    ip_lower_assign(l, l->found, ip_lower_boolean(l, false));
    ip_lower_forget(l, l->row_count, l->loop);
    l->shares_step = unit->volatility != IP_VOLATILE;
    ip_lower_block(l, unit->tree, unit->label);
    ip_lower_close_target(l, own, NULL);
    for (int i = 0; i < e->shape->names.count && outcome->row; i++)
        outcome->row[i] = ip_lower_value(l, l->slots.items[target.row].fields.items[i]);
    outcome->left_out = truth(l, ip_lower_value(l, target.left_out));
    outcome->aborts = l->aborted;
}

/* outcome->row: the row so far, which the function may replace; NULL: not asked for. */
void ip_lower_run_trigger(ip_lowerer *l, const ip_trigger *t, const ip_event *e, ip_moment moment,
                          ip_trigger_outcome *outcome)
{
    const ip_unit *unit = unit_of_trigger(l->definitions, t);
    int count = e->shape->names.count;
    const ip_expr **before = NULL;
    outcome->left_out = NULL;
    outcome->aborts = false;
    if (outcome->row) {
        before = IP_NEW_ARRAY(l->arena, const ip_expr *, count);
        memcpy(before, outcome->row, (size_t)count * sizeof *before);
    }
    surroundings_of_trigger around = enter(l, t, unit ? unit : l->unit);
    const char *label = unit ? unit->label : NULL;
    int slots = l->slots.count;
    int new_slot = declare_row(l, label, "new", e->shape, (const ip_expr *const *)e->new_row);
    int old_slot = declare_row(l, label, "old", e->shape, (const ip_expr *const *)e->old_row);
    int absent = !e->new_row ? new_slot : !e->old_row ? old_slot : -1;
    const ip_expr *when = condition_of(l, t);
    if (!is_constant(when, false)) {
        declare_constants(l, label, t, e, moment);
        l->range = around.range;
        l->text = around.text;
        l->base = ip_program_expr_and(l->arena, l->base, when);
        l->trigger_depth++;
        IP_PUSH(l->arena, &l->transitions, ((ip_transition){t, e}));
        if (!unit && run_built_in(l, t, e, outcome))
            ;
        else if (!unit || !unit->tree || unit->broken || strcmp(unit->language, "plpgsql") != 0)
            refuse_function(l, t, e, outcome);
        else if (too_deep(l, t))
            cut(l, t, unit, e, too_deep(l, t), outcome);
        else
            run_body(l, unit, e, absent, outcome);
        l->transitions.count--;
        l->trigger_depth--;
        for (int i = 0; i < count && outcome->row; i++)
            outcome->row[i] = choose(l, e->shape->names.items[i], when, outcome->row[i], before[i]);
        outcome->left_out = is_constant(outcome->left_out, false) ? NULL : outcome->left_out;
        outcome->left_out = outcome->left_out ? ip_program_expr_and(l->arena, when, outcome->left_out) : NULL;
        outcome->aborts = outcome->aborts && (!when || is_constant(when, true));
    }
    come_back(l, &around);
    /* Its rows and variables go out of scope. */
    l->slots.count = slots;
    l->values.count = l->values.count > slots ? slots : l->values.count;
}
