/* Memory is bounded: paths and values are kept up to a size. Beyond it all are dropped except those that the current
 * histories need. */
#include "explorer/engine_internal.h"

typedef struct moving {
    ip_explore_values *values;
    ip_explore_paths *paths;
    const ip_explorer_engine *engine;
} moving;

static const ip_explore_leaf *moved(const moving *m, const ip_explore_leaf *leaf)
{
    if (leaf->moved)
        return leaf->moved;
    ip_arena *arena = ip_explore_paths_arena(m->paths);
    ip_explore_leaf *copy = IP_NEW(arena, ip_explore_leaf);
    *copy = *leaf;
    ip_explore_write *writes = IP_NEW_ARRAY(arena, ip_explore_write, leaf->write_count);
    for (int i = 0; i < leaf->write_count; i++) {
        ip_datum datum = ip_explore_datum(m->engine->values, leaf->writes[i].value);
        writes[i] = (ip_explore_write){leaf->writes[i].object, ip_explore_value(m->values, datum)};
    }
    copy->writes = writes;
    copy->locks = ip_explore_engine_keep_locks(arena, leaf->locks, leaf->lock_count);
    copy->outcome = ip_explore_engine_keep_outcome(arena, leaf->outcome);
    ((ip_explore_leaf *)leaf)->moved = copy; /* the old cache goes away */
    return copy;
}

static void move_order(const moving *m, ip_engine_order *order)
{
    for (int p = 1; p < order->count; p++) {
        ip_engine_record *record = &order->records[order->order[p]];
        if (record->leaf)
            record->leaf = moved(m, record->leaf);
    }
}

void ip_explore_engine_empty_cache(ip_explorer_engine *e)
{
    moving m = {ip_explore_values_new(), ip_explore_paths_new(e->input.count), e};
    move_order(&m, &e->now);
    for (int i = 0; i < e->saved.count; i++)
        move_order(&m, &e->saved.items[i]);
    ip_explore_values_free(e->values);
    ip_explore_paths_free(e->paths);
    e->values = m.values;
    e->paths = m.paths;
    for (int o = 0; o < e->object_capacity; o++)
        e->initial[o] = -1;
    for (int r = 0; r < e->read_count; r++)
        e->nodes[r] = -1;
}
