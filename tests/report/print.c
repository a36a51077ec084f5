/* Prints the hand-made report: print text WIDTH [colour|brief], or print and a format; with many and a number: of so
 * many findings more. */
#include "suite.h"
#include "fixture.h"

#include "report/formats/formats.h"

#include <stdlib.h>
#include <string.h>

/* The findings of the first level again and again, each with an id of its own. */
static void fixture_many(fixture *f, int count)
{
    ip_level_result *result = &f->report.results.items[0];
    for (int i = 0; i < count; i++) {
        ip_anomaly copy = result->anomalies.items[0];
        copy.id = ip_arena_printf(f->arena, "%016x", i);
        IP_PUSH(f->arena, &result->anomalies, copy);
    }
}

TEST_SUITE(report_print)
{
    if (argc < 2)
        return 2;
    fixture f;
    fixture_begin(&f);
    fixture_bank(&f);
    if (argc > 2 && strcmp(argv[2], "many") == 0)
        fixture_many(&f, argc > 3 ? atoi(argv[3]) : 500);
    ip_format format;
    if (strcmp(argv[1], "text") != 0 && ip_format_find(argv[1], &format)) {
        ip_format_write(format, &f.report, stdout, &(ip_format_options){.text = {.all_anomalies = false}});
    } else if (strcmp(argv[1], "errors") == 0) {
        for (int i = 0; i < f.diagnostics.list.count; i++)
            ip_report_diagnostic(&f.diagnostics.list.items[i], stdout, false);
    } else {
        ip_text_options options = {.width = argc > 2 ? atoi(argv[2]) : 0};
        for (int i = 3; i < argc; i++) {
            options.colour |= strcmp(argv[i], "colour") == 0;
            options.brief |= strcmp(argv[i], "brief") == 0;
            options.all_anomalies |= strcmp(argv[i], "all") == 0;
        }
        ip_report_text(&f.report, stdout, &options);
    }
    fixture_end(&f);
    return 0;
}
