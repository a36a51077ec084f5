/* Statements that a server refuses, too: with its error instead of "not run in memory". Where the server might have a
 * function, an operator or a cast that is not known here, the statement is only refused. */
#include "interpreter/prepare/prepare.h"

#include "base/words.h"
#include "catalog/result_type.h"

#include <stdarg.h>
#include <string.h>

void ip_prepare_refuse_wrong(ip_prepare *prepare, ip_range range, const char *sqlstate, const char *error,
                             const char *format, ...)
{
    va_list args;
    va_start(args, format);
    prepare->message = ip_arena_vprintf(prepare->arena, format, args);
    va_end(args);
    prepare->sqlstate = sqlstate;
    prepare->error = error;
    prepare->range = range;
    longjmp(*prepare->trap, 1);
}

bool ip_prepare_is_of_client(const ip_prepare *prepare)
{
    const ip_database *database = prepare->interpreter->run.database;
    bool unasked = prepare->code && prepare->code->unasked && prepare->code->unasked->count > 0;
    return (prepare->in_statement || !prepare->code) && !unasked && database && database->answers_clients;
}

/* The name by which the server's catalog has the type. */
static const char *catalog_name(ip_arena *arena, ip_sqltype type)
{
    if (ip_value_sqltype_is_enum(type))
        return type.array ? "anyenum[]" : "anyenum";
    if (type.tag == IP_T_RECORD)
        return type.array ? "record[]" : "record";
    if (type.tag == IP_T_OTHER || (type.domain && type.domain->labels.count))
        return ip_catalog_unknown_type;
    return type.tag == IP_T_UNKNOWN ? ip_catalog_literal_type : ip_value_sqltype_name(arena, type);
}

const char *ip_prepare_type_name(ip_arena *arena, ip_sqltype type)
{
    if (!ip_value_sqltype_is_enum(type))
        return ip_value_sqltype_name(arena, type);
    return ip_arena_printf(arena, "%s%s", type.domain->name, type.array ? "[]" : "");
}

static const char *listed(ip_arena *arena, const ip_sqltype *types, int count)
{
    const char *list = "";
    for (int i = 0; i < count; i++)
        list = ip_arena_printf(arena, "%s%s%s", list, i ? ", " : "", ip_prepare_type_name(arena, types[i]));
    return list;
}

const char *ip_prepare_missing_function(ip_prepare *prepare, const char *name, const ip_sqltype *types, int count,
                                        const char **list)
{
    const char *names[IP_MAX_ARGS] = {NULL};
    *list = listed(prepare->arena, types, count);
    for (int i = 0; i < count && i < IP_MAX_ARGS; i++)
        names[i] = catalog_name(prepare->arena, types[i]);
    if (count > IP_MAX_ARGS || ip_catalog_function_takes(prepare->arena, name, count, names))
        return NULL;
    return ip_arena_printf(prepare->arena, "function %s(%s) does not exist", name, *list);
}

void ip_prepare_refuse_call(ip_prepare *prepare, const char *name, bool is_operator, const ip_sqltype *types, int count,
                            ip_range range)
{
    ip_arena *arena = prepare->arena;
    const char *list = listed(arena, types, count), *error = NULL;
    const char *last = ip_prepare_type_name(arena, types[count > 1]);
    if (!is_operator)
        error = ip_prepare_missing_function(prepare, name, types, count, &list);
    else if (!ip_catalog_operator_takes(name, count > 1 ? catalog_name(arena, types[0]) : NULL,
                                        catalog_name(arena, types[count > 1])))
        error = count > 1 ? ip_arena_printf(arena, "operator does not exist: %s %s %s",
                                            ip_prepare_type_name(arena, types[0]), name, last)
                          : ip_arena_printf(arena, "operator does not exist: %s %s", name, last);
    ip_prepare_refuse_wrong(prepare, range, error ? "42883" : NULL, error, "%s %s(%s)",
                            is_operator ? "operator" : "function", name, list);
}

/* pg_cast between the types that have letters; casts that are explicit alone come last. Every type has casts to and
 * from texts. */
static const char assigned_casts[] = "li lM ls fl fi fn fr fs iM is vh Jj jJ Mn nl ni nM ns rl ri rn rs zd zh zp pd ph "
                                     "si sl sn sr sf il in ir if ln lr lf nr nf rf dp dz hv pz kK Kk";
static const char explicit_casts[] = "lk kl ki bi ik ib Jl Jb Jf Ji Jn Jr Js";

static bool server_casts(ip_sqltype from, ip_sqltype to, bool explicitly)
{
    const char pair[] = {ip_value_tag_letter(from.tag), ip_value_tag_letter(to.tag), '\0'};
    bool plain = from.tag != IP_T_UNKNOWN && from.tag != IP_T_RECORD && from.tag != IP_T_OTHER &&
                 from.tag != IP_T_VOID && to.tag != IP_T_RECORD && to.tag != IP_T_OTHER && to.tag != IP_T_VOID;
    bool from_text = ip_value_tag_category(from.tag) == 'S' && !from.array && !ip_value_sqltype_is_enum(from);
    bool to_text = ip_value_tag_category(to.tag) == 'S' && !to.array && !ip_value_sqltype_is_enum(to);
    if (!plain || to_text || (from_text && explicitly))
        return true;
    if (from.array != to.array)
        return false;
    if (ip_value_sqltype_is_enum(from) || ip_value_sqltype_is_enum(to))
        return from.domain == to.domain;
    return from.tag == to.tag || ip_is_among(assigned_casts, pair) || (explicitly && ip_is_among(explicit_casts, pair));
}

const char *ip_prepare_wrong_assignment(ip_prepare *prepare, ip_sqltype from, ip_sqltype to)
{
    bool unasked = prepare->code && prepare->code->unasked && prepare->code->unasked->count > 0;
    const ip_database *database = prepare->interpreter->run.database;
    bool client = database && database->answers_clients; /* parameters of others may have other types */
    if (!client || unasked || server_casts(from, to, false))
        return NULL;
    return ip_arena_printf(prepare->arena, "column \"%s\" is of type %s but expression is of type %s",
                           prepare->column ? prepare->column : "?column?", ip_prepare_type_name(prepare->arena, to),
                           ip_prepare_type_name(prepare->arena, from));
}

void ip_prepare_refuse_cast(ip_prepare *prepare, ip_range range, ip_sqltype from, ip_sqltype to,
                            ip_cast_context context)
{
    ip_arena *arena = prepare->arena;
    const char *a = ip_prepare_type_name(arena, from), *b = ip_prepare_type_name(arena, to), *sqlstate = NULL,
               *error = NULL;
    bool unasked = prepare->code && prepare->code->unasked && prepare->code->unasked->count > 0;
    if (context == IP_CAST_EXPLICIT && !unasked && !server_casts(from, to, true)) {
        sqlstate = "42846";
        error = ip_arena_printf(arena, "cannot cast type %s to %s", a, b);
    } else if (context == IP_CAST_ASSIGNMENT && prepare->column) {
        error = ip_prepare_wrong_assignment(prepare, from, to);
        sqlstate = error ? "42804" : NULL;
    } else if (context == IP_CAST_IMPLICIT && to.tag == IP_T_BOOLEAN && !to.array && from.tag != IP_T_OTHER) {
        sqlstate = unasked ? NULL : "42804";
        error = ip_arena_printf(arena, "argument of %s must be type boolean, not type %s",
                                prepare->clause ? prepare->clause : "a condition", a);
    }
    ip_prepare_refuse_wrong(prepare, range, sqlstate, error, "a cast from %s to %s", a, b);
}

void ip_prepare_refuse_common(ip_prepare *prepare, ip_range range, const char *what, const char *construct,
                              ip_sqltype first, ip_sqltype second)
{
    ip_arena *arena = prepare->arena;
    const char *a = ip_prepare_type_name(arena, first), *b = ip_prepare_type_name(arena, second);
    bool plain = first.tag != IP_T_RECORD && second.tag != IP_T_RECORD && first.tag != IP_T_OTHER &&
                 second.tag != IP_T_OTHER && !(first.array && second.array);
    ip_prepare_refuse_wrong(
        prepare, range, plain && construct ? "42804" : NULL,
        ip_arena_printf(arena, "%s types %s and %s cannot be matched", construct ? construct : "", a, b),
        "%s of types %s and %s", what, a, b);
}
