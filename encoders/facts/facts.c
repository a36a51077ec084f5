/* Facts about tables and columns that follow from what no program ever does to them. */
#include "facts/facts.h"

#include "facts/accesses.h"
#include "facts/fresh.h"
#include "facts/returned.h"
#include "facts/rewritten.h"

#include <stdlib.h>
#include <string.h>

const ip_expr *ip_facts_equated_term(const ip_expr *condition, int source, int column)
{
    if (!condition || condition->kind != IP_EXPR_OPERATOR)
        return NULL;
    for (int i = 0; condition->op == IP_OP_AND && i < condition->arg_count; i++) {
        const ip_expr *term = ip_facts_equated_term(condition->args[i], source, column);
        if (term)
            return term;
    }
    for (int side = 0; condition->op == IP_OP_EQ && side < 2; side++) {
        const ip_expr *e = condition->args[side];
        if (e->kind == IP_EXPR_COLUMN && e->source == source && e->index == column)
            return condition->args[1 - side];
    }
    return NULL;
}

int ip_facts_conjunct_count(const ip_expr *condition)
{
    if (condition->kind != IP_EXPR_OPERATOR || condition->op != IP_OP_AND)
        return 1;
    int count = 0;
    for (int i = 0; i < condition->arg_count; i++)
        count += ip_facts_conjunct_count(condition->args[i]);
    return count;
}

/* The column's value according to the condition: a version that was read before. */
static bool is_known_value(const ip_statement *s, const ip_expr *expr, int column)
{
    const ip_expr *known = ip_facts_equated_term(s->sources.items[0].filter, 0, column);
    return known && known->kind == expr->kind && known->index == expr->index && known->type.kind == IP_INTEGER &&
           (expr->kind == IP_EXPR_VARIABLE || expr->kind == IP_EXPR_PARAMETER);
}

bool ip_facts_statement_keeps(const ip_statement *s, int column)
{
    const ip_table *table = s->sources.items[0].table;
    const ip_key *identity = ip_catalog_table_identity(table);
    ip_type type = table->columns.items[column].type;
    bool identifies = false;
    for (int i = 0; identity && i < identity->column_count; i++)
        identifies = identifies || identity->columns[i] == column;
    return identifies && type.kind == IP_INTEGER && !type.array && is_known_value(s, s->assignments[column], column);
}

bool ip_facts_statement_writes(const ip_statement *statement, const ip_table *table, int column)
{
    switch (statement->kind) {
    case IP_INSERT:
        return statement->sources.items[0].table == table;
    case IP_DELETE:
    case IP_TRUNCATE:
        return statement->sources.items[0].table == table && column < 0;
    case IP_UPDATE:
        return statement->sources.items[0].table == table && column >= 0 && statement->assignments[column] &&
               !ip_facts_statement_keeps(statement, column);
    case IP_UNKNOWN:
        for (int i = 0; i < statement->sources.count; i++)
            if (statement->sources.items[i].table == table && !statement->sources.items[i].reads_only)
                return column < 0 || !statement->only_deletes;
        return false;
    case IP_SELECT:
    case IP_ABORT:
        break;
    }
    return false;
}

bool ip_facts_statement_guessed(const ip_statement *statement)
{
    bool other = statement->sources.count == 0;
    for (int i = 0; i < statement->sources.count; i++)
        other = other || !statement->sources.items[i].table->outside || !statement->sources.items[i].writes_only;
    return statement->kind == IP_UNKNOWN && other;
}

bool ip_facts_statement_reads(const ip_statement *statement, int source, int column)
{
    const ip_row_source *s = &statement->sources.items[source];
    switch (statement->kind) {
    case IP_INSERT:
        return source > 0 || column < 0;
    case IP_UNKNOWN:
        return true;
    case IP_SELECT:
    case IP_UPDATE:
    case IP_DELETE:
        return column < 0 || s->filter_columns[column] || s->output_columns[column];
    case IP_TRUNCATE:
    case IP_ABORT:
        break;
    }
    return false;
}

bool ip_facts_statement_writes_group(const ip_statement *statement, const ip_table *table, const ip_column_group *group)
{
    bool any = group->exists && ip_facts_statement_writes(statement, table, -1);
    for (int i = 0; i < group->columns.count; i++)
        any = any || ip_facts_statement_writes(statement, table, group->columns.items[i]);
    return any;
}

bool ip_facts_statement_reads_group(const ip_statement *statement, int source, const ip_column_group *group)
{
    bool any = group->exists && ip_facts_statement_reads(statement, source, -1);
    for (int i = 0; i < group->columns.count; i++)
        any = any || ip_facts_statement_reads(statement, source, group->columns.items[i]);
    return any;
}

bool ip_facts_statement_filters_by(const ip_statement *statement, int source, const ip_column_group *group)
{
    bool any = false;
    for (int i = 0; i < group->columns.count; i++)
        any = any || statement->sources.items[source].filter_columns[group->columns.items[i]];
    return any;
}

/* Only integers: a numeric may round the sum back to the old value. */
static bool positive_literal(const ip_expr *expr)
{
    return expr->kind == IP_EXPR_INTEGER && strtod(expr->text, NULL) > 0;
}

static bool is_own_column(const ip_expr *expr, int column)
{
    return expr->kind == IP_EXPR_COLUMN && expr->source == 0 && expr->index == column;
}

const ip_expr *ip_facts_increment_of(const ip_statement *s, int column)
{
    const ip_expr *sum = ip_program_expr_value(s->assignments[column]);
    for (int side = 0; sum->kind == IP_EXPR_OPERATOR && sum->op == IP_OP_ADD && side < 2; side++) {
        const ip_expr *start = sum->args[side], *step = sum->args[1 - side];
        if (positive_literal(step) && (is_own_column(start, column) || is_known_value(s, start, column)))
            return step;
    }
    return NULL;
}

static void note_writes(ip_facts *facts, const ip_statement *s)
{
    for (int i = 0; i < s->sources.count; i++) {
        const ip_table *table = s->sources.items[i].table;
        ip_table_facts *t = &facts->tables[table->id];
        for (int c = 0; c < table->columns.count; c++)
            if (s->sources.items[i].filter_columns && s->sources.items[i].output_columns &&
                (s->sources.items[i].filter_columns[c] || s->sources.items[i].output_columns[c]))
                t->columns[c].read = true;
        if (s->kind == IP_UNKNOWN && !s->sources.items[i].reads_only)
            t->deleted = true;
        if (s->kind == IP_UNKNOWN && !s->sources.items[i].reads_only && !s->only_deletes) {
            t->inserted = true;
            for (int c = 0; c < table->columns.count; c++) {
                t->columns[c].updated = t->columns[c].changed = true;
                t->columns[c].monotone = false;
            }
        }
        if (i > 0)
            continue;
        if (s->kind == IP_INSERT)
            t->inserted = true;
        if (s->kind == IP_DELETE || s->kind == IP_TRUNCATE)
            t->deleted = true;
        if (s->kind == IP_UPDATE)
            for (int c = 0; c < table->columns.count; c++)
                if (s->assignments[c] && !ip_facts_statement_keeps(s, c)) {
                    t->columns[c].updated = true;
                    if (!ip_facts_increment_of(s, c))
                        t->columns[c].monotone = false;
                }
    }
}

/* The primary key if no program updates it, else the first UNIQUE key over NOT NULL columns that no program updates. */
static void choose_identity(const ip_table *table, ip_table_facts *t)
{
    for (int pass = 0; pass < 2; pass++)
        for (int k = 0; k < table->keys.count; k++) {
            const ip_key *key = &table->keys.items[k];
            if (key->primary != (pass == 0))
                continue;
            bool usable = true;
            for (int i = 0; i < key->column_count; i++) {
                int c = key->columns[i];
                usable = usable && !t->columns[c].updated && (key->primary || table->columns.items[c].not_null);
            }
            if (usable) {
                t->key_count = key->column_count;
                t->key = key->columns;
                return;
            }
        }
}

/* Only rows whose identity never changes can be recognised later. */
static void note_changes(ip_facts *facts, const ip_program *program, const ip_statement *s)
{
    if (s->kind != IP_UPDATE)
        return;
    const ip_table *table = s->sources.items[0].table;
    ip_table_facts *t = &facts->tables[table->id];
    for (int c = 0; c < table->columns.count; c++)
        if (s->assignments[c] && !ip_facts_statement_keeps(s, c) &&
            !(t->key_count && ip_facts_rewrites(program, s, c, t->key, t->key_count)))
            t->columns[c].changed = true;
}

/* State that no level isolates and that no program reads is ignored. Columns are merged if the same statements read
 * them and the same statements write them: the cells of such a group are accessed together, so one cell represents all
 * of them. */
static void group_columns(ip_arena *arena, ip_facts *facts, const ip_table_accesses *of_tables, bool by_row)
{
    for (int ti = 0; ti < facts->schema->tables.count; ti++) {
        const ip_table *table = facts->schema->tables.items[ti];
        ip_table_facts *t = &facts->tables[ti];
        int columns = table->columns.count;
        IP_VEC(char *) signatures = {0};
        for (int c = -1; c < columns; c++) {
            IP_VEC(char) signature = {0};
            bool written = false, read = false;
            for (int a = 0; a < of_tables[ti].count; a++) {
                const ip_statement *statement = of_tables[ti].items[a].statement;
                int q = of_tables[ti].items[a].source;
                const ip_row_source *source = &statement->sources.items[q];
                char mark = 0;
                read = read || !source->writes_only;
                /* filter and output reads happen under different conditions */
                if (ip_facts_statement_reads(statement, q, c))
                    mark |= c >= 0 && source->filter_columns[c] ? 2 : 1;
                if (q == 0 || statement->kind == IP_UNKNOWN)
                    if (ip_facts_statement_writes(statement, table, c)) {
                        mark |= 4;
                        written = true;
                    }
                IP_PUSH(arena, &signature, (char)(mark + '0'));
            }
            IP_PUSH(arena, &signature, '\0');
            IP_PUSH(arena, &signatures, signature.items);
            int *group = c < 0 ? &t->exists_group : &t->columns[c].group;
            *group = -1;
            bool in_key = false;
            for (int k = 0; k < t->key_count; k++)
                in_key = in_key || t->key[k] == c;
            /* A column that only INSERT writes has no dependencies beyond those of `exists`: a reader of the cell reads
             * that the row exists, a writer creates the row. */
            written = c < 0 ? written && !ip_table_fixed(t) : t->columns[c].updated;
            if (!written || in_key ||
                (table->outside && !read)) /* a key column never changes while the row lives: `exists` covers it */
                continue;
            if (c >= 0 && by_row) {
                for (int g = 0; g < facts->groups.count && *group < 0; g++)
                    if (facts->groups.items[g].table == ti && !facts->groups.items[g].exists)
                        *group = g;
            } else if (c >= 0) {
                for (int d = 0; d < c && *group < 0; d++)
                    if (t->columns[d].group >= 0 && strcmp(signatures.items[d + 1], signature.items) == 0)
                        *group = t->columns[d].group;
            }
            if (*group < 0) {
                ip_column_group fresh = {.table = ti, .exists = c < 0};
                *group = facts->groups.count;
                IP_PUSH(arena, &facts->groups, fresh);
            }
            if (c >= 0)
                IP_PUSH(arena, &facts->groups.items[*group].columns, c);
        }
    }
}

ip_facts *ip_facts_derive(ip_arena *arena, const ip_schema *schema, const ip_program *const *programs, int count,
                          bool by_row, bool fresh)
{
    ip_facts *facts = IP_NEW(arena, ip_facts);
    facts->schema = schema;
    facts->tables = IP_NEW_ARRAY(arena, ip_table_facts, schema->tables.count);
    for (int t = 0; t < schema->tables.count; t++) {
        int columns = schema->tables.items[t]->columns.count;
        facts->tables[t].columns = IP_NEW_ARRAY(arena, ip_column_facts, columns);
        for (int c = 0; c < columns; c++) {
            ip_type type = schema->tables.items[t]->columns.items[c].type;
            facts->tables[t].columns[c].monotone = type.kind == IP_INTEGER && !type.array;
        }
    }
    for (int p = 0; p < count; p++)
        for (int s = 0; s < programs[p]->statements.count; s++)
            note_writes(facts, &programs[p]->statements.items[s]);
    const ip_table_accesses *of_tables = ip_facts_accesses_of_tables(arena, schema, programs, count);
    for (int i = 0; i < schema->tables.count; i++)
        choose_identity(schema->tables.items[i], &facts->tables[i]);
    for (int p = 0; p < count; p++)
        for (int s = 0; s < programs[p]->statements.count; s++)
            note_changes(facts, programs[p], &programs[p]->statements.items[s]);
    for (int i = 0; i < schema->tables.count; i++) {
        ip_table_facts *t = &facts->tables[i];
        t->fresh = fresh && ip_facts_keys_fresh(schema->tables.items[i], t, &of_tables[i]);
        t->returned = ip_facts_rows_return(schema->tables.items[i], t, &of_tables[i]);
        for (int c = 0; c < schema->tables.items[i]->columns.count; c++) {
            ip_column_facts *column = &t->columns[c];
            column->frozen = !column->changed && !ip_rows_come_again(t);
            column->monotone = column->monotone && column->updated && ip_table_fixed(t);
            for (int way = 0; way < IP_FOUND_WAYS && column->updated && !column->monotone && !ip_rows_come_again(t);
                 way++)
                column->transitions[way] = ip_facts_transitions_find(
                    arena,
                    &(ip_transitions_question){schema->tables.items[i], c, t->key_count, t->key, (ip_found_before)way},
                    &of_tables[i]);
        }
    }
    group_columns(arena, facts, of_tables, by_row);

    return facts;
}

/* Values of a range type are stored unchanged: they are made canonical when they are created. */
static bool is_range(ip_type given, ip_type type)
{
    return type.kind == IP_OTHER && given.name && type.name && strcmp(given.name, type.name) == 0 &&
           strlen(type.name) > 5 && strcmp(type.name + strlen(type.name) - 5, "range") == 0;
}

/* A date or time without a declared precision, as it was passed in: a computed value may have another type than its
 * name says. */
static bool is_exact_time(const ip_expr *given, ip_type type)
{
    const char *name = given->kind == IP_EXPR_PARAMETER ? given->type.name : NULL;
    return type.kind == IP_TIME && name && type.name && strcmp(name, type.name) == 0 && !strchr(type.name, '(') &&
           strcmp(type.name, "interval") != 0;
}

bool ip_facts_stored_as_given(const ip_expr *given, ip_type type)
{
    bool kept = given->type.kind == type.kind || given->kind == IP_EXPR_NULL;
    return kept && given->kind != IP_EXPR_UNKNOWN && !type.array &&
           (type.kind == IP_INTEGER || type.kind == IP_TEXT || type.kind == IP_BOOLEAN || is_range(given->type, type) ||
            is_exact_time(given, type));
}
