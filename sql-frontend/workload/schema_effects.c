/* Schema changes by the routines and DO blocks that files run: SELECT add_audit('account') may create triggers as
 * CREATE TRIGGER does. Their bodies are followed with the arguments that they are given (dynamic_sql/follow.c). */
#include "catalog/builtin.h"
#include "workload/definition_pieces.h"
#include "dynamic_sql/fold.h"
#include "dynamic_sql/value.h"

#include <string.h>
#include <strings.h>

/* Limits for one statement; beyond them its effects are not followed. */
enum { DEEPEST = 16, MOST_BODIES = 2000, MOST_ROUNDS = 10000 };

/* One statement of a file, and its effects so far. */
typedef struct run {
    ip_reader *reader;
    ip_arena *arena; /* for as long as it takes */
    const ip_sql_item *item;
    bool applies; /* otherwise its effects are only determined, not applied */
    ip_schema_ran ran;
    int depth, bodies, rounds;
    const ip_path *path; /* of the current routine */
} run;

static void follow_statement(run *r, ip_folding *f, const ip_tree *statement, const ip_sql_item *item);
static void follow_calls(run *r, ip_folding *f, const ip_tree *node);

static bool too_much(const run *r)
{
    return r->depth >= DEEPEST || r->bodies >= MOST_BODIES;
}

static bool sure(const ip_folding *f)
{
    return !f->unsure && !f->left;
}

/* ------------------------------------------------------------- changes -- */

static void apply(run *r, ip_folding *f, const ip_tree *statement, const ip_sql_item *item)
{
    ip_reader *reader = r->reader;
    ip_diagnostics *kept_messages = reader->diagnostics, ignored_messages = {.arena = reader->arena};
    const ip_path *path = reader->ddl.path;
    const PgQuery__CreateFunctionStmt *create = ip_as_create_function_stmt(statement);
    ip_ran_statement ran = {r->item->range, NULL, sure(f)};
    r->ran.changes = true;
    r->ran.unsure |= !ran.sure;
    if (!r->applies)
        return;
    ran.text = ip_arena_strdup(reader->arena, item->text);
    IP_PUSH(reader->arena, &reader->definitions->ran, ran);
    reader->ddl.path = r->path;
    reader->ddl.diagnostics = &ignored_messages;
    if (create) {
        ip_notices none = {0};
        reader->diagnostics = &ignored_messages;
        ip_workload_definitions_add_routine(reader, ip_workload_routine_read(reader, item, create), &none, false);
        reader->diagnostics = kept_messages;
    } else {
        ip_ddl_apply(&reader->ddl, statement, item->range);
    }
    reader->ddl.diagnostics = kept_messages;
    reader->ddl.path = path;
}

static bool changes_schema(const ip_tree *statement)
{
    return ip_as_create_function_stmt(statement) || (ip_ddl_changes(statement) && !ip_ddl_is_temporary(statement));
}

/* PostgreSQL's own tables describe the schema; the contents of other tables are data. */
static bool is_catalog(const PgQuery__RangeVar *table)
{
    const char *schema = IP_TEXT(table, schemaname), *name = IP_TEXT(table, relname);
    return strcmp(schema, "information_schema") == 0 || strcmp(schema, "pg_catalog") == 0 ||
           (!*schema && strncmp(name, "pg_", 3) == 0);
}

static bool writes(const ip_tree *statement)
{
    static const char *const kinds[] = {"InsertStmt",        "UpdateStmt",        "DeleteStmt", "MergeStmt",
                                        "CopyStmt",          "TruncateStmt",      "LockStmt",   "TransactionStmt",
                                        "CreateTableAsStmt", "RefreshMatViewStmt"};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(ip_parse_node_kind(statement), kinds[i]) == 0)
            return true;
    const PgQuery__SelectStmt *select = ip_as_select_stmt(statement);
    return IP_ITEMS(select, locking_clause) || IP_GET(select, with_clause) || IP_GET(select, into_clause);
}

/* ---------------------------------------------------------- statements -- */

/* Statements in one text, one by one. */
static void follow_text(run *r, ip_folding *f, const char *text, ip_range range)
{
    ip_arena *arena = r->arena;
    ip_parse_error error;
    const ip_tree *statements = ip_parse_pg_parse(arena, text, &error);
    const PgQuery__RawStmt *raw;
    size_t i, count = ip_parse_list_size(statements);
    r->ran.more |= !statements;
    IP_STATEMENT_EACH(statements, i, raw)
    {
        size_t begin = (size_t)IP_GET(raw, stmt_location), length = (size_t)IP_GET(raw, stmt_len);
        if (!length)
            length = strlen(text) - begin;
        const char *part = ip_arena_strndup(arena, text + begin, length);
        ip_range own = {range.source, range.begin + begin, range.begin + begin + length};
        ip_sql_item item = {.place = own, .range = own, .text = part};
        if (count > 1) /* so that positions are relative to its beginning */
            follow_text(r, f, part, own);
        else
            follow_statement(r, f, IP_GET(raw, stmt), &item);
    }
}

static void on_text(void *context, ip_folding *f, const ip_pl_statement *s, ip_pl_text text)
{
    run *r = context;
    bool sql = s->sql_text && text.source == s->sql.source && text.begin == s->sql.begin && text.end == s->sql.end;
    if (sql) {
        follow_text(r, f, s->sql_text, text);
    } else {
        ip_parse_error error;
        const ip_tree *tree = ip_parse_pg_parse_expr(r->arena, ip_range_text(r->arena, text), &error);
        follow_calls(r, f, tree);
    }
}

/* The effects of an unknown text's statements, as far as a similar text shows them. */
static void look_at_sample(run *r, const char *sample)
{
    ip_parse_error error;
    const ip_tree *statements = ip_parse_pg_parse(r->arena, sample, &error);
    const PgQuery__RawStmt *raw;
    bool on_rows = ip_parse_list_size(statements) > 0, on_schema = on_rows;
    size_t i;
    IP_STATEMENT_EACH(statements, i, raw)
    {
        const ip_tree *statement = IP_GET(raw, stmt);
        bool schema = changes_schema(statement) || ip_ddl_is(statement);
        on_schema &= schema;
        on_rows &= !schema && !ip_as_do_stmt(statement) && !ip_as_call_stmt(statement);
    }
    /* If its schema changes are to be applied, they are unknown. */
    r->ran.unknown |= !on_rows && (r->applies || !on_schema);
    r->ran.more |= !on_schema;
}

static void on_execute(void *context, ip_folding *f, const ip_pl_statement *s, const char *text, const char *sample)
{
    run *r = context;
    bool asked = f->fold.samples && *sample;
    if (!text && !asked)
        look_at_sample(r, sample);
    else
        follow_text(r, f, text ? text : sample, ip_dynamic_folding_generated(f, text ? text : sample, s->range));
}

/* Adds the body's own effects to the earlier ones. */
static ip_schema_ran follow_body(run *r, ip_unit *unit, ip_pl_statement *tree, ip_fold_run *way)
{
    ip_diagnostics ignored_messages = {.arena = r->arena};
    ip_follower follower = {r, on_text, on_execute};
    ip_schema_ran before = r->ran, own;
    const ip_path *path = r->path;
    r->ran = (ip_schema_ran){0};
    r->depth++;
    r->bodies++;
    r->path = unit->path;
    way->follower = &follower;
    way->rounds = &r->rounds;
    ip_dynamic_fold_follow(r->arena, r->reader->definitions, unit, tree, way, &ignored_messages);
    own = r->ran;
    r->path = path;
    r->depth--;
    r->ran.changes |= before.changes;
    r->ran.unsure |= before.unsure;
    r->ran.unknown |= before.unknown;
    r->ran.more |= before.more;
    return own;
}

/* A body as written, before any EXECUTE in it was made static; kept, since files may run it often. */
static ip_pl_statement *read_tree(run *r, ip_unit *unit)
{
    ip_diagnostics ignored_messages = {.arena = r->arena};
    bool broken = false;
    if (strcmp(unit->language, "plpgsql") != 0)
        return unit->tree;
    if (!unit->written && unit->body.source && !unit->broken)
        unit->written = ip_pl_parse(r->reader->arena, unit->body, &ignored_messages, &broken);
    return broken ? NULL : unit->written;
}

static void follow_block(run *r, ip_folding *f, const PgQuery__DoStmt *block, const ip_sql_item *item)
{
    ip_reader *reader = r->reader;
    int annotations = reader->definitions->annotations.count;
    ip_unit *unit = ip_workload_routine_block(reader, item, block, NULL);
    ip_diagnostics *kept_messages = reader->diagnostics, ignored_messages = {.arena = reader->arena};
    ip_pl_statement *tree = read_tree(r, unit);
    ip_fold_run way = {.unsure = !sure(f)};
    unit->path = r->path;
    reader->diagnostics = &ignored_messages; /* parsed only for this: it may be parsed again as a transaction */
    if (unit->body.source)
        ip_workload_annotations_read(reader, unit->body);
    reader->diagnostics = kept_messages;
    if (tree && !too_much(r))
        follow_body(r, unit, tree, &way);
    r->ran.more |= !tree;
    r->ran.unknown |= too_much(r);
    reader->definitions->annotations.count = annotations;
}

/* --------------------------------------------------------------- calls -- */

static int inputs(const ip_unit *unit, bool needed)
{
    int count = 0;
    for (int i = 0; i < unit->parameters.count; i++)
        count += unit->parameters.items[i].in &&
                 !(needed && (unit->parameters.items[i].has_default || unit->parameters.items[i].variadic));
    return count;
}

static const ip_unit_parameter *input(const ip_unit *unit, int number)
{
    for (int i = 0; i < unit->parameters.count; i++)
        if (unit->parameters.items[i].in && number-- == 0)
            return &unit->parameters.items[i];
    return NULL;
}

static bool takes(const ip_unit *unit, int count)
{
    int all = inputs(unit, false);
    const ip_unit_parameter *last = input(unit, all - 1);
    return count >= inputs(unit, true) && (count <= all || (last && last->variadic));
}

/* true and false are not texts; only they, quoted literals and expressions that are not constant can be booleans. */
static bool suits(const ip_unit *unit, const ip_tree *args)
{
    for (int i = 0; i < (int)ip_parse_list_size(args); i++) {
        const PgQuery__AConst *constant = ip_as_a_const(ip_parse_list_item(args, (size_t)i));
        const ip_unit_parameter *p = input(unit, i);
        bool of_truth = ip_const_boolval(constant) != NULL, of_number = ip_const_ival(constant) != NULL;
        if (p && ((of_truth && p->type.kind == IP_TEXT) || (of_number && p->type.kind == IP_BOOLEAN)))
            return false;
    }
    return true;
}

static bool is_called(const ip_unit *unit, const char *name, const ip_tree *args)
{
    const char *dot = strrchr(unit->name, '.');
    bool named = unit->kind == IP_UNIT_ROUTINE &&
                 (strcmp(unit->name, name) == 0 || (!strchr(name, '.') && dot && strcmp(dot + 1, name) == 0));
    return named && takes(unit, (int)ip_parse_list_size(args)) && suits(unit, args);
}

/* regclass shows a name without the schema public. */
static const char *as_parameter(const ip_unit_parameter *p, const char *value)
{
    bool relation = strcasecmp(p->type_name, "regclass") == 0;
    return value && relation && strncmp(value, "public.", strlen("public.")) == 0 ? value + strlen("public.") : value;
}

static void add_argument(run *r, ip_folding *f, const ip_unit_parameter *p, const ip_tree *value, ip_fold_run *way)
{
    ip_known_elements *elements = IP_NEW(r->arena, ip_known_elements);
    ip_fold_argument argument = {p->name, as_parameter(p, ip_dynamic_fold_value(f, value)), NULL};
    if ((p->type.array || p->variadic) && ip_dynamic_fold_elements(f, value, elements))
        argument = (ip_fold_argument){p->name, NULL, elements};
    IP_PUSH(r->arena, &way->arguments, argument);
}

static void add_arguments(run *r, ip_folding *f, const ip_unit *unit, const PgQuery__FuncCall *call, ip_fold_run *way)
{
    const ip_tree *args = IP_ITEMS(call, args);
    ip_known_elements *rest = IP_NEW(r->arena, ip_known_elements);
    const ip_unit_parameter *spread = NULL;
    for (int i = 0; i < unit->parameters.count; i++) {
        const ip_unit_parameter *p = &unit->parameters.items[i];
        if (p->kept_default) {
            const ip_tree *tree = p->kept_default->tree;
            add_argument(r, f, p, tree, way);
        }
    }
    for (int i = 0; i < (int)ip_parse_list_size(args); i++) {
        const ip_tree *value = ip_parse_list_item(args, (size_t)i);
        const PgQuery__NamedArgExpr *named = ip_as_named_arg_expr(value);
        const ip_unit_parameter *p = input(unit, i);
        for (int k = 0; named && k < unit->parameters.count; k++)
            if (strcmp(unit->parameters.items[k].name, IP_TEXT(named, name)) == 0)
                p = &unit->parameters.items[k];
        if (!spread && p && p->variadic && !IP_GET(call, func_variadic))
            spread = p;
        if (spread)
            IP_PUSH(r->arena, rest, ip_dynamic_fold_value(f, value));
        else if (p)
            add_argument(r, f, p, named ? IP_GET(named, arg) : value, way);
    }
    bool known = spread != NULL;
    for (int i = 0; known && i < rest->count; i++)
        known = rest->items[i] != NULL;
    if (known)
        IP_PUSH(r->arena, &way->arguments, ((ip_fold_argument){spread->name, NULL, rest}));
}

/* Does it do more than change the schema, with any arguments and on any path? */
static bool does_more(const run *r, ip_unit *unit, ip_pl_statement *tree)
{
    run asked = {.reader = r->reader,
                 .arena = r->arena,
                 .item = r->item,
                 .rounds = 0,
                 .path = r->path,
                 .depth = r->depth,
                 .bodies = r->bodies};
    ip_fold_run way = {.unsure = true, .samples = true};
    ip_schema_ran ran = follow_body(&asked, unit, tree, &way);
    return ran.more || ran.unknown;
}

static void follow_call(run *r, ip_folding *f, const PgQuery__FuncCall *call)
{
    const char *name = ip_parse_call_name(r->arena, call);
    const ip_tree *args = IP_ITEMS(call, args);
    int fitting = 0, builtins = 0;
    ip_definitions *d = r->reader->definitions;
    for (int i = 0; i < d->units.count; i++)
        fitting += is_called(d->units.items[i], name, args);
    if (!fitting && !ip_catalog_builtin_named(name, &builtins))
        r->ran.more = true;
    for (int i = 0; fitting && i < d->units.count && !too_much(r); i++) {
        ip_unit *unit = d->units.items[i];
        if (!is_called(unit, name, args))
            continue;
        ip_fold_run way = {.unsure = !sure(f) || fitting > 1};
        ip_pl_statement *tree = read_tree(r, unit);
        r->ran.more |= !tree;
        add_arguments(r, f, unit, call, &way);
        bool changes = tree && follow_body(r, unit, tree, &way).changes;
        if (changes && !unit->makes_schema) {
            unit->makes_schema = true;
            unit->does_more = does_more(r, unit, tree);
        }
    }
    r->ran.unknown |= too_much(r);
}

static void follow_calls(run *r, ip_folding *f, const ip_tree *node)
{
    const ip_tree *value;
    for (size_t i = 0; ip_parse_tree_is_list(node) && i < ip_parse_list_size(node); i++)
        follow_calls(r, f, ip_parse_list_item(node, i));
    if (!ip_parse_tree_is_message(node))
        return;
    IP_TREE_EACH(node, key, value) follow_calls(r, f, value);
    const PgQuery__FuncCall *call = ip_as_func_call(node);
    const PgQuery__RangeVar *table = ip_as_range_var(node);
    r->ran.more |= table && !is_catalog(table);
    if (call)
        follow_call(r, f, call);
}

/* The calls of a query, for each of its rows, where these are known. */
static void follow_query(run *r, ip_folding *f, const PgQuery__SelectStmt *select)
{
    ip_fold_rows rows = {0};
    const ip_known_columns *before = f->row;
    bool unsure = f->unsure;
    if (!ip_dynamic_fold_rows_of(f, select, &rows)) {
        f->unsure = true;
        follow_calls(r, f, select);
    }
    for (int i = 0; i < rows.count; i++) {
        f->row = &rows.items[i].columns;
        f->unsure = unsure || !rows.items[i].sure;
        follow_calls(r, f, select);
    }
    f->row = before;
    f->unsure = unsure;
}

static void follow_statement(run *r, ip_folding *f, const ip_tree *statement, const ip_sql_item *item)
{
    const PgQuery__DoStmt *block = ip_as_do_stmt(statement);
    const PgQuery__SelectStmt *select = ip_as_select_stmt(statement);
    const PgQuery__FuncCall *call = IP_GET(ip_as_call_stmt(statement), funccall);
    r->ran.more |= writes(statement);
    if (changes_schema(statement)) {
        apply(r, f, statement, item);
    } else if (block) {
        follow_block(r, f, block, item);
    } else if (select) {
        follow_query(r, f, select);
    } else {
        follow_calls(r, f, statement);
        if (call)
            follow_call(r, f, call);
    }
}

/* --------------------------------------------------------------- files -- */

/* A function that does not belong to PostgreSQL. */
static bool calls(const ip_reader *reader, const ip_tree *node)
{
    const ip_tree *value;
    for (size_t i = 0; ip_parse_tree_is_list(node) && i < ip_parse_list_size(node); i++)
        if (calls(reader, ip_parse_list_item(node, i)))
            return true;
    if (!ip_parse_tree_is_message(node))
        return false;
    const PgQuery__FuncCall *call = ip_as_func_call(node);
    int count;
    if (call && !ip_catalog_builtin_named(ip_parse_call_name(reader->arena, call), &count))
        return true;
    IP_TREE_EACH(node, key, value) if (calls(reader, value)) return true;
    return false;
}

/* The statement changes the schema itself, which is handled elsewhere, and runs its query. */
static bool fills_table(const ip_tree *statement)
{
    return ip_as_create_table_as_stmt(statement) || IP_GET(ip_as_select_stmt(statement), into_clause);
}

bool ip_workload_schema_may_run(const ip_reader *reader, const ip_tree *statement)
{
    return ip_as_do_stmt(statement) || ip_as_call_stmt(statement) ||
           ((!changes_schema(statement) || fills_table(statement)) && calls(reader, statement));
}

static void tell(ip_reader *reader, ip_range range, const ip_schema_ran *ran)
{
    if (ran->unsure)
        ip_diagnostics_add(
            reader->diagnostics, IP_ASSUMPTION, range, NULL,
            "all changes to the schema that this may make are assumed to be made, whichever path it takes");
    if (ran->unknown)
        ip_diagnostics_add(
            reader->diagnostics, IP_ASSUMPTION, range, NULL,
            "this executes an unknown text, which is assumed not to change the schema in a way that matters");
}

ip_schema_ran ip_workload_schema_run(ip_reader *reader, const ip_sql_item *item, const ip_tree *statement, bool applies)
{
    run r = {.reader = reader, .item = item, .applies = applies, .rounds = MOST_ROUNDS, .path = reader->ddl.path};
    ip_unit no_unit = {.name = "", .language = "", .return_type = "", .path = reader->ddl.path};
    if (!reader->scratch)
        reader->scratch = ip_arena_new();
    r.arena = reader->scratch;
    ip_diagnostics ignored_messages = {.arena = r.arena};
    ip_follower follower = {&r, on_text, on_execute};
    ip_folding f = {.arena = r.arena,
                    .fold = {.arena = r.arena},
                    .definitions = reader->definitions,
                    .unit = &no_unit,
                    .diagnostics = &ignored_messages,
                    .follower = &follower,
                    .rounds = &r.rounds};
    if (fills_table(statement))
        follow_calls(&r, &f, statement);
    else
        follow_statement(&r, &f, statement, item);
    r.ran.more |= fills_table(statement);
    if (applies)
        tell(reader, item->range, &r.ran);
    ip_arena_reset(reader->scratch);
    return r.ran;
}
