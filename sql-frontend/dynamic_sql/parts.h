/* What dynamic_sql/text.c stands on: parts of expressions as ranges of tokens, and texts put together. Internal to the
 * fold.
 */
#ifndef IP_FOLD_PARTS_H
#define IP_FOLD_PARTS_H

#include "dynamic_sql/text.h"
#include "parse/lexer.h"

typedef IP_VEC(ip_range) ip_ranges;

/* dynamic_sql/part.c */
ip_token ip_dynamic_part_next(ip_range text, size_t at); /* comments left out */
bool ip_dynamic_part_is(ip_range text, ip_token token, const char *word);
int ip_dynamic_part_nesting(ip_range text, ip_token token); /* 1, -1: a parenthesis or CASE begins, ends */
ip_range ip_dynamic_part_trimmed(ip_range text);            /* without blanks and comments around it */
/* The parts between the separators outside of parentheses and CASE. */
ip_ranges ip_dynamic_part_split(ip_fold *f, ip_range text, const char *separator);
bool ip_dynamic_part_is_condition(ip_range text);
/* The type that the part is converted to; NULL: none. *inner: without the cast. */
const char *ip_dynamic_part_cast(ip_fold *f, ip_range part, ip_range *inner);
/* Is it of a type that is accepted: a variable, a cast, sums and products of them? */
bool ip_dynamic_part_has_type(ip_fold *f, ip_range part, bool (*accepts)(ip_fold *, const char *));
bool ip_dynamic_is_text_type(const char *type);
bool ip_dynamic_is_integer_type(ip_fold *f, const char *type);
bool ip_dynamic_is_number_type(ip_fold *f, const char *type);
bool ip_dynamic_is_tame_type(ip_fold *f, const char *type); /* its texts have neither quotes nor backslashes */

/* dynamic_sql/piece.c */
ip_texts ip_dynamic_texts_any(void);
ip_texts ip_dynamic_texts_of(ip_fold *f, ip_text_piece piece);
ip_texts ip_dynamic_texts_constant(ip_fold *f, const char *text);
ip_texts ip_dynamic_texts_concatenated(ip_fold *f, const ip_texts *a, const ip_texts *b);
const char *ip_dynamic_texts_only(const ip_texts *texts); /* the one constant text; NULL: it is not one */
ip_texts ip_dynamic_texts_hole(ip_fold *f, ip_range part,
                               ip_piece_kind kind); /* one part whose value stands in the text */

#endif
