/* Checks that code is as code.h promises, since the interpreter uses its numbers as indexes. */
#ifndef IP_WELL_FORMED_H
#define IP_WELL_FORMED_H

#include "code/code.h"

/* NULL, or what is wrong with it. Code with a reason why it is not run is only walked through. */
const char *ip_code_fault(const ip_code *code);

#endif
