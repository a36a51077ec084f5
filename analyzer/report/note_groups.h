/* Notes with the same text for several places are shown as one, with the places. */
#ifndef IP_NOTE_GROUPS_H
#define IP_NOTE_GROUPS_H

#include "isoproof.h"

typedef struct ip_note_group {
    ip_diagnostic_kind kind;
    IP_VEC(int) members; /* indexes in the list of notes, by place; at least one */
} ip_note_group;

/* In the order in which each was first reported. */
typedef IP_VEC(ip_note_group) ip_note_groups;

/* beside: include the notes that are shown beside verdicts. Notes on programs that are not analyzed are left out.
 * Errors are grouped if their place is the same, too; findings that comments suppress are never grouped. */
ip_note_groups ip_report_note_groups_of(ip_arena *arena, const ip_report_data *report, bool beside);
/* The programs of an error group: "a", "a and b", "a, b and 10 more programs". NULL: none is named. */
const char *ip_report_note_group_programs(ip_arena *arena, const ip_report_data *report, const ip_note_group *group);

#endif
