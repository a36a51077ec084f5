/* Statements with cursors: OPEN, FETCH, MOVE, CLOSE, FOR over one; DECLARE and similar statements in scripts. The
 * movements of a cursor follow PostgreSQL's DoPortalRunFetch. */
#include "parse/quoted_name.h"
#include "interpreter/run/execute.h"
#include "interpreter/run/portal.h"

#include <string.h>

ip_portal *ip_exec_portal_named(ip_run_state *run, const char *name)
{
    for (int i = run->portals.count - 1; i >= 0; i--)
        if (run->portals.items[i].open && strcmp(run->portals.items[i].name, name) == 0)
            return &run->portals.items[i];
    return NULL;
}

static const char *variable_of(const ip_run_state *run, const ip_step *step)
{
    return run->frame->prepared->code->variables.items[step->source->cursor].name;
}

/* ---- OPEN, DECLARE ---- */
/* The portal's name: the variable's value, which gets one if it has none. */
static const char *name_portal(ip_run_state *run, const ip_step *step)
{
    ip_datum own = step->source->portal ? ip_value_datum_string(step->source->portal) : (ip_datum){0};
    ip_datum *value = step->source->portal ? &own : &run->slots[step->source->cursor];
    if (value->kind == IP_DATUM_NULL)
        *value = ip_value_datum_string(ip_arena_printf(run->arena, "<unnamed portal %d>", ++run->unnamed_portals));
    if (value->kind != IP_DATUM_TEXT)
        ip_interpreter_unable(run, step->source->range, "a cursor whose variable is no text");
    if (ip_exec_portal_named(run, value->as.text))
        ip_interpreter_raise(run, "42P03", "cursor \"%s\" already %s", value->as.text,
                             step->source->portal ? "exists" : "in use");
    return value->as.text;
}

/* Arguments come from a query of one row. */
static void set_outcome(ip_run_state *run, const ip_step *step, int64_t row_count)
{
    run->frame->row_count = step->source->by_arguments ? 1 : row_count;
    if (step->source->by_arguments)
        ip_exec_set_found(run, true);
}

static const char *text_of_open(ip_run_state *run, const ip_step *step, const ip_portal *portal)
{
    const ip_code_statement *s = step->source;
    const char *text = ip_exec_statement_text(run, &s->sql, &step->places);
    if (!portal->declared || s->portal)
        return text;
    return ip_arena_printf(run->arena, "DECLARE %s %sCURSOR FOR %s", ip_parse_quoted_name(run->arena, portal->name),
                           portal->scroll      ? "SCROLL "
                           : portal->no_scroll ? "NO SCROLL "
                                               : "",
                           text);
}

/* Its number, not a pointer: other cursors may be opened meanwhile. */
static int open_portal(ip_run_state *run, const ip_step *step)
{
    const ip_code_statement *s = step->source;
    const ip_query_plan *query = step->query;
    ip_portal portal = {.name = name_portal(run, step),
                        .query = query,
                        .scroll = s->scroll,
                        .no_scroll = s->no_scroll || query->locks,
                        .open = true,
                        .declared = s->declares || s->portal,
                        .unfetched = s->unfetched};
    int64_t row_count = run->frame->row_count;
    if (s->scroll && query->locks)
        ip_interpreter_raise(run, "0A000", "DECLARE SCROLL CURSOR ... FOR UPDATE is not supported");
    ip_exec_forbid_in_stable(run, step);
    ip_exec_forbid_if_read_only(run, step);
    if (ip_exec_enter_statement(run, step, s->accesses, &s->sql))
        run->database->text(run->database->data, s, text_of_open(run, step, &portal));
    ip_parts *outer = ip_exec_parts_begin(run, step);
    if (query->locks && step->part_count)
        ip_interpreter_unable(run, s->range, "a cursor that locks rows and looks at others, too,");
    if (!s->unfetched)
        ip_exec_portal_find(run, &portal);
    ip_exec_parts_end(run, outer);
    static const ip_rowset none;
    ip_exec_end_statement(run, step, s->accesses, portal.declared ? &none : &portal.rows);
    set_outcome(run, step, row_count);
    IP_PUSH(run->arena, &run->portals, portal);
    return run->portals.count - 1;
}

ip_flow ip_exec_open(ip_run_state *run, const ip_step *step)
{
    open_portal(run, step);
    return IP_FLOW_NEXT;
}

/* ---- FETCH, MOVE ---- */
static ip_portal *portal_of(ip_run_state *run, const ip_step *step)
{
    const char *name = step->source->portal;
    ip_datum value = name ? ip_value_datum_string(name) : run->slots[step->source->cursor];
    if (value.kind == IP_DATUM_NULL)
        ip_interpreter_raise(run, "22004", "cursor variable \"%s\" is null", variable_of(run, step));
    ip_portal *portal = value.kind == IP_DATUM_TEXT ? ip_exec_portal_named(run, value.as.text) : NULL;
    if (!portal)
        ip_interpreter_raise(run, "34000", "cursor \"%s\" does not exist",
                             value.kind == IP_DATUM_TEXT ? value.as.text : "");
    return portal;
}

typedef struct movement {
    ip_code_direction direction;
    int64_t count;
    bool all;
} movement;

static int64_t clamp(const ip_portal *portal, int64_t position)
{
    int64_t end = (int64_t)portal->rows.count + 1;
    return position < 0 ? 0 : position > end ? end : position;
}

/* FORWARD -1 is BACKWARD 1, RELATIVE 0 the current row. */
static movement normal(movement m)
{
    bool rows = m.direction == IP_CODE_FORWARD || m.direction == IP_CODE_BACKWARD;
    if (rows && m.count < 0 && !m.all) {
        m.direction = m.direction == IP_CODE_FORWARD ? IP_CODE_BACKWARD : IP_CODE_FORWARD;
        m.count = -m.count;
    }
    if (m.count == 0 && m.direction == IP_CODE_RELATIVE)
        m.direction = IP_CODE_FORWARD;
    return m;
}

static bool on_row(const ip_portal *portal)
{
    return portal->position >= 1 && portal->position <= portal->rows.count;
}

/* Does the server step back for it, even if it returns to the same row? */
static bool goes_back(const ip_portal *portal, movement m, bool move)
{
    bool stays = !m.all && m.count == 0;
    switch (m.direction) {
    case IP_CODE_FORWARD:
        return stays && on_row(portal) && !move;
    case IP_CODE_BACKWARD:
        return !move || (m.all ? portal->position > 0 : !stays);
    case IP_CODE_RELATIVE:
        return m.count < 0;
    case IP_CODE_ABSOLUTE:
        if (m.count < 0)
            return true;
        return portal->position > 0 && m.count <= portal->position;
    }
    return true;
}

static void refuse_back(ip_run_state *run, const ip_step *step, const ip_portal *portal, movement m)
{
    if (portal->scroll || !goes_back(portal, m, step->source->move))
        return;
    if (portal->no_scroll)
        ip_interpreter_raise(run, "55000", "cursor can only scan forward");
    ip_interpreter_unable(run, step->source->range,
                          "going backward in a cursor without SCROLL, which not every plan can do,");
}

/* The new position; *rows: the number of rows passed, for MOVE, or at its end. */
static int64_t destination(const ip_portal *portal, movement m, int64_t *rows)
{
    int64_t count_of_all = (int64_t)portal->rows.count, to;
    int64_t count = m.direction == IP_CODE_BACKWARD ? -m.count : m.count;
    bool steps = m.direction == IP_CODE_FORWARD || m.direction == IP_CODE_BACKWARD;
    if (m.all)
        to = m.direction == IP_CODE_BACKWARD ? 0 : count_of_all + 1;
    else if (m.direction == IP_CODE_ABSOLUTE)
        to = clamp(portal, count < 0 ? count_of_all + 1 + count : count);
    else
        to = count > count_of_all + 1    ? count_of_all + 1
             : count < -count_of_all - 1 ? 0
                                         : clamp(portal, portal->position + count);
    *rows = to >= 1 && to <= count_of_all;
    if ((steps && count != 0) || m.all) {
        int64_t distance = to > portal->position ? to - portal->position : portal->position - to;
        *rows = distance - (distance > 0 && (to == 0 || to == count_of_all + 1));
    }
    return to;
}

/* Fetches the rows that the movement may reach. */
static void reach(ip_run_state *run, ip_portal *portal, movement m)
{
    int64_t count = m.direction == IP_CODE_ABSOLUTE ? m.count : portal->position + m.count;
    if (portal->unfetched)
        ip_interpreter_unable(run, run->range, "a row of a cursor whose query calls a volatile function");
    ip_exec_portal_reach(run, portal, m.all ? INT64_MAX : count);
}

static const char *text_of_fetch(ip_run_state *run, const ip_step *step, const ip_portal *portal, movement m)
{
    static const char *const words[] = {
        [IP_CODE_FORWARD] = "FORWARD",
        [IP_CODE_BACKWARD] = "BACKWARD",
        [IP_CODE_ABSOLUTE] = "ABSOLUTE",
        [IP_CODE_RELATIVE] = "RELATIVE",
    };
    if (step->source->portal)
        return ip_exec_statement_text(run, &step->source->sql, &step->places);
    const char *count = m.all ? "ALL" : ip_arena_printf(run->arena, "%lld", (long long)m.count);
    return ip_arena_printf(run->arena, "%s %s %s FROM %s", step->source->move ? "MOVE" : "FETCH", words[m.direction],
                           count, ip_parse_quoted_name(run->arena, portal->name));
}

/* A statement that takes no snapshot; it is reported, too, where every statement is. */
static void begin(ip_run_state *run, const ip_step *step, const char *text)
{
    const ip_database *db = run->database;
    if (run->frame->shares_statement)
        return;
    run->cells->statement = ++run->clock;
    if (db->statement && !db->statement(db->data, step->source, run->cell_depth, false))
        ip_interpreter_stop(run);
    if (db->text && run->cell_depth == 0)
        db->text(db->data, step->source, text);
}

/* The rows passed, or the row reached; and their number. */
static ip_rowset go(ip_run_state *run, const ip_step *step, ip_portal *portal, movement m, int64_t *rows)
{
    const movement as_given = m;
    m = normal(m);
    bool visible = portal->declared || portal->waits;
    if (visible)
        begin(run, step, text_of_fetch(run, step, portal, as_given));
    refuse_back(run, step, portal, m);
    reach(run, portal, m);
    int64_t from = portal->position, to = destination(portal, m, rows);
    ip_rowset result = {.width = portal->rows.width};
    int64_t last = portal->rows.count, by = to > from ? 1 : -1;
    bool steps = m.direction == IP_CODE_FORWARD || m.direction == IP_CODE_BACKWARD;
    for (int64_t i = steps && from != to ? from + by : to; !step->source->move; i += by) {
        if (i >= 1 && i <= last)
            memcpy(ip_exec_rowset_add(run, &result), portal->rows.values + (size_t)(i - 1) * (size_t)result.width,
                   sizeof(ip_datum) * (size_t)result.width);
        if (i == to)
            break;
    }
    portal->position = to;
    const ip_rowset passed = {.count = (int)*rows};
    if (visible)
        ip_exec_end_statement(run, step, true, step->source->move ? &passed : &result);
    return result;
}

static bool same_columns(const ip_query_plan *a, const ip_query_plan *b)
{
    bool same = a->width == b->width;
    for (int i = 0; same && i < a->width; i++)
        same = ip_value_sqltype_same(a->types[i], b->types[i]) && strcmp(a->names[i], b->names[i]) == 0;
    return same;
}

ip_flow ip_exec_fetch(ip_run_state *run, const ip_step *step)
{
    const ip_code_statement *s = step->source;
    ip_portal *portal = portal_of(run, step);
    const ip_query_plan *query = portal->query;
    ip_datum given = step->expr ? ip_evaluate(run, step->expr) : ip_value_datum_integer(1);
    if (given.kind == IP_DATUM_NULL)
        ip_interpreter_raise(run, "22004", "relative or absolute cursor position is null");
    if (!s->move && !s->portal && (!step->query || (step->query != query && !same_columns(step->query, query))))
        step = ip_prepare_step_of_fetch(run->interpreter, run->frame->prepared, s, query);
    if (step->unable)
        ip_exec_refuse_step(run, step);
    int64_t count;
    ip_rowset rows = go(run, step, portal, (movement){s->direction, given.as.integer, s->all}, &count);
    if (s->portal && !s->move)
        ip_exec_give_client(run, &rows);
    else if (!s->move)
        ip_exec_assign_row(run, step, rows.count ? rows.values : NULL, rows.width);
    run->frame->row_count = count;
    ip_exec_set_found(run, count > 0);
    return IP_FLOW_NEXT;
}

/* ---- CLOSE ---- */
static void close_portal(ip_run_state *run, const ip_step *step, ip_portal *portal)
{
    const char *name = portal->name;
    if (portal->pinned)
        ip_interpreter_raise(run, "24000", "cannot drop pinned portal \"%s\"", name);
    portal->open = false;
    if (!portal->declared || step->source->portal)
        return;
    begin(run, step, ip_arena_printf(run->arena, "CLOSE %s", ip_parse_quoted_name(run->arena, name)));
    ip_exec_end_statement(run, step, true, &(ip_rowset){0});
}

ip_flow ip_exec_close(ip_run_state *run, const ip_step *step)
{
    const ip_code_statement *s = step->source;
    bool script = s->cursor < 0;
    if (script)
        begin(run, step, ip_exec_statement_text(run, &s->sql, &step->places));
    for (int i = 0; script && !s->portal && i < run->portals.count; i++)
        run->portals.items[i].open = false;
    if (!script || s->portal)
        close_portal(run, step, portal_of(run, step));
    if (script)
        ip_exec_end_statement(run, step, true, &(ip_rowset){0});
    return IP_FLOW_NEXT;
}

/* ---- FOR over a cursor: row by row, so that it has a current one ---- */
ip_flow ip_exec_cursor_loop(ip_run_state *run, const ip_step *step)
{
    int number = open_portal(run, step);
    bool found = false;
    ip_flow flow = IP_FLOW_NEXT;
    run->portals.items[number].pinned = true;
    for (;;) {
        ip_portal *portal = &run->portals.items[number];
        int64_t count;
        ip_rowset row = go(run, step, portal, (movement){IP_CODE_FORWARD, 1, false}, &count);
        if (!row.count && !found)
            ip_exec_assign_row(run, step, NULL, portal->rows.width);
        if (!row.count)
            break;
        found = true;
        ip_exec_assign_row(run, step, row.values, row.width);
        if (ip_exec_loop_round(run, step, &flow))
            break;
    }
    run->portals.items[number].pinned = false;
    close_portal(run, step, &run->portals.items[number]);
    ip_exec_set_found(run, found);
    return flow;
}
