/* The settings and transaction modes that choose an isolation level. */
#include "catalog/level_setting.h"

#include <string.h>
#include <strings.h>

#include "parse/pg_parse.h"

static const char *const levels[] = {"read committed", "repeatable read", "serializable"};

static const char *level_named(const char *text)
{
    if (strcasecmp(text, "read uncommitted") == 0)
        return levels[0];
    for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++)
        if (strcasecmp(text, levels[i]) == 0)
            return levels[i];
    return "";
}

static const char *constant(const json_t *node)
{
    const json_t *cast = ip_node_as(node, "TypeCast");
    const json_t *value = ip_node_as(cast ? ip_field(cast, "arg") : node, "A_Const");
    return ip_field_text(ip_field(value, "sval"), "sval");
}

/* ISOLATION LEVEL among the modes of a transaction. */
static bool among_modes(const json_t *modes, const char **level)
{
    bool found = false;
    for (size_t i = 0; i < json_array_size(modes); i++) {
        const json_t *mode = ip_node_as(json_array_get(modes, i), "DefElem");
        if (strcmp(ip_field_text(mode, "defname"), "transaction_isolation") != 0)
            continue;
        *level = level_named(constant(ip_field(mode, "arg")));
        found = true;
    }
    return found;
}

ip_level_scope ip_level_said(ip_arena *arena, const json_t *set, const char **level)
{
    (void)arena;
    const char *name = ip_field_text(set, "name"), *kind = ip_field_text(set, "kind");
    *level = NULL;
    if (ip_field(set, "options"))
        return among_modes(ip_field(set, "options"), level) ? IP_LEVEL_OF_TRANSACTION : IP_LEVEL_NOT;
    if (strcmp(kind, "VAR_SET_MULTI") == 0) {
        bool session = strcasecmp(name, "SESSION CHARACTERISTICS") == 0;
        if (!among_modes(ip_field(set, "args"), level))
            return IP_LEVEL_NOT;
        return session ? IP_LEVEL_OF_SESSION : IP_LEVEL_OF_TRANSACTION;
    }
    if (strcmp(kind, "VAR_RESET_ALL") == 0)
        return IP_LEVEL_OF_SESSION;
    bool of_session = strcasecmp(name, "default_transaction_isolation") == 0;
    if (!of_session && strcasecmp(name, "transaction_isolation") != 0)
        return IP_LEVEL_NOT;
    if (of_session && ip_field_bool(set, "is_local")) /* gone when the transaction ends, which has its level */
        return IP_LEVEL_NOT;
    if (strcmp(kind, "VAR_SET_VALUE") == 0)
        *level = level_named(constant(json_array_get(ip_field(set, "args"), 0)));
    else if (strcmp(kind, "VAR_SET_CURRENT") == 0)
        *level = "";
    return of_session ? IP_LEVEL_OF_SESSION : IP_LEVEL_OF_TRANSACTION;
}

static bool is_local(const json_t *argument)
{
    const json_t *value = ip_node_as(argument, "A_Const");
    return ip_field_bool(ip_field(value, "boolval"), "boolval");
}

bool ip_level_configured(ip_arena *arena, const json_t *node, const char **level)
{
    bool found = false;
    const json_t *call = ip_node_as(node, "FuncCall"), *names = ip_field(call, "funcname"),
                 *args = ip_field(call, "args");
    if (call && strcmp(ip_string_node(json_array_get(names, json_array_size(names) - 1)), "set_config") == 0 &&
        strcasecmp(constant(json_array_get(args, 0)), "default_transaction_isolation") == 0 &&
        !is_local(json_array_get(args, 2))) {
        *level = level_named(constant(json_array_get(args, 1)));
        return true;
    }
    const char *key;
    json_t *value;
    size_t i;
    if (json_is_array(node))
        json_array_foreach(node, i, value) found = ip_level_configured(arena, value, level) || found;
    if (json_is_object(node))
        json_object_foreach((json_t *)node, key, value) found = ip_level_configured(arena, value, level) || found;
    return found;
}
