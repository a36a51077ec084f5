/* Looks up programs of a workload by name. */
#include "program/workload.h"

#include <string.h>

const ip_program *ip_program_workload_program(const ip_workload *workload, const char *name)
{
    for (int i = 0; i < workload->programs.count; i++)
        if (strcmp(workload->programs.items[i]->name, name) == 0)
            return workload->programs.items[i];
    return NULL;
}
