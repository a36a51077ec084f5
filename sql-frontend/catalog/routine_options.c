/* Reads options of routines that only the catalog tells of. */
#include "catalog/routine_options.h"
#include "base/words.h"
#include "parse/quoted_name.h"
#include "parse/statement.h"

#include <string.h>

bool ip_catalog_describe_unit(ip_unit *unit, const PgQuery__DefElem *option)
{
    const char *name = IP_TEXT(option, defname);
    if (strcmp(name, "parallel") == 0)
        unit->parallel = *ip_parse_string_node(IP_GET(option, arg)); /* safe, restricted, unsafe */
    else if (strcmp(name, "leakproof") == 0)
        unit->leakproof = IP_GET(ip_as_boolean(IP_GET(option, arg)), boolval);
    else if (strcmp(name, "rows") == 0)
        unit->rows = ip_parse_number_option(option);
    else
        return false;
    return true;
}

static const char *value_text(ip_arena *arena, const PgQuery__AConst *value)
{
    if (ip_const_ival(value))
        return ip_arena_printf(arena, "%d", IP_GET(ip_const_ival(value), ival));
    if (ip_const_fval(value))
        return IP_TEXT(ip_const_fval(value), fval);
    return ip_const_sval(value) ? IP_TEXT(ip_const_sval(value), sval) : NULL;
}

/* The elements of some lists are quoted one by one (ruleutils.c, pg_get_functiondef). */
static const char *values_text(ip_arena *arena, const char *name, const ip_tree *args)
{
    bool each = ip_is_among("search_path temp_tablespaces session_preload_libraries local_preload_libraries", name);
    const char *text = "";
    size_t i;
    const ip_tree *arg;
    IP_LIST_EACH(args, i, arg)
    {
        const char *value = value_text(arena, ip_as_a_const(arg));
        if (!value)
            return NULL;
        text = ip_arena_printf(arena, "%s%s%s", text, i ? ", " : "", each ? ip_quoted(arena, value, '\'') : value);
    }
    return each ? text : ip_quoted(arena, text, '\'');
}

void ip_catalog_configure_unit(ip_arena *arena, ip_unit *unit, const PgQuery__VariableSetStmt *set)
{
    const char *name = IP_TEXT(set, name), *begin = ip_arena_printf(arena, "SET %s TO ", name);
    int kept = 0;
    for (int i = 0; i < unit->configured.count; i++) {
        const char *one = unit->configured.items[i];
        bool same = one && strncmp(one, begin, strlen(begin)) == 0;
        if (set->kind != PG_QUERY__VARIABLE_SET_KIND__VAR_RESET_ALL && !same)
            unit->configured.items[kept++] = one;
    }
    unit->configured.count = kept;
    if (set->kind == PG_QUERY__VARIABLE_SET_KIND__VAR_SET_VALUE) {
        const char *values = values_text(arena, name, IP_ITEMS(set, args));
        const char *one = values ? ip_arena_printf(arena, "%s%s", begin, values) : NULL;
        IP_PUSH(arena, &unit->configured, one);
    } else if (set->kind == PG_QUERY__VARIABLE_SET_KIND__VAR_SET_CURRENT) {
        IP_PUSH(arena, &unit->configured, (const char *)NULL);
    }
}
