/* Views. */
#include "coder.h"

ip_code_from *ip_code_view(ip_compiler *c, const json_t *rangevar, ip_code_scope *scope)
{
    (void)c;
    (void)rangevar;
    (void)scope;
    return NULL;
}
