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

static const char *constant(const ip_tree *node)
{
    const PgQuery__TypeCast *cast = ip_as_type_cast(node);
    const PgQuery__AConst *value = ip_as_a_const(cast ? IP_GET(cast, arg) : node);
    return IP_TEXT(ip_const_sval(value), sval);
}

/* ISOLATION LEVEL among the modes of a transaction. */
static bool among_modes(const ip_tree *modes, const char **level)
{
    bool found = false;
    for (size_t i = 0; i < ip_parse_list_size(modes); i++) {
        const PgQuery__DefElem *mode = ip_as_def_elem(ip_parse_list_item(modes, i));
        if (strcmp(IP_TEXT(mode, defname), "transaction_isolation") != 0)
            continue;
        *level = level_named(constant(IP_GET(mode, arg)));
        found = true;
    }
    return found;
}

ip_level_scope ip_catalog_level_begun(const PgQuery__TransactionStmt *begin, const char **level)
{
    *level = NULL;
    return among_modes(IP_ITEMS(begin, options), level) ? IP_LEVEL_OF_TRANSACTION : IP_LEVEL_NOT;
}

ip_level_scope ip_catalog_level_said(const PgQuery__VariableSetStmt *set, const char **level)
{
    const char *name = IP_TEXT(set, name);
    const PgQuery__VariableSetKind kind = IP_GET(set, kind);
    *level = NULL;
    if (kind == PG_QUERY__VARIABLE_SET_KIND__VAR_SET_MULTI) {
        bool session = strcasecmp(name, "SESSION CHARACTERISTICS") == 0;
        if (!among_modes(IP_ITEMS(set, args), level))
            return IP_LEVEL_NOT;
        return session ? IP_LEVEL_OF_SESSION : IP_LEVEL_OF_TRANSACTION;
    }
    if (kind == PG_QUERY__VARIABLE_SET_KIND__VAR_RESET_ALL)
        return IP_LEVEL_OF_SESSION;
    bool of_session = strcasecmp(name, "default_transaction_isolation") == 0;
    if (!of_session && strcasecmp(name, "transaction_isolation") != 0)
        return IP_LEVEL_NOT;
    if (of_session && IP_GET(set, is_local)) /* reset at the end of the transaction, which already has its level */
        return IP_LEVEL_NOT;
    if (kind == PG_QUERY__VARIABLE_SET_KIND__VAR_SET_VALUE)
        *level = level_named(constant(ip_parse_list_item(IP_ITEMS(set, args), 0)));
    else if (kind == PG_QUERY__VARIABLE_SET_KIND__VAR_SET_CURRENT)
        *level = "";
    return of_session ? IP_LEVEL_OF_SESSION : IP_LEVEL_OF_TRANSACTION;
}

static bool is_local(const ip_tree *argument)
{
    const PgQuery__AConst *value = ip_as_a_const(argument);
    return IP_GET(ip_const_boolval(value), boolval);
}

bool ip_catalog_level_configured(ip_arena *arena, const ip_tree *node, const char **level)
{
    bool found = false;
    const PgQuery__FuncCall *call = ip_as_func_call(node);
    const ip_tree *names = IP_ITEMS(call, funcname), *args = IP_ITEMS(call, args);
    if (call && strcmp(ip_parse_last_string(names), "set_config") == 0 &&
        strcasecmp(constant(ip_parse_list_item(args, 0)), "default_transaction_isolation") == 0 &&
        !is_local(ip_parse_list_item(args, 2))) {
        *level = level_named(constant(ip_parse_list_item(args, 1)));
        return true;
    }
    const ip_tree *value;
    size_t i;
    if (ip_parse_tree_is_list(node))
        IP_LIST_EACH(node, i, value) found = ip_catalog_level_configured(arena, value, level) || found;
    if (ip_parse_tree_is_message(node))
        IP_TREE_EACH(node, key, value) found = ip_catalog_level_configured(arena, value, level) || found;
    return found;
}
