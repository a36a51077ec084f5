/* The isolation level that code sets itself (PostgreSQL 15 documentation, SET TRANSACTION).
 *
 * A level can only be set before a transaction's first snapshot; later PostgreSQL refuses any but the one that the
 * transaction has. So whoever commits after an unconditional SET TRANSACTION runs at that level. In PL/pgSQL whatever
 * evaluates an expression has taken a snapshot by then, as CALL, DO and SELECT have: after COMMIT, only a SET
 * TRANSACTION that is reached directly chooses. Within a block with EXCEPTION none does. */
#ifndef IP_DECLARED_LEVEL_H
#define IP_DECLARED_LEVEL_H

#include <jansson.h>

#include "base/diagnostic.h"
#include "definition.h"

/* What a statement says of levels. */
typedef enum ip_level_scope { IP_LEVEL_NOT, IP_LEVEL_OF_TRANSACTION, IP_LEVEL_OF_SESSION } ip_level_scope;

/* VariableSetStmt's or TransactionStmt's content. *level: "read committed", "repeatable read", "serializable"; NULL:
 * the session's default, "": not known. */
ip_level_scope ip_level_said(ip_arena *arena, const json_t *set, const char **level);
/* A call of set_config somewhere in the tree that sets the session's default. */
bool ip_level_configured(ip_arena *arena, const json_t *node, const char **level);

/* Of the transaction that the unit's text begins with (end NULL), or of the one behind that COMMIT or ROLLBACK. */
ip_declared ip_declared_of(const ip_definitions *definitions, const ip_unit *unit, const ip_pl_statement *end);

/* Routines that set the default of their session: told once each, as an assumption about what else runs there. */
void ip_declared_tell(const ip_definitions *definitions, ip_diagnostics *diagnostics);

#endif
