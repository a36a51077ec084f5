/* Prepared statements (PostgreSQL 15 documentation, PREPARE): each EXECUTE is replaced by the statement, with the
 * arguments for $1 and so on, converted to the types in PREPARE. They live as long as the session, which is a file or a
 * session of a client, and no rollback undoes them. */
#include "workload/definition_pieces.h"

#include <string.h>

static ip_prepared_statement *find(ip_reader *reader, const char *name)
{
    for (int i = reader->prepared.count - 1; i >= 0; i--)
        if (strcmp(reader->prepared.items[i].name, name) == 0)
            return &reader->prepared.items[i];
    return NULL;
}

/* After the first AS outside parentheses. */
static size_t after_as(ip_range range)
{
    int depth = 0;
    for (ip_token t = ip_parse_lex(range.source, range.begin, range.end, true); t.kind != IP_TOKEN_END;
         t = ip_parse_lex(range.source, t.end, range.end, true)) {
        char c = range.source->text[t.begin];
        depth += (c == '(') - (c == ')');
        if (depth == 0 && ip_parse_token_is(range.source, t, "as"))
            return t.end;
    }
    return range.end;
}

static void prepare(ip_reader *reader, const ip_script *script, const ip_sql_item *item,
                    const PgQuery__PrepareStmt *statement)
{
    ip_prepared_statement *created = find(reader, IP_TEXT(statement, name));
    ip_prepared_statement prepared = {.name = ip_arena_strdup(reader->arena, IP_TEXT(statement, name))};
    size_t at = after_as(item->range), i;
    const ip_tree *type;
    prepared.query = (ip_pl_text){item->range.source, at, item->range.end};
    if (item->variables.count == 0 && script->ifs.count == 0 && at < item->range.end)
        prepared.text = item->text + (at - item->range.begin);
    IP_LIST_EACH(IP_ITEMS(statement, argtypes), i, type)
    {
        const char *text = ip_parse_typename_text(reader->arena, ip_as_type_name(type));
        IP_PUSH(reader->arena, &prepared.types, text);
    }
    if (created)
        *created = prepared;
    else
        IP_PUSH(reader->arena, &reader->prepared, prepared);
}

bool ip_workload_prepare_statement(ip_reader *reader, const ip_script *script, const ip_sql_item *item,
                                   const ip_tree *statement)
{
    const PgQuery__PrepareStmt *created = ip_as_prepare_stmt(statement);
    const PgQuery__DeallocateStmt *dropped = ip_as_deallocate_stmt(statement);
    const PgQuery__DiscardStmt *discarded = ip_as_discard_stmt(statement);
    if (created)
        prepare(reader, script, item, created);
    if (dropped && *IP_TEXT(dropped, name)) {
        ip_prepared_statement *known = find(reader, IP_TEXT(dropped, name));
        if (known)
            *known = reader->prepared.items[--reader->prepared.count];
    } else if (dropped || discarded) {
        reader->prepared.count = 0;
    }
    return created || dropped;
}

/* The texts between the commas of EXECUTE name (…); false: an argument is a literal for a parameter without a declared
 * type, so its type depends on its context. */
static bool arguments(ip_reader *reader, const ip_sql_item *item, const ip_prepared_statement *prepared,
                      ip_pl_statement *s)
{
    ip_range range = item->range;
    int depth = 0, tokens = 0;
    bool literal = false;
    size_t begin = 0;
    for (ip_token t = ip_parse_lex(range.source, range.begin, range.end, true); t.kind != IP_TOKEN_END;
         t = ip_parse_lex(range.source, t.end, range.end, true)) {
        char c = range.source->text[t.begin];
        bool opens = c == '(' || c == '[', closes = c == ')' || c == ']';
        if (begin && ((depth == 1 && c == ',') || (depth == 1 && closes))) {
            const char *text = ip_arena_strndup(reader->arena, item->text + (begin - range.begin), t.begin - begin);
            if (s->args.count < prepared->types.count)
                text = ip_arena_printf(reader->arena, "CAST(%s AS %s)", text, prepared->types.items[s->args.count]);
            else if (literal && tokens == 1)
                return false;
            IP_PUSH(reader->arena, &s->args,
                    ip_workload_script_generated(reader, text, (ip_range){range.source, begin, t.begin}));
            begin = t.end;
            tokens = 0;
            literal = false;
        } else {
            tokens++;
            literal = literal || t.kind == IP_TOKEN_STRING;
        }
        depth += opens - closes;
        if (opens && depth == 1 && !begin) {
            begin = t.end;
            tokens = 0;
        }
    }
    return true;
}

bool ip_workload_script_prepared_statement(ip_reader *reader, ip_script *script, const ip_sql_item *item,
                                           const ip_tree *statement)
{
    const PgQuery__ExecuteStmt *execute = ip_as_execute_stmt(statement);
    if (ip_workload_prepare_statement(reader, script, item, statement)) {
        ip_workload_script_push(reader, script, IP_PL_NULL, item->range)->takes_snapshot = true;
        return true;
    }
    const ip_prepared_statement *prepared = execute ? find(reader, IP_TEXT(execute, name)) : NULL;
    ip_pl_statement created = {.kind = IP_PL_SQL, .range = item->range, .folded = true};
    if (!prepared || !prepared->text || !arguments(reader, item, prepared, &created) ||
        created.args.count != (int)ip_parse_list_size(IP_ITEMS(execute, params)) ||
        (prepared->types.count > 0 && created.args.count != prepared->types.count))
        return false;
    ip_workload_script_see(reader, script, item, statement);
    created.sql = prepared->query;
    created.sql_text = prepared->text;
    *ip_workload_script_push(reader, script, IP_PL_SQL, item->range) = created;
    return true;
}
