/* Scripts that `isoproof templates` has written say in their first lines how many of the recorded transactions they
 * stand for:
 *
 *   -- 225 committed transactions: 204 in the 11 templates below, 18 without work (settings, queries of the catalogs),
 *   --   1 that change the schema, 2 of upkeep, 0 not understood
 *
 * A verdict is about these. */
#include "workload/definition_pieces.h"

#include <stdio.h>
#include <string.h>

void ip_workload_recorded_share_report(ip_reader *reader, const ip_source *source)
{
    static const char head[] = "-- Transactions of a running application, written by isoproof templates.";
    static const char counts[] = " -- %ld committed transactions: %ld in the %ld templates below, %ld without work "
                                 "(settings, queries of the catalogs), -- %ld that change the schema, %ld of upkeep, "
                                 "%ld not understood";
    long committed, covered, templates, noise, schema, upkeep, unread;
    if (strncmp(source->text, head, sizeof head - 1) != 0)
        return;
    const char *second = source->text + strcspn(source->text, "\n");
    if (sscanf(second, counts, &committed, &covered, &templates, &noise, &schema, &upkeep, &unread) != 7)
        return;
    size_t begin = (size_t)(second - source->text) + (*second == '\n');
    ip_range range = {source, begin, begin + strcspn(source->text + begin, "\n")};
    const struct {
        const char *what;
        long count;
    } others[] = {{"without work", noise}, {"schema changes", schema}, {"upkeep", upkeep}, {"not understood", unread}};
    const char *rest = "";
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (others[i].count > 0)
            rest = ip_arena_printf(reader->arena, "%s%s%s: %ld", rest, *rest ? ", " : " (", others[i].what,
                                   others[i].count);
    ip_diagnostics_add_beside_verdict(reader->diagnostics, IP_REMARK, range, NULL,
                                      "%ld of %ld recorded transactions are instances of these templates%s%s. The "
                                      "answer is about all instances of the "
                                      "templates, under the assumptions, and not about what was not recorded",
                                      covered, committed, rest, *rest ? ")" : "");
}
