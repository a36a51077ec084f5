/* isoproof init: writes a first isoproof.toml for a folder. The plan is tested by reading the files as analyze will. */
#include "command/commands.h"
#include "command/options/configured.h"
#include "command/options/output.h"
#include "configuration/project.h"
#include "configuration/sqlc.h"
#include "isoproof.h"

#include <string.h>
#include <unistd.h>

typedef struct plan {
    ip_arena *arena;
    const ip_project *project;
    const ip_sql_group *base;           /* has the schema; NULL for TABLES or no schema */
    IP_VEC(const ip_sql_group *) files; /* with programs */
    IP_VEC(const ip_sql_group *) schema;
    IP_VEC(const ip_sql_group *) migrations; /* some of whose routines are programs */
    bool implicit, by_sqlc;
    int programs;
} plan;

static bool makes_schema(const ip_sql_group *group)
{
    return group->kind <= IP_SQL_MIGRATIONS;
}

/* Chooses a dump, which is the state after all migrations, or else the largest of several folders. */
static const ip_sql_group *find_base(const ip_project *project)
{
    const ip_sql_group *best = NULL;
    for (int g = 0; g < project->groups.count; g++) {
        const ip_sql_group *group = &project->groups.items[g];
        if (!makes_schema(group) || (best && best->kind == IP_SQL_DUMP))
            continue;
        if (!best || group->files.count > best->files.count)
            best = group;
    }
    return best;
}

typedef bool add_path(ip_run *run, const char *path);

static void add_groups(ip_run *run, const ip_sql_group *const *groups, int count, add_path *add)
{
    for (int g = 0; g < count; g++)
        for (int i = 0; i < groups[g]->files.count; i++)
            add(run, groups[g]->files.items[i]);
}

/* Where an extension's objects are, for files that leave it open. CREATE EXTENSION runs them with this schema first in
 * search_path, so that names with @extschema@ and names without a schema are the same. */
static const char extension_schema[] = "public";

/* Reads the files as analyze does, and counts the programs. */
static int count_programs(const plan *p)
{
    ip_run *run = ip_run_new();
    ip_run_read_as(run, p->implicit ? IP_READ_IMPLICIT : 0);
    if (p->project->of_extension)
        ip_run_define(run, "extschema", extension_schema);
    add_groups(run, p->schema.items, p->schema.count, ip_run_add_schema);
    add_groups(run, p->migrations.items, p->migrations.count, ip_run_add_migration);
    add_groups(run, p->files.items, p->files.count, ip_run_add_file);
    int count = ip_run_workload(run)->programs.count;
    ip_run_free(run);
    return count;
}

static bool has_programs(ip_arena *arena, const ip_project *project, const ip_sql_group *group)
{
    plan alone = {.arena = arena, .project = project};
    IP_PUSH(arena, &alone.migrations, group);
    return count_programs(&alone) > 0;
}

/* The other files in supabase/ repeat the migrations, or belong to tests. */
static bool repeats_base(const plan *p, const ip_sql_group *group)
{
    return group->kind == IP_SQL_CODE && p->base && p->base->kind == IP_SQL_SUPABASE;
}

static void make_plan(plan *p)
{
    const ip_project *project = p->project;
    p->base = find_base(project);
    bool queries = false;
    for (int g = 0; g < project->groups.count; g++)
        queries |= project->groups.items[g].kind == IP_SQL_QUERIES;
    p->implicit = queries;
    if (p->base && (queries || !has_programs(p->arena, project, p->base)))
        IP_PUSH(p->arena, &p->schema, p->base);
    else if (p->base && p->base->kind == IP_SQL_DUMP)
        IP_PUSH(p->arena, &p->files, p->base);
    else if (p->base)
        IP_PUSH(p->arena, &p->migrations, p->base);
    for (int g = 0; g < project->groups.count; g++) {
        const ip_sql_group *group = &project->groups.items[g];
        if (group->kind == IP_SQL_TABLES && !p->base)
            IP_PUSH(p->arena, &p->schema, group);
        if (group->kind == IP_SQL_QUERIES || (group->kind == IP_SQL_CODE && !repeats_base(p, group)))
            IP_PUSH(p->arena, &p->files, group);
    }
    p->programs = count_programs(p);
}

/* If sqlc has a configuration, it names the files. Returns false if there is none, or, after reporting it, if the
 * configuration cannot be used. */
static bool plan_by_sqlc(plan *p)
{
    static const char *const names[] = {"sqlc.yaml", "sqlc.yml", "sqlc.json"};
    const ip_source *source = NULL;
    const char *why;
    for (size_t i = 0; i < sizeof names / sizeof *names && !source; i++)
        source = access(names[i], F_OK) == 0 ? ip_source_read(p->arena, names[i], &why) : NULL;
    if (!source)
        return false;
    ip_diagnostics diagnostics = {.arena = p->arena};
    ip_sqlc_files files = {0};
    ip_configuration_sqlc_read(p->arena, source, &files, &diagnostics);
    ip_option_print_diagnostics(&diagnostics, IP_REMARK);
    if (ip_diagnostics_count(&diagnostics, IP_ERROR) || !files.queries.count)
        return false;
    ip_sql_group *schema = IP_NEW(p->arena, ip_sql_group), *queries = IP_NEW(p->arena, ip_sql_group);
    *schema = (ip_sql_group){IP_SQL_SQLC, "", files.schema, files.schema};
    *queries = (ip_sql_group){IP_SQL_SQLC, "", files.queries, files.queries};
    IP_PUSH(p->arena, &p->schema, schema);
    IP_PUSH(p->arena, &p->files, queries);
    p->base = schema;
    p->implicit = true;
    p->by_sqlc = true;
    p->programs = count_programs(p);
    return true;
}

/* --------------------------------------------------------------- output -- */

static const char *quoted(ip_arena *arena, const char *text)
{
    const char *result = "\"";
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 127)
            result = ip_arena_printf(arena, "%s\\u%04X", result, (unsigned char)*text);
        else
            result = ip_arena_printf(arena, "%s%s%c", result, strchr("\"\\", *text) ? "\\" : "", *text);
    return ip_arena_printf(arena, "%s\"", result);
}

static void write_groups(FILE *out, const plan *p, const char *key, const ip_sql_group *const *groups, int count)
{
    int lines = 0;
    for (int g = 0; g < count; g++)
        lines += groups[g]->patterns.count;
    if (!lines)
        return;
    for (int g = 0; g < count; g++)
        fprintf(out, "# %s: %d file%s\n", ip_configuration_sql_kind_text(groups[g]->kind), groups[g]->files.count,
                groups[g]->files.count == 1 ? "" : "s");
    fprintf(out, "%s = [%s", key, lines > 1 ? "\n" : "");
    for (int g = 0; g < count; g++)
        for (int i = 0; i < groups[g]->patterns.count; i++)
            fprintf(out, lines > 1 ? "    %s,\n" : "%s", quoted(p->arena, groups[g]->patterns.items[i]));
    fputs("]\n\n", out);
}

/* Lists other groups with a schema, which most likely belong to another database. */
static void write_unused(FILE *out, const plan *p)
{
    for (int g = 0; g < p->project->groups.count; g++) {
        const ip_sql_group *group = &p->project->groups.items[g];
        if (makes_schema(group) && group != p->base && !p->by_sqlc)
            fprintf(out, "# Not used, %s: %s\n", ip_configuration_sql_kind_text(group->kind),
                    quoted(p->arena, group->folder));
    }
    if (p->project->superseded)
        fprintf(out, "# Not used: %d script%s of older versions of an extension\n", p->project->superseded,
                p->project->superseded == 1 ? "" : "s");
    if (p->project->other_dialects)
        fprintf(out, "# Not used: %d file%s that look%s like SQL of %s, such as %s\n", p->project->other_dialects,
                p->project->other_dialects == 1 ? "" : "s", p->project->other_dialects == 1 ? "s" : "",
                p->project->engine, quoted(p->arena, p->project->other_dialect));
}

static const char made_schema[] = "isolation/schema.sql", made_transactions[] = "isolation/transactions.sql";

static bool has_files(const plan *p)
{
    return p->schema.count || p->migrations.count || p->files.count;
}

/* Tells whether a framework creates the schema, so that there is no SQL for it. A dump that is not the framework's own
 * belongs to another database. */
static bool needs_schema(const plan *p)
{
    if (p->by_sqlc)
        return false;
    bool dumped = p->base && p->base->kind == IP_SQL_DUMP && strstr(p->base->folder, "structure.sql");
    return p->project->frameworks.count ? !dumped : !has_files(p);
}

/* Explains how to get what is not in SQL files: a schema that a framework creates, and the transactions that the
 * application sends. */
static void write_recipe(FILE *out, const plan *p, const char *lead)
{
    const ip_project *project = p->project;
    if (needs_schema(p)) {
        fprintf(out, "%sThe schema, from a database in which it was created:\n", lead);
        for (int f = 0; f < project->frameworks.count; f++)
            fprintf(out, "%s    %s        # %s\n", lead, project->frameworks.items[f].command,
                    project->frameworks.items[f].name);
        fprintf(out, "%s    pg_dump --schema-only DATABASE > %s\n", lead, made_schema);
    }
    fprintf(out,
            "%sThe transactions that the application sends, from the log of a server with log_statement = 'all':\n",
            lead);
    fprintf(out, "%s    isoproof templates --schema SCHEMA LOG > %s\n", lead, made_transactions);
    fprintf(out, "%s(docs/recordings.md)\n", lead);
}

static void write_configuration(FILE *out, const plan *p)
{
    fputs("# Written by isoproof init. Keys: isoproof help init, docs/configuration.md\n\n", out);
    if (!p->programs || needs_schema(p)) {
        write_recipe(out, p, "# ");
        fputs("\n", out);
    }
    if (!has_files(p))
        fprintf(out, "schema = [%s]\n", quoted(p->arena, made_schema));
    write_groups(out, p, "schema", p->schema.items, p->schema.count);
    write_groups(out, p, "migrations", p->migrations.items, p->migrations.count);
    write_groups(out, p, "files", p->files.items, p->files.count);
    if (!p->programs)
        fprintf(out, "%sfiles = [%s]\n\n", p->files.count ? "# " : "", quoted(p->arena, made_transactions));
    if (p->implicit)
        fputs("# Each query is a transaction of its own. A transaction of several: docs/recordings.md, or BEGIN … "
              "COMMIT.\nimplicit = true\n\n",
              out);
    fputs("# Without levels, all of PostgreSQL's. Those that the application uses:\n# levels = [\"read committed\"]\n\n"
          "# timeout = 60\n# baseline = \"isoproof-baseline.json\"\n# complete-schema = true    # no file is missing\n"
          "# trust-modules = true      # extensions leave these tables alone\n",
          out);
    write_unused(out, p);
    if (p->project->of_extension)
        fprintf(out, "\n# The schema of an extension's objects: @extschema@ in its files.\n[define]\nextschema = %s\n",
                quoted(p->arena, extension_schema));
}

static bool write_file(const plan *p)
{
    ip_output_target target;
    if (!ip_option_output_open(&target, IP_CONFIGURATION_NAME))
        return false;
    write_configuration(target.stream, p);
    return ip_option_output_finish(&target);
}

static void report_groups(FILE *out, const char *key, const ip_sql_group *const *groups, int count)
{
    for (int g = 0; g < count; g++)
        fprintf(out, "  %s: %s (%d)\n", key, ip_configuration_sql_kind_text(groups[g]->kind), groups[g]->files.count);
}

static void tell(FILE *out, const plan *p)
{
    fprintf(out, "isoproof.toml is written\n");
    report_groups(out, "schema", p->schema.items, p->schema.count);
    report_groups(out, "migrations", p->migrations.items, p->migrations.count);
    report_groups(out, "files", p->files.items, p->files.count);
    for (int f = 0; f < p->project->frameworks.count; f++)
        fprintf(out, "  migrations of %s, which are not SQL\n", p->project->frameworks.items[f].name);
    write_unused(out, p);
    if (p->programs)
        fprintf(out, "  %d program%s\n", p->programs, p->programs == 1 ? "" : "s");
    else
        fputs("  no transactions in these files\n", out);
    fputs(p->programs ? "next: isoproof analyze\n" : "next\n", out);
    if (!p->programs || needs_schema(p))
        write_recipe(out, p, "  ");
}

ip_exit ip_command_init(const ip_arguments *arguments)
{
    if (access(IP_CONFIGURATION_NAME, F_OK) == 0)
        return ip_option_usage_error("%s is there already; isoproof init writes only a new one", IP_CONFIGURATION_NAME);
    plan p = {.arena = arguments->arena, .project = ip_configuration_project_find(arguments->arena, "")};
    if (!plan_by_sqlc(&p))
        make_plan(&p);
    if (!has_files(&p) && !p.project->frameworks.count)
        return ip_option_usage_error("there are no SQL files of PostgreSQL here%s%s",
                                     p.project->other_dialects ? "; those that are here look like SQL of " : "",
                                     p.project->other_dialects ? p.project->engine : "");
    if (!write_file(&p))
        return IP_EXIT_ERROR;
    ip_output_target target;
    if (!ip_option_output_open(&target, NULL))
        return IP_EXIT_ERROR;
    tell(target.stream, &p);
    return ip_option_output_finish(&target) ? IP_EXIT_SAFE : IP_EXIT_ERROR;
}
