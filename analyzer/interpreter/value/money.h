/* PostgreSQL's money, in cents. Texts are those of lc_monetary C, as in "-$1,234.50". */
#ifndef IP_MONEY_H
#define IP_MONEY_H

#include "interpreter/value/sqltype.h"

bool ip_value_money_parse(ip_arena *arena, const char *text, ip_datum *result, ip_failure *failure);
const char *ip_value_money_text(ip_arena *arena, int64_t cents);

#endif
