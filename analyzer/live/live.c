/* One replay: stage, execution, comparison, clearing away. */
#include "live/compare.h"
#include "live/execute.h"
#include "live/padding.h"

#include <string.h>

static const char SERIALIZATION_FAILURE[] = "40001";

const char *ip_live_end_name(ip_live_end end)
{
    static const char *const names[] = {
#define X(id, name, meaning) [id] = name,
        IP_LIVE_ENDS(X)
#undef X
    };
    return names[end];
}

/* ---------------------------------------------------------- final rows -- */

typedef struct comparer {
    ip_arena *arena;
    const ip_stage_columns *types;
} comparer;

static Oid type_of(const comparer *c, const char *table, const char *column)
{
    for (int i = 0; i < c->types->count; i++)
        if (strcmp(c->types->items[i].table, table) == 0 && strcmp(c->types->items[i].column, column) == 0)
            return c->types->items[i].type;
    return InvalidOid;
}

static bool has_value(const comparer *c, const ip_schedule_row *row, const char *column, const char *value)
{
    Oid type = type_of(c, row->table, column);
    for (int i = 0; i < row->count; i++)
        if (strcmp(row->columns[i], column) == 0)
            return !value == !row->values[i] &&
                   (!value || strcmp(ip_live_canonical(c->arena, value, type),
                                     ip_live_canonical(c->arena, row->values[i], type)) == 0);
    return false;
}

static bool same_row(const comparer *c, const ip_schedule_row *predicted, const ip_schedule_row *found)
{
    if (strcmp(predicted->table, found->table) != 0)
        return false;
    for (int i = 0; i < predicted->count; i++)
        if (!has_value(c, found, predicted->columns[i], predicted->values[i]))
            return false;
    return true;
}

static const char *row_text(ip_arena *arena, const ip_schedule_row *row)
{
    const char *text = ip_arena_printf(arena, "%s:", row->table);
    for (int i = 0; i < row->count; i++)
        text = ip_arena_printf(arena, "%s%s %s %s", text, i ? "," : "", row->columns[i],
                               row->values[i] ? row->values[i] : "NULL");
    return text;
}

/* As multisets: each predicted row takes one row of the server's that has its values. */
static void compare_rows(const comparer *c, const ip_schedule *predicted, const ip_schedule *found,
                         ip_live_result *result)
{
    ip_arena *arena = c->arena;
    bool *taken = IP_NEW_ARRAY(arena, bool, found->final_rows.count);
    for (int i = 0; i < predicted->final_rows.count; i++) {
        int j = 0;
        while (j < found->final_rows.count &&
               (taken[j] || !same_row(c, &predicted->final_rows.items[i], &found->final_rows.items[j])))
            j++;
        if (j < found->final_rows.count) {
            taken[j] = true;
            continue;
        }
        const char *text =
            ip_arena_printf(arena, "predicted, not there: %s", row_text(arena, &predicted->final_rows.items[i]));
        IP_PUSH(arena, &result->differences, text);
    }
    for (int j = 0; j < found->final_rows.count; j++) {
        if (taken[j])
            continue;
        const char *text =
            ip_arena_printf(arena, "there, not predicted: %s", row_text(arena, &found->final_rows.items[j]));
        IP_PUSH(arena, &result->differences, text);
    }
}

/* ------------------------------------------------------------- verdict -- */

static void judge(const ip_schedule *schedule, ip_live_result *result)
{
    result->end = result->differences.count ? IP_LIVE_DIFFERS : IP_LIVE_AGREES;
    for (int i = schedule->steps.count; i-- > 0;)
        if (!result->steps[i].agrees)
            result->end = IP_LIVE_DIFFERS;
    for (int i = schedule->steps.count; i-- > 0;) {
        const ip_live_step *step = &result->steps[i];
        if (step->sent && !step->same_outcome && step->outcome.kind == IP_OUTCOME_ERROR &&
            strcmp(step->outcome.sqlstate, SERIALIZATION_FAILURE) == 0) {
            result->end = IP_LIVE_REFUSED;
            result->refused_step = i;
        }
    }
}

static void compare_waits(const ip_schedule *schedule, ip_live_step *steps)
{
    for (int i = 0; i < schedule->steps.count; i++) {
        steps[i].other_wait = steps[i].answered && steps[i].waited != schedule->steps.items[i].waits;
        steps[i].agrees = steps[i].agrees && !steps[i].other_wait;
    }
}

ip_live_result ip_live_replay(ip_live_context *context, const ip_load *load, const ip_schedule *schedule,
                              const char *const *isolation, bool waits)
{
    ip_arena *arena = context->arena;
    ip_live_result result = {.end = IP_LIVE_FAILED, .isolation = isolation, .refused_step = -1};
    ip_stage stage;
    bool pads = false;
    for (int i = 0; i < schedule->instances.count; i++)
        pads = pads || strcmp(isolation[i], "serializable") == 0;
    if (ip_live_stage_open(&stage, context, load) &&
        (!pads || ip_live_stage_pad(&stage, &result.padded, &result.bare)) && ip_live_stage_fill(&stage, schedule) &&
        (!pads || ip_live_stage_analyze(&stage))) {
        ip_schedule *found = ip_schedule_new(arena);
        ip_stage_columns types = {0};
        result.steps = IP_NEW_ARRAY(arena, ip_live_step, schedule->steps.count);
        if (ip_live_execute(&stage, schedule, isolation, result.steps) && ip_live_stage_rows(&stage, found, &types)) {
            if (schedule->has_final)
                compare_rows(&(comparer){arena, &types}, schedule, found, &result);
            if (waits)
                compare_waits(schedule, result.steps);
            judge(schedule, &result);
        }
    }
    result.left = ip_live_stage_close(&stage);
    if (result.left)
        result.end = IP_LIVE_FAILED;
    result.error = context->error;
    context->error = NULL;
    return result;
}
