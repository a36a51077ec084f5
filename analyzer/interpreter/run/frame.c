/* Frames of windows (documentation, 4.2.8): which rows around the current row belong to its frame. */
#include "interpreter/run/evaluate.h"
#include "interpreter/run/window.h"

ip_window_frames ip_exec_frames_new(ip_run_state *run, const ip_window *window, const ip_datum *const *keys, int count)
{
    static const char *const names[] = {"starting", "ending"};
    ip_window_frames frames = {.window = window, .keys = keys, .count = count};
    for (int i = 0; i < 2 && count > 0; i++) {
        if (!window->distances[i])
            continue;
        ip_datum distance = frames.distances[i] = ip_evaluate(run, window->distances[i]);
        if (ip_is_null(distance))
            ip_interpreter_raise(run, "22004", "frame %s offset must not be null", names[i]);
        if (window->frame.unit != IP_CODE_RANGE && distance.as.integer < 0)
            ip_interpreter_raise(run, "22013", "frame %s offset must not be negative", names[i]);
        if (window->frame.unit == IP_CODE_RANGE && ip_value_datum_compare(distance, window->zeros[i]) < 0)
            ip_interpreter_raise(run, "22013", "invalid preceding or following size in window function");
    }
    return frames;
}

static bool peers(const ip_window_frames *f, int a, int b)
{
    return ip_exec_compare_keys(f->window->sort, f->window->sort_count, f->keys[a], f->keys[b]) == 0;
}

/* The first row of the group so many groups away; after the last one if there is none. */
static int group_at(const ip_window_frames *f, int first_peer, int64_t distance)
{
    int at = first_peer;
    for (; distance > 0 && at < f->count; distance--)
        for (int from = at; at < f->count && peers(f, from, at);)
            at++;
    for (; distance < 0 && at > 0; distance++) {
        at--;
        while (at > 0 && peers(f, at, at - 1))
            at--;
    }
    return distance < 0 ? -1 : at;
}

/* ORDER BY's value at that distance. If an integer exceeds the type's range, it is the last value of the type. */
static ip_datum value_at(ip_run_state *run, const ip_window *w, int end, ip_datum value, ip_datum distance, bool less)
{
    const ip_operator_call *by = less ? w->minus[end] : w->plus[end];
    if (by)
        return ip_exec_apply_operator(run, by, value, distance);
    int64_t sum;
    bool over = less ? __builtin_sub_overflow(value.as.integer, distance.as.integer, &sum)
                     : __builtin_add_overflow(value.as.integer, distance.as.integer, &sum);
    return ip_value_datum_integer(over ? (less ? INT64_MIN : INT64_MAX) : sum);
}

/* Where the rows begin that are within the distance, or (last) where they end. As on the server, a row whose value is
 * NULL is within any distance of other such rows, and of no other row. */
static int range_at(ip_run_state *run, const ip_window_frames *f, int at, int end, ip_code_edge edge, bool last)
{
    const ip_window *w = f->window;
    ip_datum own = f->keys[at][0], bound = {0};
    bool descending = w->sort[0].descending, less = (edge == IP_CODE_PRECEDING) != descending;
    bool own_null = ip_is_null(own);
    int row = 0;
    if (!own_null)
        bound = value_at(run, w, end, own, f->distances[end], less);
    for (; row < f->count; row++) {
        ip_datum key = f->keys[row][0];
        bool null = ip_is_null(key), goes_on;
        if (null || own_null) {
            if (last)
                goes_on = w->sort[0].nulls_first ? null || !own_null : !null || own_null;
            else
                goes_on = w->sort[0].nulls_first ? null && !own_null : !null && own_null;
        } else {
            int order = ip_value_datum_compare(ip_exec_cast_apply(run, &w->compared[end], key), bound);
            order = descending ? -order : order;
            goes_on = last ? order <= 0 : order < 0;
        }
        if (!goes_on)
            break;
    }
    return row;
}

static int edge_of(ip_run_state *run, const ip_window_frames *f, const ip_window_place *place, int end,
                   ip_code_edge edge)
{
    const ip_code_frame *frame = &f->window->frame;
    if (edge == IP_CODE_FIRST || edge == IP_CODE_LAST)
        return edge == IP_CODE_FIRST ? 0 : f->count;
    if (edge == IP_CODE_CURRENT && frame->unit == IP_CODE_ROWS)
        return place->at + end;
    if (edge == IP_CODE_CURRENT)
        return end ? place->after_peers : place->first_peer;
    if (frame->unit == IP_CODE_RANGE)
        return range_at(run, f, place->at, end, edge, end);
    int64_t distance = f->distances[end].as.integer;
    distance = distance > f->count ? f->count + 1 : distance;
    distance = edge == IP_CODE_PRECEDING ? -distance : distance;
    if (frame->unit == IP_CODE_ROWS)
        return (int)(place->at + distance) + end;
    int group = group_at(f, place->first_peer, distance);
    if (!end || group < 0)
        return group < 0 ? 0 : group;
    return group_at(f, group, 1);
}

void ip_exec_frame_of(ip_run_state *run, const ip_window_frames *frames, ip_window_place *place)
{
    const ip_code_frame *frame = &frames->window->frame;
    int begin = edge_of(run, frames, place, 0, frame->begin), end = edge_of(run, frames, place, 1, frame->end);
    place->frame_begin = begin < 0 ? 0 : begin;
    place->frame_end = end > frames->count ? frames->count : end;
}
