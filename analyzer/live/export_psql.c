/* psql scripts, one for each instance, to be run concurrently: each waits for its turns. A sequence counts the turns,
 * since all transactions see its current value, regardless of their snapshots. */
#include "interpreter/interpreter.h"
#include "live/export.h"
#include "live/sequences.h"

#include <string.h>
#include <strings.h>

enum { TURN_SECONDS = 30 };

#define TURN IP_LIVE_SCHEMA "." IP_LIVE_TURN

/* In a comment or an \echo: one line, nothing that psql would take for a variable or a quote. */
static const char *quiet(ip_arena *arena, const char *words)
{
    char *copy = ip_arena_strdup(arena, words);
    for (char *at = copy; *at; at++)
        if (strchr("'\"`\\:\n\r", *at))
            *at = *at == '\n' || *at == '\r' ? ' ' : *at == ':' ? ';' : '.';
    return copy;
}

/* --------------------------------------------------------------- setup -- */

static void write_setup(const ip_export *export, ip_export_files *files)
{
    const ip_schedule *schedule = export->schedule;
    ip_text t = {.arena = export->arena};
    ip_live_add(&t, "-- %s\n", ip_live_export_comment(export->arena, export->title));
    for (int i = 0; i < schedule->instances.count; i++)
        ip_live_add(&t, "--   %s = %s(%s), at %s\n", schedule->instances.items[i].name,
                    schedule->instances.items[i].transaction,
                    ip_live_export_comment(export->arena, schedule->instances.items[i].arguments),
                    export->isolation[i]);
    ip_live_add(&t,
                "--\n-- Everything happens in the schema " IP_LIVE_SCHEMA
                ", which this file creates and %s.cleanup.sql drops.\n"
                "-- By hand: psql DATABASE -f %s.setup.sql; then one terminal for each instance, in any order:\n",
                export->id, export->id);
    for (int i = 0; i < schedule->instances.count; i++)
        ip_live_add(&t, "--   psql DATABASE -f %s.%s.sql\n", export->id, schedule->instances.items[i].name);
    ip_live_add(
        &t,
        "-- The scripts take turns: each waits until the step before its own is done. In one go: sh %s.sh DATABASE\n\n"
        "\\set ON_ERROR_STOP on\nBEGIN;\nCREATE SCHEMA " IP_LIVE_SCHEMA ";\nSET LOCAL search_path = " IP_LIVE_SCHEMA
        ";\nSET LOCAL check_function_bodies = off;\n\n",
        export->id);
    for (int i = 0; i < export->load->statements.count; i++)
        ip_live_add(&t, "%s;\n\n", export->load->statements.items[i].text);
    const char **tables;
    int table_count = ip_live_export_has_triggers(export) ? ip_live_export_tables(export, &tables) : 0;
    for (int i = 0; i < table_count; i++)
        ip_live_add(&t, "ALTER TABLE %s DISABLE TRIGGER USER;\n", tables[i]);
    const int *order = ip_live_export_row_order(export);
    ip_live_add(&t, "SET CONSTRAINTS ALL DEFERRED;\n");
    for (int i = 0; i < schedule->initial_rows.count; i++)
        ip_live_add(&t, "%s;\n", ip_live_export_insert(export, &schedule->initial_rows.items[order[i]]));
    ip_live_add(&t, "SET CONSTRAINTS ALL IMMEDIATE;\n");
    for (int i = 0; i < table_count; i++)
        ip_live_add(&t, "ALTER TABLE %s ENABLE TRIGGER USER;\n", tables[i]);
    for (int i = 0; i < export->load->statements.count && table_count; i++)
        if (ip_live_export_sets_triggers(export->load->statements.items[i].text))
            ip_live_add(&t, "%s;\n", export->load->statements.items[i].text);
    if (schedule->sequences.count) {
        ip_live_add(&t, "\n%s;\n", ip_live_sequences_in_blocks(export->arena, schedule));
        ip_live_add(&t, "%s \\g /dev/null\n", ip_live_sequences_set(export->arena, schedule, 1));
    }
    ip_live_add(
        &t,
        "\nCREATE SEQUENCE " TURN " MINVALUE -1000 START %d;\nCREATE PROCEDURE " IP_LIVE_SCHEMA
        ".isoproof_wait(step integer) LANGUAGE plpgsql AS $isoproof$\nBEGIN\n"
        "    FOR i IN 1 .. %d LOOP\n        IF (SELECT last_value >= step FROM " TURN ") THEN\n            RETURN;\n"
        "        END IF;\n        PERFORM pg_sleep(0.01);\n    END LOOP;\n"
        "    RAISE 'the step before step %% is not done after %d s: its script is not running, or it waits for a "
        "lock', step;\n"
        "END $isoproof$;\nCOMMIT;\n",
        schedule->sequences.count ? 1 - schedule->instances.count : 1, TURN_SECONDS * 100, TURN_SECONDS);
    ip_live_export_add(export, files, "setup.sql", &t);
}

/* -------------------------------------------------------------- turns -- */

static bool is_return(const ip_schedule_step *step)
{
    return step->kind == IP_STEP_STATEMENT && strncasecmp(step->text, "ROLLBACK TO", strlen("ROLLBACK TO")) == 0;
}

/* The instance's step before (by -1) or after (by 1) this one; -1: none. */
static int neighbour(const ip_schedule *schedule, int step, int by)
{
    int i = step + by;
    while (i >= 0 && i < schedule->steps.count &&
           schedule->steps.items[i].instance != schedule->steps.items[step].instance)
        i += by;
    return i < schedule->steps.count ? i : -1;
}

/* Is an error predicted here, and handled by a return to a savepoint? Between the error and the return the server
 * refuses every statement, also those that pass the turn on: the return follows at once. */
static bool is_handled(const ip_schedule *schedule, int step)
{
    int next = neighbour(schedule, step, 1);
    return schedule->steps.items[step].expect.kind == IP_OUTCOME_ERROR && next >= 0 &&
           is_return(&schedule->steps.items[next]);
}

/* The server needs a moment to process steps that end or begin a wait; the next step is delayed by it. */
static bool needs_pause(const ip_schedule *schedule, int step)
{
    for (int i = 0; i < step; i++)
        if (schedule->steps.items[i].waits)
            return true;
    return false;
}

static void pass_turn(ip_text *t, int step)
{
    ip_live_add(t, "SELECT setval('" TURN "', %d) \\g /dev/null\n", step + 2);
}

static void await_turn(const ip_export *export, ip_text *t, int step)
{
    ip_live_add(t, "CALL isoproof_wait(%d);\n\\if :ERROR\nROLLBACK;\n\\quit\n\\endif\n", step + 1);
    if (needs_pause(export->schedule, step))
        ip_live_add(t, "DO $$ BEGIN PERFORM pg_sleep(0.3); END $$;\n");
}

static void write_heading(const ip_export *export, ip_text *t, int index)
{
    const ip_schedule_step *step = &export->schedule->steps.items[index];
    const char *predicted = ip_schedule_outcome_text(export->arena, &step->expect);
    ip_live_add(t, "-- Step %d", index + 1);
    if (step->file)
        ip_live_add(t, ", %s:%d", ip_live_export_comment(export->arena, step->file), step->line);
    if (*predicted)
        ip_live_add(t, ". Predicted: %s", ip_live_export_comment(export->arena, predicted));
    ip_live_add(t, "%s\n", step->waits ? ". Waits for a lock" : "");
}

static void send_step(const ip_export *export, ip_text *t, int index)
{
    const ip_schedule_step *step = &export->schedule->steps.items[index];
    const char *predicted = ip_schedule_outcome_text(export->arena, &step->expect);
    ip_live_add(t, "\\echo 'step %d %s: %s%s%s'\n", index + 1, export->schedule->instances.items[step->instance].name,
                quiet(export->arena, ip_schedule_step_text(export->arena, step)), *predicted ? "   -- predicted: " : "",
                quiet(export->arena, predicted));
    const char *text = ip_live_export_sent(export, step), *second = strchr(text, ';');
    if (step->kind == IP_STEP_BEGIN)
        ip_live_add(t, "%.*s;\n%s \\g /dev/null\n", (int)(second - text), text, second + 2);
    else
        ip_live_add(t, "%s;\n", text);
}

static void write_step(const ip_export *export, ip_text *t, int index)
{
    const ip_schedule *schedule = export->schedule;
    const ip_schedule_step *step = &schedule->steps.items[index];
    int before = neighbour(schedule, index, -1);
    bool handled = is_handled(schedule, index), returns = before >= 0 && is_handled(schedule, before);
    write_heading(export, t, index);
    ip_live_add(t, "\\if :alive\n");
    if (!returns)
        await_turn(export, t, index);
    if (step->waits)
        pass_turn(t, index);
    send_step(export, t, index);
    if (!handled)
        ip_live_add(t, "\\if :ERROR\n\\echo '%s ends here'\nROLLBACK;\n\\set alive false\n\\endif\n",
                    schedule->instances.items[step->instance].name);
    if (returns) {
        pass_turn(t, before);
        await_turn(export, t, index);
    }
    if (!step->waits && !handled)
        pass_turn(t, index);
    ip_live_add(t, "\\else\n");
    await_turn(export, t, index);
    pass_turn(t, index);
    ip_live_add(t, "\\endif\n\n");
}

/* ------------------------------------------------------------ scripts -- */

static void write_instance(const ip_export *export, ip_export_files *files, int instance)
{
    const ip_schedule *schedule = export->schedule;
    const ip_schedule_instance *about = &schedule->instances.items[instance];
    ip_text t = {.arena = export->arena};
    ip_live_add(
        &t,
        "-- %s = %s(%s), at %s; see %s.setup.sql\n\\set ON_ERROR_STOP off\n\\set AUTOCOMMIT on\n\\set QUIET off\n"
        "\\set alive true\nSET search_path = " IP_LIVE_SCHEMA ";\n\n",
        about->name, about->transaction, ip_live_export_comment(export->arena, about->arguments),
        export->isolation[instance], export->id);
    /* Turns before the first step: blocks of sequence numbers are allocated in the instances' order. */
    if (schedule->sequences.count) {
        int turn = about->number - schedule->instances.count;
        ip_live_add(&t, "-- Its own numbers from sequences\n");
        await_turn(export, &t, turn - 1);
        ip_live_add(&t, "%s \\g /dev/null\n", ip_live_sequences_draw(export->arena, schedule));
        pass_turn(&t, turn - 1);
        ip_live_add(&t, "\n");
    }
    for (int i = 0; i < schedule->steps.count; i++)
        if (schedule->steps.items[i].instance == instance)
            write_step(export, &t, i);
    ip_live_export_add(export, files, ip_arena_printf(export->arena, "%s.sql", about->name), &t);
}

static void write_cleanup(const ip_export *export, ip_export_files *files)
{
    ip_text t = {.arena = export->arena};
    ip_live_add(&t,
                "-- What %s.setup.sql has created.\nSET client_min_messages = warning;\nDROP SCHEMA " IP_LIVE_SCHEMA
                " CASCADE;\n",
                export->id);
    ip_live_export_add(export, files, "cleanup.sql", &t);
}

static void write_shell(const ip_export *export, ip_export_files *files)
{
    const ip_schedule *schedule = export->schedule;
    ip_text t = {.arena = export->arena};
    ip_live_add(
        &t,
        "#!/bin/sh\n# %s\n# usage: sh %s.sh DATABASE\n# DATABASE is a name or a connection string for psql.\nset -eu\n"
        "cd \"$(dirname \"$0\")\"\npsql -X -q \"$1\" -f %s.setup.sql\n"
        "trap 'psql -X -q \"$1\" -f %s.cleanup.sql' EXIT\n",
        ip_live_export_comment(export->arena, export->title), export->id, export->id, export->id);
    for (int i = 0; i < schedule->instances.count; i++)
        ip_live_add(&t, "psql -X \"$1\" -f %s.%s.sql 2>&1 &\n", export->id, schedule->instances.items[i].name);
    ip_live_add(&t, "wait\necho 'at the end:'\n");
    const char **tables;
    int count = ip_live_export_tables(export, &tables);
    for (int i = 0; i < count; i++)
        ip_live_add(&t, "psql -X \"$1\" -c %s\n",
                    ip_live_export_literal(export->arena,
                                           ip_arena_printf(export->arena, "TABLE " IP_LIVE_SCHEMA ".%s", tables[i])));
    ip_live_export_add(export, files, "sh", &t);
}

void ip_live_export_psql(const ip_export *export, ip_export_files *files)
{
    write_setup(export, files);
    for (int i = 0; i < export->schedule->instances.count; i++)
        write_instance(export, files, i);
    write_cleanup(export, files);
    write_shell(export, files);
}
