/* The parser's own list of keywords: libpg_query exports the server's look-up and its categories, without a header. */
#include "parse/keyword.h"

#include <stdint.h>

extern const struct ScanKeywordList ScanKeywords;
extern const uint8_t ScanKeywordCategories[];
int ScanKeywordLookup(const char *text, const struct ScanKeywordList *keywords);

enum { UNRESERVED_KEYWORD = 0 }; /* common/keywords.h */

bool ip_parse_is_reserved_keyword(const char *name)
{
    int found = ScanKeywordLookup(name, &ScanKeywords);
    return found >= 0 && ScanKeywordCategories[found] != UNRESERVED_KEYWORD;
}
