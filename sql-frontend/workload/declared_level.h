/* The isolation level that code sets itself (PostgreSQL 15 documentation, SET TRANSACTION).
 *
 * A level can only be set before a transaction's first snapshot; later PostgreSQL refuses any level but that which the
 * transaction has. So a transaction that commits after an unconditional SET TRANSACTION runs at that level. In PL/pgSQL
 * every statement that evaluates an expression has taken a snapshot, and so have CALL, DO and SELECT: after COMMIT,
 * only a SET TRANSACTION that is reached directly chooses. Within a block with EXCEPTION none does. */
#ifndef IP_DECLARED_LEVEL_H
#define IP_DECLARED_LEVEL_H

#include "base/diagnostic.h"
#include "catalog/definition.h"
#include "catalog/level_setting.h"

/* The level of the transaction that the unit's text begins with (end NULL), or of the transaction that begins after
 * end. */
ip_declared ip_workload_declared_of(const ip_definitions *definitions, const ip_unit *unit, const ip_pl_statement *end);

/* Reports routines that set their session's default level, each once, as an assumption about what else runs there. */
void ip_workload_declared_report(const ip_definitions *definitions, ip_diagnostics *diagnostics);

#endif
