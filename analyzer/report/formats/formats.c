/* The formats by name, and the function that writes each. */
#include "report/formats/formats.h"

#include <string.h>

bool ip_format_find(const char *name, ip_format *format)
{
    static const char *const names[] = {
#define X(id, name) [id] = name,
        IP_FORMATS(X)
#undef X
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0) {
            *format = (ip_format)i;
            return true;
        }
    return false;
}

void ip_format_write(ip_format format, const ip_report_data *report, FILE *out, const ip_format_options *options)
{
    switch (format) {
    case IP_FORMAT_TEXT:
        if (report->advice)
            ip_report_advice_text(report, out, &options->text);
        else
            ip_report_text(report, out, &options->text);
        return;
    case IP_FORMAT_JSON:
        ip_report_json(report, out, !options->text.no_times);
        return;
    case IP_FORMAT_SARIF:
        ip_format_sarif(report, out, options);
        return;
    case IP_FORMAT_HTML:
        ip_format_html(report, out, options);
        return;
    case IP_FORMAT_GITHUB:
        ip_format_github(report, out);
        return;
    case IP_FORMAT_GITLAB:
        ip_format_gitlab(report, out);
        return;
    case IP_FORMAT_GCC:
        ip_format_gcc(report, out);
        return;
    case IP_FORMAT_JUNIT:
        ip_format_junit(report, out, options);
        return;
    case IP_FORMAT_DOT:
        ip_format_dot(report, out);
        return;
    }
}
