/* Cursors. Their rows are all found when they are opened, in the statement's snapshot, as nothing that happens later
 * can change them; what FETCH does is to count. */
#include "execute.h"

#include <string.h>

static ip_portal *portal_named(ip_run *run, const char *name)
{
    for (int i = run->portals.count - 1; i >= 0; i--)
        if (run->portals.items[i].open && strcmp(run->portals.items[i].name, name) == 0)
            return &run->portals.items[i];
    return NULL;
}

static const char *variable_of(const ip_run *run, const ip_step *step)
{
    return run->frame->prepared->code->variables.items[step->source->cursor].name;
}

/* The portal's name: the variable's value, which gets one if it has none. */
static const char *name_portal(ip_run *run, const ip_step *step)
{
    ip_datum *value = &run->slots[step->source->cursor];
    if (value->kind == IP_DATUM_NULL)
        *value = ip_datum_string(ip_arena_printf(run->arena, "<unnamed portal %d>", ++run->unnamed_portals));
    if (value->kind != IP_DATUM_TEXT)
        ip_unable(run, step->source->range, "a cursor whose variable is no text");
    if (portal_named(run, value->as.text))
        ip_raise(run, "42P03", "cursor \"%s\" already in use", value->as.text);
    return value->as.text;
}

static void add_portal(ip_run *run, const ip_step *step, const char *name, ip_rowset rows)
{
    ip_portal portal = {.name = name, .query = step->query, .rows = rows, .scroll = step->source->scroll, .open = true};
    IP_PUSH(run->arena, &run->portals, portal);
}

/* Arguments come from a query of one row. */
static void set_outcome(ip_run *run, const ip_step *step, int64_t row_count)
{
    run->frame->row_count = step->source->by_arguments ? 1 : row_count;
    if (step->source->by_arguments)
        ip_set_found(run, true);
}

ip_flow ip_exec_open(ip_run *run, const ip_step *step)
{
    const char *name = name_portal(run, step);
    int64_t row_count = run->frame->row_count;
    ip_rowset rows = ip_run_query_statement(run, step);
    set_outcome(run, step, row_count);
    add_portal(run, step, name, rows);
    return IP_FLOW_NEXT;
}

static ip_portal *portal_of(ip_run *run, const ip_step *step)
{
    ip_datum value = run->slots[step->source->cursor];
    if (value.kind == IP_DATUM_NULL)
        ip_raise(run, "22004", "cursor variable \"%s\" is null", variable_of(run, step));
    ip_portal *portal = value.kind == IP_DATUM_TEXT ? portal_named(run, value.as.text) : NULL;
    if (!portal)
        ip_raise(run, "34000", "cursor \"%s\" does not exist", value.kind == IP_DATUM_TEXT ? value.as.text : "");
    return portal;
}

static int64_t clamp(const ip_portal *portal, int64_t position)
{
    int64_t end = (int64_t)portal->rows.count + 1;
    return position < 0 ? 0 : position > end ? end : position;
}

/* Where it goes; *rows: how many it has gone over, for MOVE, or are at its end. */
static int64_t destination(const ip_portal *portal, const ip_code_statement *s, int64_t count, int64_t *rows)
{
    int64_t count_of_all = (int64_t)portal->rows.count, to;
    bool steps = s->direction == IP_CODE_FORWARD || s->direction == IP_CODE_BACKWARD;
    if (s->direction == IP_CODE_BACKWARD)
        count = -count;
    if (s->all)
        to = s->direction == IP_CODE_BACKWARD ? 0 : count_of_all + 1;
    else if (s->direction == IP_CODE_ABSOLUTE)
        to = clamp(portal, count < 0 ? count_of_all + 1 + count : count);
    else
        to = count > count_of_all + 1    ? count_of_all + 1
             : count < -count_of_all - 1 ? 0
                                         : clamp(portal, portal->position + count);
    *rows = to >= 1 && to <= count_of_all;
    if ((steps && count != 0) || s->all) {
        int64_t gone = to > portal->position ? to - portal->position : portal->position - to;
        *rows = gone - (gone > 0 && (to == 0 || to == count_of_all + 1));
    }
    return to;
}

static bool same_columns(const ip_query *a, const ip_query *b)
{
    bool same = a->width == b->width;
    for (int i = 0; same && i < a->width; i++)
        same = ip_sqltype_same(a->types[i], b->types[i]) && strcmp(a->names[i], b->names[i]) == 0;
    return same;
}

ip_flow ip_exec_fetch(ip_run *run, const ip_step *step)
{
    const ip_code_statement *s = step->source;
    ip_portal *portal = portal_of(run, step);
    ip_datum given = step->expr ? ip_evaluate(run, step->expr) : ip_datum_integer(1);
    if (given.kind == IP_DATUM_NULL)
        ip_raise(run, "22004", "relative or absolute cursor position is null");
    int64_t rows, to = destination(portal, s, given.as.integer, &rows);
    bool counted_from_end = s->direction == IP_CODE_ABSOLUTE && given.as.integer < 0;
    if (!portal->scroll && (to < portal->position || counted_from_end))
        ip_unable(run, s->range, "going backward in a cursor without SCROLL, which not every plan can do,");
    portal->position = to;
    if (!s->move) {
        if (!step->query || (step->query != portal->query && !same_columns(step->query, portal->query)))
            ip_unable(run, s->range, "FETCH from a cursor that may have been opened on another query");
        size_t width = (size_t)portal->rows.width;
        bool there = to >= 1 && to <= portal->rows.count;
        ip_assign_row(run, step, there ? portal->rows.values + (size_t)(to - 1) * width : NULL, portal->rows.width);
    }
    run->frame->row_count = rows;
    ip_set_found(run, rows > 0);
    return IP_FLOW_NEXT;
}

ip_flow ip_exec_close(ip_run *run, const ip_step *step)
{
    portal_of(run, step)->open = false;
    return IP_FLOW_NEXT;
}

void ip_open_for_loop(ip_run *run, const ip_step *step)
{
    const char *name = name_portal(run, step);
    set_outcome(run, step, run->frame->row_count);
    add_portal(run, step, name, (ip_rowset){0});
    run->portals.items[run->portals.count - 1].pinned = true;
}

void ip_close_after_loop(ip_run *run, const ip_step *step)
{
    ip_datum value = run->slots[step->source->cursor];
    ip_portal *portal = value.kind == IP_DATUM_TEXT ? portal_named(run, value.as.text) : NULL;
    if (portal)
        portal->open = false;
}
