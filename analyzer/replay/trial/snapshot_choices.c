/* Which snapshots to try where each statement has its own: the model's, then others. */
#include "replay/trial/snapshot_choices.h"

/* ---- the model's ---- */

static size_t common(ip_range a, ip_range b)
{
    size_t begin = a.begin > b.begin ? a.begin : b.begin, end = a.end < b.end ? a.end : b.end;
    return a.source && a.source == b.source && begin < end ? end - begin : 0;
}

/* Both forms of a routine have their places in the source in common; a loop's may contain those of its body. */
static int step_of(const ip_program *program, const ip_code_statement *statement)
{
    int best = -1;
    size_t best_common = 0, best_all = 1;
    for (int s = 0; statement && s < program->statements.count; s++) {
        ip_range range = program->statements.items[s].range;
        size_t shared = common(range, statement->range);
        size_t all = range.end - range.begin + statement->range.end - statement->range.begin - shared;
        if (shared * best_all > best_common * all) {
            best = program->statements.items[s].step;
            best_common = shared;
            best_all = all;
        }
    }
    return best;
}

int ip_trial_snapshot_size_of_model(void *data, int instance, int snapshot, const ip_code_statement *statement)
{
    const ip_anomaly *anomaly = data;
    int n = anomaly->instance_count, cut = 0;
    int step = anomaly->sees ? step_of(anomaly->instances[instance].program, statement) : 0;
    (void)snapshot;
    if (step < 0 || (anomaly->sees && step >= anomaly->sees_steps))
        return -1;
    for (; cut < n && anomaly->commit_order[cut] != instance; cut++) {
        int pair = anomaly->commit_order[cut] * n + instance;
        if (!(anomaly->sees ? anomaly->sees[pair * anomaly->sees_steps + step] : anomaly->visible[pair]))
            break;
    }
    return cut;
}

/* ---- all ---- */

static bool reads_of_others(const ip_world *world, int instance, int place, int snapshot)
{
    const ip_world_reads *reads = ip_world_reads_of(world);
    for (int r = 0; r < reads->count; r++) {
        const ip_world_read *read = &reads->items[r];
        for (int o = 0; o < place && read->instance == instance && read->snapshot == snapshot && !read->newest; o++)
            if (ip_world_wrote(world, ip_world_order(world)[o], read->row, read->column))
                return true;
    }
    return false;
}

ip_snapshot_choices ip_trial_snapshot_choices_of(ip_arena *arena, const ip_world *world)
{
    int n = ip_world_count(world);
    ip_snapshot_choices choices = {.count = n, .order = ip_world_order(world)};
    choices.per_statement = IP_NEW_ARRAY(arena, bool, n);
    choices.places = IP_NEW_ARRAY(arena, int, n);
    choices.which = IP_NEW_ARRAY(arena, ip_snapshot_sizes, n);
    choices.digits = IP_NEW_ARRAY(arena, int *, n);
    for (int o = 0; o < n; o++) {
        int i = choices.order[o], count = 0;
        choices.places[i] = o;
        choices.per_statement[i] = ip_world_views_per_statement(ip_world_views(world), i);
        int taken = choices.per_statement[i] ? ip_world_views(world)->taken[i].count : 1;
        int *which = IP_NEW_ARRAY(arena, int, taken);
        for (int s = 0; s < taken; s++)
            if (!choices.per_statement[i] || reads_of_others(world, i, o, s))
                which[count++] = s;
        choices.which[i] = (ip_snapshot_sizes){count, which};
        choices.digits[i] = IP_NEW_ARRAY(arena, int, count);
    }
    return choices;
}

/* Of an instance: sequences of m numbers from 0 to p that never fall. */
static long sequences(int m, int p)
{
    long total = 1;
    for (int i = 1; i <= m && total < 1000000; i++)
        total = total * (p + i) / i;
    return total;
}

long ip_trial_snapshot_choices_total(const ip_snapshot_choices *choices)
{
    long total = 1;
    for (int i = 0; i < choices->count && total < 1000000; i++)
        total *= sequences(choices->which[i].count, choices->places[i]);
    return total < 1000000 ? total : 1000000;
}

bool ip_trial_snapshot_choices_next(ip_snapshot_choices *choices)
{
    for (int i = 0; i < choices->count; i++) {
        int *digits = choices->digits[i], m = choices->which[i].count, at = m - 1;
        while (at >= 0 && digits[at] == choices->places[i])
            at--;
        if (at < 0) {
            for (int d = 0; d < m; d++)
                digits[d] = 0;
            continue;
        }
        digits[at]++;
        for (int d = at + 1; d < m; d++)
            digits[d] = digits[at];
        return true;
    }
    return false;
}

void ip_trial_snapshot_choices_apply(ip_arena *arena, const ip_snapshot_choices *choices, ip_snapshot_sizes **cuts,
                                     bool **visible)
{
    int n = choices->count;
    *cuts = IP_NEW_ARRAY(arena, ip_snapshot_sizes, n);
    *visible = IP_NEW_ARRAY(arena, bool, n *n);
    for (int i = 0; i < n; i++) {
        const ip_snapshot_sizes *which = &choices->which[i];
        int holds = which->count ? choices->digits[i][0] : choices->places[i];
        for (int o = 0; o < holds; o++)
            (*visible)[choices->order[o] * n + i] = true;
        if (!choices->per_statement[i] || !which->count)
            continue;
        int count = which->items[which->count - 1] + 1, next = 0;
        int *items = IP_NEW_ARRAY(arena, int, count);
        for (int s = 0; s < count; s++) {
            items[s] = choices->digits[i][next];
            next += which->items[next] == s;
        }
        (*cuts)[i] = (ip_snapshot_sizes){count, items};
    }
}
