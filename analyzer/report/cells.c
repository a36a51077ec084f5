/* The word for a program's result at a level, from its worst anomaly and from the sets that are proved safe. */
#include "report/cells.h"

#include "anomaly/rank.h"
#include "base/arena.h"

ip_severity ip_report_severity_of(const ip_anomaly *anomaly)
{
    bool confirmed = anomaly->replay.status == IP_REPLAY_CONFIRMED;
    if (confirmed && !anomaly->replay.observable && anomaly->replay.equal_serial_order)
        return IP_SEVERITY_BENIGN;
    return !confirmed && (anomaly->replay.reason || anomaly->approximated) ? IP_SEVERITY_POSSIBLE : IP_SEVERITY_UNSAFE;
}

/* The worst of the program's findings that no comment suppresses; possible if there is none. */
static ip_severity worst_of(const ip_level_result *result, const ip_program *program)
{
    ip_severity worst = IP_SEVERITY_POSSIBLE;
    for (int a = 0; a < result->anomalies.count; a++) {
        const ip_anomaly *anomaly = &result->anomalies.items[a];
        ip_severity severity = ip_report_severity_of(anomaly);
        if (!anomaly->suppressed && severity < worst && ip_anomaly_takes_part(anomaly, program))
            worst = severity;
    }
    return worst;
}

ip_report_cell ip_report_cell_of(const ip_report_data *report, const ip_level_result *result, int program)
{
    if (result->verdict == IP_SAFE)
        return IP_CELL_SAFE;
    ip_severity worst = worst_of(result, report->workload->programs.items[program]);
    if (worst != IP_SEVERITY_POSSIBLE)
        return worst == IP_SEVERITY_UNSAFE ? IP_CELL_UNSAFE : IP_CELL_BENIGN;
    if (result->rest && (result->programs && result->programs[program].undecided_because))
        return IP_CELL_SUPPRESSED;
    if (!result->programs || result->programs[program].undecided_because || result->programs[program].safe_set < 0)
        return IP_CELL_UNDECIDED;
    return IP_CELL_PARTLY_SAFE;
}

const char *ip_report_cell_name(ip_report_cell cell)
{
    static const char *const names[] = {
        [IP_CELL_SAFE] = "safe",     [IP_CELL_PARTLY_SAFE] = "partly safe", [IP_CELL_BENIGN] = "benign",
        [IP_CELL_UNSAFE] = "unsafe", [IP_CELL_SUPPRESSED] = "suppressed",   [IP_CELL_UNDECIDED] = "undecided"};
    return names[cell];
}

enum { LISTED = 6 };

const char *ip_report_cell_remark(ip_arena *arena, const ip_report_data *report, const ip_level_result *result,
                                  int program)
{
    const ip_workload *workload = report->workload;
    ip_report_cell cell = ip_report_cell_of(report, result, program);
    if (cell == IP_CELL_UNDECIDED || cell == IP_CELL_SUPPRESSED)
        return result->programs && result->programs[program].undecided_because
                   ? result->programs[program].undecided_because
               : result->verdict == IP_UNDECIDED && result->reason ? result->reason
                                                                   : "what it does alone was not decided";
    if (cell != IP_CELL_PARTLY_SAFE)
        return NULL;
    const bool *set = result->safe_sets.items[result->programs[program].safe_set];
    const char *names = "";
    int others = 0;
    for (int p = 0; p < workload->programs.count; p++)
        if (!set[p] && others++ < LISTED)
            names = ip_arena_printf(arena, "%s%s%s", names, others > 1 ? ", " : "", workload->programs.items[p]->name);
    if (others > LISTED)
        names = ip_arena_printf(arena, "%s and %d more", names, others - LISTED);
    return ip_arena_printf(arena, "proved safe as long as these do not run beside it: %s", names);
}
