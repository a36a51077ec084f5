/* Prepares statements by Parse and by PREPARE (PostgreSQL 15, prepare.c), and executes them by EXECUTE. */
#include "server/client_state.h"
#include "server/parameters.h"

#include "parse/lexer.h"

#include <string.h>
#include <strings.h>

ip_served_prepared *ip_served_prepared_named(const ip_served_client *client, const char *name)
{
    for (int i = client->prepared.count - 1; i >= 0; i--)
        if (strcmp(client->prepared.items[i]->name, name) == 0)
            return client->prepared.items[i];
    return NULL;
}

bool ip_served_prepared_forget(ip_served_client *client, const char *name)
{
    bool any = false;
    for (int i = 0; i < client->prepared.count; i++)
        if (!name || strcmp(client->prepared.items[i]->name, name) == 0) {
            IP_PUSH(client->arena, &client->deallocated, client->prepared.items[i]);
            client->prepared.items[i--] = client->prepared.items[--client->prepared.count];
            any = true;
        }
    return any;
}

void ip_served_prepared_free_deallocated(ip_served_client *client)
{
    for (int i = 0; i < client->deallocated.count; i++)
        ip_arena_free(client->deallocated.items[i]->arena);
    client->deallocated.count = 0;
}

/* Finds the types of parameters that the client declares as 0 or does not declare. */
static void find_types(ip_served_client *client, ip_served_prepared *p)
{
    ip_sqltype *types = IP_NEW_ARRAY(client->message, ip_sqltype, p->code->parameter_count);
    bool *known = IP_NEW_ARRAY(client->message, bool, p->code->parameter_count);
    if (!ip_served_parameter_types(client->message, p->code, types, known))
        return;
    for (int i = 0; i < p->code->parameter_count; i++) {
        int number = ip_served_parameter_number(p->code, i);
        while (p->types.count < number)
            IP_PUSH(p->arena, &p->types, 0);
        if (number > 0 && !p->types.items[number - 1])
            p->types.items[number - 1] = known[i] ? ip_served_wire_type_of(types[i]).oid : IP_OID_TEXT;
    }
}

int ip_served_prepared_parameter_count(const ip_served_prepared *p)
{
    int most = p->types.count;
    for (int i = 0; p->code && i < p->code->parameter_count; i++)
        most = ip_served_parameter_number(p->code, i) > most ? ip_served_parameter_number(p->code, i) : most;
    return most;
}

ip_served_prepared *ip_served_prepared_new(const char *name, const char *text)
{
    ip_arena *arena = ip_arena_new();
    ip_served_prepared *p = IP_NEW(arena, ip_served_prepared);
    p->arena = arena;
    p->name = ip_arena_strdup(arena, name);
    p->text = ip_arena_strdup(arena, text);
    return p;
}

static ip_served_error compile(ip_served_client *client, ip_served_prepared *p)
{
    ip_served_error error = {0};
    const char *path = ip_served_path(client->service->served);
    p->edition = ip_served_edition(client->service->served);
    p->path = path ? ip_arena_strdup(p->arena, path) : NULL;
    const char *text = ip_served_temporary_names(client, ip_range_text(p->arena, p->statement.range));
    p->code = ip_served_compile(client->service->served, text, &error);
    return error;
}

/* EXPLAIN has the parameters of its statement. What is no query is refused when it runs. */
static ip_served_error compile_explained(ip_served_client *client, ip_served_prepared *p)
{
    const char *text = ip_served_explained_statement(p->arena, p->text);
    const ip_source *source = ip_source_from_text(p->arena, "client", text, strlen(text));
    p->explains = true;
    p->statement.range = (ip_range){source, 0, source->length};
    ip_served_error error = compile(client, p);
    return error.sqlstate && strcmp(error.sqlstate, "0A000") == 0 ? (ip_served_error){0} : error;
}

static const char *description_of(ip_arena *arena, const ip_served_result *result)
{
    const char *text = "";
    for (int i = 0; i < result->width; i++)
        text = ip_arena_printf(arena, "%s%u,", text, ip_served_wire_type_of(result->types[i]).oid);
    return text;
}

void ip_served_prepared_describe(ip_served_prepared *p, const ip_served_result *result)
{
    if (!p->description)
        p->description = description_of(p->arena, result);
}

ip_served_error ip_served_prepared_renew(ip_served_client *client, ip_served_prepared *p)
{
    unsigned long before = p->edition;
    const char *path = ip_served_path(client->service->served);
    bool same_path = path && p->path ? strcmp(path, p->path) == 0 : !path && !p->path;
    if (!before || (before == ip_served_edition(client->service->served) && same_path))
        return (ip_served_error){0};
    ip_served_error error = compile(client, p);
    if (error.sqlstate || !p->description)
        return error;
    ip_served_result result =
        ip_served_describe(client->service->served, p->code, ip_served_arguments(client->message, p->code, NULL, 0));
    if (!result.error.sqlstate && strcmp(description_of(client->message, &result), p->description) == 0)
        return result.error;
    p->edition = before; /* until the client prepares it again (plancache.c, RevalidateCachedQuery) */
    return (ip_served_error){"0A000", IP_PLAN_CHANGED};
}

ip_served_error ip_served_prepared_add(ip_served_client *client, ip_served_prepared *p)
{
    ip_served_error error = {0};
    const ip_source *source = ip_source_from_text(p->arena, "client", p->text, strlen(p->text));
    ip_client_statements list = ip_workload_client_statements_of(p->arena, (ip_range){source, 0, source->length});
    p->empty = !list.count;
    if (list.count)
        p->statement = list.items[0];
    if (list.count > 1)
        error = (ip_served_error){"42601", "cannot insert multiple commands into a prepared statement"};
    else if (*p->name && ip_served_prepared_named(client, p->name))
        error = (ip_served_error){
            "42P05", ip_arena_printf(client->message, "prepared statement \"%s\" already exists", p->name)};
    else if (list.count && ip_served_is_sql(client, &p->statement, p->text))
        error = compile(client, p);
    else if (list.count && p->statement.kind == IP_CLIENT_SQL && ip_served_explained_takes(p->text))
        error = compile_explained(client, p);
    if (error.sqlstate && !ip_served_has_failed(client)) {
        ip_arena_free(p->arena);
        return error;
    }
    if (p->code)
        find_types(client, p);
    const ip_catalog_answer *catalog = list.count && !p->code ? ip_served_catalog_answer_to(client, p->text) : NULL;
    if (catalog && catalog->parameter && !p->types.count)
        IP_PUSH(p->arena, &p->types, catalog->parameter);
    ip_served_prepared_forget(client, p->name);
    IP_PUSH(client->arena, &client->prepared, p);
    return (ip_served_error){0};
}

/* ------------------------------------------------------------ PREPARE -- */

/* Returns the text within the parentheses, or NULL if there are none. */
static const char *within(ip_arena *arena, const char *list)
{
    const char *first = list ? strchr(list, '(') : NULL, *last = first ? strrchr(first, ')') : NULL;
    return last ? ip_arena_strndup(arena, first + 1, (size_t)(last - first - 1)) : NULL;
}

/* Returns the offset of the next comma outside of parentheses, or of the end. */
static size_t part_end(const ip_source *source, size_t begin)
{
    int depth = 0;
    for (size_t at = begin;;) {
        ip_token token = ip_parse_next_token(source, &at, source->length, false);
        depth += ip_parse_token_is(source, token, "(") || ip_parse_token_is(source, token, "[");
        depth -= ip_parse_token_is(source, token, ")") || ip_parse_token_is(source, token, "]");
        if (token.kind == IP_TOKEN_END)
            return source->length;
        if (!depth && ip_parse_token_is(source, token, ","))
            return token.begin;
    }
}

typedef IP_VEC(const char *) type_names;

/* Turns "numeric(8,2)" into numeric of any length. The type char keeps its length, since char alone means char(1). */
static const char *without_modifiers(ip_arena *arena, const char *type, size_t length)
{
    char *text = ip_arena_strndup(arena, type, length), *to = text;
    if (strncasecmp(text, "char", 4) == 0)
        return text;
    int depth = 0;
    for (const char *from = text; *from; from++) {
        depth += *from == '(';
        if (!depth)
            *to++ = *from;
        depth -= *from == ')';
    }
    *to = '\0';
    return text;
}

static type_names declared(ip_arena *arena, const char *list)
{
    type_names names = {0};
    const char *types = within(arena, list);
    if (!types)
        return names;
    const ip_source *source = ip_source_from_text(arena, "client", types, strlen(types));
    for (size_t begin = 0; begin < source->length;) {
        size_t end = part_end(source, begin);
        while (types[begin] == ' ')
            begin++;
        IP_PUSH(arena, &names, without_modifiers(arena, types + begin, end - begin));
        begin = end + 1;
    }
    return names;
}

static bool is_said(const type_names *names, int i) /* "unknown" declares nothing */
{
    return i >= 0 && i < names->count && strcmp(names->items[i], "unknown") != 0;
}

/* Finds the numbers of declared types by describing a query with a column of each type. */
static ip_served_error find_declared(ip_served_client *client, ip_served_prepared *p, const type_names *names)
{
    ip_served_error error = {0};
    const char *query = "SELECT";
    for (int i = 0; i < names->count; i++)
        query = ip_arena_printf(client->message, is_said(names, i) ? "%s%s CAST(NULL AS %s)" : "%s%s NULL", query,
                                i ? "," : "", names->items[i]);
    const ip_code *code = names->count ? ip_served_compile(client->service->served, query, &error) : NULL;
    if (!code)
        return error;
    ip_served_result result =
        ip_served_describe(client->service->served, code, ip_served_arguments(client->message, code, NULL, 0));
    for (int i = 0; i < result.width && !result.error.sqlstate; i++)
        IP_PUSH(p->arena, &p->types, is_said(names, i) ? ip_served_wire_type_of(result.types[i]).oid : 0);
    return result.error;
}

/* Returns the text with a cast to its declared type for each parameter. */
static const char *with_types(ip_arena *arena, const char *text, const type_names *names)
{
    const char **casts = IP_NEW_ARRAY(arena, const char *, names->count + 1);
    for (int i = 0; i < names->count; i++)
        if (is_said(names, i))
            casts[i] = ip_arena_printf(arena, "CAST($%d AS %s)", i + 1, names->items[i]);
    return ip_served_replaced_parameters(arena, text, casts, names->count);
}

ip_served_error ip_served_prepared_prepare(ip_served_client *client, const ip_client_statement *s)
{
    type_names names = declared(client->message, s->value);
    const char *text = with_types(client->message, ip_range_text(client->message, s->body), &names);
    ip_served_prepared *p = ip_served_prepared_new(s->name, text);
    ip_served_error error = find_declared(client, p, &names);
    if (error.sqlstate) {
        ip_arena_free(p->arena);
        return error;
    }
    error = ip_served_prepared_add(client, p);
    if (error.sqlstate || p->code)
        return error;
    ip_served_prepared_forget(client, s->name);
    return (ip_served_error){"0A000", "isoproof prepares statements of rows alone"};
}

ip_served_error ip_served_prepared_missing(ip_served_client *client, const char *name)
{
    return (ip_served_error){"26000",
                             ip_arena_printf(client->message, "prepared statement \"%s\" does not exist", name)};
}

/* ------------------------------------------------------------ EXECUTE -- */

/* Tells whether the text calls a function. In a session of an engine, a number that an argument draws from a sequence
 * would not be drawn from the engine's sequence. */
static bool has_calls(ip_arena *arena, const char *text)
{
    const ip_source *source = ip_source_from_text(arena, "client", text, strlen(text));
    bool after_name = false;
    for (size_t at = 0;;) {
        ip_token token = ip_parse_next_token(source, &at, source->length, false);
        if (token.kind == IP_TOKEN_END)
            return false;
        if (after_name && ip_parse_token_is(source, token, "("))
            return true;
        after_name = token.kind == IP_TOKEN_WORD || token.kind == IP_TOKEN_QUOTED;
    }
}

/* Computes the arguments of EXECUTE by a query. For a session of an engine the query runs on the store. */
static ip_served_error evaluate(ip_served_client *client, const ip_served_prepared *p, const char *list,
                                ip_arena *arena, ip_datum *values, int count)
{
    ip_served *served = client->service->served;
    ip_served_error error = {0};
    const char *text = within(client->message, list);
    if (client->engine && has_calls(client->message, text))
        return (ip_served_error){"0A000", "isoproof does not run this: a call in an argument of EXECUTE"};
    const ip_code *code = ip_served_compile(served, ip_arena_printf(client->message, "SELECT %s", text), &error);
    if (!code)
        return error;
    if (client->engine)
        ip_served_begin(served, client->session, IP_STORE_LATEST, NULL);
    ip_served_result result = ip_served_run(served, code, ip_served_arguments(client->message, code, NULL, 0));
    for (int i = 0; !result.error.sqlstate && i < count && i < result.width; i++) {
        const char *value = ip_value_datum_text(arena, result.values[i]);
        values[i] = value ? ip_served_wire_read(i < p->types.count ? p->types.items[i] : 0, value)
                          : (ip_datum){.kind = IP_DATUM_NULL};
    }
    if (client->engine)
        ip_served_abort(served);
    return result.error;
}

static int argument_count(ip_arena *arena, const char *list)
{
    const char *text = within(arena, list);
    if (!text)
        return 0;
    const ip_source *source = ip_source_from_text(arena, "client", text, strlen(text));
    int count = 0;
    for (size_t begin = 0; begin < source->length; begin = part_end(source, begin) + 1)
        count++;
    return count;
}

const ip_code *ip_served_prepared_execute(ip_served_client *client, const ip_client_statement *s, ip_arena *arena,
                                          const ip_datum **arguments, ip_served_error *error)
{
    ip_served_prepared *p = ip_served_prepared_named(client, s->name);
    if (p)
        *error = ip_served_prepared_renew(client, p);
    if (error->sqlstate)
        return NULL;
    if (!p || !p->code) {
        *error = p ? (ip_served_error){"0A000", "isoproof executes statements of rows alone"}
                   : ip_served_prepared_missing(client, s->name);
        return NULL;
    }
    int count = argument_count(client->message, s->value), needed = ip_served_prepared_parameter_count(p);
    if (count != needed) {
        *error = (ip_served_error){
            "42601",
            ip_arena_printf(client->message, "wrong number of parameters for prepared statement \"%s\"", s->name)};
        return NULL;
    }
    ip_datum *values = IP_NEW_ARRAY(arena, ip_datum, count + 1);
    if (count)
        *error = evaluate(client, p, s->value, arena, values, count);
    *arguments = ip_served_arguments(arena, p->code, values, count);
    return error->sqlstate ? NULL : p->code;
}
