/* Evaluators of expression nodes that are defined outside evaluate.c. */
#ifndef IP_EVALUATE_H
#define IP_EVALUATE_H

#include "interpreter/run/run.h"

ip_evaluator ip_exec_evaluate_cast, ip_exec_evaluate_folded, ip_exec_evaluate_json_rows, ip_exec_evaluate_side_by_side,
    ip_exec_evaluate_changed_rows;
ip_datum ip_exec_apply_operator(ip_run_state *run, const ip_operator_call *operator, ip_datum left, ip_datum right);

#endif
