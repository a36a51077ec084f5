/* Reads that a check of the same instance repeats. A transaction looks for the children of a row, and then deletes the
 * row; or it looks for a key, and then inserts the key. If the query finds nothing, the database's check, which reads
 * everything committed by then, finds nothing either, or it would have refused. The same holds for a unique index on
 * part of the rows or on expressions, if the query has all conditions of the index.
 *
 * Let T's query not use row r, in the version of its snapshot, and let the check find that r does not match. A
 * transaction that made r match in between was followed by a transaction after which r no longer matched, and on which
 * the check depends (for a key: whose DELETE the INSERT overwrites). Both come before T. So in every serial order that
 * keeps all other dependencies, r does not match at T's position, and the query has the same result: it has read r as
 * the check found it (view equivalence, Papadimitriou 1979), and no anti-dependency leads to a transaction that has
 * committed before. No transaction can make r match after the check and commit before T: for a key, T's own row
 * conflicts; for children, T's lock on the deleted row excludes it. After T has ended, a child needs a new row with
 * that key, whose INSERT comes after T.
 *
 * This does not hold for a row that T has changed itself: where each statement has its own snapshot, a later statement
 * may have found it. */
#include "execution/encoding_internal.h"

#include <string.h>

/* An error handler may have undone the insertion of a row. */
static bool may_be_undone(const ip_program *program)
{
    for (int s = 0; s < program->statements.count; s++)
        if (program->statements.items[s].past_snapshot)
            return true;
    return false;
}

/* The condition under which the check precedes an INSERT that surely inserts its row. A row with a NULL in its key
 * conflicts with no other. NULL: the check precedes no such INSERT. */
static Z3_ast inserted_after(ip_encoding *e, const ip_site *check)
{
    const ip_build *b = &e->terms.build;
    const ip_row_source *looked = &check->statement->sources.items[0];
    int at = check->statement->id + 1;
    while (at < check->program->statements.count && check->program->statements.items[at].check != IP_CHECK_NONE)
        at++;
    const ip_statement *s = at < check->program->statements.count ? &check->program->statements.items[at] : NULL;
    if (!s || s->kind != IP_INSERT || s->uncertain || s->sources.items[0].table != looked->table ||
        s->loop != check->statement->loop || check->statement->cause >= 0 || may_be_undone(check->program))
        return NULL;
    Z3_ast all = ip_term_executes(&e->terms, check);
    for (int i = 0; i < looked->table->columns.count; i++) {
        const ip_expr *value = looked->filter_columns[i] ? ip_facts_equated_term(looked->filter, 0, i) : NULL;
        if (looked->filter_columns[i] && !value && !check->statement->of_entry)
            return NULL;
        if (value)
            all = ip_term_and(b, all, ip_term_not(b, ip_term_eval(&e->terms, check, value).null));
    }
    return all;
}

/* The checks of the rows that refer to a row that a DELETE removes all run, or none does. */
static Z3_ast created(ip_encoding *e, const ip_site *check)
{
    const ip_program *program = check->program;
    int one = check->statement->id, cause = check->statement->cause;
    Z3_ast inserted = inserted_after(e, check);
    if (inserted)
        return inserted;
    if (cause >= 0 && program->statements.items[cause].loop == check->statement->loop)
        one = cause;
    return ip_term_apply(&e->terms.build, e->terms.build.boolean, check->depth, check->tokens, "checked.%d.%d.%d",
                         check->slot, program->id, one);
}

Z3_ast ip_rules_check_made(ip_encoding *e, const ip_view *view, const ip_access *check)
{
    if (!ip_statement_of(e, check)->settles)
        return e->terms.build.yes;
    ip_site site = ip_encoding_view_site(view, e->input.programs[check->program], check->statement);
    return created(e, &site);
}

/* Another row may get the key of the deleted one. */
static bool brings_parent(const ip_statement *s, const ip_table *parent)
{
    bool brings = false;
    for (int q = 0; q < s->sources.count && s->kind == IP_UNKNOWN; q++)
        brings = brings || (s->sources.items[q].table == parent && !s->sources.items[q].reads_only);
    if ((s->kind != IP_INSERT && s->kind != IP_UPDATE) || s->sources.items[0].table != parent)
        return brings;
    for (int k = 0; k < parent->keys.count && s->kind == IP_UPDATE; k++)
        for (int i = 0; i < parent->keys.items[k].column_count; i++)
            brings = brings || s->assignments[parent->keys.items[k].columns[i]];
    return brings || s->kind == IP_INSERT;
}

static bool parent_returns(const ip_program *program, const ip_statement *check)
{
    bool returns = false;
    for (int s = 0; check->referenced && s < program->statements.count; s++)
        returns = returns || brings_parent(&program->statements.items[s], check->referenced);
    return returns;
}

/* a of the check's row, b of the query's. */
static bool same_expr(const ip_expr *a, const ip_expr *b, int source)
{
    bool column = a->kind == IP_EXPR_COLUMN;
    bool same = a->kind == b->kind && a->kind != IP_EXPR_UNKNOWN && a->op == b->op && a->index == b->index &&
                a->type.kind == b->type.kind && a->type.array == b->type.array && a->boolean == b->boolean &&
                a->collated == b->collated && a->arg_count == b->arg_count && (!column || b->source == source) &&
                strcmp(a->type.name ? a->type.name : "", b->type.name ? b->type.name : "") == 0 &&
                strcmp(a->text ? a->text : "", b->text ? b->text : "") == 0;
    for (int i = 0; same && i < a->arg_count; i++)
        same = same_expr(a->args[i], b->args[i], source);
    return same;
}

static bool includes_condition(const ip_expr *filter, const ip_expr *wanted, int source)
{
    bool found = filter && same_expr(wanted, filter, source);
    bool equation = filter && filter->op == IP_OP_EQ && wanted->op == IP_OP_EQ && filter->kind == IP_EXPR_OPERATOR &&
                    wanted->kind == IP_EXPR_OPERATOR;
    found = found || (equation && same_expr(wanted->args[0], filter->args[1], source) &&
                      same_expr(wanted->args[1], filter->args[0], source));
    for (int i = 0; filter && filter->kind == IP_EXPR_OPERATOR && filter->op == IP_OP_AND && i < filter->arg_count; i++)
        found = found || includes_condition(filter->args[i], wanted, source);
    return found;
}

/* Every row that matches the query's conditions matches the check's: it has the same conjuncts, word for word. */
static bool is_among(const ip_expr *check, const ip_expr *query, int source)
{
    bool all = check != NULL;
    if (!check || check->kind != IP_EXPR_OPERATOR || check->op != IP_OP_AND)
        return check && includes_condition(query, check, source);
    for (int i = 0; i < check->arg_count; i++)
        all = all && is_among(check->args[i], query, source);
    return all;
}

/* Every row that the query uses has exactly the values that the check looks for. */
static Z3_ast looks_for_same(ip_encoding *e, const ip_site *query, int source, const ip_site *check)
{
    ip_terms_context *c = &e->terms;
    const ip_row_source *looked = &check->statement->sources.items[0];
    if (check->statement->of_entry) {
        bool among = check->statement->loop == query->statement->loop &&
                     is_among(looked->filter, query->statement->sources.items[source].filter, source);
        return among ? c->build.yes : c->build.no;
    }
    ip_row *none = IP_NEW_ARRAY(e->arena, ip_row, query->statement->sources.count), nothing = {0};
    ip_site here = *query, there = *check;
    here.rows = none;
    there.rows = &nothing;
    Z3_ast same = c->build.yes, one, other;
    for (int i = 0; i < looked->table->columns.count; i++) {
        if (!looked->filter_columns[i])
            continue;
        if (!ip_term_equated_value(c, &there, looked->filter, 0, i, &one) ||
            !ip_term_equated_value(c, &here, query->statement->sources.items[source].filter, source, i, &other))
            return c->build.no;
        same = ip_term_and(&c->build, same, ip_term_equal(&c->build, one, other));
    }
    return same;
}

/* The statement inserts the row at the view. */
static Z3_ast inserts_it(ip_encoding *e, const ip_view *view, const ip_site *insert)
{
    const ip_build *b = &e->terms.build;
    const ip_table *table = insert->statement->sources.items[0].table;
    const Z3_ast *key = view->place->keys[table->id], *inserted;
    if (insert->statement->uncertain || !e->input.facts->tables[table->id].key_count)
        return b->no;
    inserted = ip_term_insert_key(&e->terms, insert);
    return ip_term_and(b, ip_term_executes(&e->terms, insert), ip_encoding_same_row(&e->terms, table, key, inserted));
}

/* The instance may have changed the row itself. */
static Z3_ast may_change(ip_encoding *e, ip_view *view, const ip_program *program, const ip_table *table)
{
    const ip_build *b = &e->terms.build;
    Z3_ast any = b->no;
    for (int s = 0; s < program->statements.count; s++) {
        const ip_statement *w = &program->statements.items[s];
        bool writes = w->kind == IP_UPDATE || w->kind == IP_DELETE || w->kind == IP_TRUNCATE;
        for (int q = 0; q < w->sources.count && w->kind == IP_UNKNOWN; q++)
            if (w->sources.items[q].table == table && !w->sources.items[q].reads_only)
                return b->yes;
        if (!writes || w->sources.items[0].table != table)
            continue;
        ip_site site = ip_encoding_view_site(view, program, s);
        if (w->loop >= 0 || w->kind == IP_TRUNCATE)
            return b->yes;
        any = ip_term_or(
            b, any,
            ip_term_and(b, ip_term_executes(&e->terms, &site), ip_encoding_may_match(&e->terms, view, program, s, 0)));
    }
    return any;
}

Z3_ast ip_rules_read_checked_again(ip_encoding *e, ip_view *view, const ip_access *read, ip_touch_kind kind)
{
    const ip_build *b = &e->terms.build;
    const ip_program *program = e->input.programs[read->program];
    const ip_statement *s = ip_statement_of(e, read);
    const ip_table *table = s->sources.items[read->source].table;
    if (!e->engine || !e->terms.rules[IP_RULE_CHECKED] || s->kind == IP_UNKNOWN || s->kept || s->of_cursor ||
        s->sources.items[read->source].raising.count > 0) /* by rows that the check does not look for, too */
        return b->no;
    Z3_ast any = b->no;
    bool undone = may_be_undone(program);
    ip_site query = ip_encoding_view_site(view, program, read->statement);
    for (int c = 0; c < program->statements.count; c++) {
        const ip_statement *check = &program->statements.items[c];
        if (check->sources.count == 0 || check->sources.items[0].table != table ||
            !ip_encoding_loop_encloses(program, check->loop, s->loop))
            continue;
        ip_site site = ip_encoding_view_site(view, program, c);
        if (check->kind == IP_INSERT && !undone)
            any = ip_term_or(b, any, inserts_it(e, view, &site));
        else if (check->settles && !parent_returns(program, check))
            any = ip_term_or(b, any, ip_term_and(b, created(e, &site), looks_for_same(e, &query, read->source, &site)));
    }
    if (any == b->no)
        return any;
    if (kind == IP_READ_PRESENT)
        any = ip_term_and(
            b, any, ip_term_not(b, ip_encoding_may_match(&e->terms, view, program, read->statement, read->source)));
    bool own = ip_encoding_reading(e, read->program)->statements;
    return own ? ip_term_and(b, any, ip_term_not(b, may_change(e, view, program, table))) : any;
}
