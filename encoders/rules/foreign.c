/* Foreign keys: the referenced row exists, and is locked, when a row that refers to it is inserted; and no row refers
 * to it when it is deleted. Both checks read the committed rows, at every level. */
#include "execution/encoding_internal.h"

/* NULL in one of the columns: there is nothing to check. */
static Z3_ast refers(ip_encoding *e, const ip_site *site, Z3_ast runs)
{
    ip_terms_context *c = &e->terms;
    const ip_build *b = &c->build;
    const ip_row_source *source = &site->statement->sources.items[0];
    Z3_ast all = ip_term_and(b, runs, ip_term_executes(c, site));
    for (int column = 0; column < source->table->columns.count; column++) {
        const ip_expr *value = ip_facts_equated_term(source->filter, 0, column);
        if (value)
            all = ip_term_and(b, all, ip_term_not(b, ip_term_eval(c, site, value).null));
    }
    return all;
}

static bool tells(const ip_encoding *e, const ip_statement *check)
{
    return e->terms.rules[IP_RULE_REFERENCES] && check->check == IP_CHECK_PRESENT && !check->uncertain;
}

void ip_rules_state_reference(ip_encoding *e, const ip_site *site, Z3_ast runs, const ip_row *rows)
{
    if (tells(e, site->statement))
        ip_encoding_state(
            e, ip_term_implies(&e->terms.build, refers(e, site, runs), ip_term_rows_match(&e->terms, site, rows)));
}

static int key_position(const ip_table_facts *facts, int column)
{
    for (int i = 0; i < facts->key_count; i++)
        if (facts->key[i] == column)
            return i;
    return -1;
}

/* The referenced row is in every snapshot that contains the referring row. So it is in `later`, the same snapshot or a
 * greater one, unless it may be deleted in between. The key's columns must be the columns that identify the referenced
 * row. */
static void state_referred(ip_encoding *e, const ip_snapshot *snapshot, const ip_snapshot *later, Z3_ast runs,
                           const ip_table *table, const Z3_ast *key, const ip_foreign_key *foreign)
{
    ip_terms_context *c = &e->terms;
    const ip_build *b = &c->build;
    const ip_table_facts *target = &e->input.facts->tables[foreign->target->id];
    Z3_ast *row = IP_NEW_ARRAY(e->arena, Z3_ast, ip_term_key_length(c, foreign->target)), there = runs;
    bool late = foreign->deferrable && !e->engine; /* an engine checks it before the transaction commits */
    if (foreign->part || late || foreign->unproved || foreign->column_count != target->key_count)
        return;
    for (int i = 0; i < foreign->column_count; i++) {
        int position = key_position(target, foreign->target_columns[i]);
        ip_term value = ip_term_column_in_snapshot(c, snapshot, table, foreign->columns[i], key);
        if (position < 0 || Z3_get_sort(b->z3, value.value) !=
                                ip_term_key_sort(c, foreign->target, position)) /* two types of numbers */
            return;
        row[position] = value.value;
        there = ip_term_and(b, there, ip_term_not(b, value.null));
    }
    ip_encoding_state(e, ip_term_implies(b, ip_term_and(b, there, ip_term_alive(c, snapshot, table, key)),
                                         ip_term_alive(c, later, foreign->target, row)));
}

/* Where one transaction is delayed and the others run one by one, every snapshot is a committed state, in which foreign
 * keys hold. */
void ip_rules_state_snapshot_references(ip_encoding *e, const ip_site *site, Z3_ast runs, const ip_row *rows)
{
    if (!e->terms.one_state || !e->terms.rules[IP_RULE_REFERENCES])
        return;
    ip_snapshot snapshot = ip_term_snapshot_of(&e->terms, site);
    for (int q = 0; q < site->statement->sources.count; q++) {
        const ip_table *table = site->statement->sources.items[q].table;
        for (int k = 0; rows[q].key && k < table->foreign_keys.count; k++)
            state_referred(e, &snapshot, &snapshot, runs, table, rows[q].key, &table->foreign_keys.items[k]);
    }
}

static bool names_table(const ip_statement *s, const ip_table *table)
{
    for (int q = 0; q < s->sources.count; q++)
        if (s->sources.items[q].table == table)
            return true;
    return false;
}

/* At an engine's levels a snapshot is a committed state, too, and that of a later statement contains it. */
void ip_rules_state_loop_references(ip_encoding *e, const ip_site *query, const ip_site *later, Z3_ast runs,
                                    const ip_row *rows)
{
    if (!e->engine || !e->terms.rules[IP_RULE_REFERENCES])
        return;
    ip_snapshot snapshot = ip_term_snapshot_of(&e->terms, query), after = ip_term_snapshot_of(&e->terms, later);
    for (int q = 0; q < query->statement->sources.count; q++) {
        const ip_table *table = query->statement->sources.items[q].table;
        for (int k = 0; rows[q].key && k < table->foreign_keys.count; k++) {
            const ip_foreign_key *foreign = &table->foreign_keys.items[k];
            if (names_table(later->statement, foreign->target) && !e->input.facts->tables[foreign->target->id].deleted)
                state_referred(e, &snapshot, &after, runs, table, rows[q].key, foreign);
        }
    }
}

/* The foreign key of the check: its write stands before it, with only other checks of the same write in between. */
static const ip_foreign_key *key_of(const ip_program *program, const ip_statement *check, const ip_table **child)
{
    int at = check->id - 1;
    while (at >= 0 && program->statements.items[at].check != IP_CHECK_NONE)
        at--;
    const ip_statement *write = at < 0 ? NULL : &program->statements.items[at];
    if (!write || write->kind != IP_INSERT || write->uncertain || write->loop != check->loop ||
        write->path != check->path)
        return NULL;
    const ip_row_source *found = &check->sources.items[0];
    *child = write->sources.items[0].table;
    for (int k = 0; k < (*child)->foreign_keys.count; k++) {
        const ip_foreign_key *key = &(*child)->foreign_keys.items[k];
        int named = 0;
        if (key->part)
            continue;
        for (int i = 0; i < key->column_count && key->target == found->table; i++)
            named += found->filter_columns[key->target_columns[i]];
        for (int c = 0; c < found->table->columns.count; c++)
            named -= found->filter_columns[c];
        if (key->target == found->table && named == 0)
            return key;
    }
    return NULL;
}

static bool updated(const ip_encoding *e, const ip_table *table, int count, const int *columns)
{
    bool any = false;
    for (int i = 0; i < count; i++)
        any = any || e->input.facts->tables[table->id].columns[columns[i]].updated;
    return any;
}

/* The program itself may insert the row again, and a check at the end of its DELETE accepts that. */
static bool replaces(const ip_program *program, const ip_table *table)
{
    bool any = false;
    for (int s = 0; s < program->statements.count; s++) {
        const ip_statement *statement = &program->statements.items[s];
        bool here = statement->sources.count > 0 && statement->sources.items[0].table == table;
        any = any || statement->kind == IP_UNKNOWN || (here && statement->kind == IP_INSERT);
    }
    return any;
}

/* The instance of the point has inserted a row that refers to the point's row, and has locked the referenced row. A
 * later DELETE of the referenced row finds the referring row, if referring rows are never deleted or changed. After an
 * earlier DELETE there was no row to refer to, if the referenced row is never inserted again. */
void ip_rules_state_foreign(ip_encoding *e, ip_point *point, int other)
{
    const ip_build *b = &e->terms.build;
    const ip_program *program = e->input.programs[point->program];
    const ip_statement *check = &program->statements.items[point->statement];
    const ip_table *child, *parent = check->sources.items[point->source].table;
    const ip_table_facts *facts = &e->input.facts->tables[parent->id];
    if (!e->engine || other == point->slot || !tells(e, check) || facts->exists_group < 0)
        return;
    const ip_foreign_key *key = key_of(program, check, &child);
    if (!key || updated(e, parent, key->column_count, key->target_columns))
        return;
    bool children_stay =
        !e->input.facts->tables[child->id].deleted && !updated(e, child, key->column_count, key->columns);
    ip_site site = ip_encoding_view_site(&ip_encoding_view_at(e, &point->stand, point->slot)->view, program, check->id);
    Z3_ast inserts = refers(e, &site, ip_encoding_runs(e, point->slot, point->program));
    ip_accesses deletes =
        ip_encoding_accesses_of(e, &ip_encoding_view_at(e, &point->stand, other)->view, IP_WRITE_DELETE,
                                &e->input.facts->groups.items[facts->exists_group], true);
    for (int i = 0; i < deletes.count; i++) {
        Z3_ast both = ip_term_and(b, inserts, deletes.items[i].condition);
        if (children_stay && !replaces(e->input.programs[deletes.items[i].program], parent))
            ip_encoding_state(
                e, ip_term_not(b, ip_term_and(b, both, ip_encoding_relation(e, e->relations.ar, point->slot, other))));
        if (!facts->inserted)
            ip_encoding_state(
                e, ip_term_not(b, ip_term_and(b, both, ip_encoding_relation(e, e->relations.ar, other, point->slot))));
    }
}
