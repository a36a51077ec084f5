/* The order in which the server asks the conditions of one WHERE: it shows where one of them raises an error. */
#ifndef IP_ORDER_H
#define IP_ORDER_H

#include "code/code.h"

/* Is a asked before b, if b stands before a? */
bool ip_prepare_is_asked_first(const ip_code_expr *a, const ip_code_expr *b);

#endif
