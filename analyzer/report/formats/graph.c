/* The graphs of a report, and the report that is nothing but these, for Graphviz. */
#include "report/formats/graph.h"

#include "report/formats/formats.h"
#include "base/utf8.h"
#include "report/words.h"

#include <string.h>

/* What a program may do to a table: [columns], and whether rows of it may come or go. */
typedef struct access {
    const ip_table *table;
    bool *reads, *writes;
    bool reads_rows, writes_rows;
} access;

typedef IP_VEC(access) accesses;

static access *access_to(ip_arena *arena, accesses *all, const ip_table *table)
{
    for (int i = 0; i < all->count; i++)
        if (all->items[i].table == table)
            return &all->items[i];
    access none = {.table = table,
                   .reads = IP_NEW_ARRAY(arena, bool, table->columns.count),
                   .writes = IP_NEW_ARRAY(arena, bool, table->columns.count)};
    IP_PUSH(arena, all, none);
    return &all->items[all->count - 1];
}

static void add_reads(ip_arena *arena, accesses *all, const ip_statement *statement)
{
    for (int s = 0; s < statement->sources.count; s++) {
        const ip_row_source *source = &statement->sources.items[s];
        if (source->table->locks_only)
            continue;
        access *to = access_to(arena, all, source->table);
        to->reads_rows = true;
        for (int c = 0; c < source->table->columns.count; c++)
            to->reads[c] = to->reads[c] || statement->kind == IP_UNKNOWN ||
                           (source->filter_columns && source->filter_columns[c]) ||
                           (source->output_columns && source->output_columns[c]);
    }
}

/* The first source is what is written; a statement that is not understood may write all of them. */
static void add_writes(ip_arena *arena, accesses *all, const ip_statement *statement)
{
    bool unknown = statement->kind == IP_UNKNOWN;
    int count = statement->kind == IP_SELECT || statement->kind == IP_ABORT ? 0 : statement->sources.count;
    for (int s = 0; s < count && (unknown || s == 0); s++) {
        const ip_row_source *source = &statement->sources.items[s];
        if (source->table->locks_only || source->reads_only)
            continue;
        access *to = access_to(arena, all, source->table);
        to->writes_rows = to->writes_rows || statement->kind != IP_UPDATE;
        for (int c = 0; c < source->table->columns.count; c++)
            to->writes[c] =
                to->writes[c] || statement->kind != IP_UPDATE || (statement->assignments && statement->assignments[c]);
    }
}

static accesses accesses_of(ip_arena *arena, const ip_program *program)
{
    accesses all = {0};
    for (int s = 0; s < program->statements.count; s++) {
        add_reads(arena, &all, &program->statements.items[s]);
        add_writes(arena, &all, &program->statements.items[s]);
    }
    return all;
}

/* Names of the tables with a column that a reads (both_write: writes) and b writes. */
static const char *shared(ip_arena *arena, const accesses *a, const accesses *b, bool both_write)
{
    const char *names = "";
    for (int i = 0; i < a->count; i++)
        for (int j = 0; j < b->count; j++) {
            const access *one = &a->items[i], *other = &b->items[j];
            if (one->table != other->table)
                continue;
            bool meets = other->writes_rows && (both_write ? one->writes_rows : one->reads_rows);
            for (int c = 0; c < one->table->columns.count; c++)
                meets = meets || (other->writes[c] && (both_write ? one->writes[c] : one->reads[c]));
            if (meets)
                names = ip_arena_printf(arena, "%s%s%s", names, *names ? ", " : "", one->table->name);
        }
    return names;
}

ip_picture ip_format_conflict_picture(ip_arena *arena, const ip_workload *workload, int number)
{
    ip_picture picture = {.title = "conflicts", .number = number};
    int count = workload->programs.count;
    accesses *all = IP_NEW_ARRAY(arena, accesses, count);
    for (int p = 0; p < count; p++) {
        all[p] = accesses_of(arena, workload->programs.items[p]);
        ip_report_picture_add_node(arena, &picture, workload->programs.items[p]->name);
    }
    for (int a = 0; a < count; a++)
        for (int b = 0; b < count; b++) {
            const char *a_name = picture.nodes.items[a].name, *b_name = picture.nodes.items[b].name;
            const char *read = shared(arena, &all[a], &all[b], false);
            const char *written = a <= b ? shared(arena, &all[a], &all[b], true) : "";
            ip_picture_edge rw = {
                a, b, "rw", read, ip_arena_printf(arena, "%s reads what %s writes: %s", a_name, b_name, read), false};
            ip_picture_edge ww = {
                a,    b, "ww", written, ip_arena_printf(arena, "%s and %s write the same: %s", a_name, b_name, written),
                false};
            if (*read)
                IP_PUSH(arena, &picture.edges, rw);
            if (*written)
                IP_PUSH(arena, &picture.edges, ww);
        }
    return picture;
}

ip_picture ip_format_cycle_picture(ip_arena *arena, const ip_finding *finding, int number)
{
    const ip_anomaly *anomaly = finding->anomaly;
    ip_picture picture = {.title =
                              ip_arena_printf(arena, "%s [%s]", ip_report_finding_title(arena, finding), anomaly->id),
                          .number = number};
    for (int i = 0; i < anomaly->instance_count; i++) {
        const char *name = ip_arena_printf(arena, "T%d %s", i + 1, anomaly->instances[i].program->name);
        ip_report_picture_add_node(arena, &picture, name);
    }
    for (int i = 0; i < anomaly->instance_count; i++) {
        const ip_dependency *dependency = &anomaly->dependencies[i];
        ip_picture_edge edge = {dependency->from,
                                dependency->to,
                                ip_anomaly_dependency_type_name(dependency->type),
                                dependency->table ? dependency->table->name : "",
                                ip_report_dependency_text(arena, anomaly, dependency),
                                false};
        IP_PUSH(arena, &picture.edges, edge);
    }
    return picture;
}

enum { LONGEST_LABEL = 26 };

static const char *shorter(ip_arena *arena, const char *label)
{
    label = ip_report_printable(arena, label);
    if (ip_report_display_width(label) <= LONGEST_LABEL)
        return label;
    const char *end = label;
    for (int i = 0; i + 1 < LONGEST_LABEL; i++)
        end += ip_utf8_sequence(end);
    return ip_arena_printf(arena, "%.*s…", (int)(end - label), label);
}

void ip_format_shorten_labels(ip_arena *arena, ip_picture *picture)
{
    for (int i = 0; i < picture->nodes.count; i++)
        picture->nodes.items[i].name = shorter(arena, picture->nodes.items[i].name);
    for (int i = 0; i < picture->edges.count; i++)
        picture->edges.items[i].about = shorter(arena, picture->edges.items[i].about);
}

void ip_format_dot(const ip_report_data *report, FILE *out)
{
    ip_arena *arena = ip_arena_new();
    ip_findings findings = ip_report_findings_of(arena, report);
    ip_picture conflicts = ip_format_conflict_picture(arena, report->workload, 0);
    ip_report_picture_write_dot(out, arena, &conflicts);
    for (int i = 0; i < findings.list.count; i++) {
        ip_picture cycle = ip_format_cycle_picture(arena, &findings.list.items[i], i + 1);
        ip_report_picture_write_dot(out, arena, &cycle);
    }
    ip_arena_free(arena);
}
