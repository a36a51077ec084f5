/* Whether an UPDATE only writes what the row has had. */
#include "facts/rewritten.h"

#include "facts/facts.h"

#include <string.h>

/* Types whose equal values are the same, however they are written: character(n) is padded, numeric has a scale. */
static bool has_one_spelling(ip_type type)
{
    bool text = !type.name || strcmp(type.name, "text") == 0 || strncmp(type.name, "character varying", 17) == 0;
    return !type.array && (type.kind == IP_INTEGER || type.kind == IP_BOOLEAN || (type.kind == IP_TEXT && text));
}

/* Without casts to the column's own type: a value that the column has had fits it. */
static const ip_expr *uncast(const ip_expr *e, ip_type type)
{
    e = ip_program_expr_value(e);
    while (e && e->kind == IP_EXPR_CALL && e->arg_count == 1 && e->type.kind == type.kind && type.name &&
           strcmp(e->text, type.name) == 0 && e->args[0]->type.kind == type.kind)
        e = ip_program_expr_value(e->args[0]);
    return e;
}

static bool is_same_value(const ip_expr *a, const ip_expr *b)
{
    return a && b && a->kind == b->kind && a->index == b->index && has_one_spelling(a->type) &&
           (a->kind == IP_EXPR_PARAMETER || a->kind == IP_EXPR_VARIABLE);
}

/* A table among the sources of an earlier query: the row of it that gives a result. */
typedef struct row_read {
    const ip_program *program;
    const ip_statement *update, *query;
    int source;
} row_read;

/* Grouping sets give some of a row's columns as NULL. */
static bool gives_rows(const row_read *r)
{
    return !r->query->grouped && r->query->sources.items[r->source].table == r->update->sources.items[0].table;
}

/* The value is that column of the row, as it was found. */
static bool is_column_of_row(const row_read *r, const ip_expr *value, int column)
{
    const ip_variable *v = value && value->kind == IP_EXPR_VARIABLE ? &r->program->variables.items[value->index] : NULL;
    if (!v || v->kind != IP_VAR_RESULT || v->statement != r->query->id || v->loop != r->update->loop)
        return false; /* or of another iteration */
    const ip_output *o = &r->query->outputs.items[v->index];
    const ip_expr *e = o->aggregate == IP_AGG_NONE ? ip_program_expr_value(o->expr) : NULL;
    return e && e->kind == IP_EXPR_COLUMN && e->source == r->source && e->index == column;
}

/* The row of the query has this value in the column: its condition says so, or the value comes from there. */
static bool has_value(const row_read *r, const ip_expr *value, int column)
{
    const ip_row_source *source = &r->query->sources.items[r->source];
    const ip_expr *known = ip_facts_equated_term(source->filter, r->source, column);
    return is_column_of_row(r, value, column) || (has_one_spelling(source->table->columns.items[column].type) &&
                                                  is_same_value(value, ip_program_expr_value(known)));
}

/* The UPDATE changes the row that the query has found, or no row: a key from a query without a row is NULL. */
static bool is_row_of(const row_read *r, const int *key, int key_count)
{
    bool all = true, found = false;
    for (int i = 0; i < key_count && all; i++) {
        const ip_expr *value = ip_facts_equated_term(r->update->sources.items[0].filter, 0, key[i]);
        value = ip_program_expr_value(value);
        all = value && has_value(r, value, key[i]);
        found |= all && is_column_of_row(r, value, key[i]);
    }
    return all && found;
}

bool ip_facts_rewrites(const ip_program *program, const ip_statement *update, int column, const int *key, int key_count)
{
    ip_type type = update->sources.items[0].table->columns.items[column].type;
    const ip_expr *value = uncast(update->assignments[column], type);
    if (!value || value->type.kind != type.kind)
        return false;
    if (value->kind == IP_EXPR_COLUMN && value->source == 0 && value->index == column)
        return true;
    const ip_expr *own = ip_facts_equated_term(update->sources.items[0].filter, 0, column);
    if (has_one_spelling(type) && is_same_value(value, ip_program_expr_value(own)))
        return true;
    for (int q = 0; q < update->id; q++)
        for (int k = 0; k < program->statements.items[q].sources.count; k++) {
            const row_read r = {program, update, &program->statements.items[q], k};
            if (gives_rows(&r) && is_row_of(&r, key, key_count) && has_value(&r, value, column))
                return true;
        }
    return false;
}
