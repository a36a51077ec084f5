/* Reads csvlog: 24 columns in version 13, 26 since 14 (PostgreSQL 15 documentation, section 20.8.4). */
#include "server_log/log_entry.h"

#include <stdlib.h>

enum {
    TIME = 0,
    DATABASE = 2,
    PID = 3,
    SESSION = 5,
    NUMBER = 6,
    PS = 7,
    VXID = 9,
    SEVERITY = 11,
    MESSAGE = 13,
    DETAIL = 14,
    STATEMENT = 19,
    APPLICATION = 22,
    LEAST_COLUMNS = 23,
    MOST_COLUMNS = 40
};

/* Ends the field that begins at *at with a zero byte and removes its quotes in place. Returns false if the field is
 * malformed. */
static bool take_field(char **at, char **field, bool *last)
{
    char *from = *at, *to = from;
    *field = to;
    if (*from == '"') {
        for (from++; *from; from++) {
            if (*from == '"' && *++from != '"')
                break;
            *to++ = *from;
        }
    } else {
        while (*from && *from != ',' && *from != '"')
            from++;
        to = from;
    }
    if (*from && *from != ',')
        return false;
    *last = !*from;
    *to = '\0';
    *at = from + 1;
    return true;
}

static const char *given(const char *field)
{
    return *field ? field : NULL;
}

bool ip_log_csv(char *record, size_t length, ip_log_entry *entry)
{
    char *fields[MOST_COLUMNS], *at = record;
    int count = 0;
    bool last = false;
    for (size_t i = 0; i < length; i++)
        if (!record[i])
            record[i] = ' ';
    while (!last && count < MOST_COLUMNS)
        if (!take_field(&at, &fields[count++], &last))
            return false;
    if (!last || count < LEAST_COLUMNS || !ip_log_is_time(fields[TIME]) || !*fields[SEVERITY])
        return false;
    entry->time = fields[TIME];
    entry->database = given(fields[DATABASE]);
    entry->pid = given(fields[PID]);
    entry->session = given(fields[SESSION]);
    entry->number = atol(fields[NUMBER]);
    entry->ps = given(fields[PS]);
    entry->vxid = fields[VXID];
    entry->severity = fields[SEVERITY];
    entry->message = fields[MESSAGE];
    entry->detail = given(fields[DETAIL]);
    entry->statement = given(fields[STATEMENT]);
    entry->application = given(fields[APPLICATION]);
    return true;
}
