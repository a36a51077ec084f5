/* The objects of a store, and their masks of writers for the checker: rows of equal width, which grow. */
#include "store/store_state.h"

#include <string.h>

static void grow_masks(ip_store *store)
{
    int count = store->objects.count, rows = store->rows.count;
    ip_transactions *writers = IP_NEW_ARRAY(store->forever, ip_transactions, 2 * count);
    ip_transactions *row_writers = IP_NEW_ARRAY(store->forever, ip_transactions, 2 * rows);
    int *row_of = IP_NEW_ARRAY(store->forever, int, 2 * count);
    if (store->history.object_count) {
        memcpy(writers, store->writers, sizeof *writers * (size_t)store->history.object_count);
        memcpy(row_writers, store->row_writers, sizeof *row_writers * (size_t)store->history.row_count);
    }
    for (int i = store->history.object_count; i < 2 * count; i++)
        writers[i] = 1;
    for (int i = 0; i < 2 * count; i++)
        row_of[i] = i / store->width;
    store->writers = writers;
    store->row_writers = row_writers;
    store->row_of = row_of;
}

ip_store_object *ip_store_object_at(ip_store *store, int object)
{
    bool grows = false;
    while (store->objects.count <= object) { /* a row at a time */
        bool full = store->objects.count == store->objects.capacity;
        for (int i = 0; i < store->width; i++)
            IP_PUSH(store->forever, &store->objects, ((ip_store_object){.base = {.kind = IP_DATUM_NULL}}));
        ip_store_object *exists = &store->objects.items[store->objects.count - store->width];
        exists->has_base = true;
        exists->base = ip_value_datum_boolean(false);
        IP_PUSH(store->forever, &store->rows, (ip_store_row){.held = 0});
        grows = grows || full || !store->writers;
        if (ip_store_is_searched(store) && (grows || store->objects.count > store->history.object_count)) {
            grow_masks(store);
            store->history.object_count = 2 * store->objects.count;
            store->history.row_count = 2 * store->rows.count;
            grows = false;
        }
    }
    return &store->objects.items[object];
}

static int moved(int object, int from, int to)
{
    return object / from * to + object % from;
}

static void widen_masks(ip_store *store, int before)
{
    const ip_transactions *writers = store->writers;
    int count = store->history.object_count;
    store->history.object_count = store->history.row_count = 0;
    grow_masks(store);
    for (int i = 0; i < count && moved(i, before, store->width) < 2 * store->objects.count; i++)
        store->writers[moved(i, before, store->width)] = writers[i];
    store->history.object_count = 2 * store->objects.count;
    store->history.row_count = 2 * store->rows.count;
}

void ip_store_widen(ip_store *store, int width)
{
    int before = store->width, count = store->objects.count;
    const ip_store_object *items = store->objects.items;
    const ip_transactions *row_writers = store->row_writers;
    int masks = store->history.row_count;
    if (width <= before)
        return;
    memset(&store->objects, 0, sizeof store->objects);
    store->width = width;
    for (int i = 0; i < count / before * width; i++) {
        int row = i / width, column = i % width;
        IP_PUSH(store->forever, &store->objects,
                column < before ? items[row * before + column] : ((ip_store_object){.base = {.kind = IP_DATUM_NULL}}));
    }
    for (int t = 0; t < store->count; t++)
        for (int i = 0; i < store->slots[t].reads.count; i++)
            store->slots[t].reads.items[i].object = moved(store->slots[t].reads.items[i].object, before, width);
    for (int i = 0; i < store->owned.count; i++)
        store->owned.items[i] = moved(store->owned.items[i], before, width);
    for (int i = 0; i < store->undos.count; i++)
        store->undos.items[i].object = moved(store->undos.items[i].object, before, width);
    for (int i = 0; i < store->stale.count; i++)
        store->stale.items[i].object = moved(store->stale.items[i].object, before, width);
    if (!ip_store_is_searched(store) || !count)
        return;
    widen_masks(store, before);
    for (int i = 0; i < masks && i < 2 * store->rows.count; i++)
        store->row_writers[i] = row_writers[i];
}

ip_datum ip_store_latest(ip_store *store, int object)
{
    const ip_store_object *o = ip_store_object_at(store, object);
    if (o->is_own)
        return o->own;
    return o->versions.count ? o->versions.items[o->versions.count - 1].value : o->base;
}
