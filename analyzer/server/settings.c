/* SET, RESET and SHOW. A setting goes back when its transaction or savepoint is rolled back, and a LOCAL setting when
 * the transaction ends (PostgreSQL 15, SET). */
#include "server/client_state.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static ip_served_answer failed(const char *sqlstate, const char *message)
{
    return (ip_served_answer){.error = {sqlstate, message}};
}

/* Returns the engine's name of the level; the engine has no other levels. */
static const char *isolation_named(const char *value)
{
    static const char *const names[] = {"read committed", "repeatable read", "serializable"};
    if (strcasecmp(value, "read uncommitted") == 0)
        return names[0];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcasecmp(value, names[i]) == 0)
            return names[i];
    return NULL;
}

static bool is_utc(const char *zone)
{
    static const char *const names[] = {"UTC", "Etc/UTC", "GMT", "Etc/GMT", "UCT", "Universal", "Zulu", "0"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcasecmp(zone, names[i]) == 0)
            return true;
    /* An offset: +00, -00:00 */
    return (*zone == '+' || *zone == '-') && zone[1] && strspn(zone + 1, "0:") == strlen(zone + 1);
}

/* Returns the position of isoproof.reads in the order of ip_store_policy, or -1. */
static int policy_named(const char *value)
{
    static const char *const names[] = {"any", "latest", "latest-of-each"};
    for (int i = 0; i < 3; i++)
        if (strcasecmp(value, names[i]) == 0)
            return i;
    return -1;
}

/* Returns the error of a value that cannot be set. */
static ip_served_error refusal_of(ip_served_client *client, const char *name, const char *value)
{
    if (strcasecmp(name, "isoproof.reads") == 0 && policy_named(value) < 0)
        return (ip_served_error){"22023", "isoproof.reads: expected any, latest or latest-of-each"};
    if (strcasecmp(name, "isoproof.pauses") == 0 && strcasecmp(value, "on") != 0 && strcasecmp(value, "off") != 0)
        return (ip_served_error){"22023", "isoproof.pauses: expected on or off"};
    if (strcasecmp(name, "default_transaction_isolation") == 0 && !isolation_named(value))
        return (ip_served_error){
            "22023", ip_arena_printf(client->message, "invalid value for parameter \"%s\": \"%s\"", name, value)};
    if (strcasecmp(name, "client_encoding") == 0 && strncasecmp(value, "utf", 3) != 0 &&
        strcasecmp(value, "unicode") != 0)
        return (ip_served_error){"0A000", "isoproof knows one encoding, UTF8"};
    if ((strcasecmp(name, "role") == 0 && strcmp(value, "none") != 0 && strcmp(value, client->user) != 0) ||
        (strcasecmp(name, "session_authorization") == 0 && strcmp(value, client->user) != 0))
        return (ip_served_error){"22023", ip_arena_printf(client->message, "role \"%s\" does not exist", value)};
    if (strcasecmp(name, "timezone") == 0 && !is_utc(value))
        return (ip_served_error){"0A000", "isoproof knows one time zone, UTC"};
    return (ip_served_error){0};
}

static const char *put(ip_served_client *client, const char *name, const char *value)
{
    const char *before = NULL;
    for (int i = 0; i < client->settings.count; i++)
        if (strcasecmp(client->settings.items[i].name, name) == 0) {
            before = client->settings.items[i].value;
            client->settings.items[i--] = client->settings.items[--client->settings.count];
        }
    if (strcasecmp(name, "isoproof.reads") == 0)
        client->reads = value ? (ip_store_policy)policy_named(value) : IP_STORE_UNIFORM;
    if (strcasecmp(name, "isoproof.pauses") == 0)
        client->at_once = value && strcasecmp(value, "off") == 0;
    if (strcasecmp(name, "default_transaction_isolation") == 0)
        client->default_isolation = value ? isolation_named(value) : NULL;
    if (value)
        IP_PUSH(client->arena, &client->settings, ((ip_served_setting){name, value}));
    if (strcasecmp(name, "search_path") == 0)
        ip_served_temporary_look_along(client);
    return before;
}

ip_served_error ip_served_setting_put(ip_served_client *client, const char *name, const char *value, bool local)
{
    const char *shown = value;
    ip_served_error error = {0};
    if (!ip_served_setting_exists(name))
        error = (ip_served_error){
            "42704", ip_arena_printf(client->message, "unrecognized configuration parameter \"%s\"", name)};
    if (!error.sqlstate)
        error = ip_served_setting_checked(client, name, value, &shown);
    if (!error.sqlstate && value)
        error = refusal_of(client, name, value);
    if (error.sqlstate)
        return error;
    value = shown;
    if (strcasecmp(name, "client_encoding") == 0 && value)
        value = "UTF8";
    const char *kept = ip_arena_strdup(client->arena, name);
    const char *before = put(client, kept, value ? ip_arena_strdup(client->arena, value) : NULL);
    if (client->in_block || client->running)
        IP_PUSH(client->arena, &client->changed, ((ip_changed_setting){kept, before, local}));
    return error;
}

void ip_served_settings_reset(ip_served_client *client)
{
    while (client->settings.count)
        if (ip_served_setting_put(client, client->settings.items[0].name, NULL, false).sqlstate)
            put(client, client->settings.items[0].name, NULL);
}

void ip_served_settings_undo(ip_served_client *client, int count)
{
    while (client->changed.count > count) {
        ip_changed_setting last = client->changed.items[--client->changed.count];
        put(client, last.name, last.before);
    }
}

void ip_served_settings_commit(ip_served_client *client)
{
    for (int i = client->changed.count - 1; i >= 0; i--) {
        bool lasts = !client->changed.items[i].local;
        for (int k = i + 1; k < client->changed.count; k++)
            lasts = lasts || (!client->changed.items[k].local &&
                              strcasecmp(client->changed.items[k].name, client->changed.items[i].name) == 0);
        if (!lasts)
            put(client, client->changed.items[i].name, client->changed.items[i].before);
    }
    client->changed.count = 0;
}

bool ip_served_setting_is_on(const char *value)
{
    static const char *const names[] = {"on", "true", "yes", "1", "t", "y"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (value && strcasecmp(value, names[i]) == 0)
            return true;
    return false;
}

bool ip_served_setting_is_read_only(const ip_served_client *client)
{
    if (client->engine && ip_engine_db_session_in_block(client->engine))
        return ip_engine_db_session_is_read_only(client->engine);
    return client->read_only >= 0
               ? client->read_only
               : ip_served_setting_is_on(ip_served_setting_of(client, "default_transaction_read_only"));
}

ip_served_answer ip_served_setting_modes(ip_served_client *client, const char *isolation, int read_only)
{
    if (isolation && client->running)
        return failed("25001", "SET TRANSACTION ISOLATION LEVEL must be called before any query");
    if (read_only == 0 && client->running && ip_served_setting_is_read_only(client))
        return failed("25001", "transaction read-write mode must be set before any query");
    if (client->in_block && isolation)
        client->isolation = isolation;
    if (client->in_block && read_only >= 0)
        client->read_only = read_only;
    return (ip_served_answer){.tag = "SET"};
}

ip_served_answer ip_served_setting_set(ip_served_client *client, const ip_client_statement *s)
{
    ip_served_answer answer = {.tag = s->value || s->defaults ? "SET" : "RESET"};
    if (strcasecmp(s->name, "transaction_isolation") == 0) {
        const char *isolation = s->value ? isolation_named(s->value) : NULL;
        if (s->value && !isolation)
            return failed("22023", ip_arena_printf(client->message, "invalid value for parameter \"%s\": \"%s\"",
                                                   s->name, s->value));
        return ip_served_setting_modes(client, isolation, -1);
    }
    if (strcasecmp(s->name, "transaction_read_only") == 0 && s->value)
        return ip_served_setting_modes(client, NULL, ip_served_setting_is_on(s->value));
    if (s->local && !client->in_block && !client->engine)
        answer.warning = "SET LOCAL can only be used in transaction blocks";
    else if (!s->value && strcasecmp(s->name, "all") == 0)
        ip_served_settings_reset(client);
    else
        answer.error = ip_served_setting_put(client, s->name, s->value, s->local);
    return answer;
}

ip_served_answer ip_served_setting_show(ip_served_client *client, const char *name)
{
    const char *value = ip_served_setting_of(client, name);
    if (strcasecmp(name, "all") == 0)
        return failed("0A000", "isoproof does not run this: SHOW ALL");
    if (!value && ip_served_setting_exists(name) && !strchr(name, '.'))
        return failed("0A000", ip_arena_printf(client->message, "isoproof has no value of the setting \"%s\"", name));
    if (!value)
        return failed("42704", ip_arena_printf(client->message, "unrecognized configuration parameter \"%s\"", name));
    /* The engine of sessions keeps values as they were written. */
    const char *shown;
    if (!ip_served_setting_checked(client, name, value, &shown).sqlstate)
        value = shown;
    ip_catalog_answer *answer = IP_NEW(client->message, ip_catalog_answer);
    const char **both = IP_NEW_ARRAY(client->message, const char *, 2);
    both[0] = ip_served_setting_name(name);
    both[1] = value;
    *answer = (ip_catalog_answer){.width = 1, .count = 1, .names = both, .values = both + 1};
    return (ip_served_answer){.catalog = answer, .tag = "SHOW"};
}

/* ----------------------------------------------------------- at connection -- */

/* Returns the next word, in which a backslash keeps the character after it (postinit.c, pg_split_opts). */
static const char *next_word(ip_arena *arena, const char **at)
{
    const char *from = *at + strspn(*at, " \t\r\n");
    char *word = ip_arena_strdup(arena, from), *to = word;
    for (; *from && !strchr(" \t\r\n", *from); from++) {
        from += *from == '\\' && from[1];
        *to++ = *from;
    }
    *to = '\0';
    *at = from;
    return *word ? word : NULL;
}

ip_served_error ip_served_settings_of_options(ip_served_client *client, const char *options)
{
    ip_served_error error = {0};
    const char *word;
    while (!error.sqlstate && (word = next_word(client->message, &options)) != NULL) {
        bool separate = strcmp(word, "-c") == 0;
        const char *pair = separate ? next_word(client->message, &options)
                           : strncmp(word, "-c", 2) == 0 || strncmp(word, "--", 2) == 0 ? word + 2
                                                                                        : NULL;
        const char *sign = pair ? strchr(pair, '=') : NULL;
        if (!sign)
            return (ip_served_error){"0A000",
                                     ip_arena_printf(client->message, "isoproof knows no option \"%s\"", word)};
        char *name = ip_arena_strndup(client->message, pair, (size_t)(sign - pair));
        for (char *c = name; *c; c++)
            *c = *c == '-' ? '_' : *c;
        error = ip_served_setting_put(client, name, sign + 1, false);
    }
    return error;
}
