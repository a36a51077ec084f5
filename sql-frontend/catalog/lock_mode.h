/* Lock modes of PostgreSQL, of rows and of tables, and which exclude each other (PostgreSQL 15, Explicit Locking,
 * tables 13.2 and 13.3). Advisory locks are locks on the rows of a table that nothing else uses: shared ones
 * IP_LOCK_SHARE, exclusive ones IP_LOCK_UPDATE; table locks are locks on the row of the table in such a table. */
#ifndef IP_LOCK_H
#define IP_LOCK_H

#include <stdbool.h>

typedef enum ip_lock {
    IP_LOCK_NONE,
    IP_LOCK_KEY_SHARE, /* rows, weakest first */
    IP_LOCK_SHARE,
    IP_LOCK_NO_KEY_UPDATE,
    IP_LOCK_UPDATE,
    IP_LOCK_TABLE_ACCESS_SHARE, /* tables, weakest first */
    IP_LOCK_TABLE_ROW_SHARE,
    IP_LOCK_TABLE_ROW_EXCLUSIVE,
    IP_LOCK_TABLE_SHARE_UPDATE_EXCLUSIVE,
    IP_LOCK_TABLE_SHARE,
    IP_LOCK_TABLE_SHARE_ROW_EXCLUSIVE,
    IP_LOCK_TABLE_EXCLUSIVE,
    IP_LOCK_TABLE_ACCESS_EXCLUSIVE,
    IP_LOCK_COUNT
} ip_lock;

/* Must the holder of one end before another transaction gets the other? A mode of rows and one of tables never meet. */
bool ip_catalog_locks_exclude(ip_lock a, ip_lock b);
const char *
ip_catalog_lock_name(ip_lock lock); /* as SQL has it: "FOR NO KEY UPDATE", "SHARE ROW EXCLUSIVE"; "": none */

#endif
