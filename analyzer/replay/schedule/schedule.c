/* A schedule: one interleaving of a client's transactions, step by step, as it is sent to a server, with the predicted
 * result of each step. */
#include "replay/schedule/schedule.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS_SHOWN = 4 };

ip_schedule *ip_schedule_new(ip_arena *arena)
{
    ip_schedule *schedule = IP_NEW(arena, ip_schedule);
    schedule->arena = arena;
    return schedule;
}

static const char *copy(ip_arena *arena, const char *text)
{
    return text ? ip_arena_strdup(arena, text) : NULL;
}

int ip_schedule_add_instance(ip_schedule *schedule, const char *name, const char *transaction, const char *level,
                             const char *arguments)
{
    ip_arena *arena = schedule->arena;
    ip_schedule_instance instance = {copy(arena, name), copy(arena, transaction), copy(arena, level),
                                     arguments ? copy(arena, arguments) : "", schedule->instances.count + 1};
    IP_PUSH(arena, &schedule->instances, instance);
    return schedule->instances.count - 1;
}

ip_schedule_step *ip_schedule_add_step(ip_schedule *schedule, int instance, ip_step_kind kind)
{
    ip_schedule_step step = {.instance = instance, .kind = kind, .statement = -1};
    IP_PUSH(schedule->arena, &schedule->steps, step);
    return &schedule->steps.items[schedule->steps.count - 1];
}

void ip_schedule_place(ip_schedule_step *step, ip_range range)
{
    ip_position position = ip_range_position(range);
    step->file = range.source ? range.source->path : NULL;
    step->line = position.line;
    step->column = position.column;
}

static ip_schedule_row copy_row(ip_arena *arena, const char *table, int count, const char *const *columns,
                                const char *const *values)
{
    const char **names = IP_NEW_ARRAY(arena, const char *, count), **texts = IP_NEW_ARRAY(arena, const char *, count);
    for (int i = 0; i < count; i++) {
        names[i] = copy(arena, columns[i]);
        texts[i] = copy(arena, values[i]);
    }
    return (ip_schedule_row){copy(arena, table), count, names, texts};
}

void ip_schedule_add_initial_row(ip_schedule *schedule, const char *table, int count, const char *const *columns,
                                 const char *const *values)
{
    ip_schedule_row row = copy_row(schedule->arena, table, count, columns, values);
    IP_PUSH(schedule->arena, &schedule->initial_rows, row);
}

void ip_schedule_add_final_row(ip_schedule *schedule, const char *table, int count, const char *const *columns,
                               const char *const *values)
{
    ip_schedule_row row = copy_row(schedule->arena, table, count, columns, values);
    IP_PUSH(schedule->arena, &schedule->final_rows, row);
}

bool ip_schedule_is_earlier(const ip_schedule *schedule, const ip_schedule_step *step)
{
    const ip_schedule_step *end = schedule->steps.items + schedule->steps.count;
    for (const ip_schedule_step *later = step + 1; later < end; later++)
        if (later->instance == step->instance && later->kind == IP_STEP_BEGIN)
            return true;
    return false;
}

const char *ip_schedule_fault(const ip_schedule *schedule)
{
    ip_arena *arena = schedule->arena;
    enum { NOT_BEGUN, RUNNING, ENDED } *state = ip_arena_alloc(arena, sizeof(int) * (size_t)schedule->instances.count);
    for (int i = 0; i < schedule->steps.count; i++) {
        const ip_schedule_step *step = &schedule->steps.items[i];
        if (step->instance < 0 || step->instance >= schedule->instances.count)
            return ip_arena_printf(arena, "step %d is of no instance", i + 1);
        const char *name = schedule->instances.items[step->instance].name;
        if ((step->kind == IP_STEP_BEGIN) == (state[step->instance] == RUNNING))
            return ip_arena_printf(arena, "step %d: %s %s", i + 1, name,
                                   state[step->instance] == NOT_BEGUN ? "has not begun"
                                   : state[step->instance] == RUNNING ? "has begun already"
                                                                      : "has ended already");
        if (step->kind == IP_STEP_STATEMENT && (!step->text || !*step->text))
            return ip_arena_printf(arena, "step %d of %s is a statement without text", i + 1, name);
        state[step->instance] = step->kind == IP_STEP_COMMIT || step->kind == IP_STEP_ABORT ? ENDED : RUNNING;
    }
    for (int i = 0; i < schedule->instances.count; i++)
        if (state[i] != ENDED)
            return ip_arena_printf(arena, "%s does not %s", schedule->instances.items[i].name,
                                   state[i] == NOT_BEGUN ? "run" : "end");
    return NULL;
}

const char *ip_schedule_step_kind_name(ip_step_kind kind)
{
    static const char *const names[] = {
#define X(id, name) [id] = name,
        IP_STEP_KINDS(X)
#undef X
    };
    return names[kind];
}

const char *ip_schedule_outcome_kind_name(ip_outcome_kind kind)
{
    static const char *const names[] = {
#define X(id, name) [id] = name,
        IP_OUTCOME_KINDS(X)
#undef X
    };
    return names[kind];
}

/* White space outside quotes becomes one blank. */
static const char *folded(ip_arena *arena, const char *text)
{
    char *out = ip_arena_alloc(arena, strlen(text) + 1), *to = out;
    char quote = '\0';
    for (const char *at = text; *at; at++) {
        if (!quote && isspace((unsigned char)*at)) {
            if (to > out && to[-1] != ' ')
                *to++ = ' ';
            continue;
        }
        if (quote ? *at == quote : *at == '\'' || *at == '"')
            quote = quote ? '\0' : *at;
        *to++ = *at;
    }
    while (to > out && to[-1] == ' ')
        to--;
    *to = '\0';
    return out;
}

const char *ip_schedule_step_text(ip_arena *arena, const ip_schedule_step *step)
{
    static const char *const words[] = {
        [IP_STEP_BEGIN] = "BEGIN", [IP_STEP_COMMIT] = "COMMIT", [IP_STEP_ABORT] = "ROLLBACK"};
    return step->kind == IP_STEP_STATEMENT ? folded(arena, step->text) : words[step->kind];
}

static const char *row_text(ip_arena *arena, const ip_outcome *outcome, int row)
{
    const char *text = "";
    for (int c = 0; c < outcome->column_count; c++) {
        const char *value = outcome->values[row * outcome->column_count + c];
        text = ip_arena_printf(arena, "%s%s%s", text, c ? " | " : "", value ? value : "NULL");
    }
    return text;
}

static const char *rows_text(ip_arena *arena, const ip_outcome *outcome)
{
    if (outcome->row_count == 0)
        return "no row";
    if (outcome->row_count == 1)
        return row_text(arena, outcome, 0);
    const char *text = ip_arena_printf(arena, "%d rows:", outcome->row_count);
    for (int r = 0; r < outcome->row_count && r < ROWS_SHOWN; r++)
        text = ip_arena_printf(arena, "%s%s %s", text, r ? ";" : "", row_text(arena, outcome, r));
    return outcome->row_count > ROWS_SHOWN ? ip_arena_printf(arena, "%s; …", text) : text;
}

const char *ip_schedule_outcome_text(ip_arena *arena, const ip_outcome *outcome)
{
    switch (outcome->kind) {
    case IP_OUTCOME_ROWS:
        return rows_text(arena, outcome);
    case IP_OUTCOME_CHANGED:
        return ip_arena_printf(arena, "%ld row%s changed", outcome->changed, outcome->changed == 1 ? "" : "s");
    case IP_OUTCOME_ERROR:
        return outcome->message ? ip_arena_printf(arena, "error %s (%s)", outcome->sqlstate, outcome->message)
                                : ip_arena_printf(arena, "error %s", outcome->sqlstate);
    case IP_OUTCOME_DONE:
        break;
    }
    return "";
}

static bool same_row(const ip_outcome *a, int row_a, const ip_outcome *b, int row_b)
{
    for (int c = 0; c < a->column_count; c++) {
        const char *x = a->values[row_a * a->column_count + c], *y = b->values[row_b * b->column_count + c];
        if (!x != !y || (x && strcmp(x, y) != 0))
            return false;
    }
    return true;
}

/* As multisets: without ORDER BY the order means nothing. Results are small. */
static bool same_rows(const ip_outcome *a, const ip_outcome *b)
{
    if (a->row_count != b->row_count || (a->row_count && a->column_count != b->column_count))
        return false;
    bool *used = calloc((size_t)b->row_count + 1, sizeof *used);
    bool same = used != NULL;
    for (int i = 0; same && i < a->row_count; i++) {
        int j = 0;
        while (j < b->row_count && (used[j] || !same_row(a, i, b, j)))
            j++;
        same = j < b->row_count;
        if (same)
            used[j] = true;
    }
    free(used);
    return same;
}

bool ip_schedule_outcome_equal(const ip_outcome *a, const ip_outcome *b)
{
    if (a->kind != b->kind)
        return false;
    switch (a->kind) {
    case IP_OUTCOME_ROWS:
        return same_rows(a, b);
    case IP_OUTCOME_CHANGED:
        return a->changed == b->changed;
    case IP_OUTCOME_ERROR:
        return strcmp(a->sqlstate, b->sqlstate) == 0;
    case IP_OUTCOME_DONE:
        break;
    }
    return true;
}
