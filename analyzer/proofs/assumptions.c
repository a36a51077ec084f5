/* The assumptions of a verdict, once for each table or column, however many formulas used it. */
#include "proofs/assumptions.h"

static bool has_table(const ip_table *const *tables, int count, const ip_table *table)
{
    for (int i = 0; i < count; i++)
        if (tables[i] == table)
            return true;
    return false;
}

void ip_proof_assumptions_add(const ip_decision_input *in, ip_assumptions *assumed, ip_encoding *encoding)
{
    const ip_counter *counters;
    int count = ip_encoding_counters(encoding, &counters);
    for (int i = 0; i < count; i++) {
        bool known = false;
        for (int k = 0; k < assumed->counters.count && !known; k++)
            known = assumed->counters.items[k].table == counters[i].table &&
                    assumed->counters.items[k].column == counters[i].column;
        if (!known)
            IP_PUSH(in->arena, &assumed->counters, counters[i]);
    }
    const ip_table *const *tables;
    count = ip_encoding_drawn(encoding, &tables);
    for (int i = 0; i < count; i++)
        if (!has_table(assumed->drawn.items, assumed->drawn.count, tables[i]))
            IP_PUSH(in->arena, &assumed->drawn, tables[i]);
    count = ip_rules_searched(encoding, &tables);
    for (int i = 0; i < count; i++)
        if (!has_table(assumed->searched.items, assumed->searched.count, tables[i]))
            IP_PUSH(in->arena, &assumed->searched, tables[i]);
}

void ip_proof_assumptions_report(const ip_decision_input *in, const ip_assumptions *assumed)
{
    for (int i = 0; i < assumed->counters.count; i++) {
        const ip_counter *counter = &assumed->counters.items[i];
        const ip_column *column = &counter->table->columns.items[counter->column];
        ip_diagnostics_add(in->diagnostics, IP_ASSUMPTION, column->range, NULL,
                           "%s.%s is only ever incremented by these transactions: its versions are assumed to grow",
                           counter->table->name, column->name);
    }
    for (int t = 0; t < in->schema->tables.count; t++) {
        const ip_table *table = in->schema->tables.items[t];
        if (in->facts->tables[t].fresh && in->facts->tables[t].deleted)
            ip_diagnostics_add(
                in->diagnostics, IP_ASSUMPTION, table->range, NULL,
                "keys of %s are drawn from a sequence: what it gives is assumed to be the key of no row before",
                table->name);
    }
    for (int i = 0; i < assumed->drawn.count; i++) {
        const ip_table *table = assumed->drawn.items[i];
        const ip_table_facts *facts = &in->facts->tables[table->id];
        const ip_column *key = &table->columns.items[facts->key[facts->drawn.component]];
        ip_diagnostics_add(
            in->diagnostics, IP_ASSUMPTION, key->range, NULL,
            "%s.%s is drawn from %s.%s: rows that are there from the start are assumed to be below the counter",
            table->name, key->name, facts->drawn.counter->name,
            facts->drawn.counter->columns.items[facts->drawn.column].name);
    }
    for (int i = 0; i < assumed->searched.count; i++)
        ip_diagnostics_add(
            in->diagnostics, IP_ASSUMPTION, assumed->searched.items[i]->range, NULL,
            "%s has no other indexes than those in the files: another one may lead a DELETE past the place of "
            "its key",
            assumed->searched.items[i]->name);
}

/* Constraints other than the key that identifies a row: that no anti-dependency starts at their checks (ip_check_kind)
 * rests on the database enforcing them at every level. Reported if some program could violate one. */
void ip_proof_constraints_report(const ip_decision_input *in)
{
    for (int t = 0; t < in->schema->tables.count; t++) {
        const ip_table *table = in->schema->tables.items[t];
        const ip_table_facts *facts = &in->facts->tables[t];
        for (int k = 0; k < table->keys.count; k++) {
            const ip_key *key = &table->keys.items[k];
            bool changes = facts->inserted;
            for (int c = 0; c < key->column_count; c++)
                changes = changes || facts->columns[key->columns[c]].updated;
            if (changes && key->columns != facts->key)
                ip_diagnostics_add(in->diagnostics, IP_ASSUMPTION, key->range, NULL,
                                   "no two committed rows have the same key: the database enforces it");
        }
        bool written = facts->inserted;
        for (int c = 0; c < table->columns.count; c++)
            written = written || facts->columns[c].updated;
        for (int k = 0; k < table->exclusions.count && written; k++)
            ip_diagnostics_add(in->diagnostics, IP_ASSUMPTION, table->exclusions.items[k].range, NULL,
                               "the database enforces %s against everything committed",
                               table->exclusions.items[k].what);
        for (int k = 0; k < table->foreign_keys.count; k++) {
            const ip_foreign_key *key = &table->foreign_keys.items[k];
            const ip_table_facts *target = &in->facts->tables[key->target->id];
            bool changes = facts->inserted;
            for (int c = 0; c < key->column_count; c++)
                changes = changes || facts->columns[key->columns[c]].updated;
            bool breaks = target->deleted;
            for (int c = 0; c < key->column_count; c++)
                breaks = breaks || target->columns[key->target_columns[c]].updated;
            if (changes && breaks)
                ip_diagnostics_add(in->diagnostics, IP_ASSUMPTION, key->range, NULL,
                                   "the database enforces this foreign key against everything committed");
        }
    }
}
