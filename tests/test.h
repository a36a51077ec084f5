/* What C tests share: a check that says what failed and goes on, and a summary
 * for the suite to return. */
#ifndef IP_TEST_H
#define IP_TEST_H

#include "suite.h"

#include <stdio.h>
#include <string.h>

static int test_checks, test_failures;

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        test_checks++;                                                                                                 \
        if (!(condition)) {                                                                                            \
            test_failures++;                                                                                           \
            fprintf(stderr, "%s:%d: %s is false\n", __FILE__, __LINE__, #condition);                                   \
        }                                                                                                              \
    } while (0)

#define CHECK_INT(got, expected)                                                                                       \
    do {                                                                                                               \
        long long test_got = (got), test_expected = (expected);                                                        \
        test_checks++;                                                                                                 \
        if (test_got != test_expected) {                                                                               \
            test_failures++;                                                                                           \
            fprintf(stderr, "%s:%d: %s is %lld, not %lld\n", __FILE__, __LINE__, #got, test_got, test_expected);       \
        }                                                                                                              \
    } while (0)

#define CHECK_TEXT(got, expected)                                                                                      \
    do {                                                                                                               \
        const char *test_got = (got), *test_expected = (expected);                                                     \
        test_checks++;                                                                                                 \
        if (!test_got || strcmp(test_got, test_expected)) {                                                            \
            test_failures++;                                                                                           \
            fprintf(stderr, "%s:%d: %s is\n  %s\nnot\n  %s\n", __FILE__, __LINE__, #got,                               \
                    test_got ? test_got : "(null)", test_expected);                                                    \
        }                                                                                                              \
    } while (0)

/* Expected files name the grammar of PostgreSQL 15; a build may read that of a later version. */
static inline const char *test_as_of_15(char *text)
{
    static const char before[] = "this build reads PostgreSQL ";
    for (char *at = text; (at = strstr(at, before));) {
        at += sizeof before - 1;
        if (strlen(at) > 2 && at[2] == '\'')
            memcpy(at, "15", 2);
    }
    return text;
}

/* At the end of a suite: return TEST_RESULT(). A run without a single check fails. */
static inline int test_result(void)
{
    printf("%d checks, %d failures\n", test_checks, test_failures);
    return test_failures || !test_checks;
}
#define TEST_RESULT() test_result()

#endif
