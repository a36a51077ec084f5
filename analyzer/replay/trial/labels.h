/* Values of enums are labels. A model knows them as texts that differ or not. */
#ifndef IP_LABELS_H
#define IP_LABELS_H

#include "replay/trial/subject.h"

/* Is it one? */
bool ip_is_label(const ip_code *of, ip_datum value);
/* The model's texts in columns and parameters of enums become labels, the same wherever the text is the same. */
void ip_use_labels(ip_subject *subject);

#endif
