/* Isolation levels in SET, BEGIN and set_config (PostgreSQL 15 documentation, SET TRANSACTION). */
#ifndef IP_LEVEL_SETTING_H
#define IP_LEVEL_SETTING_H

#include "parse/tree.h"
#include <stdbool.h>

#include "base/arena.h"

/* What a statement says of levels. */
typedef enum ip_level_scope { IP_LEVEL_NOT, IP_LEVEL_OF_TRANSACTION, IP_LEVEL_OF_SESSION } ip_level_scope;

/* SET, RESET, and BEGIN with its modes. *level: "read committed", "repeatable read", "serializable"; NULL:
 * the session's default, "": not known. */
ip_level_scope ip_catalog_level_said(const PgQuery__VariableSetStmt *set, const char **level);
ip_level_scope ip_catalog_level_begun(const PgQuery__TransactionStmt *begin, const char **level);
/* A call of set_config somewhere in the tree that sets the session's default. */
bool ip_catalog_level_configured(ip_arena *arena, const ip_tree *node, const char **level);

#endif
