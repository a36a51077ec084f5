/* The harm in one sentence. */
#include "replay/schedule/serial_results.h"
#include "report/differences.h"
#include "report/words.h"

#include <string.h>

typedef struct comparison {
    ip_arena *arena;
    const ip_anomaly *anomaly;
    const ip_serial_results *results;
    ip_differences all;
} comparison;

/* ---------------------------------------------------------------- values -- */

enum { MANY_VALUES = 6 };

static int count_values(const char *list)
{
    int count = 1;
    for (const char *at = strstr(list, ", "); at; at = strstr(at + 2, ", "))
        count++;
    return count;
}

static const char *value_at(ip_arena *arena, const char *list, int place)
{
    for (; place > 0; place--)
        list = strstr(list, ", ") + 2;
    const char *end = strstr(list, ", ");
    return ip_arena_strndup(arena, list, end ? (size_t)(end - list) : strlen(list));
}

/* Of many values those that differ, and "…" for the others. A text with a comma counts as two. */
static const char *only_these(const comparison *c, const char *list, const bool *differ, int count)
{
    const char *text = "";
    for (int i = 0; i < count; i++) {
        if (!differ[i] && i > 0 && !differ[i - 1])
            continue;
        text = ip_arena_printf(c->arena, "%s%s%s", text, i ? ", " : "", differ[i] ? value_at(c->arena, list, i) : "…");
    }
    return text;
}

static ip_difference without_equal_values(const comparison *c, const ip_difference *difference)
{
    ip_difference shorter = *difference;
    int orders = c->results->serial.count, count = count_values(difference->run);
    bool alike = difference->kind == IP_GETS_DIFFER && count >= MANY_VALUES;
    for (int o = 0; o < orders && alike; o++)
        alike = count_values(difference->serial[o]) == count;
    if (!alike)
        return shorter;
    bool *differ = IP_NEW_ARRAY(c->arena, bool, count);
    const char **serial = IP_NEW_ARRAY(c->arena, const char *, orders);
    for (int i = 0; i < count; i++)
        for (int o = 0; o < orders; o++)
            differ[i] = differ[i] || strcmp(value_at(c->arena, difference->run, i),
                                            value_at(c->arena, difference->serial[o], i)) != 0;
    for (int o = 0; o < orders; o++)
        serial[o] = only_these(c, difference->serial[o], differ, count);
    shorter.run = only_these(c, difference->run, differ, count);
    shorter.serial = serial;
    return shorter;
}

/* "11.00 (T1 first) or 9.00 (T2 first)"; "11.00, whichever comes first"; of three: "11.00 or 9.00" */
static const char *serial_words(const comparison *c, const ip_difference *difference)
{
    int orders = c->results->serial.count;
    bool same = true;
    const char *text = "";
    for (int o = 1; o < orders; o++)
        same = same && strcmp(difference->serial[o], difference->serial[0]) == 0;
    if (same)
        return ip_arena_printf(c->arena, "%s, %s", difference->serial[0],
                               orders == 2 ? "whichever comes first" : "in whatever order they run");
    for (int o = 0; o < orders; o++) {
        bool repeated = false;
        for (int before = 0; before < o && orders > 2; before++)
            repeated = repeated || strcmp(difference->serial[before], difference->serial[o]) == 0;
        if (repeated)
            continue;
        const char *first =
            orders == 2 ? ip_arena_printf(c->arena, " (T%d first)", c->results->serial.items[o].order[0] + 1) : "";
        text = ip_arena_printf(c->arena, "%s%s%s%s", text, *text ? " or " : "", difference->serial[o], first);
    }
    return text;
}

/* "T3 gets 5", "T2 fails with error 23505", "T2 gives up" */
static const char *gets_words(const comparison *c, const ip_difference *difference)
{
    const char *got = difference->run;
    if (strcmp(got, "succeeds") == 0)
        return ip_arena_printf(c->arena, "%s %s", difference->what, got);
    if (strncmp(got, "error ", 6) == 0)
        return ip_arena_printf(c->arena, "%s fails with %s", difference->what, got);
    if (strcmp(got, "ROLLBACK") == 0)
        return ip_arena_printf(c->arena, "%s is rolled back", difference->what);
    if (strncmp(got, "NOTIFY ", 7) == 0)
        return ip_arena_printf(c->arena, "%s sends %s", difference->what, got);
    return ip_arena_printf(c->arena, "%s gets %s", difference->what, got);
}

/* "checking.bal of custid 2 goes from 11.00 to 10.00" */
static const char *cell_words(const comparison *c, const ip_difference *cell)
{
    if (!cell->before)
        return ip_arena_printf(c->arena, "%s ends as %s", cell->what, cell->run);
    if (strcmp(cell->before, cell->run) == 0)
        return ip_arena_printf(c->arena, "%s starts and ends as %s", cell->what, cell->run);
    return ip_arena_printf(c->arena, "%s goes from %s to %s", cell->what, cell->before, cell->run);
}

static const char *found_words(const comparison *c, const ip_difference *difference)
{
    switch (difference->kind) {
    case IP_CELL_DIFFERS:
        return cell_words(c, difference);
    case IP_ROW_DIFFERS:
        return ip_arena_printf(c->arena, "%s is %s in the end", difference->what, difference->run);
    default:
        return gets_words(c, difference);
    }
}

/* ----------------------------------------------------------- failures -- */

static bool is_error(const char *gets)
{
    return strncmp(gets, "error ", 6) == 0;
}

/* An error of a transaction that succeeds in the schedule. */
typedef struct failure {
    const char *error, *message; /* NULL: it fails in no order; its message depends on the order */
} failure;

/* Of each transaction. NULL: in some order nothing fails that succeeds in the schedule. */
static const failure *failures_of(const comparison *c)
{
    failure *failures = IP_NEW_ARRAY(c->arena, failure, c->anomaly->instance_count);
    for (int o = 0; o < c->results->serial.count; o++) {
        bool fails = false;
        for (int d = 0; d < c->all.count; d++) {
            const ip_difference *of = &c->all.items[d];
            if (of->kind != IP_GETS_DIFFER || is_error(of->run) || strcmp(of->run, "ROLLBACK") == 0 ||
                !is_error(of->serial[o]))
                continue;
            failure *failed = &failures[of->instance];
            const char *message = c->results->serial.items[o].messages[of->instance];
            if (failed->error && strcmp(failed->error, of->serial[o]) != 0)
                return NULL;
            if (failed->error && failed->message && message && strcmp(failed->message, message) != 0)
                message = NULL;
            *failed = (failure){of->serial[o], failed->error && !failed->message ? NULL : message};
            fails = true;
        }
        if (!fails)
            return NULL;
    }
    return failures;
}

static const char *failure_text(const comparison *c, const failure *failed)
{
    return failed->message ? ip_arena_printf(c->arena, "%s (%s)", failed->error, failed->message) : failed->error;
}

/* "T1 or T2 would fail with error P0001 (order 7 is paid)"; "T1 would fail with error P0001 (cannot cancel), or T2 with
 * error P0001 (order 7 is paid)" */
static const char *failing_words(const comparison *c, const failure *failures)
{
    const char *names = "", *each = "", *same = NULL;
    bool alike = true;
    for (int t = 0; t < c->anomaly->instance_count; t++) {
        if (!failures[t].error)
            continue;
        const char *text = failure_text(c, &failures[t]);
        alike = alike && (!same || strcmp(same, text) == 0);
        names = ip_arena_printf(c->arena, "%s%sT%d", names, *names ? " or " : "", t + 1);
        each = ip_arena_printf(c->arena, "%s%sT%d %swith %s", each, *each ? ", or " : "", t + 1,
                               *each ? "" : "would fail ", text);
        same = text;
    }
    return alike ? ip_arena_printf(c->arena, "%s would fail with %s", names, same) : each;
}

/* "T1 and T2 both succeed", whatever they get: what is wrong is that one of them should fail. */
static const char *succeeding_words(const comparison *c, const failure *failures)
{
    const char *names = "";
    int count = 0, named = 0;
    for (int t = 0; t < c->anomaly->instance_count; t++)
        count += failures[t].error != NULL;
    for (int t = 0; t < c->anomaly->instance_count; t++)
        if (failures[t].error) {
            const char *between = !named ? "" : named + 1 < count ? ", " : " and ";
            names = ip_arena_printf(c->arena, "%s%sT%d", names, between, t + 1);
            named++;
        }
    return ip_arena_printf(c->arena, "%s %ssucceed%s", names,
                           count == 2  ? "both "
                           : count > 2 ? "all "
                                       : "",
                           count == 1 ? "s" : "");
}

/* ------------------------------------------------------------- sentences -- */

/* "a ends as 1, and T2 gets 3", of the facts that no serial order gives together. */
static const char *named_words(const comparison *c, int *count)
{
    const char *text = "";
    int named = 0;
    *count = 0;
    for (int d = 0; d < c->all.count; d++)
        *count += c->all.items[d].named;
    for (int d = 0; d < c->all.count; d++)
        if (c->all.items[d].named) {
            const char *between = !named ? "" : named + 1 == *count ? ", and " : ", ";
            text = ip_arena_printf(c->arena, "%s%s%s", text, between, found_words(c, &c->all.items[d]));
            named++;
        }
    return text;
}

static bool names_numbers_only(const comparison *c)
{
    bool numbers = false;
    for (int d = 0; d < c->all.count; d++) {
        const ip_difference *of = &c->all.items[d];
        if (of->named && (of->kind != IP_CELL_DIFFERS || !ip_report_is_number(of->run)))
            return false;
        numbers = numbers || of->named;
    }
    return numbers;
}

/* "a ends as 1, and T2 gets 3. One after the other, the transactions never give both."; where one of them should fail,
 * which. */
static const char *joint_words(const comparison *c, const failure *failures)
{
    int count;
    const char *text = named_words(c, &count);
    if (failures)
        return ip_arena_printf(c->arena, "%s. One after the other, %s.",
                               names_numbers_only(c) ? text : succeeding_words(c, failures),
                               failing_words(c, failures));
    if (!count)
        return "One after the other, the transactions never give these results and these rows.";
    return ip_arena_printf(c->arena, "%s. One after the other, the transactions never give %s.", text,
                           count == 2 ? "both" : "all of this together");
}

/* A second wrong value: a number in another place. NULL: none. */
static const ip_difference *second_of(const comparison *c)
{
    const ip_difference *first = &c->all.items[0];
    for (int d = 1; d < c->all.count && first->kind == IP_CELL_DIFFERS; d++) {
        const ip_difference *of = &c->all.items[d];
        bool numbers = of->never && of->kind == IP_CELL_DIFFERS && ip_report_is_number(of->run);
        for (int o = 0; o < c->results->serial.count && numbers; o++)
            numbers = ip_report_is_number(of->serial[o]) && ip_report_is_number(first->serial[o]);
        if (numbers)
            return of;
    }
    return NULL;
}

/* "a ends as 2.00, and b ends as 3. They should be 1.00 and 2, whichever comes first" */
static const char *two_words(const comparison *c, const ip_difference *first, const ip_difference *second)
{
    const char **serial = IP_NEW_ARRAY(c->arena, const char *, c->results->serial.count);
    ip_difference both = *first;
    for (int o = 0; o < c->results->serial.count; o++)
        serial[o] = ip_arena_printf(c->arena, "%s and %s", first->serial[o], second->serial[o]);
    both.serial = serial;
    return ip_arena_printf(c->arena, "%s, and %s. They should be %s", found_words(c, first), found_words(c, second),
                           serial_words(c, &both));
}

/* What no serial order gives by itself. */
static const char *never_words(const comparison *c, const failure *failures)
{
    const ip_difference *first = &c->all.items[0], *second = second_of(c);
    const char *also = failures ? ip_arena_printf(c->arena, ", and %s", failing_words(c, failures)) : "";
    if (second)
        return ip_arena_printf(c->arena, "%s%s.", two_words(c, first, second), also);
    if (first->kind == IP_GETS_DIFFER && failures)
        return ip_arena_printf(c->arena, "%s. One after the other, %s.", found_words(c, first),
                               failing_words(c, failures));
    const char *serial = serial_words(c, first);
    if (strncmp(serial, "not there", strlen("not there")) == 0) /* a row */
        return ip_arena_printf(c->arena, "%s. It should not be%s%s.", found_words(c, first), serial + strlen("not"),
                               also);
    return ip_arena_printf(c->arena, "%s. %s %s%s.", found_words(c, first),
                           first->kind == IP_GETS_DIFFER ? "One after the other, it would be" : "It should be", serial,
                           also);
}

const char *ip_report_harm_text(ip_arena *arena, const ip_schema *schema, const ip_anomaly *anomaly)
{
    comparison c = {arena, anomaly, anomaly->replay.serial, ip_report_differences_of(arena, schema, anomaly)};
    if (!c.all.count)
        return "";
    const failure *failures = failures_of(&c);
    for (int i = 0; i < c.all.count; i++)
        c.all.items[i] = without_equal_values(&c, &c.all.items[i]);
    if (c.all.items[0].never)
        return never_words(&c, failures);
    return joint_words(&c, failures);
}
