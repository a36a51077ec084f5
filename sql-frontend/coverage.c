/* Counts how much of the input was understood, by program, statement and routine. */
#include "coverage.h"

#include "catalog/definition.h"
#include "parse/lexer.h"
#include "access_summary/summary.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A place in a file, derived texts mapped back. */
typedef struct coverage_place {
    const ip_source *source;
    size_t at;
} coverage_place;

typedef struct text_span {
    coverage_place begin;
    size_t end;
    int routine;
} text_span;

typedef struct ip_finder {
    ip_arena *arena;
    const ip_workload *workload;
    const ip_diagnostics *diagnostics;
    ip_coverage *coverage;
    const ip_diagnostic **by_program; /* messages that count, sorted by transaction */
    int message_count;
    text_span *spans;         /* of the routines, sorted */
    IP_VEC(ip_summed) summed; /* [routines] */
} ip_finder;

const char *ip_frontend_understanding_name(ip_understanding understood)
{
    static const char *const names[] = {"exact", "approximated", "not-understood", "not-reached", "not-read"};
    return names[understood];
}

static coverage_place place_of(ip_range range)
{
    coverage_place place = {range.source, range.begin};
    while (place.source && place.source->origin) {
        place.at = place.source->origin_offsets[place.at];
        place.source = place.source->origin;
    }
    return place;
}

static ip_understanding class_of(const ip_diagnostic *note)
{
    return note->kind == IP_APPROXIMATION ? IP_OVER_APPROXIMATED : IP_NOT_UNDERSTOOD;
}

static bool matters(const ip_diagnostic *note)
{
    return note->kind == IP_APPROXIMATION || note->kind == IP_UNSUPPORTED || note->kind == IP_ERROR;
}

static void worsen(ip_understanding *known, ip_understanding found)
{
    if (found > *known)
        *known = found;
}

static void count(ip_coverage_counts *counts, ip_understanding class)
{
    *(class == IP_UNDERSTOOD_EXACTLY  ? &counts->exact
      : class == IP_OVER_APPROXIMATED ? &counts->approximated
                                      : &counts->not_understood) += 1;
}

/* ------------------------------------------------------------- messages -- */

static int compare_transactions(const void *a, const void *b)
{
    const ip_diagnostic *x = *(const ip_diagnostic *const *)a, *y = *(const ip_diagnostic *const *)b;
    int order = strcmp(x->transaction, y->transaction);
    return order ? order : (x > y) - (x < y);
}

static bool left_out(const ip_workload *workload, const char *transaction)
{
    for (int i = 0; transaction && i < workload->left_out.count; i++)
        if (strcmp(workload->left_out.items[i], transaction) == 0)
            return true;
    return false;
}

static void find_places(ip_finder *f)
{
    const ip_diagnostics *all = f->diagnostics;
    const int *times = ip_diagnostics_times(f->arena, all);
    f->by_program = IP_NEW_ARRAY(f->arena, const ip_diagnostic *, all->list.count);
    for (int i = 0; i < all->list.count; i++) {
        const ip_diagnostic *note = &all->list.items[i];
        if (!matters(note) || left_out(f->workload, note->transaction))
            continue;
        ip_coverage_place place = {note, times[i]};
        IP_PUSH(f->arena, &f->coverage->places, place);
        if (note->transaction)
            f->by_program[f->message_count++] = note;
    }
    qsort(f->by_program, (size_t)f->message_count, sizeof f->by_program[0], compare_transactions);
}

/* Index of the first message that is not before the program's. */
static int first_message(const ip_finder *f, const char *program)
{
    int low = 0, high = f->message_count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (strcmp(f->by_program[middle]->transaction, program) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* ------------------------------------------------- programs, statements -- */

/* The innermost statement around a place: an IF is exact even if a statement in one of its branches is not. */
static int statement_at(const ip_program *program, ip_range place)
{
    int found = -1;
    for (int i = 0; i < program->read.count; i++) {
        ip_range range = program->read.items[i];
        bool around = range.source == place.source && range.begin <= place.begin && place.begin < range.end;
        if (around &&
            (found < 0 || range.end - range.begin < program->read.items[found].end - program->read.items[found].begin))
            found = i;
    }
    return found;
}

static ip_understanding cover_program(ip_finder *f, const ip_program *program)
{
    ip_understanding class = program->broken ? IP_NOT_UNDERSTOOD : IP_UNDERSTOOD_EXACTLY;
    ip_understanding *statements = IP_NEW_ARRAY(f->arena, ip_understanding, program->read.count);
    int at = first_message(f, program->name);
    for (; at < f->message_count && strcmp(f->by_program[at]->transaction, program->name) == 0; at++) {
        int statement = statement_at(program, f->by_program[at]->range);
        worsen(&class, class_of(f->by_program[at]));
        if (statement >= 0)
            worsen(&statements[statement], class_of(f->by_program[at]));
    }
    for (int i = 0; i < program->read.count; i++)
        count(&f->coverage->statements, statements[i]);
    count(&f->coverage->programs, class);
    return class;
}

/* ------------------------------------------------------------- routines -- */

/* A statement that writes, or a row lock. */
static bool writes(const ip_unit *unit)
{
    static const char *const words[] = {"insert", "update", "delete", "merge", NULL};
    const ip_range body = unit->body;
    bool may_lock = false; /* the token before is FOR, or KEY */
    if (!body.source)
        return false;
    size_t at = body.begin;
    for (ip_token token; (token = ip_parse_next_token(body.source, &at, body.end, false)).kind != IP_TOKEN_END;) {
        bool word = token.kind == IP_TOKEN_WORD;
        if (word && ip_parse_token_is_any(body.source, token, words))
            return true;
        if (word && may_lock && ip_parse_token_is(body.source, token, "share"))
            return true;
        may_lock =
            word && (ip_parse_token_is(body.source, token, "for") || ip_parse_token_is(body.source, token, "key"));
    }
    return false;
}

static int compare_places(coverage_place a, coverage_place b)
{
    if (a.source != b.source)
        return (uintptr_t)a.source < (uintptr_t)b.source ? -1 : 1;
    return (a.at > b.at) - (a.at < b.at);
}

static int compare_spans(const void *a, const void *b)
{
    return compare_places(((const text_span *)a)->begin, ((const text_span *)b)->begin);
}

/* The routine in whose definition a place lies, or NULL. */
static ip_coverage_routine *routine_at(const ip_finder *f, ip_range range, int *number)
{
    coverage_place wanted = place_of(range);
    int low = 0, high = f->coverage->routines.count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (compare_places(f->spans[middle].begin, wanted) <= 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0 || f->spans[low - 1].begin.source != wanted.source || wanted.at >= f->spans[low - 1].end)
        return NULL;
    *number = f->spans[low - 1].routine;
    return &f->coverage->routines.items[*number];
}

static void list_routines(ip_finder *f)
{
    const ip_definitions *definitions = f->workload->definitions;
    for (int i = 0; i < definitions->units.count; i++) {
        const ip_unit *unit = definitions->units.items[i];
        if (unit->kind != IP_UNIT_ROUTINE)
            continue;
        ip_coverage_routine routine = {.name = unit->overloaded ? unit->signature : unit->name,
                                       .language = unit->language,
                                       .range = unit->range,
                                       .trigger = strcmp(unit->return_type, "trigger") == 0,
                                       .writes = writes(unit)};
        if (unit->broken)
            routine.understood = IP_NOT_UNDERSTOOD;
        else if (!unit->tree)
            routine.understood = IP_NOT_READ;
        IP_PUSH(f->arena, &f->coverage->routines, routine);
        IP_PUSH(f->arena, &f->summed, f->workload->summed ? f->workload->summed[i] : IP_SUMMED_NEVER);
    }
    int n = f->coverage->routines.count;
    f->spans = IP_NEW_ARRAY(f->arena, text_span, n);
    for (int i = 0; i < n; i++) {
        ip_range range = f->coverage->routines.items[i].range;
        f->spans[i] = (text_span){place_of(range), place_of((ip_range){range.source, range.end, range.end}).at, i};
    }
    qsort(f->spans, (size_t)n, sizeof f->spans[0], compare_spans);
}

/* What is said of a statement counts for the routine that it stands in, whichever program runs it. */
static void cover_routines(ip_finder *f)
{
    list_routines(f);
    ip_coverage *c = f->coverage;
    bool *reached = IP_NEW_ARRAY(f->arena, bool, c->routines.count);
    static const ip_understanding without_body[] = {[IP_SUMMED_NEVER] = IP_NOT_REACHED,
                                                    [IP_SUMMED_BOUNDED] = IP_OVER_APPROXIMATED,
                                                    [IP_SUMMED_ANYTHING] = IP_NOT_UNDERSTOOD};
    int number;
    for (int i = 0; i < f->workload->programs.count; i++) {
        const ip_program *program = f->workload->programs.items[i];
        if (routine_at(f, program->range, &number))
            reached[number] = true; /* its body may be empty */
        for (int k = 0; k < program->read.count; k++)
            if (routine_at(f, program->read.items[k], &number))
                reached[number] = true;
    }
    for (int i = 0; i < c->places.count; i++) {
        const ip_diagnostic *note = c->places.items[i].note;
        ip_coverage_routine *routine = note->range.source ? routine_at(f, note->range, &number) : NULL;
        if (routine && routine->understood != IP_NOT_READ)
            worsen(&routine->understood, class_of(note));
    }
    for (int i = 0; i < c->routines.count; i++)
        if (!reached[i] && c->routines.items[i].understood < IP_NOT_UNDERSTOOD)
            c->routines.items[i].understood = without_body[f->summed.items[i]];
}

const ip_coverage *ip_frontend_coverage_find(ip_arena *arena, const ip_workload *workload,
                                             const ip_diagnostics *diagnostics)
{
    ip_coverage *coverage = IP_NEW(arena, ip_coverage);
    ip_finder f = {.arena = arena, .workload = workload, .diagnostics = diagnostics, .coverage = coverage};
    ip_understanding *classes = IP_NEW_ARRAY(arena, ip_understanding, workload->programs.count);
    find_places(&f);
    for (int i = 0; i < workload->programs.count; i++)
        classes[i] = cover_program(&f, workload->programs.items[i]);
    coverage->program_classes = classes;
    if (workload->definitions) {
        coverage->seconds = workload->seconds;
        coverage->routines_read = workload->definitions->routines_read;
        coverage->routines_broken = workload->definitions->routines_broken;
        coverage->routines_replaced = workload->definitions->routines_replaced;
        cover_routines(&f);
    }
    return coverage;
}
