/* What is kept of a statement while its transaction is open. With texts, short values keep their spelling. */
#ifndef IP_TEMPLATE_STEP_H
#define IP_TEMPLATE_STEP_H

#include "templates/session.h"

const ip_log_literal *ip_templates_step_values(ip_arena *arena, const ip_statement_form *form,
                                               const ip_log_literal *values, bool texts);
/* Returns NULL if the outcome is not known. */
const ip_logged_outcome *ip_templates_step_outcome(ip_arena *arena, const ip_recorded *recorded, bool texts);

#endif
