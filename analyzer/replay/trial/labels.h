/* Values of enums are labels; a model has arbitrary texts in their place. */
#ifndef IP_LABELS_H
#define IP_LABELS_H

#include "replay/trial/subject.h"

/* Whether the value is a label of the enum. */
bool ip_trial_is_label(const ip_code *of, ip_datum value);
/* Replaces the model's texts in columns and parameters of enums by labels, equal texts by equal labels. */
void ip_trial_use_labels(ip_subject *subject);

#endif
