/* What a TRUNCATE empties. Internal to this folder. */
#ifndef IP_TRUNCATE_H
#define IP_TRUNCATE_H

#include "catalog/partition.h"
#include "catalog/relation.h"

typedef struct ip_truncation {
    ip_family tables;       /* each once; of a partition: its whole */
    const char *error;      /* it fails, whatever is there; NULL */
    const char *unfollowed; /* it does something else besides, or empties a part of a table only; NULL */
} ip_truncation;

/* Tables with those that inherit from them, and with CASCADE those that refer to one of them. Names that are no table's
 * are left out. */
ip_truncation ip_catalog_truncation_of(const ip_definitions *d, const ip_path *path,
                                       const PgQuery__TruncateStmt *truncate);

#endif
