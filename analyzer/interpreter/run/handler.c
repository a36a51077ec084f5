/* RAISE, ASSERT, GET STACKED DIAGNOSTICS, and blocks with handlers, which restore the state from before an error. */
#include "interpreter/builtin/builtin.h"
#include "interpreter/run/execute.h"
#include "interpreter/run/write.h"

#include <stdarg.h>
#include <stddef.h>
#include <string.h>

static const struct item {
    const char *option, *item; /* of RAISE … USING, of GET STACKED DIAGNOSTICS */
    size_t offset;
} items[] = {
    {"detail", "pg_exception_detail", offsetof(ip_error_about, detail)},
    {"hint", "pg_exception_hint", offsetof(ip_error_about, hint)},
    {"column", "column_name", offsetof(ip_error_about, column)},
    {"constraint", "constraint_name", offsetof(ip_error_about, constraint)},
    {"datatype", "pg_datatype_name", offsetof(ip_error_about, datatype)},
    {"table", "table_name", offsetof(ip_error_about, table)},
    {"schema", "schema_name", offsetof(ip_error_about, schema)},
};

ip_flow ip_exec_stacked(ip_run_state *run, const ip_step *step)
{
    const char *value = NULL;
    for (size_t i = 0; i < sizeof items / sizeof items[0]; i++)
        if (strcmp(items[i].item, step->source->message) == 0)
            value = *(const char *const *)((const char *)&run->handled->about + items[i].offset);
    if (!value)
        ip_interpreter_unknown(run, step->source->range, "%s of error %s", step->source->message,
                               run->handled->sqlstate);
    ip_exec_assign(run, step->targets, ip_value_datum_string(value));
    return IP_FLOW_NEXT;
}

/* RAISE … USING. NULL is an error, as is an unknown condition. */
static void set_option(ip_run_state *run, ip_error *error, const char *option, ip_datum value)
{
    const char *text = ip_value_datum_text(run->arena, value);
    if (!text)
        ip_interpreter_raise(run, "22004", "RAISE statement option cannot be null");
    if (strcmp(option, "errcode") == 0) {
        error->sqlstate = ip_interpreter_condition_sqlstate(text);
        error->message = error->message ? error->message : text;
        if (!error->sqlstate)
            ip_interpreter_raise(run, "42704", "unrecognized exception condition \"%s\"", text);
    }
    for (size_t i = 0; i < sizeof items / sizeof items[0]; i++)
        if (strcmp(items[i].option, option) == 0)
            *(const char **)((char *)&error->about + items[i].offset) = text;
}

static const char *message_of(ip_run_state *run, const ip_step *step)
{
    const char *format = step->source->message, *result = "";
    int next = 0;
    if (!format && step->expr) {
        ip_datum text = ip_evaluate(run, step->expr);
        if (text.kind == IP_DATUM_NULL)
            ip_interpreter_raise(run, "22004", "RAISE statement option cannot be null");
        return text.as.text;
    }
    if (!format)
        return NULL;
    for (const char *c = format; *c; c++) {
        const char *piece = ip_arena_strndup(run->arena, c, 1);
        if (c[0] == '%' && c[1] == '%')
            c++;
        else if (*c == '%') {
            piece = ip_builtin_text_of(run, ip_evaluate(run, step->args.items[next++]));
            piece = piece ? piece : "<NULL>";
        }
        result = ip_arena_printf(run->arena, "%s%s", result, piece);
    }
    return result;
}

ip_flow ip_exec_raise(ip_run_state *run, const ip_step *step)
{
    ip_exec_begin_statement(run, step, step->source->accesses, &step->source->sql, &step->places);
    if (!step->source->aborts && run->database->notice && step->source->level) {
        const char *text = message_of(run, step);
        run->database->notice(run->database->data, step->source->level, text ? text : step->source->sqlstate);
        return IP_FLOW_NEXT;
    }
    if (!step->source->aborts) {
        for (int i = 0; i < step->args.count; i++)
            ip_evaluate(run, step->args.items[i]);
        return IP_FLOW_NEXT;
    }
    if (!step->sqlstate)
        ip_interpreter_raise_again(run, run->handled);
    ip_error error = {step->sqlstate, message_of(run, step), {"", "", "", "", "", "", ""}};
    int first = step->args.count - step->source->names.count;
    for (int i = 0; i < step->source->names.count; i++)
        set_option(run, &error, step->source->names.items[i], ip_evaluate(run, step->args.items[first + i]));
    if (strcmp(error.sqlstate, "20000") == 0 && !step->source->expr)
        error.about = ip_interpreter_usual_about(error.sqlstate);
    error.message = error.message ? error.message : step->source->sqlstate;
    ip_interpreter_raise_again(run, &error);
}

ip_flow ip_exec_assert(ip_run_state *run, const ip_step *step)
{
    if (ip_is_true(ip_exec_evaluate_own(run, step, step->expr)))
        return IP_FLOW_NEXT;
    ip_datum text = step->args.count ? ip_evaluate(run, step->args.items[0]) : (ip_datum){0};
    const char *message = ip_value_datum_text(run->arena, text);
    ip_interpreter_raise(run, "P0004", "%s", message ? message : "assertion failed");
}

/* OTHERS catches neither a cancelled query nor a failed assertion. */
static bool handles(const ip_step_handler *handler, const char *sqlstate)
{
    for (int i = 0; i < handler->condition_count; i++) {
        const char *condition = handler->conditions[i];
        if (!condition && strcmp(sqlstate, "57014") != 0 && strcmp(sqlstate, "P0004") != 0)
            return true;
        if (!condition)
            continue;
        bool category = strcmp(condition + 2, "000") == 0;
        if (strncmp(condition, sqlstate, category ? 2 : 5) == 0)
            return true;
    }
    return false;
}

static ip_flow handle(ip_run_state *run, const ip_step *step, const ip_error *error)
{
    for (int i = 0; i < step->handler_count; i++) {
        const ip_step_handler *handler = &step->handlers[i];
        if (!handles(handler, error->sqlstate))
            continue;
        const ip_error *outer = run->handled;
        run->handled = error;
        if (handler->sqlstate >= 0)
            run->slots[handler->sqlstate] = ip_value_datum_string(error->sqlstate);
        if (handler->message >= 0)
            run->slots[handler->message] = ip_value_datum_string(error->message);
        ip_flow flow = ip_exec_steps_run(run, &handler->body);
        run->handled = outer;
        return flow;
    }
    ip_interpreter_raise_again(run, error);
}

/* What a jump out of the block must put back. */
typedef struct state {
    ip_call_frame *frame;
    ip_datum *slots;
    ip_row_scope *scope;
    ip_cells *cells;
    ip_parts *parts;
    ip_rounds *rounds;
    int depth, cell_depth, trigger_depth, savepoint, portals, guards, writing_loops, reading_loops, late, modes, own,
        notifications, done;
    const ip_code_query *scanned;
    bool may_end, ending, checking_key, joined;
    ip_read_mode checking;
    const ip_error *handled;
    ip_firing firing;
} state;

static state save(ip_run_state *run)
{
    return (state){.frame = run->frame,
                   .slots = run->slots,
                   .scope = run->scope,
                   .cells = run->cells,
                   .parts = run->parts,
                   .rounds = run->rounds,
                   .depth = run->depth,
                   .cell_depth = run->cell_depth,
                   .trigger_depth = run->trigger_depth,
                   .portals = run->portals.count,
                   .guards = run->guards,
                   .writing_loops = run->writing_loops,
                   .reading_loops = run->reading_loops,
                   .late = run->late.count,
                   .done = run->late_done,
                   .own = run->own_undos.count,
                   .notifications = run->notifications.count,
                   .modes = run->constraint_modes.count,
                   .may_end = run->may_end,
                   .ending = run->ending,
                   .checking = run->checking,
                   .checking_key = run->checking_key,
                   .scanned = run->scanned,
                   .joined = run->joined,
                   .handled = run->handled,
                   .firing = run->firing};
}

/* Where the run is, not what it did. */
static void go_back(ip_run_state *run, const state *s)
{
    run->frame = s->frame;
    run->slots = s->slots;
    run->scope = s->scope;
    run->scanned = s->scanned;
    run->joined = s->joined;
    run->cells = s->cells;
    run->parts = s->parts;
    run->rounds = s->rounds;
    run->depth = s->depth;
    run->cell_depth = s->cell_depth;
    run->trigger_depth = s->trigger_depth;
    run->handled = s->handled;
    run->guards = s->guards;
    run->writing_loops = s->writing_loops;
    run->reading_loops = s->reading_loops;
    run->may_end = s->may_end;
    run->ending = s->ending;
    run->checking = s->checking;
    run->checking_key = s->checking_key;
    run->firing = s->firing;
}

static void restore(ip_run_state *run, const state *s)
{
    go_back(run, s);
    ip_exec_undo_late(run, s->late, s->done);
    run->notifications.count = s->notifications;
    ip_exec_undo_own(run, s->own);
    run->constraint_modes.count = s->modes;
    run->portals.count = s->portals; /* an error closes the cursors opened since */
    ip_exec_undo_for_cursors(run);
    if (run->database->rollback_to)
        run->database->rollback_to(run->database->data, s->savepoint);
    /* The rollback may have undone cells that the statement had read. */
    run->cells->statement = ++run->clock;
}

static void block_ends(ip_run_state *run, const char *sqlstate, const char *detail)
{
    if (run->database->block_ends)
        run->database->block_ends(run->database->data, run->cell_depth, sqlstate,
                                  run->interpreter->asks_detail ? detail : NULL);
}

ip_flow ip_exec_run_guarded(ip_run_state *run, const ip_step *step)
{
    ip_trap trap = {.outer = run->trap};
    const ip_database *db = run->database;
    state saved = save(run);
    saved.savepoint = db->savepoint ? db->savepoint(db->data) : 0;
    if (setjmp(trap.jump)) {
        ip_error *error = IP_NEW(run->arena, ip_error);
        run->trap = trap.outer;
        run->end = IP_RUN_COMMITTED;
        *error = run->error;
        restore(run, &saved);
        block_ends(run, error->sqlstate, error->about.detail);
        if (strcmp(error->sqlstate, "P0001") != 0 || !error->message ||
            strcmp(error->message, "ROLLBACK TO SAVEPOINT") != 0)
            ip_exec_tell_client(run, ip_arena_printf(run->arena, "statement error %s", error->sqlstate));
        return handle(run, step, error);
    }
    if (run->database->block_begins)
        run->database->block_begins(run->database->data, run->cell_depth);
    run->trap = &trap;
    run->guards++;
    ip_flow flow = ip_exec_steps_run(run, &step->body);
    run->guards--;
    run->trap = trap.outer;
    block_ends(run, NULL, NULL);
    return flow;
}

bool ip_exec_try(ip_run_state *run, ip_attempt *attempt, void *data)
{
    ip_trap trap = {.outer = run->trap};
    const state saved = save(run);
    if (setjmp(trap.jump)) {
        run->trap = trap.outer;
        run->end = IP_RUN_COMMITTED;
        go_back(run, &saved);
        return false;
    }
    run->trap = &trap;
    attempt(run, data);
    run->trap = trap.outer;
    return true;
}
