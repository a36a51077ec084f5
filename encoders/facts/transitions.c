/* The graph of the values of a column, from the assignments of UPDATEs and their conditions. */
#include "facts/transitions.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "facts/facts.h"

/* The possible truth values of a condition: a set of these. */
enum { IS_TRUE = 1, IS_FALSE = 2, IS_NULL = 4, ANY_TRUTH = 7 };

/* A column, and its value just before the statement. */
typedef struct standpoint {
    const ip_transitions *t;
    const ip_program *program;
    const ip_column *declared;
    int column, now;
} standpoint;

/* ---- constants ---- */

static bool is_constant(const ip_expr *e)
{
    return e->kind == IP_EXPR_INTEGER || e->kind == IP_EXPR_TEXT || e->kind == IP_EXPR_BOOLEAN;
}

static bool same_constant(const ip_expr *a, const ip_expr *b)
{
    if (a->kind != b->kind)
        return false;
    if (a->kind == IP_EXPR_BOOLEAN)
        return a->boolean == b->boolean;
    return a->kind == IP_EXPR_INTEGER ? strtoll(a->text, NULL, 10) == strtoll(b->text, NULL, 10)
                                      : strcmp(a->text, b->text) == 0;
}

int ip_facts_transitions_constant(const ip_transitions *t, const ip_expr *expr)
{
    if (expr->kind == IP_EXPR_NULL)
        return ip_transitions_null(t);
    for (int i = 0; i < t->count; i++)
        if (same_constant(t->values[i], expr))
            return i;
    return -1;
}

/* A constant of the column's own type, so that different constants are different values. */
static bool fits(const ip_expr *e, ip_type type)
{
    return (type.kind == IP_INTEGER && e->kind == IP_EXPR_INTEGER) ||
           (type.kind == IP_TEXT && e->kind == IP_EXPR_TEXT) || (type.kind == IP_BOOLEAN && e->kind == IP_EXPR_BOOLEAN);
}

static size_t length_without_blanks(const char *text)
{
    size_t n = strlen(text);
    while (n > 0 && text[n - 1] == ' ')
        n--;
    return n;
}

/* Types and collations exist under which the two are equal (char(n), citext). */
static bool hard_to_tell(const ip_expr *a, const ip_expr *b)
{
    if (a->kind != IP_EXPR_TEXT || b->kind != IP_EXPR_TEXT || strcmp(a->text, b->text) == 0)
        return false;
    size_t n = length_without_blanks(a->text);
    return n == length_without_blanks(b->text) && strncasecmp(a->text, b->text, n) == 0;
}

/* false: too many, or two that may be equal. */
static bool add_constant(ip_transitions *t, const ip_expr *e)
{
    for (int i = 0; i < t->count; i++) {
        if (same_constant(t->values[i], e))
            return true;
        if (hard_to_tell(t->values[i], e))
            return false;
    }
    if (t->count == IP_MAX_TRACKED_VALUES)
        return false;
    t->values[t->count++] = e;
    return true;
}

enum { DEEPEST = 64 };

static bool collect(ip_transitions *t, const ip_expr *e, ip_type type, int depth)
{
    if (!e)
        return true;
    if (is_constant(e))
        return !fits(e, type) || add_constant(t, e);
    bool all = depth < DEEPEST;
    for (int i = 0; e->kind == IP_EXPR_OPERATOR && all && i < e->arg_count; i++)
        all = collect(t, e->args[i], type, depth + 1);
    return all;
}

/* ---- the values that a statement assigns ---- */

static int possible_truths(const standpoint *p, const ip_expr *e, int depth);

static ip_value_set bit(int value)
{
    return 1ULL << value;
}

static ip_value_set every_value(const standpoint *p)
{
    return bit(p->t->count + 2) - 1;
}

static ip_value_set of_truths(const standpoint *p, int truths)
{
    ip_value_set result = truths & IS_NULL ? bit(ip_transitions_null(p->t)) : 0;
    for (int i = 0; i < p->t->count; i++)
        if (truths & (p->t->values[i]->boolean ? IS_TRUE : IS_FALSE))
            result |= bit(i);
    return result;
}

static bool is_column(const standpoint *p, const ip_expr *e)
{
    return e->kind == IP_EXPR_COLUMN && e->source == 0 && e->index == p->column;
}

/* Through variables that only rename another expression. */
static const ip_expr *resolved(const ip_program *program, const ip_expr *e)
{
    while (e && e->kind == IP_EXPR_VARIABLE && program->variables.items[e->index].kind == IP_VAR_EXPR &&
           program->variables.items[e->index].type.kind == program->variables.items[e->index].expr->type.kind)
        e = program->variables.items[e->index].expr;
    return e;
}

static ip_value_set possible_values(const standpoint *p, const ip_expr *e, int depth)
{
    const ip_transitions *t = p->t;
    e = ip_program_expr_value(e);
    if (is_column(p, e))
        return bit(p->now);
    if (e->kind == IP_EXPR_NULL)
        return bit(ip_transitions_null(t));
    if (is_constant(e) && fits(e, p->declared->type)) {
        int known = ip_facts_transitions_constant(t, e);
        return bit(known < 0 ? ip_transitions_other(t) : known);
    }
    const ip_expr *created = resolved(p->program, e);
    if (created->kind == IP_EXPR_UNKNOWN && created->never_null)
        return every_value(p) & ~bit(ip_transitions_null(t));
    if (e->kind != IP_EXPR_OPERATOR || depth == DEEPEST)
        return every_value(p);
    if (e->op == IP_OP_IF) {
        int truths = possible_truths(p, e->args[0], depth + 1);
        return (truths & IS_TRUE ? possible_values(p, e->args[1], depth + 1) : 0) |
               (truths & ~IS_TRUE ? possible_values(p, e->args[2], depth + 1) : 0);
    }
    if (e->op == IP_OP_COALESCE) {
        ip_value_set null = bit(ip_transitions_null(t)), result = null;
        for (int i = 0; i < e->arg_count && (result & null); i++)
            result = (result & ~null) | possible_values(p, e->args[i], depth + 1);
        return result;
    }
    if (p->declared->type.kind == IP_BOOLEAN && e->type.kind == IP_BOOLEAN)
        return of_truths(p, possible_truths(p, e, depth + 1));
    return every_value(p);
}

static int compare_values(const standpoint *p, ip_operator op, int a, int b)
{
    const ip_transitions *t = p->t;
    bool unknown = a == ip_transitions_other(t) && b == a;
    if (op == IP_OP_NOT_DISTINCT)
        return unknown ? IS_TRUE | IS_FALSE : a == b ? IS_TRUE : IS_FALSE;
    if (a == ip_transitions_null(t) || b == ip_transitions_null(t))
        return IS_NULL;
    if (op == IP_OP_EQ || op == IP_OP_NE)
        return unknown ? IS_TRUE | IS_FALSE : (a == b) == (op == IP_OP_EQ) ? IS_TRUE : IS_FALSE;
    if (a >= t->count || b >= t->count || t->values[a]->kind != IP_EXPR_INTEGER)
        return IS_TRUE | IS_FALSE;
    long long x = strtoll(t->values[a]->text, NULL, 10), y = strtoll(t->values[b]->text, NULL, 10);
    bool holds = op == IP_OP_LT ? x < y : op == IP_OP_LE ? x <= y : op == IP_OP_GT ? x > y : x >= y;
    return holds ? IS_TRUE : IS_FALSE;
}

static int compare(const standpoint *p, const ip_expr *e, int depth)
{
    ip_value_set left = possible_values(p, e->args[0], depth + 1), right = possible_values(p, e->args[1], depth + 1);
    int truths = 0;
    for (int a = 0; a < p->t->count + 2; a++)
        for (int b = 0; b < p->t->count + 2; b++)
            if ((left & bit(a)) && (right & bit(b)))
                truths |= compare_values(p, e->op, a, b);
    return truths;
}

/* AND; OR is its mirror image. */
static int both(int a, int b)
{
    int result = (a | b) & IS_FALSE;
    if ((a & IS_TRUE) && (b & IS_TRUE))
        result |= IS_TRUE;
    if (((a & IS_NULL) && (b & ~IS_FALSE)) || ((b & IS_NULL) && (a & ~IS_FALSE)))
        result |= IS_NULL;
    return result;
}

static int negated(int a)
{
    return (a & IS_NULL) | (a & IS_TRUE ? IS_FALSE : 0) | (a & IS_FALSE ? IS_TRUE : 0);
}

static int truths_of_operator(const standpoint *p, const ip_expr *e, int depth)
{
    int truths = e->op == IP_OP_OR ? IS_FALSE : IS_TRUE;
    switch (e->op) {
    case IP_OP_AND:
        for (int i = 0; i < e->arg_count; i++)
            truths = both(truths, possible_truths(p, e->args[i], depth + 1));
        return truths;
    case IP_OP_OR:
        for (int i = 0; i < e->arg_count; i++)
            truths = negated(both(negated(truths), negated(possible_truths(p, e->args[i], depth + 1))));
        return truths;
    case IP_OP_NOT:
        return negated(possible_truths(p, e->args[0], depth + 1));
    case IP_OP_IS_TRUE:
        truths = possible_truths(p, e->args[0], depth + 1);
        return (truths & IS_TRUE) | (truths & ~IS_TRUE ? IS_FALSE : 0);
    case IP_OP_IS_NULL: {
        ip_value_set values = possible_values(p, e->args[0], depth + 1), null = bit(ip_transitions_null(p->t));
        return (values & null ? IS_TRUE : 0) | (values & ~null ? IS_FALSE : 0);
    }
    case IP_OP_EQ:
    case IP_OP_NE:
    case IP_OP_LT:
    case IP_OP_LE:
    case IP_OP_GT:
    case IP_OP_GE:
    case IP_OP_NOT_DISTINCT:
        return compare(p, e, depth);
    default:
        return ANY_TRUTH;
    }
}

static int possible_truths(const standpoint *p, const ip_expr *e, int depth)
{
    if (!e)
        return IS_TRUE;
    if (depth == DEEPEST)
        return ANY_TRUTH;
    if (e->kind == IP_EXPR_BOOLEAN)
        return e->boolean ? IS_TRUE : IS_FALSE;
    if (e->kind == IP_EXPR_NULL)
        return IS_NULL;
    if (is_column(p, e) && p->now < p->t->count && p->declared->type.kind == IP_BOOLEAN)
        return p->t->values[p->now]->boolean ? IS_TRUE : IS_FALSE;
    if (is_column(p, e) && p->now == ip_transitions_null(p->t))
        return IS_NULL;
    return e->kind == IP_EXPR_OPERATOR ? truths_of_operator(p, e, depth) : ANY_TRUTH;
}

/* ---- over all programs ---- */

static bool assigns(const ip_statement *s, const ip_table *table, int column)
{
    return s->kind == IP_UPDATE && s->sources.items[0].table == table && s->assignments[column] &&
           !ip_facts_statement_keeps(s, column);
}

/* ---- rows that the program has found before ---- */

/* The SELECT whose row has the term as this column of the key, in the loop iteration of s; -1: none. */
static int query_giving(const ip_program *program, const ip_statement *s, const ip_expr *term, int column)
{
    const ip_expr *e = resolved(program, term);
    const ip_variable *v = e && e->kind == IP_EXPR_VARIABLE ? &program->variables.items[e->index] : NULL;
    if (!v || v->kind != IP_VAR_RESULT || v->statement >= s->id || v->loop != s->loop)
        return -1;
    const ip_statement *query = &program->statements.items[v->statement];
    const ip_output *output = &query->outputs.items[v->index];
    bool of_row = query->kind == IP_SELECT && query->sources.count == 1 && !query->aggregated && !query->grouped &&
                  output->aggregate == IP_AGG_NONE && output->expr && output->expr->kind == IP_EXPR_COLUMN &&
                  output->expr->source == 0 && output->expr->index == column;
    return of_row ? v->statement : -1;
}

static bool same_parameter(const ip_program *program, const ip_expr *a, const ip_expr *b)
{
    a = resolved(program, a);
    b = resolved(program, b);
    return a && b && a->kind == IP_EXPR_PARAMETER && b->kind == IP_EXPR_PARAMETER && a->index == b->index;
}

/* No other statement of the program than s has changed the table since the program read it. */
static bool changes_alone(const ip_program *program, const ip_statement *s, const ip_table *table, int column)
{
    bool alone = true;
    for (int i = 0; i < program->statements.count; i++) {
        const ip_statement *other = &program->statements.items[i];
        if (other != s && other->kind != IP_INSERT)
            alone = alone && !ip_facts_statement_writes(other, table, column) &&
                    !ip_facts_statement_writes(other, table, -1);
    }
    return alone;
}

/* The condition of a query of the program on the version that s replaces: both have the same snapshot, or the query has
 * locked the version. No handler releases the lock, as no error is caught. */
static const ip_expr *said_before(const ip_transitions_question *question, const ip_program *program,
                                  const ip_statement *s)
{
    int query = -1;
    if (question->before == IP_FOUND_BY_ITSELF)
        return NULL;
    for (int k = 0; k < question->key_count && query < 0; k++)
        query = query_giving(program, s, ip_facts_equated_term(s->sources.items[0].filter, 0, question->key[k]),
                             question->key[k]);
    if (query < 0)
        return NULL;
    const ip_statement *q = &program->statements.items[query];
    const ip_row_source *found = &q->sources.items[0];
    bool same_row = found->table == question->table && q->loop < 0;
    for (int k = 0; k < question->key_count; k++) {
        const ip_expr *term = ip_facts_equated_term(s->sources.items[0].filter, 0, question->key[k]);
        same_row =
            same_row && (query_giving(program, s, term, question->key[k]) == query ||
                         same_parameter(program, term, ip_facts_equated_term(found->filter, 0, question->key[k])));
    }
    bool as_seen = q->check == IP_CHECK_NONE && !q->uncertain && !q->kept && !q->early && !q->past_snapshot &&
                   !found->newest && !found->optional;
    bool locked = !q->caught && !s->caught && found->lock >= IP_LOCK_SHARE && found->lock <= IP_LOCK_UPDATE;
    return same_row && as_seen && (locked || question->before == IP_FOUND_SEEN) &&
                   changes_alone(program, s, question->table, question->column)
               ? found->filter
               : NULL;
}

static bool collect_constants(ip_transitions *t, const ip_statement *s, const ip_table *table, int column)
{
    static const ip_expr yes = {.kind = IP_EXPR_BOOLEAN, .boolean = true}, no = {.kind = IP_EXPR_BOOLEAN};
    ip_type type = table->columns.items[column].type;
    if (type.kind == IP_BOOLEAN) /* there are no others */
        return add_constant(t, &yes) && add_constant(t, &no);
    bool target = s->sources.count > 0 && s->sources.items[0].table == table;
    /* The first value, from an INSERT, is one of the tracked constants, too. */
    if (target && s->kind == IP_INSERT)
        return collect(t, s->assignments[column], type, 0);
    return !assigns(s, table, column) ||
           (collect(t, s->assignments[column], type, 0) && collect(t, s->sources.items[0].filter, type, 0));
}

/* before: a condition on the row besides the statement's own; NULL: none */
static void add_transitions(ip_transitions *t, const ip_program *program, const ip_statement *s, const ip_expr *before,
                            const ip_table *table, int column)
{
    const ip_column *declared = &table->columns.items[column];
    ip_value_set null = bit(ip_transitions_null(t));
    for (int now = 0; now < t->count + 2; now++) {
        standpoint p = {t, program, declared, column, now};
        /* A BEFORE trigger may assign an unknown value. */
        bool surely_known = !s->uncertain;
        if (surely_known && (!(possible_truths(&p, s->sources.items[0].filter, 0) & IS_TRUE) ||
                             !(possible_truths(&p, before, 0) & IS_TRUE)))
            continue;
        ip_value_set then = surely_known ? possible_values(&p, s->assignments[column], 0) : every_value(&p);
        t->leads_to[now] |= declared->not_null ? then & ~null : then;
        if (now == ip_transitions_other(t) && (then & bit(now)) && !is_column(&p, s->assignments[column]))
            t->others_change = true;
    }
}

static void close_transitively(ip_transitions *t)
{
    int n = t->count + 2;
    for (int i = 0; i < n; i++)
        t->leads_to[i] |= bit(i);
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            if (t->leads_to[i] & bit(k))
                t->leads_to[i] |= t->leads_to[k];
}

static bool excludes_something(const ip_transitions *t)
{
    ip_value_set all = bit(t->count + 2) - 1;
    bool any = !t->others_change;
    for (int i = 0; i < t->count + 2; i++)
        any = any || t->leads_to[i] != all;
    return any;
}

static bool not_understood(const ip_statement *s, const ip_table *table)
{
    bool any = false;
    for (int i = 0; s->kind == IP_UNKNOWN && i < s->sources.count; i++)
        any = any || s->sources.items[i].table == table;
    return any;
}

const ip_transitions *ip_facts_transitions_find(ip_arena *arena, const ip_transitions_question *question,
                                                const ip_table_accesses *accesses)
{
    const ip_table *table = question->table;
    const int column = question->column;
    ip_type type = table->columns.items[column].type;
    bool followed = type.kind == IP_INTEGER || type.kind == IP_TEXT || type.kind == IP_BOOLEAN ||
                    type.kind == IP_TIME; /* for times only NULL or not NULL: no constant matches */
    if (type.array || !followed)
        return NULL;
    ip_transitions *t = IP_NEW(arena, ip_transitions);
    for (int a = 0; a < accesses->count; a++) {
        const ip_statement *statement = accesses->items[a].statement;
        if (not_understood(statement, table) || !collect_constants(t, statement, table, column))
            return NULL;
    }
    for (int a = 0; a < accesses->count; a++) {
        const ip_statement *statement = accesses->items[a].statement;
        const ip_program *program = accesses->items[a].program;
        if (!ip_access_repeats(accesses, a) && assigns(statement, table, column))
            add_transitions(t, program, statement, said_before(question, program, statement), table, column);
    }
    close_transitively(t);
    return excludes_something(t) ? t : NULL;
}
