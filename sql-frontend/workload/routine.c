/* CREATE FUNCTION and CREATE PROCEDURE: parameters, options, body. */
#define _GNU_SOURCE /* memmem */
#include "workload/definition_pieces.h"
#include "dynamic_sql/fold.h"
#include "catalog/resolve.h"
#include "catalog/routine_options.h"

#include <string.h>
#include <strings.h>

/* The name, and in *last the name without its schema. */
static const char *routine_name(ip_arena *arena, const ip_tree *names, const char **last)
{
    const char *text = "";
    *last = "";
    size_t i, count = ip_parse_list_size(names);
    const ip_tree *name;
    IP_LIST_EACH(names, i, name)
    {
        const char *part = ip_parse_string_node(name);
        if (i + 1 == count || strcmp(part, "public") != 0)
            text = *text ? ip_arena_printf(arena, "%s.%s", text, part) : ip_arena_strdup(arena, part);
        if (i + 1 == count)
            *last = ip_arena_strdup(arena, part);
    }
    return text;
}

static void read_parameters(ip_reader *reader, ip_unit *unit, const PgQuery__CreateFunctionStmt *create)
{
    ip_arena *arena = reader->arena;
    const char *inputs = "";
    int input_count = 0;
    size_t i;
    const ip_tree *node;
    IP_LIST_EACH(IP_ITEMS(create, parameters), i, node)
    {
        const PgQuery__FunctionParameter *parameter = ip_as_function_parameter(node);
        PgQuery__FunctionParameterMode mode = IP_GET(parameter, mode);
        const char *name = IP_TEXT(parameter, name);
        const PgQuery__TypeName *type = IP_GET(parameter, arg_type);
        ip_unit_parameter p = {0};
        p.out = mode == PG_QUERY__FUNCTION_PARAMETER_MODE__FUNC_PARAM_OUT ||
                mode == PG_QUERY__FUNCTION_PARAMETER_MODE__FUNC_PARAM_INOUT ||
                mode == PG_QUERY__FUNCTION_PARAMETER_MODE__FUNC_PARAM_TABLE;
        p.variadic = mode == PG_QUERY__FUNCTION_PARAMETER_MODE__FUNC_PARAM_VARIADIC;
        p.table = mode == PG_QUERY__FUNCTION_PARAMETER_MODE__FUNC_PARAM_TABLE;
        p.in = !p.out || mode == PG_QUERY__FUNCTION_PARAMETER_MODE__FUNC_PARAM_INOUT;
        p.type_name = ip_parse_typename_text(arena, type);
        p.type = ip_parse_typename_type(arena, type);
        for (int t = 0; p.type.kind == IP_OTHER && t < reader->ddl.types.count; t++)
            if (strcmp(reader->ddl.types.items[t].name, p.type_name) == 0)
                p.type.kind = reader->ddl.types.items[t].type.kind;
        p.has_default = IP_GET(parameter, defexpr) != NULL;
        p.kept_default = ip_ddl_keep_tree(arena, IP_GET(parameter, defexpr), unit->range);
        p.range = unit->range;
        input_count += p.in;
        p.name = *name ? ip_arena_strdup(arena, name) : ip_arena_printf(arena, "$%d", input_count);
        if (p.in)
            inputs = ip_arena_printf(arena, "%s%s%s", inputs, input_count > 1 ? "," : "",
                                     ip_catalog_without_modifier(arena, p.type_name));
        if (p.table)
            unit->returns_set = true;
        IP_PUSH(arena, &unit->parameters, p);
    }
    unit->signature = ip_arena_printf(arena, "%s(%s)", unit->name, inputs);
}

static const char *option_text(const PgQuery__DefElem *option)
{
    return ip_parse_string_node(IP_GET(option, arg));
}

static void read_options(ip_reader *reader, ip_unit *unit, const PgQuery__CreateFunctionStmt *create)
{
    size_t i;
    const ip_tree *node;
    unit->language = "sql"; /* PostgreSQL's default for BEGIN ATOMIC bodies; other bodies must name their language */
    IP_LIST_EACH(IP_ITEMS(create, options), i, node)
    {
        const PgQuery__DefElem *option = ip_as_def_elem(node);
        const char *name = IP_TEXT(option, defname);
        if (strcmp(name, "language") == 0) {
            char *language = ip_arena_strdup(reader->arena, option_text(option));
            for (char *c = language; *c; c++)
                if (*c >= 'A' && *c <= 'Z')
                    *c += 'a' - 'A';
            unit->language = language;
        } else if (strcmp(name, "set") == 0) {
            const ip_path *path = ip_catalog_path_of_set(reader->arena, ip_as_variable_set_stmt(IP_GET(option, arg)));
            unit->path = path ? path : unit->path;
            unit->sets_path = unit->sets_path || path;
            unit->sets = true;
            ip_catalog_configure_unit(reader->arena, unit, ip_as_variable_set_stmt(IP_GET(option, arg)));
        } else if (strcmp(name, "cost") == 0) {
            unit->cost = ip_parse_number_option(option);
        } else if (strcmp(name, "strict") == 0) {
            unit->strict = IP_GET(ip_as_boolean(IP_GET(option, arg)), boolval);
        } else if (strcmp(name, "security") == 0) {
            unit->definer = IP_GET(ip_as_boolean(IP_GET(option, arg)), boolval);
        } else if (strcmp(name, "window") == 0) {
            unit->window = IP_GET(ip_as_boolean(IP_GET(option, arg)), boolval);
        } else if (ip_catalog_describe_unit(unit, option)) {
            continue;
        } else if (strcmp(name, "volatility") == 0) {
            unit->volatility = strcmp(option_text(option), "stable") == 0      ? IP_STABLE
                               : strcmp(option_text(option), "immutable") == 0 ? IP_IMMUTABLE
                                                                               : IP_VOLATILE;
        }
    }
}

/* A body in plain quotes: doubled quotes undone, with a map of where each byte comes from. E'…' with backslashes is
 * left unchanged: such bodies fail to parse, with an error. */
static ip_range unquoted(ip_arena *arena, const ip_source *source, ip_token token)
{
    size_t begin = token.begin;
    while (source->text[begin] != '\'')
        begin++;
    begin++;
    size_t length = token.end - 1 > begin ? token.end - 1 - begin : 0, count = 0;
    if (!memmem(source->text + begin, length, "''", 2))
        return (ip_range){source, begin, begin + length};
    char *text = ip_arena_alloc(arena, length + 1);
    size_t *offsets = IP_NEW_ARRAY(arena, size_t, length + 1);
    for (size_t i = 0; i < length; i++) {
        offsets[count] = begin + i;
        text[count++] = source->text[begin + i];
        if (source->text[begin + i] == '\'' && i + 1 < length && source->text[begin + i + 1] == '\'')
            i++;
    }
    offsets[count] = begin + length;
    ip_source *derived = ip_source_derive(arena, source, text, count, offsets);
    derived->quoted = true;
    return (ip_range){derived, 0, count};
}

/* The string after AS, or the text of an SQL-standard body. */
static ip_range find_body(ip_arena *arena, ip_range range, bool standard)
{
    ip_token before = {IP_TOKEN_END, 0, 0}, token = ip_parse_lex(range.source, range.begin, range.end, false);
    int depth = 0;
    for (; token.kind != IP_TOKEN_END; token = ip_parse_lex(range.source, token.end, range.end, false)) {
        size_t begin, end;
        if (token.kind == IP_TOKEN_COMMENT)
            continue;
        depth += ip_parse_token_is(range.source, token, "(") ? 1 : ip_parse_token_is(range.source, token, ")") ? -1 : 0;
        if (!standard && token.kind == IP_TOKEN_STRING && ip_parse_token_is(range.source, before, "as")) {
            if (ip_parse_token_dollar(range.source, token, &begin, &end))
                return (ip_range){range.source, begin, end};
            return unquoted(arena, range.source, token);
        }
        if (standard && depth == 0 && ip_parse_token_is(range.source, token, "return"))
            return (ip_range){range.source, token.begin, range.end};
        if (standard && depth == 0 && ip_parse_token_is(range.source, before, "begin") &&
            ip_parse_token_is(range.source, token, "atomic")) {
            size_t last = range.end;
            while (last > token.end + 3 && strncasecmp(range.source->text + last - 3, "end", 3) != 0)
                last--;
            return (ip_range){range.source, token.end, last - 3};
        }
        before = token;
    }
    return (ip_range){NULL, 0, 0};
}

static void mark_broken(ip_unit *unit, const char *message, ip_range place)
{
    if (unit->broken)
        return;
    unit->broken = message;
    unit->broken_range = place;
}

/* One statement of a LANGUAGE sql body. */
static void sql_piece(ip_reader *reader, ip_unit *unit, ip_range range)
{
    ip_pl_statement *s = IP_NEW(reader->arena, ip_pl_statement);
    s->kind = IP_PL_SQL;
    s->range = s->sql = range;
    bool returns = ip_parse_token_is(range.source, ip_parse_lex(range.source, range.begin, range.end, false), "return");
    char *text = ip_arena_strdup(reader->arena, ip_range_text(reader->arena, range));
    size_t shift = returns ? strlen("return") : 0;
    ip_parse_error error;
    const ip_tree *tree = returns ? ip_parse_pg_parse_expr(reader->arena, text + shift, &error)
                                  : ip_parse_pg_parse(reader->arena, text, &error);
    if (!tree) {
        size_t offset = error.offset;
        if (returns)
            offset = shift + (offset > IP_PG_EXPR_SHIFT ? offset - IP_PG_EXPR_SHIFT : 0);
        ip_range at = {range.source, range.begin + offset, range.begin + offset};
        ip_diagnostics_add(reader->diagnostics, IP_ERROR, at, unit->name, "%s", error.message);
        mark_broken(unit, error.message, at);
        s->kind = IP_PL_UNKNOWN;
        s->what = "syntax error";
    } else if (returns) {
        s->kind = IP_PL_RETURN;
        s->expr = (ip_pl_text){range.source, range.begin + shift, range.end};
        s->sql = (ip_pl_text){NULL, 0, 0};
    } else {
        s->sql_text = text;
    }
    IP_PUSH(reader->arena, &unit->tree->body, s);
}

static void read_sql_body(ip_reader *reader, ip_unit *unit)
{
    ip_range body = unit->body;
    unit->tree = IP_NEW(reader->arena, ip_pl_statement);
    unit->tree->kind = IP_PL_BLOCK;
    unit->tree->range = body;
    ip_range piece = {body.source, 0, 0};
    ip_token token = {IP_TOKEN_COMMENT, body.begin, body.begin};
    do {
        token = ip_parse_lex(body.source, token.end, body.end, false);
        if (token.kind == IP_TOKEN_COMMENT)
            continue;
        if (token.kind == IP_TOKEN_END || ip_parse_token_is(body.source, token, ";")) {
            if (piece.end)
                sql_piece(reader, unit, piece);
            piece.end = 0;
            continue;
        }
        if (!piece.end)
            piece.begin = token.begin;
        piece.end = token.end;
    } while (token.kind != IP_TOKEN_END);
}

static void read_plpgsql_body(ip_reader *reader, ip_unit *unit)
{
    bool broken = false;
    int before = reader->diagnostics->list.count;
    unit->tree = ip_pl_parse(reader->arena, unit->body, reader->diagnostics, &broken);
    for (int i = before; i < reader->diagnostics->list.count; i++) {
        ip_diagnostic *d = &reader->diagnostics->list.items[i];
        if (!d->transaction)
            d->transaction = unit->name;
        if (broken)
            mark_broken(unit, d->message, d->range);
    }
    if (broken)
        mark_broken(unit, "its body could not be parsed", unit->body);
    ip_dynamic_fold_executes(reader->definitions, unit, reader->diagnostics);
    ip_workload_annotations_unused(reader, unit->body);
}

ip_unit *ip_workload_routine_read(ip_reader *reader, const ip_sql_item *item, const PgQuery__CreateFunctionStmt *create)
{
    ip_unit *unit = IP_NEW(reader->arena, ip_unit);
    unit->kind = IP_UNIT_ROUTINE;
    unit->range = item->range;
    unit->name = routine_name(reader->arena, IP_ITEMS(create, funcname), &unit->label);
    if (ip_parse_list_size(IP_ITEMS(create, funcname)) == 1)
        unit->name = ip_catalog_relation_name_in_path(reader->arena, reader->ddl.path, unit->name);
    unit->procedure = IP_GET(create, is_procedure);
    unit->path = reader->ddl.path;
    read_parameters(reader, unit, create);
    read_options(reader, unit, create);
    const PgQuery__TypeName *returned = IP_GET(create, return_type);
    unit->return_type = returned ? ip_parse_typename_text(reader->arena, returned) : "";
    unit->returns_set |= IP_GET(returned, setof);
    unit->standard = IP_GET(create, sql_body) != NULL;
    unit->sets_path = unit->sets_path || unit->standard; /* names in it are looked up when it is created */
    unit->body = find_body(reader->arena, item->range, unit->standard);
    bool sql = strcmp(unit->language, "sql") == 0, plpgsql = strcmp(unit->language, "plpgsql") == 0;
    if (!unit->body.source && (sql || plpgsql)) {
        mark_broken(unit, "no body found", item->range);
        ip_diagnostics_add(reader->diagnostics, IP_ERROR, item->range, unit->name, "no body found");
        return unit;
    }
    if (sql || plpgsql) {
        ip_workload_annotations_read(reader, unit->body);
        (sql ? read_sql_body : read_plpgsql_body)(reader, unit);
    }
    return unit;
}

ip_unit *ip_workload_routine_block(ip_reader *reader, const ip_sql_item *item, const PgQuery__DoStmt *block,
                                   const char *name)
{
    ip_unit *unit = IP_NEW(reader->arena, ip_unit);
    unit->kind = IP_UNIT_ROUTINE;
    unit->range = item->range;
    unit->name =
        name ? name
             : ip_arena_printf(reader->arena, "%s:%d", item->place.source->path, ip_range_position(item->place).line);
    unit->signature = unit->name;
    unit->procedure = true;
    unit->path = reader->ddl.path;
    unit->return_type = "";
    unit->language = "plpgsql";
    size_t i;
    const ip_tree *node;
    IP_LIST_EACH(IP_ITEMS(block, args), i, node)
    {
        const PgQuery__DefElem *option = ip_as_def_elem(node);
        if (strcmp(IP_TEXT(option, defname), "language") == 0)
            unit->language = ip_arena_strdup(reader->arena, option_text(option));
    }
    ip_token token = ip_parse_lex(item->range.source, item->range.begin, item->range.end, false);
    size_t begin, end;
    while (token.kind != IP_TOKEN_END && token.kind != IP_TOKEN_STRING)
        token = ip_parse_lex(item->range.source, token.end, item->range.end, false);
    if (token.kind == IP_TOKEN_STRING)
        unit->body = ip_parse_token_dollar(item->range.source, token, &begin, &end)
                         ? (ip_range){item->range.source, begin, end}
                         : unquoted(reader->arena, item->range.source, token);
    return unit;
}

ip_unit *ip_workload_routine_anonymous(ip_reader *reader, const ip_sql_item *item, const PgQuery__DoStmt *block,
                                       const char *name)
{
    ip_unit *unit = ip_workload_routine_block(reader, item, block, name);
    if (unit->body.source && strcmp(unit->language, "plpgsql") == 0) {
        ip_workload_annotations_read(reader, unit->body);
        read_plpgsql_body(reader, unit);
    }
    return unit;
}

ip_unit *ip_workload_routine_broken(ip_reader *reader, const ip_sql_item *item, const char *message, ip_range place)
{
    const ip_source *source = item->range.source;
    size_t end = item->range.end;
    size_t at = item->range.begin;
    ip_token token = ip_parse_next_token(source, &at, end, false);
    if (!ip_parse_token_is(source, token, "create"))
        return NULL;
    bool procedure = false;
    for (int words = 0; words < 4; words++) {
        token = ip_parse_next_token(source, &at, end, false);
        procedure = ip_parse_token_is(source, token, "procedure");
        if (procedure || ip_parse_token_is(source, token, "function"))
            break;
        if (words == 3 || token.kind != IP_TOKEN_WORD)
            return NULL;
    }
    token = ip_parse_next_token(source, &at, end, false);
    if (token.kind != IP_TOKEN_WORD && token.kind != IP_TOKEN_QUOTED)
        return NULL;
    const char *name = ip_parse_token_name(reader->arena, source, token), *last = name;
    ip_token dot = ip_parse_next_token(source, &at, end, false), second = ip_parse_next_token(source, &at, end, false);
    if (ip_parse_token_is(source, dot, ".") && (second.kind == IP_TOKEN_WORD || second.kind == IP_TOKEN_QUOTED)) {
        last = ip_parse_token_name(reader->arena, source, second);
        name = strcmp(name, "public") == 0 ? last : ip_arena_printf(reader->arena, "%s.%s", name, last);
    }
    ip_unit *unit = IP_NEW(reader->arena, ip_unit);
    unit->kind = IP_UNIT_ROUTINE;
    unit->range = item->range;
    unit->name = unit->signature = name;
    unit->label = last;
    unit->procedure = procedure;
    unit->return_type = "";
    unit->language = "plpgsql";
    mark_broken(unit, message, place);
    return unit;
}

static void find_ends(const ip_arena *arena, ip_pl_statement *const *items, int count, ip_pl_body *ends)
{
    for (int i = 0; i < count; i++) {
        ip_pl_statement *s = items[i];
        if (s->kind == IP_PL_COMMIT || s->kind == IP_PL_ROLLBACK)
            IP_PUSH((ip_arena *)arena, ends, s);
        if (!s->has_handlers) /* in there it is an error */
            find_ends(arena, s->body.items, s->body.count, ends);
        find_ends(arena, s->handlers.items, s->handlers.count, ends);
        for (int b = 0; b < s->branches.count; b++)
            find_ends(arena, s->branches.items[b].body.items, s->branches.items[b].body.count, ends);
    }
}

ip_pl_body ip_workload_routine_ends(ip_arena *arena, const ip_unit *unit)
{
    ip_pl_body ends = {0};
    if (unit->procedure && unit->tree && strcmp(unit->language, "plpgsql") == 0) {
        ip_pl_statement *const root = (ip_pl_statement *)unit->tree;
        find_ends(arena, &root, 1, &ends);
    }
    return ends;
}
