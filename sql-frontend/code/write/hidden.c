/* Refuses statements for which PostgreSQL does more than their code here would. */
#include "code/coder.h"

#include <string.h>

void ip_code_check_read(ip_compiler *c, const ip_table *table, ip_range range)
{
    const ip_definitions *d = c->coder->definitions;
    /* Row security is run as for the owner: it applies only where it is forced. */
    for (int i = 0; i < d->triggers.count; i++)
        if (d->triggers.items[i].on_select && !d->triggers.items[i].disabled &&
            (!d->triggers.items[i].security || d->triggers.items[i].forced) &&
            strcmp(d->triggers.items[i].table, table->name) == 0)
            ip_code_refuse(c, range, "%s of table \"%s\"", d->triggers.items[i].what, table->name);
}

static void check_triggers(ip_compiler *c, const ip_table *table, bool insert, bool update, bool delete, ip_range range)
{
    const ip_definitions *d = c->coder->definitions;
    for (int i = 0; i < d->triggers.count; i++) {
        const ip_trigger *t = &d->triggers.items[i];
        if (strcmp(t->table, table->name) != 0 || t->disabled || !t->what || (t->security && !t->forced))
            continue;
        if ((insert && t->on_insert) || (update && t->on_update) || (delete &&t->on_delete))
            ip_code_refuse(c, range, "%s of table \"%s\"", t->what, table->name);
    }
}

/* The triggers that a foreign key's action fires. */
/* parent_deleted: the referenced row is deleted, otherwise its key changes. deletes: the referring rows are deleted,
 * too. */
static void fire_action(ip_compiler *c, const ip_table *child, int number, bool parent_deleted, bool deletes)
{
    const ip_foreign_key *key = &child->foreign_keys.items[number];
    ip_code_table *code = (ip_code_table *)child->code;
    ip_code_write *write = IP_NEW(c->arena, ip_code_write);
    ip_code_set *sets = IP_NEW_ARRAY(c->arena, ip_code_set, key->column_count);
    int set_count = 0;
    for (int i = 0; i < key->column_count; i++)
        if (ip_reference_sets(key, i, parent_deleted))
            sets[set_count++].column = key->columns[i];
    write->kind = deletes ? IP_CODE_DELETE_ROWS : IP_CODE_UPDATE_ROWS;
    write->table = write->named = child;
    const ip_table *member = c->member;
    c->member = NULL;
    c->in_action = true;
    ip_code_triggers(c, write, write->kind, sets, set_count, false);
    c->member = member;
    c->in_action = false;
    for (int i = 0; i < write->triggers.count; i++)
        if (!write->triggers.items[i].row)
            ip_code_refuse(c, c->range, "trigger \"%s\" on table \"%s\", which a foreign key's action fires once",
                           write->triggers.items[i].name, child->name);
    if (write->triggers.count == 0)
        return;
    if (!code->actions)
        code->actions = ip_arena_alloc(c->arena, sizeof *code->actions * (size_t)child->foreign_keys.count);
    code->actions[number][parent_deleted ? 0 : 1] = write;
}

/* What happens to the rows that refer to those deleted or changed. */
static void check_referrers(ip_compiler *c, const ip_table *table, bool delete, ip_range range, int depth)
{
    enum { DEEPEST_CASCADE = 8 };
    for (int t = 0; t < c->schema->tables.count && table->referenced && depth < DEEPEST_CASCADE; t++) {
        const ip_table *child = c->schema->tables.items[t];
        for (int k = 0; k < child->foreign_keys.count; k++) {
            const ip_foreign_key *key = &child->foreign_keys.items[k];
            char action = delete ? key->on_delete : key->on_update;
            if (key->target != table || !strchr("cnd", action) || !action)
                continue;
            bool deletes = delete &&action == 'c';
            check_triggers(c, child, false, !deletes, deletes, range);
            fire_action(c, child, k, delete, deletes);
            if (child != table)
                check_referrers(c, child, deletes, range, depth + 1);
        }
    }
}

void ip_code_check_write(ip_compiler *c, const ip_table *table, bool insert, bool update, bool delete, ip_range range)
{
    ip_code_check_read(c, table, range);
    check_triggers(c, table, insert, update, delete, range);
    if (update || delete)
        check_referrers(c, table, delete, range, 0);
    if (table->unchecked)
        ip_code_refuse(c, range, "table \"%s\" has %s", table->name, table->unchecked);
}
