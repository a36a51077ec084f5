/* What transactions change of the schema. PostgreSQL undoes it with them: a key that is made and rolled back keeps
 * nothing apart, a routine that is dropped and rolled back is there. */
#include "callgraph.h"
#include "definition_parts.h"

static void apply(ip_reader *reader, const ip_schema_change *change)
{
    const ip_path *path = reader->ddl.path;
    ip_diagnostics *diagnostics = reader->ddl.diagnostics, unheard = {.arena = reader->arena};
    reader->ddl.path = change->path;
    if (change->in_block)
        reader->ddl.diagnostics = &unheard;
    if (change->routine)
        ip_definitions_add_routine(reader, change->routine, &change->notices);
    else
        ip_ddl_apply(&reader->ddl, change->statement, change->range);
    json_decref(change->statement);
    reader->ddl.diagnostics = diagnostics;
    reader->ddl.path = path;
}

static void add(ip_reader *reader, ip_script *script, ip_schema_change change)
{
    change.path = reader->ddl.path;
    if (script->unit)
        IP_PUSH(reader->arena, &script->changes, change);
    else
        apply(reader, &change);
}

void ip_schema_change_add(ip_reader *reader, ip_script *script, const json_t *statement, ip_range range)
{
    add(reader, script, (ip_schema_change){.statement = json_incref((json_t *)statement), .range = range});
}

void ip_schema_change_define(ip_reader *reader, ip_script *script, ip_unit *routine, const ip_notices *notices)
{
    add(reader, script, (ip_schema_change){.range = routine->range, .routine = routine, .notices = *notices});
}

void ip_schema_change_commit(ip_reader *reader, ip_script *script)
{
    for (int i = 0; i < script->changes.count; i++)
        apply(reader, &script->changes.items[i]);
    script->changes.count = 0;
}

void ip_schema_change_undo(ip_reader *reader, ip_script *script, int stay, const ip_path *path)
{
    while (script->changes.count > stay)
        json_decref(script->changes.items[--script->changes.count].statement);
    reader->ddl.path = path;
}

/* ------------------------------------------------------------ DO blocks -- */

typedef struct block {
    ip_reader *reader;
    ip_script *script;
    bool changes, unknown;
} block;

static bool same(ip_range a, ip_range b)
{
    return a.source == b.source && a.begin == b.begin && a.end == b.end;
}

static void look_at(void *context, const ip_pl_statement *s, ip_pl_text text)
{
    block *b = context;
    ip_parse_error error;
    if (s->executes && s->kind == IP_PL_UNKNOWN && same(text, s->range))
        b->unknown = true;
    if (s->kind != IP_PL_SQL || !s->sql_text || !same(text, s->sql))
        return;
    json_t *tree = ip_pg_parse(b->reader->arena, s->sql_text, &error);
    const json_t *statement = ip_field(json_array_get(tree, 0), "stmt");
    if (ip_ddl_changes(statement) && !ip_ddl_is_temporary(statement)) {
        b->changes = true;
        add(b->reader, b->script,
            (ip_schema_change){.statement = json_incref((json_t *)statement), .range = s->range, .in_block = true});
    }
    json_decref(tree);
}

/* Read for this alone: as a transaction it may be read again. */
static const ip_unit *read_block(ip_reader *reader, const ip_sql_item *item, const json_t *statement)
{
    ip_diagnostics *heard = reader->diagnostics, unheard = {.arena = reader->arena};
    int annotations = reader->definitions->annotations.count;
    reader->diagnostics = &unheard;
    const ip_unit *unit = ip_routine_anonymous(reader, item, statement, NULL);
    reader->diagnostics = heard;
    reader->definitions->annotations.count = annotations;
    return unit;
}

void ip_schema_change_block(ip_reader *reader, ip_script *script, const ip_sql_item *item, const json_t *statement)
{
    const ip_unit *unit = read_block(reader, item, statement);
    block b = {reader, script, false, false};
    if (unit->tree)
        ip_pl_visit_texts(unit->tree, look_at, &b);
    if (b.changes)
        ip_report(reader->diagnostics, IP_ASSUMPTION, item->range, NULL,
                  "what this DO changes of the schema is taken to be changed, whatever way it takes");
    if (b.unknown)
        ip_report(reader->diagnostics, IP_ASSUMPTION, item->range, NULL,
                  "this DO executes a text that is not known: taken to change nothing of the schema that matters");
}
