/* Locks of a recorded history: explicit ones, and those of writes. */
#include "history/recorded_internal.h"

#include "catalog/lock_mode.h"

#include <string.h>

int ip_history_recorded_row_of(const ip_recorded_builder *b, int object)
{
    if (!b->has_rows)
        return object;
    return b->objects.items[object].row >= 0 ? b->objects.items[object].row : b->rows.count + object;
}

static int find_object(const ip_recorded_builder *b, const char *name)
{
    for (int x = 0; x < b->objects.count; x++)
        if (!strcmp(b->objects.items[x].name, name))
            return x;
    return -1;
}

/* A locked name that is neither a row of objects nor an object is a row without reads: an advisory lock, a table. */
void ip_history_recorded_read_rows(ip_recorded_builder *b, int transaction)
{
    const ip_json *events = ip_history_json_get(b->transactions[transaction], "events");
    for (int i = 0; events && i < events->items.count; i++) {
        const ip_json *lock = ip_history_json_get(events->items.items[i], "lock");
        if (!lock || find_object(b, lock->text) >= 0 ||
            ip_history_recorded_find(b->rows.items, b->rows.count, lock->text) >= 0)
            continue;
        b->has_rows = true;
        IP_PUSH(b->arena, &b->rows, lock->text);
    }
}

static const char *mode_names(ip_arena *arena)
{
    const char *names = "";
    for (int mode = IP_LOCK_NONE + 1; mode < IP_LOCK_COUNT; mode++)
        names = ip_arena_printf(arena, "%s%s%s", names, *names ? ", " : "", ip_catalog_lock_name((ip_lock)mode));
    return names;
}

static ip_lock mode_of(ip_recorded_builder *b, const ip_json *event, ip_lock otherwise)
{
    const char *text = ip_history_recorded_text(b, event, "mode");
    if (!text)
        return otherwise;
    for (int mode = IP_LOCK_NONE + 1; mode < IP_LOCK_COUNT; mode++)
        if (!strcmp(text, ip_catalog_lock_name((ip_lock)mode)))
            return (ip_lock)mode;
    ip_history_recorded_complain(b, ip_history_json_get(event, "mode"),
                                 ip_arena_printf(b->arena, "mode: expected one of %s", mode_names(b->arena)));
    return otherwise;
}

bool ip_history_recorded_lock(ip_recorded_builder *b, const ip_json *event, int step, ip_history_lock *lock)
{
    const ip_json *name = ip_history_json_get(event, "lock");
    if (!name || name->kind != IP_JSON_STRING)
        return false;
    ip_history_recorded_expect_keys(b, event, "lock mode step");
    if (!ip_history_json_get(event, "mode"))
        ip_history_recorded_complain(b, event, "expected \"mode\" with a lock, such as \"FOR UPDATE\"");
    int row = ip_history_recorded_find(b->rows.items, b->rows.count, name->text);
    if (row < 0)
        row = ip_history_recorded_row_of(b, find_object(b, name->text));
    *lock = (ip_history_lock){.row = row, .mode = (int)mode_of(b, event, IP_LOCK_UPDATE), .step = step};
    return true;
}

bool ip_history_recorded_write_lock(ip_recorded_builder *b, const ip_json *event, int step, ip_history_lock *lock)
{
    const ip_json *name = ip_history_json_get(event, "write"), *insert = ip_history_recorded_flag(b, event, "insert");
    if (name->kind != IP_JSON_STRING)
        return false; /* complained about */
    bool inserts = insert && insert->kind == IP_JSON_TRUE;
    *lock = (ip_history_lock){.row = ip_history_recorded_row_of(b, find_object(b, name->text)),
                              .mode = (int)mode_of(b, event, inserts ? IP_LOCK_UPDATE : IP_LOCK_NO_KEY_UPDATE),
                              .step = step,
                              .changes = true,
                              .inserts = inserts};
    return true;
}
