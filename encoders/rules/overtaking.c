/* An INSERT that does not see the DELETE that freed its key.
 *
 * At a level with one snapshot it may overtake the DELETE: the check of the key looks past the snapshot. If the DELETE
 * has read the key's place, the INSERT overwrites what the DELETE read, and serializable levels track it as an
 * anti-dependency. A DELETE that may have used another index has not read that place (key-freed-by-another-index.spec
 * in tests/postgresql-model/cases).
 *
 * Which index the server uses does not matter if every index that it can use leads past the key's place:
 * - A DELETE whose conditions name columns of the key alone, each = a value: any index that these conditions can search
 *   also gets an entry for the new row where the DELETE has searched, since the new row has the same key.
 * - A DELETE with further conditions, if no index has any of their columns: further conditions search no index, they
 *   only choose whether the row that the key finds is deleted. This rests on the files to name all indexes.
 * - A DELETE without conditions: it scans the whole table.
 * WHERE CURRENT OF searches nothing: the cursor knows the row's place in the table.
 * A scan of the whole table or of a whole index has read every place. An index with an expression or a condition can be
 * searched by how a value is written (k::text), by which equal keys differ, and by a condition that implies its own. */
#include "execution/encoding_internal.h"

bool ip_rules_found_by_key(ip_encoding *e, const ip_view *view, const ip_access *a)
{
    ip_site site = ip_encoding_view_site(view, e->input.programs[a->program], a->statement);
    ip_row *rows = IP_NEW_ARRAY(e->arena, ip_row, site.statement->sources.count);
    ip_term_determine_rows(&e->terms, &site, rows);
    return rows[a->source].key != NULL;
}

static bool in_key(const ip_table_facts *facts, int column)
{
    for (int k = 0; k < facts->key_count; k++)
        if (facts->key[k] == column)
            return true;
    return false;
}

/* By every index that the server can use for the conditions. further: the conditions name other columns, too. */
static bool reads_place_of_key(const ip_encoding *e, const ip_row_source *source, bool *further)
{
    const ip_table *table = source->table;
    const ip_table_facts *facts = &e->input.facts->tables[table->id];
    *further = false;
    for (int c = 0; c < table->columns.count; c++) {
        const ip_column *column = &table->columns.items[c];
        bool of_key = in_key(facts, c);
        if (!source->filter_columns[c])
            continue;
        *further = *further || !of_key;
        if (of_key ? table->computes_index && ip_term_type_has_spellings(column->type) : column->indexed)
            return false;
    }
    return !(*further && table->computes_index);
}

/* It has no condition that an index could be searched by, so the server scans the table. */
static bool reads_all_places(const ip_statement *statement, const ip_row_source *source)
{
    return statement->sources.count == 1 && !source->filter;
}

static void note_searched(ip_encoding *e, const ip_table *table)
{
    for (int i = 0; i < e->searched.count; i++)
        if (e->searched.items[i] == table)
            return;
    IP_PUSH(e->arena, &e->searched, table);
}

int ip_rules_searched(const ip_encoding *e, const ip_table *const **tables)
{
    *tables = e->searched.items;
    return e->searched.count;
}

void ip_rules_state_overtaking(ip_encoding *e, ip_edge *edge, ip_edge_option *option)
{
    const ip_build *b = &e->terms.build;
    int i = edge->from, j = edge->to;
    Z3_ast known =
        ip_term_or(b, ip_encoding_relation(e, e->relations.vis, i, j), ip_encoding_relation(e, e->relations.rw, i, j));
    if (e->has_snapshots)
        known = ip_term_implies(b, e->relations.single_snapshot[j], known);
    for (int k = 0; k < option->from.count; k++) {
        ip_access *a = &option->from.items[k];
        const ip_row_source *source = &ip_statement_of(e, a)->sources.items[a->source];
        const ip_statement *statement = ip_statement_of(e, a);
        bool further = false;
        if (statement->kind != IP_DELETE || statement->of_cursor)
            continue;
        if (!reads_all_places(statement, source) &&
            (!reads_place_of_key(e, source, &further) ||
             !ip_rules_found_by_key(e, &ip_encoding_view_at(e, &edge->stand, i)->view, a)))
            continue;
        a->condition = ip_term_and(b, a->condition, known);
        if (further && ip_encoding_reading(e, a->program)->tracked)
            note_searched(e, source->table);
    }
}
