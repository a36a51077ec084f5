/* Prints the changes that are tried for a file; with a number, the file with that change. */
#include "suite.h"
#include "advice/changed.h"
#include "advice/fix_search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_lines(char sign, const char *text)
{
    while (*text) {
        size_t length = strcspn(text, "\n");
        printf("%c%.*s\n", sign, (int)length, text);
        text += length + (text[length] == '\n');
    }
}

static void list(const ip_workshop *w)
{
    for (int c = 0; c < w->candidates.count; c++) {
        const ip_fix *fix = &w->candidates.items[c].fix;
        printf("%d %s, cost %d, %s: %s%s\n", c, fix->kind, fix->cost, fix->program ? fix->program->name : "schema",
               fix->change, w->candidates.items[c].broken ? " (broken)" : "");
        print_lines('-', fix->before);
        print_lines('+', fix->after);
    }
}

static int print_changed(ip_run *run, const ip_workshop *w, int number)
{
    bool *chosen = IP_NEW_ARRAY(run->arena, bool, w->candidates.count);
    chosen[number] = true;
    ip_changed changed;
    if (!ip_advice_changed_read(run, run->arena, &w->candidates, chosen, &changed))
        return 1;
    fputs(changed.sources.items[0]->text, stdout);
    return 0;
}

TEST_SUITE(advise_candidates)
{
    ip_run *run = ip_run_new();
    if (argc < 2 || !ip_run_add_file(run, argv[1]))
        return 2;
    const ip_workload *workload = ip_run_workload(run);
    ip_workshop w = {.arena = run->arena, .workload = workload};
    ip_mixtures inquiry = {
        .run = run, .arena = run->arena, .workload = workload, .program_count = workload->programs.count};
    ip_advice_find_candidates(&w, &inquiry);
    int status = 0;
    if (argc > 2)
        status = print_changed(run, &w, atoi(argv[2]));
    else
        list(&w);
    ip_run_free(run);
    return status;
}
