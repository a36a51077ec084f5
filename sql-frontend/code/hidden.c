/* What PostgreSQL does beside a statement and this form of it does not: then it is refused. */
#include "coder.h"

#include <string.h>

void ip_code_check_read(ip_compiler *c, const ip_table *table, ip_range range)
{
    const ip_definitions *d = c->coder->definitions;
    for (int i = 0; i < d->triggers.count; i++)
        if (d->triggers.items[i].on_select && !d->triggers.items[i].disabled &&
            strcmp(d->triggers.items[i].table, table->name) == 0)
            ip_code_refuse(c, range, "%s of table \"%s\"", d->triggers.items[i].what, table->name);
}

/* all: those that a statement on the table itself would run (trigger.c), too. */
static void check_triggers(ip_compiler *c, const ip_table *table, bool insert, bool update, bool delete, bool all,
                           ip_range range)
{
    const ip_definitions *d = c->coder->definitions;
    for (int i = 0; i < d->triggers.count; i++) {
        const ip_trigger *t = &d->triggers.items[i];
        if (strcmp(t->table, table->name) != 0 || t->disabled || !(all || t->what))
            continue;
        if ((insert && t->on_insert) || (update && t->on_update) || (delete &&t->on_delete))
            ip_code_refuse(c, range, t->what ? "%s of table \"%s\"" : "trigger \"%s\" on table \"%s\"",
                           t->what ? t->what : t->name, table->name);
    }
}

/* What happens to the rows that refer to those deleted or changed. */
static void check_referrers(ip_compiler *c, const ip_table *table, bool delete, ip_range range, int depth)
{
    enum { DEEPEST_CASCADE = 8 };
    for (int t = 0; t < c->schema->tables.count && depth < DEEPEST_CASCADE; t++) {
        const ip_table *child = c->schema->tables.items[t];
        for (int k = 0; k < child->foreign_keys.count; k++) {
            const ip_foreign_key *key = &child->foreign_keys.items[k];
            char action = delete ? key->on_delete : key->on_update;
            if (key->target != table || !strchr("cnd", action) || !action)
                continue;
            bool deletes = delete &&action == 'c';
            check_triggers(c, child, false, !deletes, deletes, true, range);
            if (child != table)
                check_referrers(c, child, deletes, range, depth + 1);
        }
    }
}

void ip_code_check_write(ip_compiler *c, const ip_table *table, bool insert, bool update, bool delete, ip_range range)
{
    ip_code_check_read(c, table, range);
    check_triggers(c, table, insert, update, delete, false, range);
    if (update || delete)
        check_referrers(c, table, delete, range, 0);
    if (table->unchecked)
        ip_code_refuse(c, range, "table \"%s\" has %s", table->name, table->unchecked);
}
