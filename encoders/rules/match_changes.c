/* Writes after which a row starts or stops to match the condition of a statement (Adya 1999, section 4.3.2).
 *
 * Of a row that it does not use, a statement has read only that the row does not match. Every version that does not
 * match gives the same result, so the statement must come before only those writers after which the row matches. In a
 * serial order that keeps WR from the version read and RW to the first such writer, the row does not match at the
 * reader's position. This needs versions in a total order, each overwriting the one before: engines ensure it by row
 * locks, snapshot isolation, in the proof by one delayed transaction, by conflicts. At other levels two writers of
 * different columns may make a row match only together. Where the table of combinations in edges.c leaves an
 * anti-dependency to the DELETE or INSERT on the path, it is stated for the row that appears.
 *
 * In that proof, a query that has used a row, and of a column only for its condition, comes before the first writer
 * after which the row no longer matches: the versions before it give the same result.
 *
 * If the level's axioms mention anti-dependencies, this applies only to columns that no UPDATE changes: an engine's
 * refusals depend on the anti-dependencies that it tracks. PostgreSQL's serializable tracks the transaction that
 * overwrites the version that was read, and the transaction that inserts a row that was looked for, but not the writer
 * of a later version: WW leads there.
 *
 * The same holds for writes that are not in the snapshot of a check or of a foreign key's action: the check depends on
 * the number of rows that match, and an action changes the rows that match. */
#include "execution/encoding_internal.h"

#include <string.h>

bool ip_rules_type_is_plain(ip_type type)
{
    const char *name = type.name ? type.name : "";
    bool padded = strncmp(name, "character", 9) == 0 && name[9] != ' ';
    return !type.array && (type.kind == IP_INTEGER || type.kind == IP_BOOLEAN || (type.kind == IP_TEXT && !padded));
}

/* The condition depends only on the current row's values. within: inside a function's argument. */
static bool is_about_row(const ip_expr *e, int source, bool within)
{
    bool all = e->kind != IP_EXPR_UNKNOWN &&
               (e->kind != IP_EXPR_COLUMN || (e->source == source && (!within || ip_rules_type_is_plain(e->type))));
    within = within || e->kind == IP_EXPR_CALL || (e->kind == IP_EXPR_OPERATOR && e->op == IP_OP_DIV);
    for (int i = 0; i < e->arg_count; i++)
        all = all && is_about_row(e->args[i], source, within);
    return all;
}

/* The conjuncts that are followed hold for the row with these values. Sets exact to false if there are other
 * conjuncts. */
static Z3_ast fits(ip_encoding *e, const ip_site *site, int source, const ip_expr *filter, bool *exact)
{
    const ip_build *b = &e->terms.build;
    if (filter && filter->kind == IP_EXPR_OPERATOR && filter->op == IP_OP_AND) {
        Z3_ast all = b->yes;
        for (int i = 0; i < filter->arg_count; i++)
            all = ip_term_and(b, all, fits(e, site, source, filter->args[i], exact));
        return all;
    }
    if (filter && is_about_row(filter, source, false))
        return ip_term_eval_true(&e->terms, site, filter);
    *exact = false;
    return b->yes;
}

static ip_term assigned(ip_encoding *e, const ip_site *site, int column)
{
    const ip_expr *given = site->statement->assignments[column];
    ip_type type = site->statement->sources.items[0].table->columns.items[column].type;
    Z3_sort sort = ip_term_sort_of(&e->terms.build, type);
    ip_term term = {NULL, NULL};
    if (ip_facts_stored_as_given(given, type))
        term = ip_term_eval(&e->terms, site, given);
    if (term.value && Z3_get_sort(e->terms.build.z3, term.value) == sort)
        return term;
    term.value = Z3_mk_fresh_const(e->terms.build.z3, "assigned", sort);
    term.null = Z3_mk_fresh_const(e->terms.build.z3, "assigned?", e->terms.build.boolean);
    return term;
}

const ip_term *ip_rules_values_at_write(ip_encoding *e, const ip_view *writer, const ip_access *write, bool after,
                                        const bool *asked)
{
    ip_terms_context *c = &e->terms;
    ip_site site = ip_encoding_view_site(writer, e->input.programs[write->program], write->statement);
    const ip_statement *s = site.statement;
    const ip_table *table = s->sources.items[0].table;
    ip_row *rows = IP_NEW_ARRAY(e->arena, ip_row, s->sources.count);
    rows[0].key = writer->place->keys[table->id];
    site.rows = rows;
    site.reread = true;
    ip_term *values = IP_NEW_ARRAY(e->arena, ip_term, table->columns.count);
    for (int i = 0; i < table->columns.count; i++)
        if (asked[i])
            values[i] = after && s->assignments && s->assignments[i] ? assigned(e, &site, i)
                                                                     : ip_term_of_column(c, &site, 0, i);
    return values;
}

/* The row, in the version that the write finds or leaves, matches the reader's conditions; raises: or the reader's
 * conditions raise an error on it. */
static Z3_ast looks_for(ip_encoding *e, const ip_view *reader, const ip_access *read, const ip_term *values,
                        bool raises, bool *exact)
{
    ip_site site = ip_encoding_view_site(reader, e->input.programs[read->program], read->statement);
    const ip_row_source *source = &site.statement->sources.items[read->source];
    ip_row *rows = IP_NEW_ARRAY(e->arena, ip_row, site.statement->sources.count);
    rows[read->source] = (ip_row){.key = reader->place->keys[source->table->id], .values = values};
    site.rows = rows;
    Z3_ast looked = fits(e, &site, read->source, source->filter, exact);
    return raises ? ip_term_or(&e->terms.build, looked, ip_term_row_raises(&e->terms, &site, read->source)) : looked;
}

/* The columns that the reader's conditions name. */
static const bool *columns_of(const ip_encoding *e, const ip_access *read)
{
    return ip_statement_of(e, read)->sources.items[read->source].filter_columns;
}

/* A row starts to match only by its INSERT, so the engine tracks the readers that have looked for it. */
static bool comes_by_insert(const ip_encoding *e, const ip_access *read)
{
    const ip_row_source *source = &ip_statement_of(e, read)->sources.items[read->source];
    const ip_table_facts *facts = &e->input.facts->tables[source->table->id];
    bool all = true;
    for (int c = 0; c < source->table->columns.count; c++)
        all = all && !(source->filter_columns[c] && facts->columns[c].updated);
    return all;
}

bool ip_rules_goes_by_rows_used(const ip_encoding *e, const ip_access *read)
{
    const ip_statement *s = ip_statement_of(e, read);
    return (e->engine || e->input.one_state) && e->terms.rules[IP_RULE_COMING] && s->kind != IP_UNKNOWN && !s->kept &&
           !s->of_cursor && !(s->kind == IP_INSERT && read->source == 0) &&
           (!ip_encoding_reading(e, read->program)->tracked || comes_by_insert(e, read));
}

/* Of the row's columns in the group, the query uses only whether the row matches. */
static bool only_matches(const ip_encoding *e, const ip_access *read, const ip_column_group *group)
{
    const ip_statement *s = ip_statement_of(e, read);
    const ip_row_source *source = &s->sources.items[read->source];
    bool only = e->input.one_state && s->kind == IP_SELECT && s->sources.count == 1 && !s->order_expr && !s->limited &&
                !s->grouped && source->raising.count == 0 && !group->exists;
    for (int i = 0; i < group->columns.count && only && !e->input.only_matches; i++)
        only = !source->output_columns[group->columns.items[i]];
    return only;
}

/* A query of which only the existence of a row is used, and which has found one, gives the same result whatever rows
 * start to match: in a serial order that keeps the dependencies of the rows that it has found, these are there at the
 * reader's position. That does not hold for a join, where a row that comes may be the partner that an outer join lacks,
 * nor for a row on which a condition raises an error: it may be evaluated before them. */
static Z3_ast depends_on_new_rows(ip_encoding *e, const ip_view *reader, const ip_access *read)
{
    const ip_build *b = &e->terms.build;
    const ip_statement *s = ip_statement_of(e, read);
    if (!e->terms.rules[IP_RULE_WHETHER] || !s->only_whether || s->sources.count != 1 ||
        s->sources.items[0].raising.count > 0)
        return b->yes;
    ip_site site = ip_encoding_view_site(reader, e->input.programs[read->program], read->statement);
    return ip_term_not(b, ip_term_statement_found(&e->terms, &site));
}

static Z3_ast write_noticed(ip_encoding *e, ip_view *reader, const ip_access *read, ip_touch_kind kind, ip_view *writer,
                            const ip_access *write, const ip_column_group *group)
{
    const ip_build *b = &e->terms.build;
    const ip_statement *s = ip_statement_of(e, write);
    if (!ip_rules_goes_by_rows_used(e, read) || s->kind == IP_UNKNOWN || s->uncertain || write->source != 0)
        return b->yes;
    if (kind == IP_READ_PRESENT && s->kind == IP_UPDATE && only_matches(e, read, group))
        return ip_rules_write_matters(e, reader, read, writer, write, true);
    bool exact = true;
    Z3_ast used = b->no;
    const ip_program *program = e->input.programs[read->program];
    if (kind == IP_READ_PRESENT)
        used = ip_term_or(b, ip_encoding_may_match(&e->terms, reader, program, read->statement, read->source),
                          ip_encoding_may_have_raised(&e->terms, reader, program, read->statement, read->source));
    if (s->kind == IP_DELETE || s->kind == IP_TRUNCATE || used == b->yes)
        return used;
    const ip_term *values = ip_rules_values_at_write(e, writer, write, true, columns_of(e, read));
    Z3_ast comes = looks_for(e, reader, read, values, true, &exact);
    return ip_term_or(b, used, ip_term_and(b, comes, depends_on_new_rows(e, reader, read)));
}

Z3_ast ip_rules_any_noticed(ip_encoding *e, ip_view *reader, const ip_access *read, ip_touch_kind kind, ip_view *writer,
                            const ip_accesses *writes, const ip_column_group *group)
{
    const ip_build *b = &e->terms.build;
    Z3_ast any = b->no;
    for (int k = 0; k < writes->count && any != b->yes; k++)
        any = ip_term_or(b, any,
                         ip_term_and(b, writes->items[k].condition,
                                     write_noticed(e, reader, read, kind, writer, &writes->items[k], group)));
    return any;
}

Z3_ast ip_rules_write_matters(ip_encoding *e, ip_view *reader, const ip_access *read, ip_view *writer,
                              const ip_access *write, bool comes)
{
    const ip_build *b = &e->terms.build;
    const ip_statement *s = ip_statement_of(e, write);
    const bool *asked = columns_of(e, read);
    bool raises = ip_statement_of(e, read)->sources.items[read->source].raising.count > 0;
    if (!e->terms.rules[IP_RULE_LEAVING] || raises || s->kind == IP_UNKNOWN || s->uncertain || write->source != 0)
        return b->yes;
    bool exact = true;
    Z3_ast before = b->no, after = b->no;
    if (s->kind != IP_INSERT)
        before = looks_for(e, reader, read, ip_rules_values_at_write(e, writer, write, false, asked), false, &exact);
    if (s->kind != IP_DELETE)
        after = looks_for(e, reader, read, ip_rules_values_at_write(e, writer, write, true, asked), false, &exact);
    Z3_ast leaves = exact ? ip_term_and(b, before, ip_term_not(b, after)) : before;
    Z3_ast arrives = exact ? ip_term_and(b, after, ip_term_not(b, before)) : after;
    return comes ? ip_term_or(b, leaves, arrives) : leaves;
}
