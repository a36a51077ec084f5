#include "base/diagnostic.h"

#include <string.h>

const char *ip_diagnostic_kind_name(ip_diagnostic_kind kind)
{
    static const char *const names[] = {
#define X(id, name, meaning) [id] = name,
        IP_DIAGNOSTIC_KINDS(X)
#undef X
    };
    return names[kind];
}

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

void ip_report(ip_diagnostics *diagnostics, ip_diagnostic_kind kind, ip_range range, const char *transaction,
               const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *message = ip_arena_vprintf(diagnostics->arena, format, args);
    va_end(args);
    for (int i = 0; i < diagnostics->list.count; i++) {
        const ip_diagnostic *d = &diagnostics->list.items[i];
        if (d->kind == kind && d->range.source == range.source && d->range.begin == range.begin &&
            same_text(d->transaction, transaction) && same_text(d->message, message))
            return;
    }
    ip_diagnostic added = {kind, range, transaction, message};
    IP_PUSH(diagnostics->arena, &diagnostics->list, added);
}

int ip_diagnostics_count(const ip_diagnostics *diagnostics, ip_diagnostic_kind kind)
{
    int count = 0;
    for (int i = 0; i < diagnostics->list.count; i++)
        count += diagnostics->list.items[i].kind == kind;
    return count;
}
