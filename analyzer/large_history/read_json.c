/* JSON histories, one transaction at a time: its parsed form is freed once the builder has it. */
#include "large_history/formats.h"

#include "history/json_text.h"

#include <string.h>

typedef struct json_reader {
    ip_large_builder *builder;
    const ip_source *source;
    ip_diagnostics *diagnostics;
    ip_arena *scratch; /* one transaction's */
    size_t at;
} json_reader;

static bool fail(json_reader *r, const char *message)
{
    ip_range range = {r->source, r->at, r->at < r->source->length ? r->at + 1 : r->at};
    ip_diagnostics_add(r->diagnostics, IP_ERROR, range, NULL, "%s", message);
    return false;
}

static bool accept(json_reader *r, char c)
{
    return ip_history_json_accept(r->source, &r->at, c);
}

static const ip_json *parse(json_reader *r)
{
    return ip_history_json_parse_value(r->scratch, r->source, r->diagnostics, &r->at);
}

/* ------------------------------------------------------------------- values -- */

static void expect_keys(json_reader *r, const ip_json *object, const char *known)
{
    for (int i = 0; i < object->keys.count; i++) {
        const char *key = object->keys.items[i]->text, *at = known;
        size_t length = strlen(key);
        while ((at = strstr(at, key)) && !((at == known || at[-1] == ' ') && (at[length] == ' ' || !at[length])))
            at++;
        if (!at || !length)
            ip_large_complain(r->builder, object->keys.items[i]->range.begin, "'%s' is not known here: expected %s",
                              key, known);
    }
}

static const char *text_of(json_reader *r, const ip_json *object, const char *key)
{
    const ip_json *value = ip_history_json_get(object, key);
    if (!value || value->kind == IP_JSON_STRING)
        return value ? value->text : NULL;
    ip_large_complain(r->builder, value->range.begin, "%s: expected a string, not %s", key,
                      ip_history_json_kind_name(value->kind));
    return NULL;
}

/* A number, or -1: there is none. Kinds differ in their first character. */
static int value_of(json_reader *r, const ip_json *object, const char *key)
{
    const ip_json *value = ip_history_json_get(object, key);
    if (!value)
        return -1;
    if (value->kind == IP_JSON_ARRAY || value->kind == IP_JSON_OBJECT) {
        ip_large_complain(r->builder, value->range.begin, "%s: expected a text, a number, true, false or null", key);
        return -1;
    }
    const char *text = value->kind == IP_JSON_STRING || value->kind == IP_JSON_NUMBER
                           ? value->text
                           : ip_range_text(r->scratch, value->range);
    const char *marked = ip_arena_printf(r->scratch, "%c%s", value->kind == IP_JSON_STRING ? 's' : 'n', text);
    return ip_large_value(r->builder, marked, strlen(marked));
}

static int step_of(json_reader *r, const ip_json *event, int last)
{
    const ip_json *step = ip_history_json_get(event, "step");
    int number = 0;
    if (!step)
        return last + 1;
    for (const char *c = step->kind == IP_JSON_NUMBER ? step->text : "?"; *c; c++) {
        if (*c < '0' || *c > '9' || number > 1000000) {
            ip_large_complain(r->builder, step->range.begin, "step: expected a whole number from 0 to 1000000");
            return last;
        }
        number = 10 * number + (*c - '0');
    }
    if (number < last)
        ip_large_complain(r->builder, step->range.begin,
                          "step: statements are numbered in their order, and this number goes back");
    return number;
}

/* ------------------------------------------------------------------- events -- */

static void read_event(json_reader *r, const ip_json *event, int transaction, int *step)
{
    const ip_json *read = event->kind == IP_JSON_OBJECT ? ip_history_json_get(event, "read") : NULL;
    const ip_json *write = event->kind == IP_JSON_OBJECT ? ip_history_json_get(event, "write") : NULL;
    bool lock = event->kind == IP_JSON_OBJECT && ip_history_json_get(event, "lock");
    const ip_json *name = read ? read : write;
    if (!!read + !!write + lock != 1 || (name && name->kind != IP_JSON_STRING)) {
        ip_large_complain(r->builder, event->range.begin,
                          "expected an event, {\"read\": object, …}, {\"write\": object, …} or {\"lock\": row, …}");
        return;
    }
    expect_keys(r, event,
                read    ? "read value from step newest"
                : write ? "write value step mode insert"
                        : "lock mode step");
    *step = step_of(r, event, *step);
    if (lock)
        return; /* the levels that are checked here ignore locks */
    ip_large_event e = {.transaction = transaction,
                        .object = ip_large_object(r->builder, name->text, strlen(name->text)),
                        .value = value_of(r, event, "value"),
                        .step = *step,
                        .offset = event->range.begin};
    const ip_json *from = read ? ip_history_json_get(event, "from") : NULL;
    if (write)
        ip_large_write(r->builder, &e);
    else if (from)
        ip_large_read_from(r->builder, &e,
                           from->kind == IP_JSON_NULL || strcmp(from->text, "initial") == 0 ? NULL : from->text);
    else if (e.value >= 0)
        ip_large_read_value(r->builder, &e);
    else
        ip_large_complain(r->builder, event->range.begin, "expected \"value\" or \"from\" with a read");
}

static void read_events(json_reader *r, const ip_json *transaction, int number)
{
    const ip_json *events = ip_history_json_get(transaction, "events"),
                  *aborted = ip_history_json_get(transaction, "aborted");
    int step = -1;
    if (aborted && aborted->kind == IP_JSON_TRUE)
        ip_large_set_outcome(r->builder, number, IP_LARGE_ABORTED);
    if (ip_history_json_get(transaction, "level"))
        ip_large_complain(r->builder, ip_history_json_get(transaction, "level")->range.begin,
                          "levels of single transactions are checked on histories of up to 63 transactions only");
    if (!events || events->kind != IP_JSON_ARRAY) {
        ip_large_complain(r->builder, transaction->range.begin, "expected the key 'events' here, with an array");
        return;
    }
    for (int i = 0; i < events->items.count; i++)
        read_event(r, events->items.items[i], number, &step);
}

static bool read_transaction(json_reader *r, int session)
{
    ip_arena_reset(r->scratch);
    const ip_json *transaction = parse(r);
    if (!transaction)
        return false;
    if (transaction->kind != IP_JSON_OBJECT) {
        ip_large_complain(r->builder, transaction->range.begin, "expected a transaction, an object");
        return true;
    }
    expect_keys(r, transaction, "name level aborted events");
    int number = ip_large_transaction(r->builder, session, text_of(r, transaction, "name"), transaction->range.begin);
    read_events(r, transaction, number);
    return true;
}

static void read_objects(json_reader *r, const ip_json *objects)
{
    if (objects->kind != IP_JSON_OBJECT) {
        ip_large_complain(r->builder, objects->range.begin, "objects: expected an object");
        return;
    }
    for (int i = 0; i < objects->items.count; i++) {
        const ip_json *about = objects->items.items[i];
        const char *name = objects->keys.items[i]->text;
        if (about->kind != IP_JSON_OBJECT) {
            ip_large_complain(r->builder, about->range.begin, "expected an object with \"initial\" or \"row\"");
            continue;
        }
        expect_keys(r, about, "initial row");
        int object = ip_large_object(r->builder, name, strlen(name)), initial = value_of(r, about, "initial");
        const char *row = text_of(r, about, "row");
        if (initial >= 0)
            ip_large_set_initial(r->builder, object, initial);
        if (row)
            ip_large_set_row(r->builder, object, row);
    }
}

/* ---------------------------------------------------------------- whole file -- */

/* A key of an object and its ':'. */
static const char *read_key(json_reader *r)
{
    const ip_json *key = parse(r);
    if (!key)
        return NULL;
    if (key->kind != IP_JSON_STRING || !accept(r, ':')) {
        fail(r, "expected a key and ':'");
        return NULL;
    }
    return key->text;
}

typedef bool read_item(json_reader *r, int session);

static bool read_list(json_reader *r, read_item *item, int session)
{
    if (!accept(r, '['))
        return fail(r, "expected an array");
    if (accept(r, ']'))
        return true;
    do {
        if (!item(r, session))
            return false;
    } while (accept(r, ','));
    return accept(r, ']') || fail(r, "expected ',' or ']'");
}

static bool read_session(json_reader *r, int ignored)
{
    (void)ignored;
    int session = ip_large_unnamed_session(r->builder);
    if (!accept(r, '{'))
        return fail(r, "expected a session, an object");
    if (accept(r, '}'))
        return true;
    do {
        size_t begin = r->at;
        const char *key = read_key(r);
        if (!key)
            return false;
        if (strcmp(key, "transactions") == 0) {
            if (!read_list(r, read_transaction, session))
                return false;
            continue;
        }
        bool name = strcmp(key, "name") == 0;
        const ip_json *value = parse(r);
        if (!value)
            return false;
        if (name && value->kind == IP_JSON_STRING)
            ip_large_name_session(r->builder, session, value->text);
        else
            ip_large_complain(r->builder, begin, "expected the keys name, a string, and transactions");
    } while (accept(r, ','));
    return accept(r, '}') || fail(r, "expected ',' or '}'");
}

static bool read_member(json_reader *r)
{
    ip_arena_reset(r->scratch);
    size_t begin = r->at;
    const char *key = read_key(r);
    if (!key)
        return false;
    if (strcmp(key, "sessions") == 0)
        return read_list(r, read_session, 0);
    bool objects = strcmp(key, "objects") == 0, format = strncmp(key, "format", 6) == 0;
    const ip_json *value = parse(r);
    if (!value)
        return false;
    if (objects)
        read_objects(r, value);
    else if (!format || (strcmp(value->text, "isoproof-history") != 0 && strcmp(value->text, "1") != 0))
        ip_large_complain(r->builder, begin, "expected format isoproof-history, format_version 1, objects or sessions");
    return true;
}

static bool read_top(json_reader *r)
{
    if (!accept(r, '{'))
        return fail(r, "expected a history, an object");
    do {
        if (!read_member(r))
            return false;
    } while (accept(r, ','));
    if (!accept(r, '}'))
        return fail(r, "expected ',' or '}'");
    accept(r, '\n');
    return r->at >= r->source->length || fail(r, "expected nothing after the value");
}

bool ip_large_read_json(ip_large_builder *b, const ip_source *source, ip_diagnostics *diagnostics)
{
    json_reader r = {b, source, diagnostics, ip_arena_new(), 0};
    bool good = read_top(&r);
    ip_arena_free(r.scratch);
    return good;
}

/* A line is a transaction with its session, or an object with the key objects alone. */
static bool read_line(json_reader *r)
{
    ip_arena_reset(r->scratch);
    const ip_json *line = parse(r);
    if (!line)
        return false;
    const ip_json *session = line->kind == IP_JSON_OBJECT ? ip_history_json_get(line, "session") : NULL;
    const ip_json *objects = line->kind == IP_JSON_OBJECT ? ip_history_json_get(line, "objects") : NULL;
    if (objects) {
        expect_keys(r, line, "format format_version objects");
        read_objects(r, objects);
        return true;
    }
    if (!session || (session->kind != IP_JSON_STRING && session->kind != IP_JSON_NUMBER)) {
        ip_large_complain(r->builder, line->range.begin,
                          "expected a transaction, {\"session\": name, \"events\": […]}, or {\"objects\": {…}}");
        return true;
    }
    expect_keys(r, line, "session name level aborted events");
    int number = ip_large_transaction(r->builder, ip_large_session(r->builder, session->text, strlen(session->text)),
                                      text_of(r, line, "name"), line->range.begin);
    read_events(r, line, number);
    return true;
}

bool ip_large_read_json_lines(ip_large_builder *b, const ip_source *source, ip_diagnostics *diagnostics)
{
    json_reader r = {b, source, diagnostics, ip_arena_new(), 0};
    bool good = true;
    while (good && !accept(&r, '\0') && r.at < source->length)
        good = read_line(&r);
    ip_arena_free(r.scratch);
    return good;
}
