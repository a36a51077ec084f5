/* The handlers that catch errors which depend on concurrent transactions (ip_chance, program.h). */
#ifndef IP_CHANCE_H
#define IP_CHANCE_H

#include "plpgsql/block_parser.h"
#include "program/program.h"

/* Whether a handler for these conditions catches the error. OTHERS does not catch a cancelled query. */
bool ip_summary_takes_chance(const ip_pl_handler *handler, ip_chance chance);
/* By its name or SQLSTATE, not as OTHERS. */
bool ip_summary_names_chance(const ip_pl_handler *handler, ip_chance chance);

/* The same for an error by which the database refuses a statement. */
bool ip_summary_takes_denial(const ip_pl_handler *handler, ip_denial denial);
/* A violated key, and no other error but that. */
bool ip_summary_takes_only_duplicates(const ip_pl_handler *handler);
bool ip_summary_takes_only_references(const ip_pl_handler *handler);

#endif
