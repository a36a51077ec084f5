/* Parts of a statement: queries of its WITH that run once, for all uses of their rows, on their shared snapshot
 * (documentation, 7.8.4). */
#include "interpreter/run/write.h"

#include <string.h>

ip_parts *ip_exec_parts_begin(ip_run_state *run, const ip_step *step)
{
    ip_parts *outer = run->parts;
    run->parts = NULL;
    if (step->part_count == 0)
        return outer;
    ip_parts *parts = IP_NEW(run->arena, ip_parts);
    parts->count = step->part_count;
    parts->queries = step->parts;
    parts->read_once = step->read_once;
    parts->done = IP_NEW_ARRAY(run->arena, bool, parts->count);
    parts->rows = IP_NEW_ARRAY(run->arena, ip_rowset, parts->count);
    parts->changes = IP_NEW(run->arena, ip_changes);
    run->parts = parts;
    return outer;
}

ip_rowset ip_exec_part_rows(ip_run_state *run, const ip_query_plan *query)
{
    ip_parts *parts = run->parts;
    int part = query->part - 1;
    if (!parts->done[part]) {
        parts->rows[part] = ip_exec_query_evaluate(run, query);
        parts->done[part] = true;
    }
    return parts->rows[part];
}

bool ip_exec_part_passes(const ip_run_state *run, const ip_query_plan *query)
{
    const ip_parts *parts = run->parts;
    int part = query->part - 1;
    return run->database->keeps_versions && parts && part >= 0 && query->writes && !query->casts &&
           parts->read_once[part] && !parts->done[part];
}

typedef struct passing {
    ip_rowset *rows;
    ip_take *take;
    void *data;
} passing;

/* Kept, too: the one place may be a subquery that is evaluated again. */
static void pass(ip_run_state *run, const ip_datum *values, void *data)
{
    const passing *p = data;
    memcpy(ip_exec_rowset_add(run, p->rows), values, sizeof *values * (size_t)p->rows->width);
    p->take(run, values, p->data);
}

void ip_exec_part_each(ip_run_state *run, const ip_query_plan *query, ip_take *take, void *data)
{
    int64_t affected;
    int part = query->part - 1;
    passing p = {&run->parts->rows[part], take, data};
    p.rows->width = query->width;
    run->parts->done[part] = true;
    ip_exec_write_each(run, query->writes, pass, &p, &affected);
}

/* Those that nothing has read write last, the later ones first: an earlier one may be read by them (execMain.c,
 * ExecPostprocessPlan; nodeModifyTable.c puts each before those in its list). */
void ip_exec_parts_end(ip_run_state *run, ip_parts *outer)
{
    ip_parts *parts = run->parts;
    for (int i = parts ? parts->count - 1 : -1; i >= 0; i--)
        if (parts->queries[i]->writes)
            ip_exec_part_rows(run, parts->queries[i]);
    run->parts = NULL;
    if (parts)
        ip_exec_run_after(run, parts->changes);
    run->parts = outer;
}
