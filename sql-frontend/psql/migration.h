/* Files of migration tools that hold, beside the statements that create the schema, those that undo it. */
#ifndef IP_MIGRATION_H
#define IP_MIGRATION_H

#include "base/diagnostic.h"

/* The source with blanks for what undoes the migration, from a comment line of goose, dbmate, sql-migrate,
 * node-pg-migrate or tern on; the source itself where it has none. Each such part is a remark. */
const ip_source *ip_psql_migration_without_undo(ip_arena *arena, const ip_source *source, ip_diagnostics *diagnostics);

#endif
