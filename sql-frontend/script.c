#include "definition_parts.h"

#include <string.h>

void ip_script_begin(ip_reader *reader, ip_script *script, const ip_sql_item *item, const ip_notices *notices)
{
    ip_unit *unit = IP_NEW(reader->arena, ip_unit);
    *script = (ip_script){.unit = unit};
    unit->kind = IP_UNIT_SCRIPT;
    unit->range = unit->body = item->range;
    unit->name = notices->name ? notices->name
                               : ip_arena_printf(reader->arena, "%s:%d", item->range.source->path,
                                                 ip_range_position(item->range).line);
    unit->signature = unit->name;
    unit->path = reader->ddl.path;
    unit->return_type = "";
    unit->language = "script";
    unit->tree = IP_NEW(reader->arena, ip_pl_statement);
    unit->tree->kind = IP_PL_BLOCK;
    unit->tree->range = item->range;
    ip_notices_apply(notices, unit);
}

void ip_script_broken(ip_reader *reader, ip_script *script, const char *message, ip_range place)
{
    (void)reader;
    if (!script->unit || script->unit->broken)
        return;
    script->unit->broken = message;
    script->unit->broken_range = place;
}

static bool declared(const ip_unit *unit, const char *name)
{
    for (int i = 0; i < unit->tree->declarations.count; i++)
        if (strcmp(unit->tree->declarations.items[i].name, name) == 0)
            return true;
    return false;
}

static bool spelled(const ip_unit *unit, const char *identifier)
{
    for (int i = 0; i < unit->spellings.count; i++)
        if (strcmp(unit->spellings.items[i].identifier, identifier) == 0)
            return true;
    return false;
}

static int parameter(ip_reader *reader, ip_unit *unit, const char *name, ip_range range)
{
    for (int i = 0; i < unit->parameters.count; i++)
        if (strcmp(unit->parameters.items[i].name, name) == 0)
            return i;
    ip_unit_parameter added = {
        .name = name, .type_name = "", .type = {IP_OTHER, false, NULL}, .in = true, .range = range};
    IP_PUSH(reader->arena, &unit->parameters, added);
    return unit->parameters.count - 1;
}

/* $1, $2 … of prepared statements. */
static void numbered(ip_reader *reader, ip_unit *unit, ip_range range)
{
    for (ip_token t = ip_lex(range.source, range.begin, range.end, true); t.kind != IP_TOKEN_END;
         t = ip_lex(range.source, t.end, range.end, true))
        if (t.kind == IP_TOKEN_PARAM)
            parameter(reader, unit, ip_token_name(reader->arena, range.source, t),
                      (ip_range){range.source, t.begin, t.end});
}

static void variables(ip_reader *reader, ip_script *script, const ip_sql_item *item)
{
    ip_unit *unit = script->unit;
    int placeholders = 0;
    for (int i = 0; i < unit->parameters.count; i++)
        placeholders += unit->parameters.items[i].name[0] == '$';
    for (int i = 0; i < item->variables.count; i++) {
        const ip_script_variable *v = &item->variables.items[i];
        const char *name = v->name;
        /* Each ? is a value of its own; its letter may mean another one in the next statement. */
        if (name[0] == '$') {
            name = ip_arena_printf(reader->arena, "$%d", ++placeholders);
            if (spelled(unit, v->identifier)) {
                ip_script_broken(reader, script, "placeholders ? in more than one statement", v->range);
                ip_report(reader->diagnostics, IP_UNSUPPORTED, v->range, unit->name,
                          "placeholders ? in more than one statement of a script: number them $1, $2 …");
                return;
            }
        }
        if (spelled(unit, v->identifier))
            continue;
        ip_spelling spelling = {v->identifier, -1, NULL};
        if (declared(unit, name))
            spelling.variable = name;
        else
            spelling.parameter = parameter(reader, unit, name, v->range);
        IP_PUSH(reader->arena, &script->used, name);
        IP_PUSH(reader->arena, &unit->spellings, spelling);
    }
}

static void add(ip_reader *reader, ip_script *script, ip_pl_kind kind, const ip_sql_item *item)
{
    ip_pl_statement *s = IP_NEW(reader->arena, ip_pl_statement);
    s->kind = kind;
    s->range = item->range;
    if (kind == IP_PL_SQL) {
        s->sql = item->range;
        s->sql_text = item->text;
    }
    IP_PUSH(reader->arena, &script->unit->tree->body, s);
}

void ip_script_statement(ip_reader *reader, ip_script *script, const ip_sql_item *item, const json_t *statement,
                         bool schema_statement)
{
    ip_unit *unit = script->unit;
    script->statements++;
    unit->body.end = item->range.end;
    if (!statement) {
        add(reader, script, IP_PL_UNKNOWN, item);
        unit->tree->body.items[unit->tree->body.count - 1]->what = "syntax error";
        script->touches_rows = true;
        return;
    }
    const json_t *control = ip_node_as(statement, "TransactionStmt");
    if (control) {
        const char *kind = ip_field_text(control, "kind");
        if (strcmp(kind, "TRANS_STMT_ROLLBACK_TO") == 0) {
            ip_script_broken(reader, script, "ROLLBACK TO SAVEPOINT is not followed", item->range);
            ip_report(reader->diagnostics, IP_UNSUPPORTED, item->range, unit->name,
                      "ROLLBACK TO SAVEPOINT is not followed");
        }
        add(reader, script, IP_PL_NULL, item);
        return;
    }
    const char *kind = ip_node_kind(statement);
    bool setting = strcmp(kind, "VariableSetStmt") == 0 || strcmp(kind, "VariableShowStmt") == 0;
    script->touches_rows |= !schema_statement && !setting;
    numbered(reader, unit, item->range);
    variables(reader, script, item);
    add(reader, script, schema_statement ? IP_PL_NULL : IP_PL_SQL, item);
    unit->tree->body.items[unit->tree->body.count - 1]->schema_statement = schema_statement;
    for (int i = 0; i < item->comments.count; i++)
        ip_annotations_read(reader, (ip_range){item->range.source, item->comments.items[i].begin, item->range.end});
}

/* The name PostgreSQL gives a result column; NULL where this is not known here. */
static const char *output_name(const json_t *target)
{
    const json_t *result = ip_node_as(target, "ResTarget"), *value = ip_field(result, "val");
    if (*ip_field_text(result, "name"))
        return ip_field_text(result, "name");
    const json_t *column = ip_node_as(value, "ColumnRef"), *call = ip_node_as(value, "FuncCall");
    const json_t *names = column ? ip_field(column, "fields") : call ? ip_field(call, "funcname") : NULL;
    if (names)
        return ip_string_node(json_array_get(names, json_array_size(names) - 1));
    if (ip_node_as(value, "CoalesceExpr"))
        return "coalesce";
    if (ip_node_as(value, "CaseExpr"))
        return "case";
    return NULL;
}

/* The name as a text of its own, placed where the \gset stands. */
static ip_pl_text generated(ip_reader *reader, const char *name, const ip_sql_item *command)
{
    size_t length = strlen(name), *offsets = IP_NEW_ARRAY(reader->arena, size_t, length + 1);
    for (size_t i = 0; i <= length; i++)
        offsets[i] = command->range.begin;
    return (ip_pl_text){ip_source_derive(reader->arena, command->range.source, name, length, offsets), 0, length};
}

static void set_from_results(ip_reader *reader, ip_script *script, const ip_sql_item *command, const json_t *statement)
{
    ip_unit *unit = script->unit;
    ip_pl_statement *s = unit->tree->body.count ? unit->tree->body.items[unit->tree->body.count - 1] : NULL;
    const json_t *body = ip_node_body(statement), *targets = ip_field(body, "targetList");
    if (strcmp(ip_node_kind(statement), "SelectStmt") != 0)
        targets = ip_field(body, "returningList");
    const char *prefix = ip_range_text(reader->arena, command->argument);
    size_t i;
    json_t *target;
    if (json_array_size(targets) == 0 || !s || s->kind != IP_PL_SQL) {
        ip_script_broken(reader, script, "\\gset after a statement without results", command->range);
        ip_report(reader->diagnostics, IP_ERROR, command->range, unit->name,
                  "expected a statement with results before \\gset");
        return;
    }
    json_array_foreach(targets, i, target)
    {
        const char *output = output_name(target);
        if (!output || !*output) {
            ip_script_broken(reader, script, "\\gset of a result column without a name", command->range);
            ip_report(reader->diagnostics, IP_UNSUPPORTED, command->range, unit->name,
                      "\\gset of a result column without a name: add AS");
            return;
        }
        const char *name = ip_arena_printf(reader->arena, "%s%s", prefix, output);
        for (int u = 0; u < script->used.count; u++)
            if (strcmp(script->used.items[u], name) == 0 && !declared(unit, name)) {
                ip_script_broken(reader, script, "a variable is used before \\gset sets it", command->range);
                ip_report(reader->diagnostics, IP_UNSUPPORTED, command->range, unit->name,
                          "variable \"%s\" is used before \\gset sets it", name);
            }
        if (!declared(unit, name)) {
            ip_pl_declaration d = {.name = name, .type = "", .range = command->range};
            IP_PUSH(reader->arena, &unit->tree->declarations, d);
        }
        IP_PUSH(reader->arena, &s->targets, generated(reader, name, command));
    }
}

void ip_script_command(ip_reader *reader, ip_script *script, const ip_sql_item *command, const ip_sql_item *last,
                       const json_t *last_statement)
{
    static const char *const branching[] = {"if", "elif", "else", "endif", "i", "ir", "include", "gexec", "aset"};
    ip_unit *unit = script->unit;
    if (strcmp(command->command, "gset") == 0) {
        if (last)
            set_from_results(reader, script, command, last_statement);
        return;
    }
    for (size_t i = 0; i < sizeof branching / sizeof branching[0]; i++)
        if (strcmp(command->command, branching[i]) == 0) {
            const char *message = ip_arena_printf(reader->arena, "\\%s in a transaction is not followed", branching[i]);
            ip_report(reader->diagnostics, IP_UNSUPPORTED, command->range, unit->name, "%s", message);
            ip_script_broken(reader, script, message, command->range);
        }
    if (strcmp(command->command, "set") != 0)
        return;
    const char *text = ip_range_text(reader->arena, command->argument);
    const char *name = ip_arena_strndup(reader->arena, text, strcspn(text, " \t"));
    for (int u = 0; u < script->used.count; u++)
        if (strcmp(script->used.items[u], name) == 0) {
            ip_script_broken(reader, script, "\\set changes a variable after its use", command->range);
            ip_report(reader->diagnostics, IP_UNSUPPORTED, command->range, unit->name,
                      "\\set changes \"%s\" after its use: choose another name", name);
        }
}

ip_unit *ip_script_end(ip_reader *reader, ip_script *script, size_t end)
{
    ip_unit *unit = script->unit;
    (void)reader;
    unit->range.end = unit->body.end = unit->tree->range.end = end;
    bool keep = script->touches_rows || unit->broken;
    *script = (ip_script){0};
    return keep ? unit : NULL;
}
