/* Shows which statements of two programs do not commute: isoproof analyze --explain-conflicts. */
#include "command/commands.h"
#include "command/options/output.h"
#include "command/options/run_options.h"
#include "isoproof.h"

#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b)
{
    const ip_meeting *x = a, *y = b;
    int order = x->first == y->first ? 0 : x->first->id - y->first->id;
    order = order ? order : x->first_statement - y->first_statement;
    order = order ? order : x->second_statement - y->second_statement;
    order = order ? order : x->table->id - y->table->id;
    order = order ? order : (int)x->type - (int)y->type;
    return order ? order : x->columns[0] - y->columns[0];
}

static bool same_pair(const ip_meeting *a, const ip_meeting *b)
{
    return a->first == b->first && a->first_statement == b->first_statement &&
           a->second_statement == b->second_statement;
}

static const char *place(ip_arena *arena, const ip_program *program, int statement)
{
    ip_range range = program->statements.items[statement].range;
    if (!range.source)
        return program->name;
    return ip_arena_printf(arena, "%s %s:%d", program->name, range.source->path, ip_range_position(range).line);
}

/* Names cells, as in "savings.bal", "savings (a, b)", "rows of savings". */
static const char *cells(ip_arena *arena, const ip_meeting *m)
{
    if (m->columns[0] < 0)
        return ip_arena_printf(arena, "whether there is a row of %s", m->table->name);
    const char *names = m->table->columns.items[m->columns[0]].name;
    for (int c = 1; c < m->column_count; c++)
        names = ip_arena_printf(arena, "%s, %s", names, m->table->columns.items[m->columns[c]].name);
    return ip_arena_printf(arena, m->column_count == 1 ? "%s.%s" : "%s (%s)", m->table->name, names);
}

static const char *what(ip_arena *arena, const ip_meeting *m)
{
    static const char *const says[] = {[IP_WR] = "reads %s as the first has left it",
                                       [IP_WW] = "writes %s, as does the first",
                                       [IP_RW] = "changes %s, which the first has read"};
    return ip_arena_printf(arena, says[m->type], cells(arena, m));
}

static void list(ip_writer *w, const ip_meetings *found)
{
    for (int i = 0; i < found->count; i++) {
        const ip_meeting *m = &found->items[i];
        if (i == 0 || !same_pair(m, &found->items[i - 1])) {
            ip_report_say(w, IP_BOLD, "%s", place(w->arena, m->first, m->first_statement));
            ip_report_say(w, IP_PLAIN, " then %s", place(w->arena, m->second, m->second_statement));
            ip_report_end_paragraph(w, 2, 4);
        }
        ip_report_say(w, IP_PLAIN, "the second %s%s", what(w->arena, m),
                      m->approximated ? " (a statement was not understood)" : "");
        ip_report_end_paragraph(w, 4, 6);
    }
}

static ip_exit explain(ip_run *run, const ip_arguments *arguments, ip_prepare_run *prepare)
{
    unsigned reading;
    bool json = false, complete = false, good = ip_option_parse_format(arguments, &json);
    if (json) {
        ip_option_usage_error("--explain-conflicts gives text only");
        good = false;
    }
    good &= ip_option_reading_given(arguments, &reading);
    good &= prepare(run, arguments);
    ip_run_read_as(run, reading);
    good &= ip_option_add_inputs(run, arguments);
    const ip_meetings *found = good ? ip_run_conflicts(run, &complete) : NULL;
    ip_option_print_diagnostics(ip_run_diagnostics(run), IP_ERROR);
    ip_output_target target;
    if (!found || !ip_option_output_open(&target, ip_option_value(arguments, IP_OPT_OUTPUT)))
        return IP_EXIT_ERROR;
    ip_writer writer = ip_option_output_writer(&target, ip_run_arena(run));
    const ip_workload *workload = ip_run_workload(run);
    const char *a = workload->programs.items[0]->name,
               *b = workload->programs.items[workload->programs.count - 1]->name;
    int pairs = 0;
    if (found->count > 0)
        qsort(found->items, (size_t)found->count, sizeof *found->items, compare);
    for (int i = 0; i < found->count; i++)
        pairs += i == 0 || !same_pair(&found->items[i], &found->items[i - 1]);
    if (!pairs && complete)
        ip_report_say(&writer, IP_PLAIN, "%s, %s: all statements commute", a, b);
    else
        ip_report_say(&writer, IP_PLAIN, "%s, %s: %d pair%s of statements that do not commute%s", a, b, pairs,
                      pairs == 1 ? "" : "s", complete ? "" : ", and perhaps more: not all could be asked for");
    ip_report_end_paragraph(&writer, 0, 2);
    list(&writer, found);
    if (!ip_option_output_finish(&target))
        return IP_EXIT_ERROR;
    return complete ? IP_EXIT_SAFE : IP_EXIT_UNDECIDED;
}

ip_exit ip_command_explain_conflicts(const ip_arguments *arguments, ip_prepare_run *prepare)
{
    ip_run *run = ip_run_new();
    ip_exit status = explain(run, arguments, prepare);
    ip_run_free(run);
    return status;
}
