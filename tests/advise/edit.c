/* Edits: made together, shown as lines, traced back to where they were. */
#include "test.h"

#include "advice/edit.h"

static const char text[] = "one\n  two three\nfour\n";

static ip_edit edit_of(const ip_source *source, size_t begin, size_t end, const char *put)
{
    return (ip_edit){source, begin, end, put};
}

/* Several edits of one text: in the order of their places, whatever the order given. */
static void test_apply(ip_arena *arena)
{
    const ip_source *source = ip_source_from_text(arena, "f", text, strlen(text));
    ip_edits edits = {0};
    IP_PUSH(arena, &edits, edit_of(source, 16, 20, "4"));
    IP_PUSH(arena, &edits, edit_of(source, 6, 6, "a;\n  "));
    IP_PUSH(arena, &edits, edit_of(source, 6, 6, "b;\n  "));
    CHECK(ip_advice_edits_sort(&edits));
    size_t length;
    const char *changed = ip_advice_edits_apply(arena, source, &edits, &length);
    CHECK_TEXT(changed, "one\n  a;\n  b;\n  two three\n4\n");
    CHECK_INT(length, strlen(changed));

    /* places before, in and after what was put in */
    CHECK_INT(ip_advice_edits_origin(source, &edits, 2), 2);
    CHECK_INT(ip_advice_edits_origin(source, &edits, 6), 6);
    CHECK_INT(ip_advice_edits_origin(source, &edits, 12), 6);
    CHECK_INT(ip_advice_edits_origin(source, &edits, (size_t)(strstr(changed, "two") - changed)), 6);
    CHECK_INT(ip_advice_edits_origin(source, &edits, (size_t)(strstr(changed, "three") - changed)), 10);
    CHECK_INT(ip_advice_edits_origin(source, &edits, length), strlen(text));
    CHECK_INT(ip_advice_edits_origin_end(source, &edits, 3), 3);
    CHECK_INT(ip_advice_edits_origin_end(source, &edits, 8), 6);
    CHECK_INT(ip_advice_edits_origin_end(source, &edits, (size_t)(strstr(changed, " three") - changed)), 9);
    CHECK_INT(ip_advice_edits_origin_end(source, &edits, (size_t)(strstr(changed, "4") - changed) + 1), 20);
}

/* Text put in where something goes: before what comes in its place, also where the other edit was named first. */
static void test_put_in_and_replaced(ip_arena *arena)
{
    const ip_source *source = ip_source_from_text(arena, "f", text, strlen(text));
    ip_edits edits = {0};
    IP_PUSH(arena, &edits, edit_of(source, 6, 9, "2"));
    IP_PUSH(arena, &edits, edit_of(source, 6, 6, "a "));
    CHECK(ip_advice_edits_sort(&edits));
    size_t length;
    CHECK_TEXT(ip_advice_edits_apply(arena, source, &edits, &length), "one\n  a 2 three\nfour\n");
}

/* Two edits of one word cannot both be made. */
static void test_overlap(ip_arena *arena)
{
    const ip_source *source = ip_source_from_text(arena, "f", text, strlen(text));
    ip_edits edits = {0};
    IP_PUSH(arena, &edits, edit_of(source, 6, 9, "2"));
    IP_PUSH(arena, &edits, edit_of(source, 8, 12, "x"));
    CHECK(!ip_advice_edits_sort(&edits));
}

/* A body between plain quotes: the edit is one of the file, and its quotes are doubled. */
static void test_quoted_body(ip_arena *arena)
{
    const char *file = "AS 'SELECT ''a'' x'";
    const char *body = "SELECT 'a' x";
    size_t offsets[13] = {4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 16, 17, 18};
    const ip_source *outer = ip_source_from_text(arena, "f", file, strlen(file));
    ip_source *inner = ip_source_derive(arena, outer, body, strlen(body), offsets);
    inner->quoted = true;
    ip_edit edit;
    CHECK(ip_advice_edit_make(arena, (ip_range){inner, 11, 12}, "'b'", &edit));
    ip_edits edits = {0};
    IP_PUSH(arena, &edits, edit);
    size_t length;
    CHECK_TEXT(ip_advice_edits_apply(arena, outer, &edits, &length), "AS 'SELECT ''a'' ''b'''");
}

/* An added line has no line before it, a deleted line none after it; a word that changes shows its whole line. */
static void test_lines(ip_arena *arena)
{
    const ip_source *source = ip_source_from_text(arena, "f", text, strlen(text));
    const char *before, *after;
    ip_edit added = edit_of(source, 6, 6, "new;\n  "), changed = edit_of(source, 10, 15, "3");
    ip_edit tail = edit_of(source, 15, 15, " FOR UPDATE");
    ip_advice_edit_lines(arena, &added, &before, &after);
    CHECK_TEXT(before, "");
    CHECK_TEXT(after, "  new;");
    ip_advice_edit_lines(arena, &changed, &before, &after);
    CHECK_TEXT(before, "  two three");
    CHECK_TEXT(after, "  two 3");
    ip_edit removed = edit_of(source, 4, 16, "");
    ip_advice_edit_lines(arena, &removed, &before, &after);
    CHECK_TEXT(before, "  two three");
    CHECK_TEXT(after, "");
    ip_advice_edit_lines(arena, &tail, &before, &after);
    CHECK_TEXT(before, "  two three");
    CHECK_TEXT(after, "  two three FOR UPDATE");
}

TEST_SUITE(advise_edit)
{
    ip_arena *arena = ip_arena_new();
    test_apply(arena);
    test_put_in_and_replaced(arena);
    test_overlap(arena);
    test_quoted_body(arena);
    test_lines(arena);
    ip_arena_free(arena);
    return TEST_RESULT();
}
