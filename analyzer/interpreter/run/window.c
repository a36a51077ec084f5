/* Window functions (documentation, 9.22) over the rows that a query found. */
#include "interpreter/run/window.h"

#include <string.h>

/* ---- functions ---- */
static ip_datum argument(ip_run_state *run, const ip_window_place *place, int index, int row)
{
    ip_exec_enter_tuple(run, place->rows[row]);
    return ip_evaluate(run, place->window->aggregate.args.items[index]);
}

static ip_datum row_number(ip_run_state *run, const ip_window_place *place)
{
    (void)run;
    return ip_value_datum_integer(place->at + 1);
}

static ip_datum rank(ip_run_state *run, const ip_window_place *place)
{
    (void)run;
    return ip_value_datum_integer(place->first_peer + 1);
}

static ip_datum dense_rank(ip_run_state *run, const ip_window_place *place)
{
    (void)run;
    return ip_value_datum_integer(place->peer_group + 1);
}

static ip_datum real(double value)
{
    ip_datum datum = {.kind = IP_DATUM_FLOAT};
    datum.as.real = value;
    return datum;
}

static ip_datum percent_rank(ip_run_state *run, const ip_window_place *place)
{
    (void)run;
    return real(place->count > 1 ? (double)place->first_peer / (place->count - 1) : 0);
}

static ip_datum cume_dist(ip_run_state *run, const ip_window_place *place)
{
    (void)run;
    return real((double)place->after_peers / place->count);
}

/* The first buckets take the remainder of the division. */
static ip_datum ntile(ip_run_state *run, const ip_window_place *place)
{
    ip_datum buckets = argument(run, place, 0, 0);
    if (ip_is_null(buckets))
        return buckets;
    if (buckets.as.integer <= 0)
        ip_interpreter_raise(run, "22014", "argument of ntile must be greater than zero");
    int64_t size = place->count / buckets.as.integer, larger = place->count % buckets.as.integer;
    int64_t in_larger = larger * (size + 1);
    if (place->at < in_larger)
        return ip_value_datum_integer(place->at / (size + 1) + 1);
    return ip_value_datum_integer(larger + (place->at - in_larger) / (size ? size : 1) + 1);
}

static ip_datum at_distance(ip_run_state *run, const ip_window_place *place, int sign)
{
    int given = place->window->aggregate.args.count;
    ip_datum distance = given > 1 ? argument(run, place, 1, place->at) : ip_value_datum_integer(1);
    if (ip_is_null(distance))
        return distance;
    int64_t row = place->at + sign * distance.as.integer;
    if (row >= 0 && row < place->count)
        return argument(run, place, 0, (int)row);
    return given > 2 ? argument(run, place, 2, place->at) : (ip_datum){0};
}

static ip_datum lag(ip_run_state *run, const ip_window_place *place)
{
    return at_distance(run, place, -1);
}

static ip_datum lead(ip_run_state *run, const ip_window_place *place)
{
    return at_distance(run, place, 1);
}

/* The n-th row of the frame, or NULL. */
static ip_datum nth(ip_run_state *run, const ip_window_place *place, int64_t n)
{
    for (int row = place->frame_begin; row < place->frame_end; row++)
        if (ip_window_has(place, row) && --n == 0)
            return argument(run, place, 0, row);
    return (ip_datum){0};
}

static ip_datum first_value(ip_run_state *run, const ip_window_place *place)
{
    return nth(run, place, 1);
}

static ip_datum last_value(ip_run_state *run, const ip_window_place *place)
{
    for (int row = place->frame_end - 1; row >= place->frame_begin; row--)
        if (ip_window_has(place, row))
            return argument(run, place, 0, row);
    return (ip_datum){0};
}

static ip_datum nth_value(ip_run_state *run, const ip_window_place *place)
{
    ip_datum n = argument(run, place, 1, place->at);
    if (ip_is_null(n))
        return n;
    if (n.as.integer <= 0)
        ip_interpreter_raise(run, "22016", "argument of nth_value must be greater than zero");
    return nth(run, place, n.as.integer);
}

static ip_datum aggregate(ip_run_state *run, const ip_window_place *place)
{
    const ip_aggregate_call *a = &place->window->aggregate;
    int rows = place->frame_end - place->frame_begin, count = 0, kept = 0;
    ip_datum *values = IP_NEW_ARRAY(run->arena, ip_datum, (rows > 0 ? rows : 0) * (a->args.count + 1));
    for (int row = place->frame_begin; row < place->frame_end; row++) {
        if (!ip_window_has(place, row))
            continue;
        ip_exec_enter_tuple(run, place->rows[row]);
        if (a->filter && !ip_is_true(ip_evaluate(run, a->filter)))
            continue;
        count++;
        ip_datum first = a->finish ? ip_evaluate(run, a->args.items[0]) : (ip_datum){0};
        if (!a->finish || (ip_is_null(first) && !a->keep_nulls))
            continue;
        values[kept * a->args.count] = first;
        for (int arg = 1; arg < a->args.count; arg++)
            values[kept * a->args.count + arg] = ip_evaluate(run, a->args.items[arg]);
        kept++;
    }
    return a->finish ? a->finish(run, values, kept, a->args.count) : ip_value_datum_integer(count);
}

typedef ip_datum function(ip_run_state *run, const ip_window_place *place);

static function *const functions[] = {
    [IP_WINDOW_AGGREGATE] = aggregate,
    [IP_WINDOW_ROW_NUMBER] = row_number,
    [IP_WINDOW_RANK] = rank,
    [IP_WINDOW_DENSE_RANK] = dense_rank,
    [IP_WINDOW_PERCENT_RANK] = percent_rank,
    [IP_WINDOW_CUME_DIST] = cume_dist,
    [IP_WINDOW_NTILE] = ntile,
    [IP_WINDOW_LAG] = lag,
    [IP_WINDOW_LEAD] = lead,
    [IP_WINDOW_FIRST_VALUE] = first_value,
    [IP_WINDOW_LAST_VALUE] = last_value,
    [IP_WINDOW_NTH_VALUE] = nth_value,
};

/* ---- partitions ---- */
typedef struct member {
    ip_tuple *tuple;
    ip_datum *partition, *keys;
} member;

static bool same(const ip_datum *a, const ip_datum *b, int count)
{
    for (int i = 0; i < count; i++)
        if (!ip_value_datum_equal(a[i], b[i]))
            return false;
    return true;
}

static ip_datum *evaluate_all(ip_run_state *run, int count, const ip_node *const *nodes)
{
    ip_datum *values = IP_NEW_ARRAY(run->arena, ip_datum, count);
    for (int i = 0; i < count; i++)
        values[i] = ip_evaluate(run, nodes[i]);
    return values;
}

static member *members_of(ip_run_state *run, const ip_window *w, ip_tuple *tuples, int count)
{
    member *all = IP_NEW_ARRAY(run->arena, member, count);
    for (int i = 0; i < count; i++) {
        ip_exec_enter_tuple(run, &tuples[i]);
        all[i].tuple = &tuples[i];
        all[i].partition = evaluate_all(run, w->partition_by.count, w->partition_by.items);
        all[i].keys = IP_NEW_ARRAY(run->arena, ip_datum, w->sort_count);
        for (int k = 0; k < w->sort_count; k++)
            all[i].keys[k] = ip_evaluate(run, w->sort[k].expr);
    }
    return all;
}

/* Stable: rows that are equal by ORDER BY stay in the order in which they were found. */
static void put_in_order(const ip_window *w, member *rows, int count)
{
    for (int i = 1; i < count; i++) {
        member moved = rows[i];
        int at = i;
        for (; at > 0 && ip_exec_compare_keys(w->sort, w->sort_count, rows[at - 1].keys, moved.keys) > 0; at--)
            rows[at] = rows[at - 1];
        rows[at] = moved;
    }
}

static void compute(ip_run_state *run, const ip_window *w, int index, const member *rows, int count)
{
    ip_tuple **tuples = IP_NEW_ARRAY(run->arena, ip_tuple *, count);
    const ip_datum **keys = IP_NEW_ARRAY(run->arena, const ip_datum *, count);
    for (int i = 0; i < count; i++) {
        tuples[i] = rows[i].tuple;
        keys[i] = rows[i].keys;
    }
    ip_window_frames frames = ip_exec_frames_new(run, w, keys, count);
    ip_window_place place = {.window = w, .rows = tuples, .count = count, .peer_group = -1};
    for (place.at = 0; place.at < count; place.at++) {
        if (place.at == place.after_peers) {
            place.first_peer = place.at;
            place.peer_group++;
            while (place.after_peers < count &&
                   ip_exec_compare_keys(w->sort, w->sort_count, rows[place.at].keys, rows[place.after_peers].keys) == 0)
                place.after_peers++;
        }
        ip_exec_frame_of(run, &frames, &place);
        tuples[place.at]->windows[index] = functions[w->function](run, &place);
    }
}

static void run_window(ip_run_state *run, const ip_query_plan *query, int index, ip_tuple *tuples, int count)
{
    const ip_window *w = &query->windows[index];
    member *all = members_of(run, w, tuples, count), *part = IP_NEW_ARRAY(run->arena, member, count);
    bool *done = IP_NEW_ARRAY(run->arena, bool, count);
    for (int first = 0; first < count; first++) {
        int found = 0;
        for (int i = first; i < count && !done[first]; i++)
            if (!done[i] && same(all[first].partition, all[i].partition, w->partition_by.count)) {
                done[i] = i != first;
                part[found++] = all[i];
            }
        put_in_order(w, part, found);
        compute(run, w, index, part, found);
    }
}

void ip_exec_windows_run(ip_run_state *run, const ip_query_plan *query, ip_tuple *tuples, int count)
{
    for (int i = 0; i < count; i++)
        tuples[i].windows = IP_NEW_ARRAY(run->arena, ip_datum, query->window_count);
    for (int w = 0; w < query->window_count; w++)
        run_window(run, query, w, tuples, count);
}
