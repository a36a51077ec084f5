/* Rows that every later transaction sees as absent, and that nothing kept refers to: their numbers are free for others.
 */
#include "store/store_state.h"

#include <string.h>

enum { LEAST = 32, SHARE = 4 }; /* fewer, or a smaller share of all rows, are not worth the work */

/* By what is initial, or forgotten; and no kept or running transaction has written or locked it. */
static bool is_absent(const ip_store *store, int row, bool gone)
{
    const ip_store_row *r = &store->rows.items[row];
    const ip_store_object *objects = &store->objects.items[row * store->width];
    bool absent = (gone || !objects->base.as.boolean) && !r->held;
    for (int mode = 0; mode < IP_LOCK_COUNT; mode++) /* later snapshots hold those transactions anyway */
        absent = absent && r->holders[mode] <= store->forgotten;
    for (int i = 0; i < store->width && absent; i++)
        absent = !objects[i].versions.count && !objects[i].is_own;
    return absent;
}

/* Whether ip_store_met would add the read again if the row came back. at: of the first scan of the read's transaction,
 * or of an earlier one. */
static bool is_of_scan(const ip_store *store, int slot, const ip_history_read *read, int group, int *at)
{
    if (read->object % store->width || read->from)
        return false;
    while (*at < store->scans.count && store->scans.items[*at].slot < slot)
        ++*at;
    for (int i = *at; i < store->scans.count && store->scans.items[i].slot == slot; i++)
        if (store->scans.items[i].step == read->step && store->scans.items[i].group == group)
            return true;
    return false;
}

static void keep_what_was_read(const ip_store *store, ip_row_group_of *group_of, void *data, bool *goes)
{
    for (int t = 1, at = 0; t < store->count; t++)
        for (int i = 0; i < store->slots[t].reads.count; i++) {
            const ip_history_read *read = &store->slots[t].reads.items[i];
            int row = read->object / store->width;
            if (goes[row] && !is_of_scan(store, t, read, group_of(data, row), &at))
                goes[row] = false;
        }
    for (int i = 0; i < store->stale.count && i < IP_STALE_NAMED; i++)
        goes[store->stale.items[i].object / store->width] = false;
}

static void drop_reads(ip_store *store, const bool *goes)
{
    for (int t = 1; t < store->count; t++) {
        ip_store_reads *reads = &store->slots[t].reads;
        int kept = 0;
        for (int i = 0; i < reads->count; i++)
            if (!goes[reads->items[i].object / store->width])
                reads->items[kept++] = reads->items[i];
        reads->count = kept;
    }
}

static void renew(ip_store *store, int row)
{
    ip_store_object *objects = &store->objects.items[row * store->width];
    for (int i = 0; i < store->width; i++)
        objects[i] = (ip_store_object){.has_base = i == 0,
                                       .base = i ? (ip_datum){.kind = IP_DATUM_NULL} : ip_value_datum_boolean(false)};
    memset(&store->rows.items[row], 0, sizeof store->rows.items[row]);
}

const bool *ip_store_forgotten_rows(ip_store *store, ip_arena *arena, int rows, ip_row_group_of *group_of, void *data)
{
    int count = store->rows.count < rows ? store->rows.count : rows, found = 0;
    if (!store->has_forgotten)
        return NULL;
    store->has_forgotten = false;
    bool *goes = IP_NEW_ARRAY(arena, bool, store->rows.count > rows ? store->rows.count : rows);
    for (int row = 0; row < count; row++)
        goes[row] = is_absent(store, row, group_of(data, row) < 0);
    keep_what_was_read(store, group_of, data, goes);
    for (int row = 0; row < count; row++)
        found += goes[row] && group_of(data, row) != IP_ROW_IS_FREE;
    if (found < LEAST || found < count / SHARE)
        return NULL;
    drop_reads(store, goes);
    for (int row = 0; row < count; row++)
        if (goes[row])
            renew(store, row);
    return goes;
}
