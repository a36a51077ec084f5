#include "definition.h"

#include "definition_parts.h"

#include <string.h>

/* What is carried from statement to statement of one file. */
typedef struct ip_file {
    const ip_source *source;
    ip_script script;
    ip_sql_item last; /* the statement that a \gset speaks of */
    json_t *last_tree;
    const json_t *last_statement;
    int implicit; /* statements that are transactions of their own */
    ip_range first_implicit;
    size_t reread; /* bytes read again after broken statements */
} ip_file;

/* Garbage may look like the beginning of a statement at every line, each reaching to the end of the file:
 * so much is read again, as a multiple of the file, before a broken statement is skipped whole. */
enum { REREAD_LIMIT = 32 };

static const char *place_text(ip_arena *arena, ip_range range)
{
    return ip_arena_printf(arena, "%s:%d", range.source->path, ip_range_position(range).line);
}

/* A definition replaces an earlier one with the same input types; a script's name must be its own. */
static void add_unit(ip_reader *reader, ip_unit *unit)
{
    ip_definitions *d = reader->definitions;
    for (int i = 0; i < d->units.count; i++) {
        ip_unit *other = d->units.items[i];
        if (strcmp(other->name, unit->name) != 0)
            continue;
        bool same = unit->kind == other->kind &&
                    (strcmp(other->signature, unit->signature) == 0 || strcmp(unit->signature, unit->name) == 0);
        if (unit->kind == IP_UNIT_SCRIPT || other->kind == IP_UNIT_SCRIPT) {
            unit->name = unit->signature =
                ip_arena_printf(reader->arena, "%s@%s", unit->name, place_text(reader->arena, unit->range));
            ip_report(reader->diagnostics, IP_REMARK, unit->range, unit->name,
                      "another transaction is named \"%s\" (%s): this one is \"%s\"", other->name,
                      place_text(reader->arena, other->range), unit->name);
        } else if (same) {
            ip_report(reader->diagnostics, IP_REMARK, unit->range, unit->name,
                      "\"%s\" is defined twice: this definition replaces the one at %s", unit->name,
                      place_text(reader->arena, other->range));
            d->routines_replaced++;
            memmove(&d->units.items[i], &d->units.items[i + 1],
                    sizeof d->units.items[0] * (size_t)(d->units.count - i - 1));
            d->units.count--;
            i--;
        } else {
            unit->overloaded = other->overloaded = true;
        }
    }
    IP_PUSH(reader->arena, &d->units, unit);
}

static void add_routine(ip_reader *reader, ip_unit *unit, const ip_notices *notices)
{
    reader->definitions->routines_read++;
    reader->definitions->routines_broken += unit->broken != NULL;
    ip_notices_apply(notices, unit);
    add_unit(reader, unit);
}

static void close_script(ip_reader *reader, ip_file *file, size_t end)
{
    ip_unit *unit = ip_script_end(reader, &file->script, end);
    if (unit)
        add_unit(reader, unit);
}

static void unused_notices(ip_reader *reader, const ip_notices *notices, ip_range statement)
{
    if (notices->ignore) /* inside a script it speaks of the statement */
        ip_report(reader->diagnostics, IP_REMARK, notices->range, NULL,
                  "\"isoproof: ignore\" stands before something that is no transaction (line %d)",
                  ip_range_position(statement).line);
}

static void transaction_control(ip_reader *reader, ip_file *file, const ip_sql_item *item, const json_t *statement,
                                const ip_notices *notices)
{
    const json_t *control = ip_node_as(statement, "TransactionStmt");
    const char *kind = ip_field_text(control, "kind");
    bool begins = strcmp(kind, "TRANS_STMT_BEGIN") == 0 || strcmp(kind, "TRANS_STMT_START") == 0;
    bool commits = strcmp(kind, "TRANS_STMT_COMMIT") == 0, rolls_back = strcmp(kind, "TRANS_STMT_ROLLBACK") == 0;
    if (begins && file->script.unit) {
        ip_report(reader->diagnostics, IP_REMARK, item->range, file->script.unit->name,
                  "there is already a transaction in progress (%s)",
                  place_text(reader->arena, file->script.unit->range));
    } else if (begins) {
        ip_script_begin(reader, &file->script, item, notices);
    } else if (!file->script.unit) {
        if (commits || rolls_back)
            ip_report(reader->diagnostics, IP_REMARK, item->range, NULL, "there is no transaction in progress");
    } else if (commits || rolls_back) {
        if (rolls_back) {
            ip_pl_statement *s = IP_NEW(reader->arena, ip_pl_statement);
            s->kind = IP_PL_ROLLBACK;
            s->range = item->range;
            IP_PUSH(reader->arena, &file->script.unit->tree->body, s);
        }
        close_script(reader, file, item->range.end);
        if (ip_field_bool(control, "chain"))
            ip_script_begin(reader, &file->script, item, &(ip_notices){0});
    } else if (strncmp(kind, "TRANS_STMT_PREPARE", 18) == 0) {
        ip_script_broken(reader, &file->script, "PREPARE TRANSACTION is not followed", item->range);
        close_script(reader, file, item->range.end);
    } else {
        ip_script_statement(reader, &file->script, item, statement, false);
    }
}

static void one_statement(ip_reader *reader, ip_file *file, const ip_sql_item *item, const json_t *statement)
{
    ip_notices notices;
    ip_notices_read(reader, item, &notices);
    if (ip_node_as(statement, "TransactionStmt")) {
        transaction_control(reader, file, item, statement, &notices);
        return;
    }
    const json_t *create = ip_node_as(statement, "CreateFunctionStmt");
    if (create)
        add_routine(reader, ip_routine_read(reader, item, create), &notices);
    const ip_path *path = ip_path_of_set(reader->arena, ip_node_as(statement, "VariableSetStmt"));
    if (path && file->script.unit)
        file->script.unit->path = path;
    if (path && !(file->script.unit && ip_field_bool(ip_node_body(statement), "is_local")))
        reader->ddl.path = path;
    bool schema_statement = create || ip_ddl_apply(&reader->ddl, statement, item->range);
    if (file->script.unit) {
        ip_script_statement(reader, &file->script, item, statement, schema_statement);
        return;
    }
    if (create)
        return;
    unused_notices(reader, &notices, item->range);
    if (schema_statement || ip_node_as(statement, "VariableSetStmt"))
        return;
    if (reader->setup) {
        ip_script script = {.unit = reader->definitions->setup};
        ip_script_statement(reader, &script, item, statement, false);
    } else if (file->implicit++ == 0) {
        file->first_implicit = item->range;
    }
}

static void broken_statement(ip_reader *reader, ip_file *file, const ip_sql_item *item, const char *message,
                             size_t offset)
{
    size_t at = item->range.begin + offset;
    if (at > item->range.end)
        at = item->range.end;
    ip_range place = {item->range.source, at, at};
    ip_notices notices;
    ip_notices_read(reader, item, &notices);
    ip_unit *unit = ip_routine_broken(reader, item, message, place);
    const char *transaction = unit ? unit->name : file->script.unit ? file->script.unit->name : NULL;
    ip_report(reader->diagnostics, IP_ERROR, place, transaction, "%s", message);
    if (unit) {
        add_routine(reader, unit, &notices);
    } else if (file->script.unit) {
        ip_script_statement(reader, &file->script, item, NULL, false);
        ip_script_broken(reader, &file->script, message, place);
    }
}

static void forget_last(ip_file *file)
{
    json_decref(file->last_tree);
    file->last_tree = NULL;
    file->last_statement = NULL;
}

static void command(ip_reader *reader, ip_file *file, const ip_sql_item *item)
{
    static const char *const includes[] = {"i", "ir", "include", "include_relative"};
    if (file->script.unit) {
        ip_script_command(reader, &file->script, item, file->last_statement ? &file->last : NULL, file->last_statement);
        return;
    }
    for (size_t i = 0; i < sizeof includes / sizeof includes[0]; i++)
        if (strcmp(item->command, includes[i]) == 0)
            ip_report(reader->diagnostics, IP_UNSUPPORTED, item->range, NULL,
                      "\\%s is not followed: name the file on the command line", item->command);
}

static size_t read_item(ip_reader *reader, ip_file *file, const ip_sql_item *item, size_t behind)
{
    if (item->command) {
        command(reader, file, item);
        forget_last(file);
        return behind;
    }
    forget_last(file);
    ip_parse_error error = {item->fault, item->fault ? item->fault_at - item->range.begin : 0};
    json_t *statements = item->fault ? NULL : ip_pg_parse(reader->arena, item->text, &error);
    if (!statements) {
        size_t next = ip_split_retry(file->source, item, behind);
        ip_sql_item kept = *item;
        if (next < kept.range.end) {
            file->reread += kept.range.end - next;
            kept.range.end = next;
        }
        broken_statement(reader, file, &kept, error.message, error.offset);
        if (file->reread / REREAD_LIMIT <= file->source->length)
            return next;
        ip_report(reader->diagnostics, IP_ERROR, kept.range, NULL,
                  "too many errors: not read from here to the end of the statement");
        return behind;
    }
    const json_t *statement = ip_field(json_array_get(statements, 0), "stmt");
    file->last = *item;
    file->last_tree = statements;
    file->last_statement = statement;
    if (statement)
        one_statement(reader, file, item, statement);
    return behind;
}

/* NUL bytes end C strings: the text that is parsed has another byte that begins no token. */
static const ip_source *without_nul(ip_reader *reader, const ip_source *source)
{
    const char *nul = memchr(source->text, 0, source->length);
    if (!nul)
        return source;
    size_t at = (size_t)(nul - source->text), *offsets = IP_NEW_ARRAY(reader->arena, size_t, source->length + 1);
    ip_report(reader->diagnostics, IP_ERROR, (ip_range){source, at, at + 1}, NULL,
              "expected SQL text, found a zero byte");
    char *text = ip_arena_strndup(reader->arena, source->text, source->length);
    for (size_t i = 0; i <= source->length; i++) {
        offsets[i] = i;
        if (i < source->length && text[i] == 0)
            text[i] = 1;
    }
    return ip_source_derive(reader->arena, source, text, source->length, offsets);
}

static void read_file(ip_reader *reader, const ip_source *given)
{
    ip_file file = {.source = without_nul(reader, given)};
    ip_sql_item item;
    for (size_t at = 0; ip_split_next(reader->arena, file.source, &at, &item);)
        at = read_item(reader, &file, &item, at);
    forget_last(&file);
    if (file.script.unit) {
        const char *message = "BEGIN without COMMIT or ROLLBACK";
        ip_report(reader->diagnostics, IP_ERROR, file.script.unit->range, file.script.unit->name, "%s", message);
        ip_script_broken(reader, &file.script, message, file.script.unit->range);
        close_script(reader, &file, file.source->length);
    }
    if (file.implicit)
        ip_report(reader->diagnostics, IP_REMARK, file.first_implicit, NULL,
                  "%d statement%s outside BEGIN … COMMIT, from here on: transactions of their own, not analyzed",
                  file.implicit, file.implicit == 1 ? "" : "s");
}

ip_definitions *ip_definitions_read(ip_arena *arena, const ip_source *const *sources, int source_count, bool setup,
                                    ip_schema *schema, ip_diagnostics *diagnostics)
{
    static const ip_notices setup_name = {.name = "setup"};
    ip_definitions *definitions = IP_NEW(arena, ip_definitions);
    definitions->arena = arena;
    definitions->schema = schema;
    ip_reader reader = {
        arena, definitions, diagnostics, {.definitions = definitions, .diagnostics = diagnostics}, setup};
    if (setup) {
        ip_script script;
        ip_script_begin(&reader, &script, &(ip_sql_item){.range = {source_count ? sources[0] : NULL, 0, 0}},
                        &setup_name);
        definitions->setup = script.unit;
    }
    for (int i = 0; i < source_count; i++)
        read_file(&reader, sources[i]);
    ip_ddl_finish(&reader.ddl);
    return definitions;
}

ip_unit *ip_definitions_read_script(const ip_definitions *definitions, const char *name, ip_range text,
                                    ip_diagnostics *diagnostics)
{
    ip_reader reader = {definitions->arena, (ip_definitions *)definitions, diagnostics, {0}, false};
    ip_arena *arena = definitions->arena;
    const ip_notices named = {.name = name};
    ip_sql_item item = {.range = text};
    ip_script script;
    ip_script_begin(&reader, &script, &item, &named);
    ip_unit *unit = script.unit;
    /* A source that ends where the text does; the same offsets. */
    size_t *offsets = IP_NEW_ARRAY(arena, size_t, text.end + 1);
    for (size_t i = 0; i <= text.end; i++)
        offsets[i] = i;
    const ip_source *source = ip_source_derive(arena, text.source, text.source->text, text.end, offsets);
    for (size_t at = text.begin; ip_split_next(arena, source, &at, &item);) {
        ip_parse_error error = {item.fault, item.fault ? item.fault_at - item.range.begin : 0};
        json_t *statements = item.fault || item.command ? NULL : ip_pg_parse(arena, item.text, &error);
        const json_t *statement = ip_field(json_array_get(statements, 0), "stmt");
        const char *kind = ip_field_text(ip_node_as(statement, "TransactionStmt"), "kind");
        size_t place = item.range.begin + error.offset;
        ip_range range = {source, place < item.range.end ? place : item.range.end, item.range.end};
        if (!statements) {
            const char *message = item.command ? "psql commands are not run" : error.message;
            ip_script_broken(&reader, &script, message, range);
        } else if (strcmp(kind, "TRANS_STMT_ROLLBACK") == 0) {
            ip_pl_statement *s = IP_NEW(arena, ip_pl_statement);
            s->kind = IP_PL_ROLLBACK;
            s->range = item.range;
            IP_PUSH(arena, &unit->tree->body, s);
        } else if (statement && strcmp(kind, "TRANS_STMT_BEGIN") != 0 && strcmp(kind, "TRANS_STMT_START") != 0 &&
                   strcmp(kind, "TRANS_STMT_COMMIT") != 0) {
            ip_script_statement(&reader, &script, &item, statement, false);
        }
        json_decref(statements);
    }
    unit->range = unit->tree->range = text;
    return unit;
}
