/* Computes the summaries of summary.h: the tables that each routine may reach through its calls. */
#include "access_summary/side_channel.h"
#include "base/words.h"
#include "access_summary/summary_parts.h"

#include "catalog/builtin.h"
#include "catalog/unit_index.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

ip_summaries *ip_summary_summaries_new(ip_arena *arena, const ip_definitions *definitions, const ip_schema *schema)
{
    ip_summaries *all = IP_NEW(arena, ip_summaries);
    *all = (ip_summaries){.arena = arena, .definitions = definitions, .schema = schema};
    int count = definitions->units.count;
    all->own = IP_NEW_ARRAY(arena, ip_own_effects, count);
    all->summaries = IP_NEW_ARRAY(arena, const ip_summary *, count);
    all->seen = IP_NEW_ARRAY(arena, int, count);
    all->asked = IP_NEW_ARRAY(arena, bool, count);
    all->reads_written = IP_NEW_ARRAY(arena, unsigned char, count);
    return all;
}

/* The next unit that the name may mean, from *at on; -1: no more. A schema in the name must be that of the unit. */
int ip_summary_next_meant(const ip_summaries *all, const char *name, int *at)
{
    const char *last = ip_last_part(name);
    while (*at < all->definitions->names.count && strcmp(all->definitions->names.items[*at].name, last) == 0) {
        int unit = all->definitions->names.items[(*at)++].unit;
        if (last == name || strcmp(all->definitions->units.items[unit]->name, name) == 0)
            return unit;
    }
    return -1;
}

bool ip_summary_is_builtin(const ip_summaries *all, const char *name, int arguments)
{
    int at = ip_catalog_first_named(all->definitions, ip_last_part(name)), count;
    /* Supabase installs extensions there, before any file runs. */
    bool installed = strncmp(name, "extensions.", strlen("extensions.")) == 0;
    bool qualified = ip_last_part(name) != name;
    if (ip_summary_next_meant(all, name, &at) >= 0 ||
        ip_catalog_find_user_operator(all->definitions, IP_USER_AGGREGATE, name))
        return false;
    if (ip_summary_channel_refused(ip_last_part(name)))
        return false;
    const ip_builtin *b = ip_catalog_builtin_named(ip_last_part(name), &count);
    for (int i = 0; i < count; i++) {
        bool granted = b[i].extension ? ip_catalog_is_declared_extension(all->definitions, b[i].extension)
                                      : !b[i].since && !qualified;
        bool assumed = !qualified || (installed && b[i].extension);
        if (granted || (assumed && (arguments < 0 || ip_catalog_builtin_takes(&b[i], arguments))))
            return true;
    }
    return false;
}

static void begin(ip_summaries *all, ip_own_effects *own)
{
    own->done = true;
    own->summary.table_count = all->schema->tables.count;
    own->summary.reads = IP_NEW_ARRAY(all->arena, bool, own->summary.table_count);
    own->views = IP_NEW_ARRAY(all->arena, unsigned char, all->definitions->views.count);
    own->summary.writes = IP_NEW_ARRAY(all->arena, bool, own->summary.table_count);
}

static const ip_own_effects *own_of(ip_summaries *all, int index)
{
    ip_own_effects *own = &all->own[index];
    const ip_unit *unit = all->definitions->units.items[index];
    ip_collector c = {.all = all,
                      .to = own,
                      .path = unit->path,
                      .by_caller = all->definitions->paths_differ && !unit->sets_path,
                      .shares = ip_catalog_shares_snapshot(unit)};
    if (own->done)
        return own;
    begin(all, own);
    if (unit->broken)
        ip_summary_note_anything(&c, unit->broken);
    else if (!unit->tree)
        ip_summary_note_anything(&c, ip_arena_printf(all->arena, "a body in language %s", unit->language));
    else
        ip_summary_note_statement(&c, unit->tree);
    for (int i = 0; i < unit->parameters.count; i++)
        ip_summary_note_kept(&c, unit->parameters.items[i].kept_default);
    return own;
}

static void add_summary(ip_summary *to, const ip_summary *from)
{
    to->any = to->any ? to->any : from->any;
    to->varies = to->varies || from->varies;
    to->redefines = to->redefines ? to->redefines : from->redefines;
    to->chooses = to->chooses ? to->chooses : from->chooses;
    to->missing = to->missing ? to->missing : from->missing;
    to->others = to->others || from->others;
    for (int i = 0; i < to->table_count && i < from->table_count; i++) {
        to->reads[i] = to->reads[i] || from->reads[i];
        to->writes[i] = to->writes[i] || from->writes[i];
    }
}

static void add_calls(ip_summaries *all, ip_planned_calls *to, const ip_planned_calls *from)
{
    for (int i = 0; i < from->count; i++)
        IP_PUSH(all->arena, to, from->items[i]);
}

/* The units reachable from these, each once; and all their calls that may be run when a statement is planned. asked:
 * the summary replaces their bodies. */
static void add_reached(ip_summaries *all, ip_summary *to, const ip_own_effects *from, ip_planned_calls *planned,
                        bool asked)
{
    add_calls(all, planned, &from->planned);
    IP_VEC(int) stack = {0};
    all->mark++;
    for (int i = 0; i < from->callees.count; i++)
        IP_PUSH(all->arena, &stack, from->callees.items[i]);
    while (stack.count > 0) {
        int unit = stack.items[--stack.count];
        if (all->seen[unit] == all->mark)
            continue;
        all->seen[unit] = all->mark;
        const ip_own_effects *own = own_of(all, unit);
        all->asked[unit] |= asked;
        add_summary(to, &own->summary);
        add_calls(all, planned, &own->planned);
        for (int i = 0; i < own->callees.count; i++)
            IP_PUSH(all->arena, &stack, own->callees.items[i]);
    }
}

static const bool *written_tables(ip_summaries *all)
{
    int tables = all->schema->tables.count;
    if (all->written)
        return all->written;
    all->written = IP_NEW_ARRAY(all->arena, bool, tables);
    for (int u = 0; u < all->definitions->units.count; u++) {
        const ip_summary *own = &own_of(all, u)->summary;
        for (int i = 0; i < tables; i++)
            all->written[i] |= own->any || (i < own->table_count && own->writes[i]);
    }
    return all->written;
}

bool ip_summary_reads_written(ip_summaries *all, const ip_unit *unit)
{
    enum { NO = 1, YES };
    unsigned char *known = &all->reads_written[unit->id];
    const bool *written = written_tables(all);
    if (*known)
        return *known == YES;
    ip_own_effects whole = {0};
    ip_planned_calls planned = {0};
    begin(all, &whole);
    add_summary(&whole.summary, &own_of(all, unit->id)->summary);
    add_reached(all, &whole.summary, own_of(all, unit->id), &planned, false);
    *known = NO;
    for (int i = 0; i < whole.summary.table_count; i++)
        if (written[i] && whole.summary.reads[i])
            *known = YES;
    return *known == YES;
}

static void report_planned(ip_summaries *all, ip_summary *to, const ip_planned_calls *planned)
{
    for (int i = 0; i < planned->count && !to->kept; i++) {
        const ip_unit *unit = all->definitions->units.items[planned->items[i].unit];
        if (!ip_summary_reads_written(all, unit))
            continue;
        to->kept = planned->items[i].kept ? unit->name : NULL;
        to->early = true;
    }
}

static const ip_summary *finished(ip_summaries *all, const ip_own_effects *own)
{
    ip_own_effects whole = {0};
    ip_planned_calls planned = {0};
    begin(all, &whole);
    ip_summary *summary = IP_NEW(all->arena, ip_summary);
    *summary = whole.summary;
    add_summary(summary, &own->summary);
    add_reached(all, summary, own, &planned, true);
    if (planned.count > 0)
        report_planned(all, summary, &planned);
    for (int i = 0; i < summary->table_count; i++) {
        summary->touches = summary->touches || summary->reads[i] || summary->writes[i];
        summary->changes = summary->changes || summary->writes[i];
    }
    summary->touches = summary->touches || summary->any;
    summary->changes = summary->changes || summary->any;
    return summary;
}

const ip_summary *ip_summary_of_unit(ip_summaries *all, const ip_unit *unit)
{
    int index = unit->id;
    if (index >= all->definitions->units.count || all->definitions->units.items[index] != unit) {
        ip_own_effects unknown = {0};
        ip_collector c = {.all = all, .to = &unknown};
        begin(all, &unknown);
        ip_summary_note_anything(&c, "it is not known");
        return finished(all, &unknown);
    }
    all->asked[index] = true;
    if (!all->summaries[index])
        all->summaries[index] = finished(all, own_of(all, index));
    return all->summaries[index];
}

const ip_summary *ip_summary_of_name(ip_summaries *all, const char *name)
{
    ip_own_effects own = {0};
    ip_collector c = {.all = all, .to = &own};
    begin(all, &own);
    ip_summary_note_function(&c, name, -1);
    return finished(all, &own);
}

const ip_summary *ip_summary_of_statements(ip_summaries *all, const ip_path *path, const ip_tree *statements)
{
    ip_own_effects own = {0};
    ip_collector c = {.all = all, .to = &own, .path = path, .lenient = true};
    begin(all, &own);
    ip_summary_note_statements(&c, statements);
    return finished(all, &own);
}

/* By name: the order of a schema differs from that of its dump. */
static int compare_tables(const void *a, const void *b)
{
    return strcmp((*(const ip_table *const *)a)->name, (*(const ip_table *const *)b)->name);
}

static const ip_summary *of_shapes(ip_summaries *all, const ip_path *path, const char *const *shapes, int count,
                                   bool of_others)
{
    ip_own_effects own = {0};
    ip_collector c = {.all = all, .to = &own, .path = path, .of_others = of_others};
    begin(all, &own);
    for (int i = 0; i < count; i++)
        ip_summary_note_shape(&c, shapes[i]);
    ip_summary *summary = IP_NEW(all->arena, ip_summary);
    *summary = *finished(all, &own);
    summary->named_count = own.name && !own.vague_name ? own.named.count : -1;
    summary->named = own.named.items;
    if (own.named.count)
        qsort(own.named.items, (size_t)own.named.count, sizeof own.named.items[0], compare_tables);
    summary->calls = own.callees.count > 0;
    return summary;
}

const ip_summary *ip_summary_of_shapes(ip_summaries *all, const ip_path *path, const char *const *shapes, int count)
{
    /* A routine that is lowered in many places brings the same list each time. */
    ip_shaped **bucket = &all->shaped[((uintptr_t)shapes >> 4) % IP_SHAPED_BUCKETS];
    for (const ip_shaped *known = *bucket; known; known = known->next)
        if (known->shapes == shapes && known->count == count && known->path == path)
            return known->summary;
    ip_shaped *created = IP_NEW(all->arena, ip_shaped);
    *created = (ip_shaped){shapes, count, path, of_shapes(all, path, shapes, count, false), *bucket};
    *bucket = created;
    return created->summary;
}

const ip_summary *ip_summary_of_other_name(ip_summaries *all, const ip_path *path, const char *shape)
{
    return of_shapes(all, path, &shape, 1, true);
}

const ip_summary *ip_summary_of_triggers(ip_summaries *all, const ip_table *table)
{
    ip_own_effects own = {0};
    ip_collector c = {.all = all, .to = &own};
    begin(all, &own);
    ip_summary_note_beside(&c, table, true);
    return finished(all, &own);
}

const ip_summary *ip_summary_of_kept(ip_summaries *all, const ip_kept_tree *kept)
{
    ip_summed_kept **bucket = &all->kept[((uintptr_t)kept >> 4) % IP_KEPT_BUCKETS];
    for (const ip_summed_kept *known = *bucket; known; known = known->next)
        if (known->kept == kept)
            return known->summary;
    ip_own_effects own = {0};
    ip_collector c = {.all = all, .to = &own};
    begin(all, &own);
    ip_summary_note_kept(&c, kept);
    ip_summed_kept *created = IP_NEW(all->arena, ip_summed_kept);
    *created = (ip_summed_kept){kept, finished(all, &own), *bucket};
    *bucket = created;
    return created->summary;
}

/* Most tables have none: their summaries, each as wide as the schema, would grow with its square. */
static bool has_expressions(const ip_definitions *d, const ip_table *table)
{
    for (int i = 0; i < table->columns.count; i++)
        if (table->columns.items[i].kept_generated)
            return true;
    for (int i = 0; i < d->implied.count; i++)
        if (d->implied.items[i].table == table)
            return true;
    for (int i = 0; i < d->checks.count; i++)
        if (d->checks.items[i].table == table)
            return true;
    return false;
}

const ip_summary *ip_summary_of_expressions(ip_summaries *all, const ip_table *table)
{
    static const ip_summary nothing = {0};
    if (!has_expressions(all->definitions, table))
        return &nothing;
    if (!all->values) {
        all->value_count = all->schema->tables.count;
        all->values = IP_NEW_ARRAY(all->arena, const ip_summary *, all->value_count);
    }
    bool kept = table->id >= 0 && table->id < all->value_count;
    if (kept && all->values[table->id])
        return all->values[table->id];
    ip_own_effects own = {0};
    ip_collector c = {.all = all, .to = &own};
    begin(all, &own);
    ip_summary_note_expressions(&c, table);
    const ip_summary *summary = finished(all, &own);
    if (kept)
        all->values[table->id] = summary;
    return summary;
}

const ip_summary *ip_summary_of_domain(ip_summaries *all, const ip_user_type *domain)
{
    int index = (int)(domain - all->definitions->types.items);
    if (!all->domains)
        all->domains = IP_NEW_ARRAY(all->arena, const ip_summary *, all->definitions->types.count);
    if (all->domains[index])
        return all->domains[index];
    ip_own_effects own = {0};
    ip_collector c = {.all = all, .to = &own};
    begin(all, &own);
    ip_summary_note_domain(&c, domain);
    return all->domains[index] = finished(all, &own);
}

const ip_summed *ip_summary_summaries_asked(const ip_summaries *all)
{
    ip_summed *asked = IP_NEW_ARRAY(all->arena, ip_summed, all->definitions->units.count);
    for (int i = 0; i < all->definitions->units.count; i++) {
        const ip_summary *own = &all->own[i].summary;
        if (all->asked[i])
            asked[i] = own->any || own->missing ? IP_SUMMED_ANYTHING : IP_SUMMED_BOUNDED;
    }
    return asked;
}
