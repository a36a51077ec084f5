/* Names of enumerations, as the report writes them. */
#include "isoproof.h"

#include <string.h>

const char *ip_anomaly_kind_name(ip_anomaly_kind kind)
{
    static const char *const names[] = {
#define X(id, name, meaning, source) [id] = name,
        IP_ANOMALY_KINDS(X)
#undef X
    };
    return names[kind];
}

const char *ip_anomaly_kind_words(ip_arena *arena, const char *kind)
{
    if (strcmp(kind, ip_anomaly_kind_name(IP_OTHER_ANOMALY)) == 0)
        return "dependency cycle";
    if (strcmp(kind, ip_anomaly_kind_name(IP_READ_ONLY_ANOMALY)) == 0)
        return "read-only anomaly"; /* one adjective */
    char *words = ip_arena_strdup(arena, kind);
    for (char *at = words; *at; at++)
        *at = *at == '-' ? ' ' : *at;
    return words;
}

const char *ip_anomaly_dependency_type_name(ip_dependency_type type)
{
    static const char *const names[] = {[IP_WR] = "wr", [IP_WW] = "ww", [IP_RW] = "rw"};
    return names[type];
}

const char *ip_anomaly_verdict_name(ip_verdict verdict)
{
    static const char *const names[] = {
        [IP_SAFE] = "safe", [IP_BENIGN] = "benign", [IP_UNSAFE] = "unsafe", [IP_UNDECIDED] = "undecided"};
    return names[verdict];
}
