/* Functions on arrays, sets of rows, sequences and locks. */
#include "interpreter/value/decimal.h"
#include "interpreter/builtin/builtin.h"

#include <stdio.h>
#include <string.h>

static ip_datum array_length(ip_run_state *run, const ip_datum *args, int count)
{
    (void)run, (void)count;
    if (args[1].as.integer != 1 || args[0].count == 0)
        return (ip_datum){0};
    return ip_value_datum_integer(args[0].count);
}

static ip_datum array_lower(ip_run_state *run, const ip_datum *args, int count)
{
    (void)run, (void)count;
    return args[1].as.integer != 1 || args[0].count == 0 ? (ip_datum){0} : ip_value_datum_integer(1);
}

static ip_datum cardinality(ip_run_state *run, const ip_datum *args, int count)
{
    (void)run, (void)count;
    return ip_value_datum_integer(args[0].count);
}

static ip_datum joined(ip_run_state *run, const ip_datum *a, int a_count, const ip_datum *b, int b_count)
{
    enum { LONGEST = 1000000 };
    if ((int64_t)a_count + b_count > LONGEST)
        ip_interpreter_unable(run, run->range, "an array of more than a million elements");
    ip_interpreter_check_memory(run);
    ip_datum *items = IP_NEW_ARRAY(run->arena, ip_datum, a_count + b_count);
    for (int i = 0; i < a_count; i++)
        items[i] = a[i];
    for (int i = 0; i < b_count; i++)
        items[a_count + i] = b[i];
    return ip_value_datum_array(items, a_count + b_count);
}

/* These functions treat a NULL array as empty. */
static ip_datum array_append(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    return joined(run, args[0].as.items, args[0].kind == IP_DATUM_ARRAY ? args[0].count : 0, &args[1], 1);
}

static ip_datum array_prepend(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    return joined(run, &args[0], 1, args[1].as.items, args[1].kind == IP_DATUM_ARRAY ? args[1].count : 0);
}

static ip_datum array_cat(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    if (args[0].kind == IP_DATUM_NULL || args[1].kind == IP_DATUM_NULL)
        return args[0].kind == IP_DATUM_NULL ? args[1] : args[0];
    return joined(run, args[0].as.items, args[0].count, args[1].as.items, args[1].count);
}

static bool contains(ip_datum array, ip_datum item)
{
    for (int i = 0; i < array.count; i++)
        if (item.kind != IP_DATUM_NULL && ip_value_datum_equal(array.as.items[i], item))
            return true;
    return false;
}

static ip_datum array_contains(ip_run_state *run, const ip_datum *args, int count)
{
    (void)run, (void)count;
    for (int i = 0; i < args[1].count; i++)
        if (!contains(args[0], args[1].as.items[i]))
            return ip_value_datum_boolean(false);
    return ip_value_datum_boolean(true);
}

static ip_datum array_contained(ip_run_state *run, const ip_datum *args, int count)
{
    return array_contains(run, (ip_datum[]){args[1], args[0]}, count);
}

static ip_datum array_overlaps(ip_run_state *run, const ip_datum *args, int count)
{
    (void)run, (void)count;
    for (int i = 0; i < args[1].count; i++)
        if (contains(args[0], args[1].as.items[i]))
            return ip_value_datum_boolean(true);
    return ip_value_datum_boolean(false);
}

static ip_datum array_position(ip_run_state *run, const ip_datum *args, int count)
{
    (void)run, (void)count;
    for (int i = 0; args[0].kind == IP_DATUM_ARRAY && i < args[0].count; i++)
        if (ip_value_datum_equal(args[0].as.items[i], args[1]))
            return ip_value_datum_integer(i + 1);
    return (ip_datum){0};
}

static ip_datum array_remove(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    if (args[0].kind == IP_DATUM_NULL)
        return args[0];
    ip_datum *items = IP_NEW_ARRAY(run->arena, ip_datum, args[0].count);
    int kept = 0;
    for (int i = 0; i < args[0].count; i++)
        if (!ip_value_datum_equal(args[0].as.items[i], args[1]))
            items[kept++] = args[0].as.items[i];
    return ip_value_datum_array(items, kept);
}

static ip_datum array_to_string(ip_run_state *run, const ip_datum *args, int count)
{
    const char *result = "", *separator = "";
    (void)count;
    for (int i = 0; i < args[0].count; i++)
        if (args[0].as.items[i].kind != IP_DATUM_NULL) {
            result =
                ip_arena_printf(run->arena, "%s%s%s", result, separator, ip_builtin_text_of(run, args[0].as.items[i]));
            separator = args[1].as.text;
        }
    return ip_value_datum_string(result);
}

static ip_datum array_replace(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    if (args[0].kind == IP_DATUM_NULL)
        return args[0];
    ip_datum *items = IP_NEW_ARRAY(run->arena, ip_datum, args[0].count);
    for (int i = 0; i < args[0].count; i++)
        items[i] = ip_value_datum_equal(args[0].as.items[i], args[1]) ? args[2] : args[0].as.items[i];
    return ip_value_datum_array(items, args[0].count);
}

/* Splits into characters if the separator is NULL, and not at all if it is empty. */
static ip_datum string_to_array(ip_run_state *run, const ip_datum *args, int count)
{
    IP_VEC(ip_datum) items = {0};
    const ip_datum text = args[0];
    if (text.kind == IP_DATUM_NULL)
        return text;
    const bool each = args[1].kind == IP_DATUM_NULL;
    const size_t width = each ? 0 : (size_t)args[1].count;
    for (const char *at = text.as.text, *end = at + text.count; text.count > 0;) {
        const char *next = each || !width ? NULL : strstr(at, args[1].as.text);
        size_t length = each ? ip_value_utf8_offset(at, (size_t)(end - at), 1) : (size_t)((next ? next : end) - at);
        ip_datum item = ip_value_datum_string(ip_arena_strndup(run->arena, at, length));
        if (count > 2 && args[2].kind != IP_DATUM_NULL && ip_value_datum_equal(item, args[2]))
            item = (ip_datum){0};
        IP_PUSH(run->arena, &items, item);
        at += length + (next ? width : 0);
        if (!next && (!each || at == end))
            break;
    }
    return ip_value_datum_array(items.items, items.count);
}

static ip_datum num_nonnulls(ip_run_state *run, const ip_datum *args, int count)
{
    int found = 0;
    (void)run;
    for (int i = 0; i < count; i++)
        found += args[i].kind != IP_DATUM_NULL;
    return ip_value_datum_integer(found);
}

static ip_datum num_nulls(ip_run_state *run, const ip_datum *args, int count)
{
    return ip_value_datum_integer(count - num_nonnulls(run, args, count).as.integer);
}

static ip_datum unnest(ip_run_state *run, const ip_datum *args, int count)
{
    (void)run, (void)count;
    return args[0];
}

enum { LONGEST_SERIES = 1000000 };

static ip_datum series_integer(ip_run_state *run, const ip_datum *args, int count)
{
    int64_t step = count > 2 ? args[2].as.integer : 1, at = args[0].as.integer, last = args[1].as.integer;
    if (step == 0)
        ip_interpreter_raise(run, "22023", "step size cannot equal zero");
    IP_VEC(ip_datum) items = {0};
    while (step > 0 ? at <= last : at >= last) {
        if (items.count == LONGEST_SERIES)
            ip_interpreter_unable(run, run->range, "a series of more than %d rows", LONGEST_SERIES);
        IP_PUSH(run->arena, &items, ip_value_datum_integer(at));
        if (__builtin_add_overflow(at, step, &at))
            break;
    }
    return ip_value_datum_array(items.items, items.count);
}

static ip_datum subscripts(ip_run_state *run, const ip_datum *args, int count)
{
    if (args[1].as.integer != 1)
        return ip_value_datum_array(NULL, 0);
    (void)count;
    return series_integer(run, (ip_datum[]){ip_value_datum_integer(1), ip_value_datum_integer(args[0].count)}, 2);
}

/* A sequence as this session has used it. Numbers are not given back by a rollback. */
typedef struct ip_sequence {
    struct ip_sequence *next;
    const char *name;
    const ip_sequence_rule *rule;
    int64_t drawn; /* number of draws */
    int64_t number;
    int64_t turn; /* increases with each draw of the session; 0 before the first draw */
} sequence;

static sequence *find_values(ip_run_state *run, const char *name, const ip_sequence_rule *rule)
{
    ip_arena *lasts = run->lasts ? run->lasts : run->arena;
    if (rule)
        name = rule->name;
    for (sequence *s = run->sequences; s; s = s->next)
        if (strcmp(s->name, name) == 0)
            return s;
    if (!rule) {
        ip_sequence_rule *plain = IP_NEW(lasts, ip_sequence_rule);
        *plain = ip_catalog_sequence_rule_plain(ip_arena_strdup(lasts, name));
        rule = plain;
    }
    sequence *s = IP_NEW(lasts, sequence);
    *s = (sequence){.next = run->sequences, .name = rule->name, .rule = rule};
    run->sequences = s;
    return s;
}

static sequence *find_sequence(ip_run_state *run, const char *name)
{
    const ip_sequence_rule *rule = ip_catalog_sequence_rule_named(run->interpreter->schema, name);
    if (!rule && run->database->answers_clients)
        ip_interpreter_raise(run, "42P01", "relation \"%s\" does not exist", name);
    return find_values(run, name, rule);
}

/* Unless the caller counts the draws, each instance has a block of numbers of its own, since a real sequence never
 * gives a number twice, either. */
static int64_t position(ip_run_state *run, const sequence *s)
{
    const ip_database *db = run->database;
    int64_t at = db->draws ? db->draws(db->data, s->rule, s->drawn)
                           : ip_catalog_sequence_of_block(s->rule, db->instances, db->instance, s->drawn);
    if (at < 0)
        ip_interpreter_unable(run, run->range, "numbers of a sequence that has so few (%s)", s->name);
    return at;
}

static void refuse_if_read_only(ip_run_state *run, const char *call)
{
    if (run->database->read_only)
        ip_interpreter_raise(run, "25006", "cannot execute %s in a read-only transaction", call);
}

static ip_datum nextval(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    sequence *s = find_sequence(run, args[0].as.text);
    refuse_if_read_only(run, "nextval()");
    bool up = s->rule->increment > 0;
    if (!ip_catalog_sequence_number(s->rule, position(run, s), &s->number))
        ip_interpreter_raise(run, "2200H", "nextval: reached %s value of sequence \"%s\" (%lld)",
                             up ? "maximum" : "minimum", ip_catalog_sequence_bare(s->name),
                             (long long)(up ? s->rule->most : s->rule->least));
    s->drawn++;
    for (const sequence *other = run->sequences; other; other = other->next)
        s->turn = other->turn >= s->turn ? other->turn + 1 : s->turn;
    return ip_value_datum_integer(s->number);
}

static ip_datum currval(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    sequence *s = find_sequence(run, args[0].as.text);
    if (!s->drawn)
        ip_interpreter_raise(run, "55000", "currval of sequence \"%s\" is not yet defined in this session",
                             args[0].as.text);
    return ip_value_datum_integer(s->number);
}

/* Returns the number of the sequence for which nextval was called last. */
static ip_datum lastval(ip_run_state *run, const ip_datum *args, int count)
{
    const sequence *last = NULL;
    (void)args, (void)count;
    for (const sequence *s = run->sequences; s; s = s->next)
        if (s->turn > 0 && (!last || s->turn > last->turn))
            last = s;
    if (!last)
        ip_interpreter_raise(run, "55000", "lastval is not yet defined in this session");
    return ip_value_datum_integer(last->number);
}

/* The next number follows the value, or is the value if `called` is false. */
static ip_datum setval(ip_run_state *run, const ip_datum *args, int count)
{
    sequence *s = find_sequence(run, args[0].as.text);
    const ip_sequence_rule *rule = s->rule;
    refuse_if_read_only(run, "setval()");
    int64_t value = args[1].as.integer;
    bool called = count < 3 || args[2].as.boolean;
    if (value < rule->least || value > rule->most)
        ip_interpreter_raise(run, "22003", "setval: value %lld is out of bounds for sequence \"%s\" (%lld..%lld)",
                             (long long)value, ip_catalog_sequence_bare(s->name), (long long)rule->least,
                             (long long)rule->most);
    /* The difference of two 64-bit numbers needs a wider type. */
    __int128 distance = (__int128)value - rule->first;
    if (!run->database->restarts || distance % rule->increment || distance / rule->increment < 0 ||
        distance / rule->increment >= INT64_MAX ||
        !run->database->restarts(run->database->data, rule, (int64_t)(distance / rule->increment) + called, false))
        ip_interpreter_unable(run, run->range, "setval(), of sequence %s", s->name);
    if (called) { /* currval returns the number of this session */
        s->number = value;
        s->drawn += !s->drawn;
    }
    return ip_value_datum_integer(value);
}

static ip_datum serial_sequence(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    const char *name = args[0].as.text;
    char *bare = ip_arena_strdup(run->arena, name), *to = bare;
    for (const char *c = strncmp(name, "public.", 7) == 0 ? name + 7 : name; *c; c++)
        if (*c != '"')
            *to++ = *name == '"' || *c < 'A' || *c > 'Z' ? *c : (char)(*c + 'a' - 'A');
    *to = '\0';
    const ip_table *table = ip_catalog_schema_table(run->interpreter->schema, bare);
    if (!table)
        ip_interpreter_raise(run, "42P01", "relation \"%s\" does not exist", bare);
    int column = ip_catalog_table_column(table, args[1].as.text);
    if (column < 0)
        ip_interpreter_raise(run, "42703", "column \"%s\" of relation \"%s\" does not exist", args[1].as.text, bare);
    const ip_column *owner = &table->columns.items[column];
    const char *sequence = owner->sequence_name ? owner->sequence_name : owner->owned_sequence;
    if (!sequence)
        return (ip_datum){.kind = IP_DATUM_NULL};
    return ip_value_datum_string(strchr(sequence, '.') ? sequence : ip_arena_printf(run->arena, "public.%s", sequence));
}

static const char random_uuid_format[] = "%08x-0000-4000-8000-%012llx";

bool ip_builtin_is_random_uuid(ip_datum value)
{
    unsigned instance;
    unsigned long long number;
    char text[40];
    if (value.kind != IP_DATUM_TEXT || value.count != 36 ||
        sscanf(value.as.text, "%8x-0000-4000-8000-%12llx", &instance, &number) != 2)
        return false;
    snprintf(text, sizeof text, random_uuid_format, instance, number);
    return memcmp(text, value.as.text, 36) == 0;
}

static const char random_values[] = "gen_random_uuid"; /* in the list of sequences */

static sequence *drawn_values(ip_run_state *run)
{
    sequence *s = run->sequences;
    while (s && strcmp(s->name, random_values) != 0)
        s = s->next;
    return s;
}

struct ip_sequence *ip_builtin_sequences_copy(ip_arena *arena, const struct ip_sequence *drawn)
{
    sequence *copies = NULL;
    for (; drawn; drawn = drawn->next) {
        sequence *copy = IP_NEW(arena, sequence);
        *copy = *drawn;
        copy->name = ip_arena_strdup(arena, drawn->name);
        copy->rule = NULL;
        copy->next = copies;
        copies = copy;
    }
    return copies;
}

void ip_builtin_sequences_carry(ip_run_state *to, const struct ip_sequence *drawn)
{
    const ip_schema *schema = to->interpreter->schema;
    for (const sequence *s = drawn; s; s = s->next) {
        const ip_sequence_rule *rule = NULL;
        for (int i = 0; i < schema->sequences.count; i++)
            if (strcmp(schema->sequences.items[i]->name, s->name) == 0)
                rule = schema->sequences.items[i];
        if (!rule)
            continue;
        sequence *carried = IP_NEW(to->arena, sequence);
        *carried = *s;
        carried->rule = rule;
        carried->name = rule->name;
        carried->next = to->sequences;
        to->sequences = carried;
    }
}

int64_t ip_builtin_random_drawn(ip_run_state *run)
{
    const sequence *s = drawn_values(run);
    return s ? s->drawn : 0;
}

void ip_builtin_random_restore(ip_run_state *run, int64_t drawn)
{
    sequence *s = drawn_values(run);
    if (s)
        s->drawn = drawn;
}

/* As with sequences, no other instance gets the same value. */
static ip_datum random_uuid(ip_run_state *run, const ip_datum *args, int count)
{
    (void)args, (void)count;
    if (run->database->keeps_versions)
        ip_interpreter_unable(run, run->range, "a value that is random");
    sequence *s = find_values(run, random_values, NULL);
    s->drawn++;
    return ip_value_datum_string(ip_arena_printf(run->arena, random_uuid_format, (unsigned)run->database->instance,
                                                 (unsigned long long)s->drawn));
}

/* async.c, Async_Notify: NAMEDATALEN, and NOTIFY_PAYLOAD_MAX_LENGTH of one page. */
static ip_datum notify(ip_run_state *run, const ip_datum *args, int count)
{
    enum { LONGEST_NAME = 63, LONGEST_PAYLOAD = 7999 };
    const char *channel = args[0].kind == IP_DATUM_NULL ? "" : args[0].as.text;
    const char *payload = args[1].kind == IP_DATUM_NULL ? "" : args[1].as.text;
    (void)count;
    if (!*channel)
        ip_interpreter_raise(run, "22023", "channel name cannot be empty");
    if (strlen(channel) > LONGEST_NAME)
        ip_interpreter_raise(run, "22023", "channel name too long");
    if (strlen(payload) > LONGEST_PAYLOAD)
        ip_interpreter_raise(run, "22023", "payload string too long");
    if (run->database->notifies) {
        run->database->notifies(run->database->data, channel, payload);
        return ip_value_datum_string("");
    }
    const char *text = ip_arena_printf(run->arena, "NOTIFY %s, '%s'", channel, payload);
    for (int i = 0; i < run->notifications.count; i++) /* equal ones of one transaction are sent once */
        if (strcmp(run->notifications.items[i], text) == 0)
            return ip_value_datum_string("");
    IP_PUSH(run->arena, &run->notifications, text);
    return ip_value_datum_string("");
}

/* Databases that keep versions implement these locks. Other databases receive the locks that last until the end of the
 * transaction. */
static bool advisory(ip_run_state *run, ip_advisory what, const ip_datum *args, int count, bool shared)
{
    const ip_database *db = run->database;
    ip_lock_space space = count == 1 ? IP_LOCKS_ADVISORY : IP_LOCKS_ADVISORY_PAIR;
    ip_lock mode = shared ? IP_LOCK_SHARE : IP_LOCK_UPDATE;
    if (db->advisory)
        return db->advisory(db->data, what, args, count, shared);
    if (what == IP_ADVISORY_TRY || what == IP_ADVISORY_UNLOCK_ALL)
        ip_interpreter_unable(run, run->range, "an advisory lock of the session that may not be had");
    /* The lock is reported like others. The caller judges whether it was free. */
    if (what == IP_ADVISORY_LOCK_XACT || what == IP_ADVISORY_TRY_XACT)
        ip_interpreter_lock_key(run, space, args, mode);
    if (what == IP_ADVISORY_LOCK || what == IP_ADVISORY_UNLOCK)
        return ip_interpreter_lock_for_session(run, space, args, mode, what == IP_ADVISORY_LOCK);
    return true;
}

#define ADVISORY(name, what, shared, result)                                                                           \
    static ip_datum name(ip_run_state *run, const ip_datum *args, int count)                                           \
    {                                                                                                                  \
        bool done = advisory(run, what, args, count, shared);                                                          \
        return result ? ip_value_datum_boolean(done) : ip_value_datum_string("");                                      \
    }
ADVISORY(advisory_lock, IP_ADVISORY_LOCK_XACT, false, false)
ADVISORY(advisory_lock_shared, IP_ADVISORY_LOCK_XACT, true, false)
ADVISORY(try_advisory_lock, IP_ADVISORY_TRY_XACT, false, true)
ADVISORY(try_advisory_lock_shared, IP_ADVISORY_TRY_XACT, true, true)
ADVISORY(session_lock, IP_ADVISORY_LOCK, false, false)
ADVISORY(session_lock_shared, IP_ADVISORY_LOCK, true, false)
ADVISORY(try_session_lock, IP_ADVISORY_TRY, false, true)
ADVISORY(try_session_lock_shared, IP_ADVISORY_TRY, true, true)
ADVISORY(session_unlock, IP_ADVISORY_UNLOCK, false, true)
ADVISORY(session_unlock_shared, IP_ADVISORY_UNLOCK, true, true)
ADVISORY(session_unlock_all, IP_ADVISORY_UNLOCK_ALL, false, false)

static ip_datum sleep_for(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    if (run->database->sleeps)
        run->database->sleeps(run->database->data, args[0].as.real);
    return ip_value_datum_string("");
}

static ip_datum trigger_depth(ip_run_state *run, const ip_datum *args, int count)
{
    (void)args, (void)count;
    return ip_value_datum_integer(run->trigger_depth);
}

const ip_signature ip_builtin_other_signatures[] = {
    {"array_length", "Ai", "i", array_length, false, false},
    {"array_upper", "Ai", "i", array_length, false, false},
    {"array_lower", "Ai", "i", array_lower, false, false},
    {"cardinality", "A", "i", cardinality, false, false},
    {"array_append", "AE", "A", array_append, true, false},
    {"array_prepend", "EA", "A", array_prepend, true, false},
    {"array_cat", "AA", "A", array_cat, true, false},
    {"array_position", "AE", "i", array_position, true, false},
    {"array_remove", "AE", "A", array_remove, true, false},
    {"array_replace", "AEE", "A", array_replace, true, false},
    {"array_to_string", "At", "t", array_to_string, false, false},
    {"string_to_array", "tt", "t]", string_to_array, true, false},
    {"string_to_array", "ttt", "t]", string_to_array, true, false},
    {"num_nulls", "*", "i", num_nulls, true, false},
    {"num_nonnulls", "*", "i", num_nonnulls, true, false},
    {"gen_random_uuid", "", "g", random_uuid, false, false},
    {"uuid_generate_v4", "", "g", random_uuid, false, false},
    {"||", "AA", "A", array_cat, true, false},
    {"||", "AE", "A", array_append, true, false},
    {"||", "EA", "A", array_prepend, true, false},
    {"@>", "AA", "b", array_contains, false, false},
    {"<@", "AA", "b", array_contained, false, false},
    {"&&", "AA", "b", array_overlaps, false, false},
    {"unnest", "A", "E", unnest, false, true},
    {"generate_series", "ii", "i", series_integer, false, true},
    {"generate_series", "iii", "i", series_integer, false, true},
    {"generate_series", "ll", "l", series_integer, false, true},
    {"generate_series", "lll", "l", series_integer, false, true},
    {"generate_subscripts", "Ai", "i", subscripts, false, true},
    {"nextval", "t", "l", nextval, false, false},
    {"currval", "t", "l", currval, false, false},
    {"lastval", "", "l", lastval, false, false},
    {"setval", "tl", "l", setval, false, false},
    {"setval", "tlb", "l", setval, false, false},
    {"pg_get_serial_sequence", "tt", "t", serial_sequence, false, false},
    {"pg_advisory_xact_lock", "l", "V", advisory_lock, false, false},
    {"pg_advisory_xact_lock", "ii", "V", advisory_lock, false, false},
    {"pg_advisory_xact_lock_shared", "l", "V", advisory_lock_shared, false, false},
    {"pg_advisory_xact_lock_shared", "ii", "V", advisory_lock_shared, false, false},
    {"pg_advisory_lock", "l", "V", session_lock, false, false},
    {"pg_advisory_lock", "ii", "V", session_lock, false, false},
    {"pg_advisory_lock_shared", "l", "V", session_lock_shared, false, false},
    {"pg_advisory_lock_shared", "ii", "V", session_lock_shared, false, false},
    {"pg_try_advisory_lock", "l", "b", try_session_lock, false, false},
    {"pg_try_advisory_lock", "ii", "b", try_session_lock, false, false},
    {"pg_try_advisory_lock_shared", "l", "b", try_session_lock_shared, false, false},
    {"pg_try_advisory_lock_shared", "ii", "b", try_session_lock_shared, false, false},
    {"pg_advisory_unlock", "l", "b", session_unlock, false, false},
    {"pg_advisory_unlock", "ii", "b", session_unlock, false, false},
    {"pg_advisory_unlock_shared", "l", "b", session_unlock_shared, false, false},
    {"pg_advisory_unlock_shared", "ii", "b", session_unlock_shared, false, false},
    {"pg_advisory_unlock_all", "", "V", session_unlock_all, false, false},
    {"pg_try_advisory_xact_lock", "l", "b", try_advisory_lock, false, false},
    {"pg_try_advisory_xact_lock_shared", "l", "b", try_advisory_lock_shared, false, false},
    {"pg_try_advisory_xact_lock", "ii", "b", try_advisory_lock, false, false},
    {"pg_try_advisory_xact_lock_shared", "ii", "b", try_advisory_lock_shared, false, false},
    {"pg_notify", "tt", "V", notify, true, false},
    {"pg_trigger_depth", "", "i", trigger_depth, false, false},
    {"pg_sleep", "f", "V", sleep_for, false, false},
    {NULL, NULL, NULL, NULL, false, false}};
