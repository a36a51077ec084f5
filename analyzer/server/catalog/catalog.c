/* Answers the catalog queries that drivers send when they connect, and handles settings. */
#include "server/client_state.h"

#include <string.h>
#include <strings.h>

const char *ip_served_setting_of(const ip_served_client *client, const char *name)
{
    static const char *const usual[][2] = {{"server_version", "15.0"},
                                           {"server_version_num", "150000"},
                                           {"server_encoding", "UTF8"},
                                           {"client_encoding", "UTF8"},
                                           {"datestyle", "ISO, MDY"},
                                           {"intervalstyle", "postgres"},
                                           {"timezone", "UTC"},
                                           {"integer_datetimes", "on"},
                                           {"standard_conforming_strings", "on"},
                                           {"is_superuser", "off"},
                                           {"application_name", ""},
                                           {"search_path", "\"$user\", public"},
                                           {"default_transaction_read_only", "off"},
                                           {"statement_timeout", "0"},
                                           {"lock_timeout", "0"},
                                           {"client_min_messages", "notice"},
                                           {"max_identifier_length", "63"},
                                           {"in_hot_standby", "off"},
                                           {"isoproof.reads", "any"}};
    for (int i = client->settings.count - 1; i >= 0; i--)
        if (strcasecmp(client->settings.items[i].name, name) == 0)
            return client->settings.items[i].value;
    const char *engines = client->engine ? ip_engine_db_session_setting(client->engine, name) : NULL;
    if (engines)
        return engines;
    if (client->engine && strcasecmp(name, "transaction_isolation") == 0)
        return ip_engine_db_session_isolation(client->engine);
    if (strcasecmp(name, "transaction_isolation") == 0)
        return client->isolation           ? client->isolation
               : client->default_isolation ? client->default_isolation
                                           : client->service->isolation;
    if (strcasecmp(name, "transaction_read_only") == 0)
        return ip_served_setting_is_read_only(client) ? "on" : "off";
    if (strcasecmp(name, "default_transaction_isolation") == 0 && !client->default_isolation)
        return client->service->isolation;
    if (strcasecmp(name, "session_authorization") == 0)
        return client->user;
    if (strcasecmp(name, "isoproof.level") == 0)
        return client->service->level;
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (strcasecmp(usual[i][0], name) == 0)
            return usual[i][1];
    return ip_served_setting_usual(name);
}

/* Returns the text in lower case, with single blanks, and without "pg_catalog." and a final semicolon. */
static const char *normal(ip_arena *arena, const char *text)
{
    char *out = ip_arena_alloc(arena, strlen(text) + 1), *at = out;
    while (*text && strchr(" \t\r\n", *text))
        text++;
    while (*text) {
        if (strncasecmp(text, "pg_catalog.", 11) == 0) {
            text += 11;
        } else if (strchr(" \t\r\n", *text)) {
            while (*text && strchr(" \t\r\n", *text))
                text++;
            if (*text)
                *at++ = ' ';
        } else {
            *at++ = *text >= 'A' && *text <= 'Z' ? (char)(*text + 'a' - 'A') : *text;
            text++;
        }
    }
    while (at > out && (at[-1] == ';' || at[-1] == ' '))
        at--;
    *at = '\0';
    return out;
}

static const ip_catalog_answer *value(ip_served_client *client, const char *name, uint32_t type, const char *text)
{
    ip_catalog_answer *answer = IP_NEW(client->message, ip_catalog_answer);
    const char **both = IP_NEW_ARRAY(client->message, const char *, 2);
    both[0] = name;
    both[1] = text;
    uint32_t *types = IP_NEW(client->message, uint32_t);
    *types = type;
    *answer = (ip_catalog_answer){.width = 1, .count = text ? 1 : 0, .names = both, .values = both + 1, .types = types};
    return answer;
}

const ip_catalog_answer *ip_served_catalog_answer_to(ip_served_client *client, const char *text)
{
    const char *asked = normal(client->message, text);
    static const char *const type_columns[] = {"oid", "typarray"};
    static const ip_catalog_answer no_types = {.width = 2, .names = type_columns};
    if (strcmp(asked, "select pg_is_in_recovery()") == 0)
        return value(client, "pg_is_in_recovery", IP_OID_BOOLEAN, "f");
    if (strcmp(asked, "select pg_advisory_unlock_all()") == 0)
        return value(client, "pg_advisory_unlock_all", IP_OID_VOID, "");
    if (strncmp(asked, "select t.oid, typarray from pg_type t join pg_namespace", 55) == 0 ||
        strncmp(asked, "select t.oid, t.typarray from pg_type", 37) == 0)
        return &no_types; /* no extension has defined types */
    if (strncmp(asked, "with recursive typeinfo_tree(", 29) == 0)
        return ip_served_introspected(client);
    return NULL;
}
