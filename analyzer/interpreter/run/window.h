/* Rows of a partition and their frames, which window functions compute on. */
#ifndef IP_WINDOW_H
#define IP_WINDOW_H

#include "interpreter/run/run.h"

/* A row of a partition, whose rows stand in the window's order. */
typedef struct ip_window_place {
    const ip_window *window;
    ip_tuple *const *rows;
    int count, at;
    int first_peer, after_peers; /* rows that are equal to this one by ORDER BY */
    int peer_group;              /* the number of groups of peers before it */
    int frame_begin, frame_end;  /* of which some may be left out: */
} ip_window_place;

/* Whether the row, between the frame's ends, is in the frame. */
static inline bool ip_window_has(const ip_window_place *place, int row)
{
    bool peer = row >= place->first_peer && row < place->after_peers;
    switch (place->window->frame.without) {
    case IP_CODE_WITHOUT_CURRENT:
        return row != place->at;
    case IP_CODE_WITHOUT_GROUP:
        return !peer;
    case IP_CODE_WITHOUT_TIES:
        return !peer || row == place->at;
    case IP_CODE_WITHOUT_NONE:
        break;
    }
    return true;
}

/* interpreter/run/frame.c: where the frames of a partition's rows begin and end. keys: of ORDER BY, a row after another
 */
typedef struct ip_window_frames {
    const ip_window *window;
    const ip_datum *const *keys;
    int count;
    ip_datum distances[2];
} ip_window_frames;
ip_window_frames ip_exec_frames_new(ip_run_state *run, const ip_window *window, const ip_datum *const *keys, int count);
void ip_exec_frame_of(ip_run_state *run, const ip_window_frames *frames, ip_window_place *place);

#endif
