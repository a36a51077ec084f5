/* A specification for PostgreSQL's isolation tester (src/test/isolation/README there), which `isoproof explore` reads,
 * too: setup, one session for each instance, and the schedule as the only permutation. */
#include "interpreter/interpreter.h"
#include "live/export.h"
#include "live/sequences.h"

#include <ctype.h>
#include <string.h>

/* ------------------------------------------------- blocks without brace -- */

/* A block ends at the first closing brace, wherever it stands. In literals it is written as an escape; from comments it
 * is removed. */
typedef struct braces {
    ip_text out;
    const char *at;
} braces;

static void put(braces *b, size_t length)
{
    ip_live_add(&b->out, "%.*s", (int)length, b->at);
    b->at += length;
}

/* As E'…'. quotes: quotes inside are not doubled yet; backslashes: backslashes are literal. */
static void put_escaped(braces *b, const char *begin, const char *end, bool quotes, bool backslashes)
{
    ip_live_add(&b->out, "E'");
    for (const char *at = begin; at < end; at++) {
        if (*at == '}')
            ip_live_add(&b->out, "\\x7D");
        else if (*at == '\\' && backslashes)
            ip_live_add(&b->out, "\\\\");
        else if (*at == '\'' && quotes)
            ip_live_add(&b->out, "''");
        else
            ip_live_add(&b->out, "%c", *at);
    }
    ip_live_add(&b->out, "'");
}

static bool has_brace(const char *begin, const char *end)
{
    return memchr(begin, '}', (size_t)(end - begin)) != NULL;
}

/* Length of a "$tag$" here; 0: none. */
static size_t dollar_tag(const char *at)
{
    size_t length = 1;
    while (isalnum((unsigned char)at[length]) || at[length] == '_' || (unsigned char)at[length] >= 0x80)
        length++;
    return *at == '$' && at[length] == '$' && !isdigit((unsigned char)at[1]) ? length + 1 : 0;
}

static void dollar_quoted(braces *b, size_t tag)
{
    const char *begin = b->at + tag, *end = begin;
    while (*end && strncmp(end, b->at, tag) != 0)
        end++;
    if (!has_brace(begin, end)) {
        put(b, (size_t)(end - b->at) + (*end ? tag : 0));
        return;
    }
    put_escaped(b, begin, end, true, true);
    b->at = *end ? end + tag : end;
}

/* '…', or E'…' if it is escaped: the text before the quote has been written. */
static void single_quoted(braces *b, bool escaped)
{
    const char *begin = b->at + 1, *end = begin;
    while (*end && (*end != '\'' || end[1] == '\'')) {
        if ((*end == '\'' || (escaped && *end == '\\')) && end[1])
            end++;
        end++;
    }
    if (!has_brace(begin, end)) {
        put(b, (size_t)(end - b->at) + (*end ? 1 : 0));
        return;
    }
    if (escaped)
        b->out.bytes[--b->out.length] = '\0';
    put_escaped(b, begin, end, false, !escaped);
    b->at = *end ? end + 1 : end;
}

static void remark(braces *b)
{
    const char *end = b->at[0] == '-' ? b->at + strcspn(b->at, "\n") : strstr(b->at + 2, "*/");
    end = !end ? b->at + strlen(b->at) : b->at[0] == '-' ? end : end + 2;
    for (; b->at < end; b->at++)
        ip_live_add(&b->out, "%c", *b->at == '}' ? ')' : *b->at);
}

/* NULL: it cannot be written. */
static const char *without_brace(ip_arena *arena, const char *sql)
{
    if (!strchr(sql, '}'))
        return sql;
    braces b = {.out = {.arena = arena}, .at = sql};
    char before = ' ';
    while (*b.at) {
        bool in_word = isalnum((unsigned char)before) || before == '_';
        size_t tag = in_word ? 0 : dollar_tag(b.at);
        char last = *b.at;
        if (tag) {
            dollar_quoted(&b, tag);
        } else if (*b.at == '\'') {
            size_t n = b.out.length;
            bool e = n && (b.out.bytes[n - 1] == 'E' || b.out.bytes[n - 1] == 'e') &&
                     (n < 2 || !(isalnum((unsigned char)b.out.bytes[n - 2]) || b.out.bytes[n - 2] == '_'));
            single_quoted(&b, e);
        } else if ((b.at[0] == '-' && b.at[1] == '-') || (b.at[0] == '/' && b.at[1] == '*')) {
            remark(&b);
        } else if (*b.at == '}') {
            return NULL;
        } else {
            put(&b, 1);
        }
        before = last;
    }
    return b.out.bytes;
}

/* -------------------------------------------------------------- writing -- */

static void block(const ip_export *export, ip_text *t, const char *indent, const char *sql, bool *good)
{
    const char *text = without_brace(export->arena, sql);
    *good &= text != NULL;
    ip_live_add(t, "%s%s;\n", indent, text ? text : "");
}

static bool write_setup(const ip_export *export, ip_text *t)
{
    const ip_schedule *schedule = export->schedule;
    bool good = true;
    ip_live_add(t, "setup\n{\n  CREATE SCHEMA " IP_LIVE_SCHEMA ";\n  SET search_path = " IP_LIVE_SCHEMA
                   ";\n  SET check_function_bodies = off;\n");
    for (int i = 0; i < export->load->statements.count; i++)
        block(export, t, "  ", export->load->statements.items[i].text, &good);
    ip_live_add(t, "}\n\n");
    if (schedule->initial_rows.count)
        ip_live_add(t, "setup\n{\n"); /* a block may not be empty */
    const char **tables;
    int count = ip_live_export_has_triggers(export) ? ip_live_export_tables(export, &tables) : 0;
    for (int i = 0; i < count; i++)
        ip_live_add(t, "  ALTER TABLE %s DISABLE TRIGGER USER;\n", tables[i]);
    const int *order = ip_live_export_row_order(export);
    for (int i = 0; i < schedule->initial_rows.count; i++)
        block(export, t, "  ", ip_live_export_insert(export, &schedule->initial_rows.items[order[i]]), &good);
    for (int i = 0; i < count; i++)
        ip_live_add(t, "  ALTER TABLE %s ENABLE TRIGGER USER;\n", tables[i]);
    for (int i = 0; i < export->load->statements.count && count; i++)
        if (ip_live_export_sets_triggers(export->load->statements.items[i].text))
            block(export, t, "  ", export->load->statements.items[i].text, &good);
    if (schedule->initial_rows.count)
        ip_live_add(t, "}\n\n");
    if (ip_live_export_names_drawn(export)) {
        ip_live_add(t, "setup { %s; }\n", ip_live_sequences_in_blocks(export->arena, export->schedule));
        ip_live_add(t, "setup { %s; }\n\n", ip_live_sequences_set(export->arena, export->schedule, 1));
    }
    ip_live_add(t, "teardown\n{\n  DROP SCHEMA " IP_LIVE_SCHEMA " CASCADE;\n}\n\n");
    return good;
}

static bool write_session(const ip_export *export, ip_text *t, int instance)
{
    const ip_schedule *schedule = export->schedule;
    const ip_schedule_instance *about = &schedule->instances.items[instance];
    bool good = true;
    ip_live_add(t, "# %s(%s)\nsession %s\n", about->transaction,
                ip_live_export_comment(export->arena, about->arguments), about->name);
    if (ip_live_export_names_drawn(export))
        ip_live_add(t, "setup { SET search_path = " IP_LIVE_SCHEMA "; %s; }\n",
                    ip_live_sequences_draw(export->arena, schedule));
    for (int i = 0; i < schedule->steps.count; i++) {
        const ip_schedule_step *step = &schedule->steps.items[i];
        if (step->instance != instance)
            continue;
        const char *predicted = ip_schedule_outcome_text(export->arena, &step->expect);
        /* Not in a setup of the session, which would be a transaction of its own. */
        ip_live_add(t, "step %s_%d { %s", about->name, i + 1,
                    step->kind == IP_STEP_BEGIN ? "SET search_path = " IP_LIVE_SCHEMA "; " : "");
        const char *text = without_brace(export->arena, ip_live_export_sent(export, step));
        good &= text != NULL;
        ip_live_add(t, "%s; }", text ? text : "");
        ip_live_add(t, "%s%s\n", *predicted ? " # " : "", ip_live_export_comment(export->arena, predicted));
    }
    ip_live_add(t, "\n");
    return good;
}

bool ip_live_export_spec(const ip_export *export, ip_export_files *files)
{
    const ip_schedule *schedule = export->schedule;
    ip_text t = {.arena = export->arena};
    ip_live_add(&t, "# %s\n# For PostgreSQL's isolation tester, and for isoproof explore.\n\n",
                ip_live_export_comment(export->arena, export->title));
    bool good = write_setup(export, &t);
    /* In the order in which blocks of sequence numbers are allocated. */
    for (int number = 1; number <= schedule->instances.count; number++)
        for (int i = 0; i < schedule->instances.count; i++)
            if (schedule->instances.items[i].number == number)
                good &= write_session(export, &t, i);
    ip_live_add(&t, "permutation");
    for (int i = 0; i < schedule->steps.count; i++)
        ip_live_add(&t, " %s_%d", schedule->instances.items[schedule->steps.items[i].instance].name, i + 1);
    ip_live_add(&t, "\n");
    if (good)
        ip_live_export_add(export, files, "spec", &t);
    return good;
}
