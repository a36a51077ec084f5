/* Arenas, places in sources, diagnostics, lists of names. */
#include "test.h"

#include "base/diagnostic.h"
#include "base/text_format.h"
#include "base/words.h"

#include <limits.h>
#include <stdarg.h>
#include <stdint.h>

static void test_arena(void)
{
    ip_arena *arena = ip_arena_new();
    CHECK(ip_arena_alloc(arena, 0) != NULL);
    for (size_t size = 1; size < 300000; size = size * 3 + 1) {
        unsigned char *block = ip_arena_alloc(arena, size);
        CHECK((uintptr_t)block % _Alignof(max_align_t) == 0);
        CHECK(block[0] == 0 && block[size - 1] == 0);
        memset(block, 0xff, size);
    }
    CHECK_TEXT(ip_arena_printf(arena, "%s-%d", "a", 7), "a-7");
    CHECK_TEXT(ip_arena_strndup(arena, "abcdef", 3), "abc");

    IP_VEC(int) numbers = {0};
    for (int i = 0; i < 1000; i++)
        IP_PUSH(arena, &numbers, i);
    CHECK_INT(numbers.count, 1000);
    CHECK_INT(numbers.items[0], 0);
    CHECK_INT(numbers.items[999], 999);
    CHECK(ip_arena_bytes(arena) >= 300000);
    ip_arena_free(arena);
    ip_arena_free(NULL);
}

/* A reset arena hands out zeroes again, and takes no new memory for the same use. */
static void test_arena_reset(void)
{
    ip_arena *arena = ip_arena_new();
    ip_arena_reset(arena);
    unsigned char *large = NULL;
    for (int round = 0; round < 3; round++) {
        large = ip_arena_alloc(arena, 100000);
        CHECK(large[0] == 0 && large[99999] == 0);
        memset(large, 0xff, 100000);
        unsigned char *small = ip_arena_alloc(arena, 10);
        CHECK(small[9] == 0);
        memset(small, 0xff, 10);
        ip_arena_reset(arena);
        CHECK_INT(ip_arena_bytes(arena), 0);
    }
    CHECK(ip_arena_alloc(arena, 100000) != NULL);
    ip_arena_free(arena);
}

static void test_positions(void)
{
    ip_arena *arena = ip_arena_new();
    ip_source *source = ip_source_from_text(arena, "x.sql", "a\n\nbcd", 6);
    CHECK_INT(source->line_count, 3);
    CHECK_INT(ip_source_position(source, 0).line, 1);
    CHECK_INT(ip_source_position(source, 1).column, 2);
    CHECK_INT(ip_source_position(source, 2).line, 2);
    CHECK_INT(ip_source_position(source, 5).line, 3);
    CHECK_INT(ip_source_position(source, 5).column, 3);
    CHECK_TEXT(ip_range_text(arena, (ip_range){source, 3, 6}), "bcd");
    CHECK_INT(ip_range_position((ip_range){NULL, 0, 0}).line, 0);

    ip_source *empty = ip_source_from_text(arena, "empty.sql", "", 0);
    CHECK_INT(ip_source_position(empty, 0).line, 1);
    ip_source *nul = ip_source_from_text(arena, "nul.sql", "a\0\nb", 4);
    CHECK_INT(nul->length, 4);
    CHECK_INT(ip_source_position(nul, 3).line, 2);

    const char *error = NULL;
    CHECK(ip_source_read(arena, "no such file.sql", &error) == NULL);
    CHECK(error && strstr(error, "No such file"));
    ip_arena_free(arena);
}

static void test_diagnostics(void)
{
    ip_arena *arena = ip_arena_new();
    ip_diagnostics diagnostics = {.arena = arena};
    ip_source *source = ip_source_from_text(arena, "x.sql", "abc", 3);
    ip_range range = {source, 1, 2};
    ip_diagnostics_add(&diagnostics, IP_ERROR, range, "p", "no table %s", "t");
    ip_diagnostics_add(&diagnostics, IP_ERROR, range, "p", "no table %s", "t");
    ip_diagnostics_add(&diagnostics, IP_REMARK, range, "p", "no table %s", "t");
    CHECK_INT(diagnostics.list.count, 2);
    CHECK_INT(ip_diagnostics_count(&diagnostics, IP_ERROR), 1);
    CHECK_TEXT(diagnostics.list.items[0].message, "no table t");
    CHECK_TEXT(ip_diagnostic_kind_name(IP_ASSUMPTION), "assumption");
    ip_arena_free(arena);
}

static void test_words(void)
{
    CHECK(ip_is_among("one three", "one") && ip_is_among("one three", "three"));
    CHECK(!ip_is_among("one three", "two") && !ip_is_among("one three", "on") && !ip_is_among("one three", "hree"));
    CHECK(!ip_is_among("one three", "") && !ip_is_among("", ""));
}

static int format(char *out, size_t size, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = ip_text_format(out, size, format, args);
    va_end(args);
    return length;
}

/* What vsnprintf would do, whether it is asked or not. */
static void test_text_format(void)
{
    char text[16];
    CHECK_INT(format(text, sizeof text, "%s.%d", "a", -7), 4);
    CHECK_TEXT(text, "a.-7");
    CHECK_INT(format(text, sizeof text, "%d %d", INT_MIN, 0), 13);
    CHECK_TEXT(text, "-2147483648 0");
    CHECK_INT(format(text, sizeof text, "%d%%, %5.1f", 3, 2.5), 9);
    CHECK_TEXT(text, "3%,   2.5");
    CHECK_INT(format(text, sizeof text, "%s", "123456789012345"), 15);
    CHECK_TEXT(text, "123456789012345");
    CHECK_INT(format(text, sizeof text, "%s", "1234567890123456"), 16);
    CHECK_TEXT(text, "123456789012345");
    CHECK_INT(format(text, sizeof text, ""), 0);
    CHECK_TEXT(text, "");
}

TEST_SUITE(base)
{
    test_text_format();
    test_words();
    test_arena();
    test_arena_reset();
    test_positions();
    test_diagnostics();
    return TEST_RESULT();
}
