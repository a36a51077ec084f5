/* The instances of a run one after the other, in each order, from the same rows. */
#ifndef IP_SERIAL_ORDERS_H
#define IP_SERIAL_ORDERS_H

#include "replay/schedule/serial_results.h"
#include "replay/trial/trial_run.h"

/* Whether the instances are few enough to run every serial order. If not, the anomaly counts as not observable. */
bool ip_trial_order_decided(const ip_trial *trial);
/* Runs every serial order from the same rows. NULL: none gives the clients the same results and leaves the same rows;
 * else such an order, by instance. world: of the outcome. */
const int *ip_trial_equal_order(ip_bench *bench, const ip_trial *trial, const ip_trial_outcome *outcome);
/* No serial order leaves the same rows, whatever results it gives. */
bool ip_trial_rows_differ(ip_bench *bench, const ip_trial *trial, const ip_trial_outcome *outcome);
/* The rows and results of the run and of each serial order. number: instance of the trial → of the anomaly. NULL: too
 * many orders to read, or orders that differ only in numbers of sequences. */
const ip_serial_results *ip_trial_serial_results_of(ip_arena *arena, ip_bench *bench, const ip_trial *trial,
                                                    const ip_trial_outcome *outcome, const int *number);

#endif
