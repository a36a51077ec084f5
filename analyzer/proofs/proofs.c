/* The three methods that need only the encoding of a few instances. */
#include "proofs/proofs.h"

#include "base/invariant.h"
#include "proofs/part.h"

#include <stdio.h>
#include <stdlib.h>

/* Window. Suppose that some execution has a cycle of n instances. Its first instance to commit, c, has `before` edges
 * leading into it and `after` edges leaving it along the cycle; if n exceeds before + after, those instances are
 * distinct. If no execution contains such a path around an instance that commits before all others of the path, there
 * is no cycle longer than before + after; shorter ones were searched. The window (2,0) is the dangerous structure of
 * Fekete et al. 2005, with its pivot and the commit order of Ports & Grittner 2012, section 3.3. */
static ip_proof prove_window(ip_question *q, int before, int after, int clean, bool *timed_out)
{
    ip_proof none = {0};
    int count = before + after + 1;
    ip_assert(before >= 0 && after >= 0 && count >= 2); /* an edge at least: else the question has no cycle in it */
    if (clean < 2 || before + after > clean)
        return none;
    ip_question_path(q, count);
    ip_question_push(q);
    for (int i = 0; i + 1 < count; i++)
        ip_question_assert(q, ip_question_edge(q, i, i + 1));
    ip_question_assert_first(q, before, count);
    ip_answer answer = ip_question_check(q);
    ip_question_pop(q);
    if (answer == IP_DONT_KNOW)
        *timed_out = true;
    if (answer != IP_NO)
        return none;
    return (ip_proof){"window", ip_arena_printf(q->arena, "%d,%d", before, after)};
}

static const struct window {
    int before, after;
    int searched; /* cycles of that length, or of the longest requested length, are searched first */
} windows[] = {{1, 0, 2}, {2, 0, 2}, {2, 1, 3}, {3, 0, 4}, {2, 2, 4}, {3, 1, 4}};
enum { WINDOWS = sizeof windows / sizeof *windows };

void ip_proof_part_windows(const ip_decision_input *in, ip_question *q, int length, int clean, ip_proof *proof,
                           bool *timed_out)
{
    for (int w = 0; w < WINDOWS && !proof->method && !*timed_out; w++) {
        int edges = windows[w].before + windows[w].after;
        /* (3,0) waits for the search of cycles of four: the clauses that the solver learns from it would lead the
         * search to cycles without the rows that a replay needs. */
        int due = windows[w].searched < in->max_cycle ? windows[w].searched : in->max_cycle;
        if (due != length || edges > length)
            continue;
        ip_proof_part_progress(in, "window of edges", edges);
        *proof = prove_window(q, windows[w].before, windows[w].after, clean, timed_out);
    }
}

static ip_answer backward_edge(ip_question *q, int program, const bool *remaining, int program_count)
{
    ip_question_push(q);
    ip_question_assert(q, ip_question_edge(q, 0, 1));
    ip_question_assert(q, ip_encoding_ar(q->encoding, 1, 0));
    ip_question_assert(q, ip_encoding_runs(q->encoding, 0, program));
    ip_terms targets = {0};
    for (int p = 0; p < program_count; p++)
        if (remaining[p])
            IP_PUSH(q->arena, &targets, ip_encoding_runs(q->encoding, 1, p));
    ip_question_assert(q, ip_term_any(q->build, &targets));
    ip_answer answer = ip_question_check(q);
    ip_question_pop(q);
    return answer;
}

/* Is there a dependency from the program (into it, for end 1) among the remaining ones? */
static ip_answer touches_rest(ip_question *q, int program, int end, const bool *remaining, int program_count)
{
    ip_question_push(q);
    ip_question_assert(q, ip_question_edge(q, 0, 1));
    ip_question_assert(q, ip_encoding_runs(q->encoding, end, program));
    ip_terms others = {0};
    for (int p = 0; p < program_count; p++)
        if (remaining[p])
            IP_PUSH(q->arena, &others, ip_encoding_runs(q->encoding, 1 - end, p));
    ip_question_assert(q, ip_term_any(q->build, &others));
    ip_answer answer = ip_question_check(q);
    ip_question_pop(q);
    return answer;
}

static ip_answer any_edge(ip_question *q, const bool *remaining, int program_count)
{
    ip_question_push(q);
    ip_question_assert(q, ip_question_edge(q, 0, 1));
    for (int end = 0; end < 2; end++) {
        ip_terms programs = {0};
        for (int p = 0; p < program_count; p++)
            if (remaining[p])
                IP_PUSH(q->arena, &programs, ip_encoding_runs(q->encoding, end, p));
        ip_question_assert(q, ip_term_any(q->build, &programs));
    }
    ip_answer answer = ip_question_check(q);
    ip_question_pop(q);
    return answer;
}

/* Of two consecutive edges, one of the first two instances commits before the last. */
static ip_answer two_edges_backward(ip_question *q)
{
    ip_question_path(q, 3);
    ip_question_push(q);
    ip_question_assert(q, ip_question_edge(q, 0, 1));
    ip_question_assert(q, ip_question_edge(q, 1, 2));
    ip_question_assert(q, ip_encoding_ar(q->encoding, 2, 0));
    ip_question_assert(q, ip_encoding_ar(q->encoding, 2, 1));
    ip_answer answer = ip_question_check(q);
    ip_question_pop(q);
    return answer;
}

/* Sets aside, again and again, the programs whose edges all go forward in commit order. Of questions about two
 * instances. */
static ip_proof set_aside(ip_question *q, const ip_naming *naming, int program_count, bool *timed_out)
{
    bool *remaining = IP_NEW_ARRAY(q->arena, bool, program_count);
    bool *forward = IP_NEW_ARRAY(q->arena, bool, program_count);
    for (int p = 0; p < program_count; p++)
        remaining[p] = true;
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    bool proved = false, stuck = false;
    while (!proved && !stuck) {
        ip_answer rest = any_edge(q, remaining, program_count);
        if (rest != IP_YES) {
            proved = rest == IP_NO;
            *timed_out = *timed_out || rest == IP_DONT_KNOW;
            break;
        }
        int found = 0;
        for (int p = 0; p < program_count; p++) {
            forward[p] = false;
            if (!remaining[p])
                continue;
            ip_answer backward = backward_edge(q, p, remaining, program_count);
            *timed_out = *timed_out || backward == IP_DONT_KNOW;
            /* A program without dependencies is in no cycle and needs no argument. */
            forward[p] = backward == IP_NO && (touches_rest(q, p, 0, remaining, program_count) != IP_NO ||
                                               touches_rest(q, p, 1, remaining, program_count) != IP_NO);
            if (forward[p])
                fprintf(out, "%s%s", found++ ? ", " : ftell(out) > 0 ? " then {" : "{", naming->programs[p]->name);
        }
        if (found)
            fputc('}', out);
        stuck = !found;
        for (int p = 0; p < program_count; p++)
            remaining[p] = remaining[p] && !forward[p];
    }
    fclose(out);
    ip_proof proof = {"inductive", ip_arena_strdup(q->arena, text)};
    free(text);
    return proved ? proof : (ip_proof){0};
}

/* Nagar & Jagannathan 2018, lemma 11 and theorem 12. Condition 2 (of two consecutive edges, one of the first two
 * instances commits before the last) once; then, repeatedly, the programs whose edges all go forward in commit order:
 * none of their instances is in a cycle, so they can be set aside. Ends when the remaining programs have no
 * dependencies. */
ip_proof ip_proof_inductive(ip_question *q, const ip_naming *naming, int program_count, int clean, bool *timed_out)
{
    if (clean < 2)
        return (ip_proof){0};
    ip_answer second = two_edges_backward(q);
    if (second != IP_NO) {
        *timed_out = *timed_out || second == IP_DONT_KNOW;
        return (ip_proof){0};
    }
    ip_question pair;
    ip_question_init_smaller(&pair, q, 2);
    if (!q->spares)
        ip_encoding_assume_single_inserts(pair.encoding);
    ip_question_path(&pair, 2);
    ip_proof proof = set_aside(&pair, naming, program_count, timed_out);
    ip_question_release(&pair);
    return proof;
}

/* Nagar & Jagannathan 2018, theorem 10: if no path of n edges is without a chord, longer cycles have shorter ones
 * inside, and those were searched. */
ip_proof ip_proof_shortest_path(ip_question *q, int clean, bool *timed_out)
{
    for (int edges = 2; edges <= clean; edges++) {
        int count = edges + 1;
        ip_question_path(q, count);
        ip_question_push(q);
        for (int i = 0; i < edges; i++)
            ip_question_assert(q, ip_question_edge(q, i, i + 1));
        for (int i = 0; i < count; i++)
            for (int j = i + 2; j < count; j++)
                ip_question_assert(q, ip_encoding_no_dependency(q->encoding, i, j));
        ip_answer answer = ip_question_check(q);
        ip_question_pop(q);
        if (answer == IP_NO)
            return (ip_proof){"shortest-path", ip_arena_printf(q->arena, "%d", edges)};
        if (answer == IP_DONT_KNOW) {
            *timed_out = true;
            break;
        }
    }
    return (ip_proof){0};
}
