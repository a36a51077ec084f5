/* Three passes: transactions and their writes, then rows, then reads and locks, since a value may be read, and a row
 * locked, before the file names its writer and its objects. */
#include "history/recorded_internal.h"

#include <string.h>

void ip_history_recorded_complain(ip_recorded_builder *b, const ip_json *at, const char *message)
{
    ip_diagnostics_add(b->diagnostics, IP_ERROR, at->range, NULL, "%s", message);
    b->failed = true;
}

/* ---------------------------------------------------------------- shapes -- */

bool ip_history_recorded_expect(ip_recorded_builder *b, const ip_json *value, ip_json_kind kind, const char *what)
{
    if (value->kind == kind)
        return true;
    ip_history_recorded_complain(b, value,
                                 ip_arena_printf(b->arena, "%s: expected %s, found %s", what,
                                                 ip_history_json_kind_name(kind),
                                                 ip_history_json_kind_name(value->kind)));
    return false;
}

/* Checks that every key is in the list of known ones, such as "read value from". */
void ip_history_recorded_expect_keys(ip_recorded_builder *b, const ip_json *object, const char *known)
{
    for (int i = 0; i < object->keys.count; i++) {
        const ip_json *key = object->keys.items[i];
        size_t length = strlen(key->text);
        bool found = false;
        for (const char *at = known; *at && !found; at += strcspn(at, " "), at += *at == ' ')
            found = strcspn(at, " ") == length && strncmp(at, key->text, length) == 0;
        if (!found)
            ip_history_recorded_complain(
                b, key, ip_arena_printf(b->arena, "unknown key '%s': expected one of %s", key->text, known));
    }
}

const ip_json *ip_history_recorded_array(ip_recorded_builder *b, const ip_json *object, const char *key)
{
    const ip_json *value = ip_history_json_get(object, key);
    if (!value) {
        ip_history_recorded_complain(b, object, ip_arena_printf(b->arena, "expected the key '%s' here", key));
        return NULL;
    }
    return ip_history_recorded_expect(b, value, IP_JSON_ARRAY, key) ? value : NULL;
}

/* The key's text; NULL where there is none. */
const char *ip_history_recorded_text(ip_recorded_builder *b, const ip_json *object, const char *key)
{
    const ip_json *value = ip_history_json_get(object, key);
    return value && ip_history_recorded_expect(b, value, IP_JSON_STRING, key) ? value->text : NULL;
}

const ip_json *ip_history_recorded_flag(ip_recorded_builder *b, const ip_json *object, const char *key)
{
    const ip_json *value = ip_history_json_get(object, key);
    if (value && value->kind != IP_JSON_TRUE && value->kind != IP_JSON_FALSE) {
        ip_history_recorded_complain(b, value, ip_arena_printf(b->arena, "%s: expected true or false", key));
        return NULL;
    }
    return value;
}

static bool get_flag(ip_recorded_builder *b, const ip_json *object, const char *key)
{
    const ip_json *value = ip_history_recorded_flag(b, object, key);
    return value && value->kind == IP_JSON_TRUE;
}

const ip_json *ip_history_recorded_scalar(ip_recorded_builder *b, const ip_json *object, const char *key)
{
    const ip_json *value = ip_history_json_get(object, key);
    if (value && (value->kind == IP_JSON_ARRAY || value->kind == IP_JSON_OBJECT)) {
        ip_history_recorded_complain(
            b, value, ip_arena_printf(b->arena, "%s: expected a text, a number, true, false or null", key));
        return NULL;
    }
    return value;
}

/* --------------------------------------------------------------- objects -- */

int ip_history_recorded_find(const char *const *list, int count, const char *text)
{
    for (int i = 0; i < count; i++)
        if (strcmp(list[i], text) == 0)
            return i;
    return -1;
}

int ip_history_recorded_object_of(ip_recorded_builder *b, const char *name)
{
    for (int i = 0; i < b->objects.count; i++)
        if (strcmp(b->objects.items[i].name, name) == 0)
            return i;
    ip_recorded_object entry = {name, NULL, -1};
    IP_PUSH(b->arena, &b->objects, entry);
    return b->objects.count - 1;
}

static void read_objects(ip_recorded_builder *b, const ip_json *objects)
{
    if (!objects || !ip_history_recorded_expect(b, objects, IP_JSON_OBJECT, "objects"))
        return;
    for (int i = 0; i < objects->items.count; i++) {
        const ip_json *about = objects->items.items[i];
        if (!ip_history_recorded_expect(b, about, IP_JSON_OBJECT, objects->keys.items[i]->text))
            continue;
        ip_history_recorded_expect_keys(b, about, "initial row");
        int object = ip_history_recorded_object_of(b, objects->keys.items[i]->text);
        const char *row = ip_history_recorded_text(b, about, "row");
        b->objects.items[object].initial = ip_history_recorded_scalar(b, about, "initial");
        if (!row)
            continue;
        b->has_rows = true;
        b->objects.items[object].row = ip_history_recorded_find(b->rows.items, b->rows.count, row);
        if (b->objects.items[object].row < 0) {
            b->objects.items[object].row = b->rows.count;
            IP_PUSH(b->arena, &b->rows, row);
        }
    }
}

/* ----------------------------------------------------------- transactions -- */

static int transaction_count(const ip_recorded_builder *b)
{
    return b->result->history.count;
}

static int level_of(ip_recorded_builder *b, const ip_json *transaction)
{
    const char *name = ip_history_recorded_text(b, transaction, "level");
    if (!name)
        return 0;
    int found = ip_history_recorded_find(b->levels.items, b->levels.count, name);
    if (found >= 0)
        return 1 + found;
    IP_PUSH(b->arena, &b->levels, name);
    IP_PUSH(b->arena, &b->level_ranges, ip_history_json_get(transaction, "level")->range);
    return b->levels.count;
}

static void add_transaction(ip_recorded_builder *b, const ip_json *transaction, const char *session, int index,
                            ip_transactions before)
{
    ip_history *h = &b->result->history;
    if (!ip_history_recorded_expect(b, transaction, IP_JSON_OBJECT, "a transaction"))
        return;
    if (h->count == IP_MAX_TRANSACTIONS && b->too_many)
        return;
    if (h->count == IP_MAX_TRANSACTIONS) {
        b->too_many = true;
        ip_history_recorded_complain(
            b, transaction,
            ip_arena_printf(b->arena, "more than %d transactions: no more than that can be checked at once",
                            IP_MAX_TRANSACTIONS - 1));
        return;
    }
    ip_history_recorded_expect_keys(b, transaction, "name level aborted events");
    const char *name = ip_history_recorded_text(b, transaction, "name");
    bool given = name != NULL;
    if (!given)
        name = ip_arena_printf(b->arena, "%s.%d", session, index + 1);
    if (ip_history_recorded_find(b->names, h->count, name) >= 0)
        ip_history_recorded_complain(b, given ? ip_history_json_get(transaction, "name") : transaction,
                                     ip_arena_printf(b->arena, "two transactions are called '%s'", name));
    int t = h->count++;
    b->names[t] = name;
    b->transactions[t] = transaction;
    h->transactions[t] = (ip_history_transaction){
        .sessions_before = before, .aborted = get_flag(b, transaction, "aborted"), .level = level_of(b, transaction)};
}

static void read_session(ip_recorded_builder *b, const ip_json *session, int index)
{
    if (!ip_history_recorded_expect(b, session, IP_JSON_OBJECT, "a session"))
        return;
    ip_history_recorded_expect_keys(b, session, "name transactions");
    const char *name = ip_history_recorded_text(b, session, "name");
    const ip_json *transactions = ip_history_recorded_array(b, session, "transactions");
    ip_transactions before = 1;
    for (int i = 0; transactions && i < transactions->items.count; i++) {
        int t = transaction_count(b);
        add_transaction(b, transactions->items.items[i], name ? name : ip_arena_printf(b->arena, "s%d", index + 1), i,
                        before);
        if (transaction_count(b) > t)
            before |= (ip_transactions)1 << t;
    }
}

/* ---------------------------------------------------------------- history -- */

static void fill_writers(ip_recorded_builder *b)
{
    ip_history *h = &b->result->history;
    int *row_of = IP_NEW_ARRAY(b->arena, int, b->objects.count);
    h->object_count = b->objects.count;
    for (int x = 0; x < b->objects.count; x++)
        row_of[x] = ip_history_recorded_row_of(b, x);
    int rows = b->rows.count + b->objects.count;
    ip_transactions *writers = IP_NEW_ARRAY(b->arena, ip_transactions, b->objects.count);
    ip_transactions *row_writers = IP_NEW_ARRAY(b->arena, ip_transactions, rows);
    for (int x = 0; x < b->objects.count; x++)
        writers[x] = 1;
    for (int i = 0; i < b->writes.count; i++) {
        const ip_recorded_write *w = &b->writes.items[i];
        if (h->transactions[w->transaction].aborted)
            continue;
        writers[w->object] |= (ip_transactions)1 << w->transaction;
        row_writers[row_of[w->object]] |= (ip_transactions)1 << w->transaction;
    }
    h->writers = writers;
    if (b->has_rows) {
        h->row_of = row_of;
        h->row_count = rows;
        h->row_writers = row_writers;
    }
}

/* Session order and write-read have a cycle: the transactions, as text. NULL: they have none. */
static const char *causal_cycle(const ip_recorded_builder *b)
{
    const ip_history *h = &b->result->history;
    ip_transactions placed = 1;
    for (bool progress = true; progress;) {
        progress = false;
        for (int t = 1; t < h->count; t++) {
            ip_transactions before = h->transactions[t].sessions_before;
            for (int r = 0; r < h->transactions[t].read_count; r++)
                before |= (ip_transactions)1 << h->transactions[t].reads[r].from;
            if (!(placed >> t & 1) && !(before & ~placed)) {
                placed |= (ip_transactions)1 << t;
                progress = true;
            }
        }
    }
    const char *text = NULL;
    for (int t = 1; t < h->count; t++)
        if (!(placed >> t & 1))
            text = text ? ip_arena_printf(b->arena, "%s, %s", text, b->names[t]) : b->names[t];
    return text;
}

static void copy_names(ip_recorded_builder *b)
{
    const char **names = IP_NEW_ARRAY(b->arena, const char *, b->result->history.count);
    const char **objects = IP_NEW_ARRAY(b->arena, const char *, b->objects.count);
    memcpy(names, b->names, sizeof *names * (size_t)b->result->history.count);
    for (int x = 0; x < b->objects.count; x++)
        objects[x] = b->objects.items[x].name;
    b->result->names = names;
    b->result->objects = objects;
    b->result->level_names = b->levels.items;
    b->result->level_ranges = b->level_ranges.items;
    b->result->level_count = b->levels.count;
}

const ip_recorded_history *ip_history_recorded_read(ip_arena *arena, const ip_source *source,
                                                    ip_diagnostics *diagnostics)
{
    ip_recorded_builder b = {.arena = arena, .diagnostics = diagnostics, .result = IP_NEW(arena, ip_recorded_history)};
    const ip_json *top = ip_history_json_parse(arena, source, diagnostics);
    if (!top || !ip_history_recorded_expect(&b, top, IP_JSON_OBJECT, "a history"))
        return NULL;
    b.result->history.count = 1;
    b.names[0] = IP_RECORDED_INITIAL;
    ip_history_recorded_expect_keys(&b, top, "format format_version objects sessions");
    const char *format = ip_history_recorded_text(&b, top, "format");
    if (format && strcmp(format, "isoproof-history") != 0)
        ip_history_recorded_complain(&b, ip_history_json_get(top, "format"), "expected the format isoproof-history");
    const ip_json *version = ip_history_json_get(top, "format_version");
    if (version && strcmp(version->text, "1") != 0)
        ip_history_recorded_complain(&b, version, "expected format version 1: this file is from another version");
    read_objects(&b, ip_history_json_get(top, "objects"));
    const ip_json *sessions = ip_history_recorded_array(&b, top, "sessions");
    for (int i = 0; sessions && i < sessions->items.count; i++)
        read_session(&b, sessions->items.items[i], i);
    for (int t = 1; t < transaction_count(&b); t++)
        ip_history_recorded_read_writes(&b, t);
    for (int t = 1; t < transaction_count(&b) && !b.failed; t++)
        ip_history_recorded_read_rows(&b, t);
    for (int t = 1; t < transaction_count(&b) && !b.failed; t++)
        ip_history_recorded_read_reads(&b, t);
    if (b.failed)
        return NULL;
    fill_writers(&b);
    copy_names(&b);
    const char *cycle = causal_cycle(&b);
    if (cycle)
        ip_history_recorded_add_impossible(
            &b, 0,
            ip_arena_printf(arena, "%s read from each other or from later transactions of their sessions", cycle));
    return b.result;
}
