/* Values, calls, and bytes that must not reach a terminal or a JSON document. */
#include "fixture.h"

#include "report/report.h"
#include "base/utf8.h"
#include "report/words.h"
#include "test.h"

#include <jansson.h>

#include <stdlib.h>

static void values(ip_arena *arena)
{
    ip_value null = fixture_value(IP_TEXT, NULL), number = fixture_value(IP_NUMERIC, "1.5");
    ip_value name = fixture_value(IP_TEXT, "O'Hara"), day = fixture_value(IP_TIME, "2024-01-31");
    ip_value list = {.type = {.kind = IP_INTEGER, .array = true}, .text = "{1,2}"};
    CHECK_TEXT(ip_report_value_text(arena, &null), "NULL");
    CHECK_TEXT(ip_report_value_text(arena, &number), "1.5");
    CHECK_TEXT(ip_report_value_text(arena, &name), "'O''Hara'");
    CHECK_TEXT(ip_report_value_text(arena, &day), "'2024-01-31'");
    CHECK_TEXT(ip_report_value_text(arena, &list), "'{1,2}'");
}

static void calls(fixture *f)
{
    ip_program *routine = fixture_program(f, "pay", IP_ROUTINE, 1),
               *script = fixture_program(f, "p.sql:3", IP_SCRIPT, 3);
    ip_value values[] = {fixture_value(IP_INTEGER, "1"), fixture_value(IP_TEXT, "a"), fixture_value(IP_BOOLEAN, "true"),
                         fixture_value(IP_INTEGER, NULL)};
    ip_instance call = {routine, "read-atomic", values, NULL}, run = {script, "read-atomic", values, NULL};
    CHECK_TEXT(ip_report_call_text(f->arena, &call), "pay()");
    CHECK_TEXT(ip_report_call_text(f->arena, &run), "p.sql:3");
    const char *names[] = {"x", "y", "$3", "z"};
    for (int i = 0; i < 4; i++) {
        if (i == 3)
            CHECK_TEXT(ip_report_call_text(f->arena, &call), "pay(1, 'a', true)");
        fixture_parameter(f, routine, names[i], values[i].type.kind);
        fixture_parameter(f, script, names[i], values[i].type.kind);
    }
    CHECK_TEXT(ip_report_call_text(f->arena, &call), "pay(x => 1, y => 'a', true, z => NULL)");
    CHECK_TEXT(ip_report_call_text(f->arena, &run), "p.sql:3 with x = 1, y = 'a', $3 = true, z = NULL");
}

static void bytes(ip_arena *arena)
{
    CHECK_TEXT(ip_report_printable(arena, "é → ok"), "é → ok");
    CHECK_TEXT(ip_report_printable(arena, "\033[2J\r\x7f"), "\\x1B[2J\\x0D\\x7F");
    CHECK_TEXT(ip_report_printable(arena, "\xc2\x9b"), "\\xC2\\x9B"); /* C1: CSI in one character */
    CHECK_TEXT(ip_report_printable(arena, "a\xff"), "a\\xFF");
    CHECK_INT(ip_report_display_width("é → ok"), 6);
    CHECK_TEXT(ip_utf8(arena, "plain"), "plain");
    CHECK_TEXT(ip_utf8(arena, "a\xff"), "a\xEF\xBF\xBD");
    CHECK_TEXT(ip_utf8(arena, "\xed\xa0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"); /* a surrogate */
    CHECK_TEXT(ip_utf8(arena, "\xc0\xaf"), "\xEF\xBF\xBD\xEF\xBF\xBD");                 /* overlong */
    CHECK_TEXT(ip_utf8(arena, "\xf0\x9f\x90\x98"), "\xf0\x9f\x90\x98");
    CHECK_TEXT(ip_utf8(arena, "\xe2\x86"), "\xEF\xBF\xBD\xEF\xBF\xBD"); /* cut short */
}

/* Every string of a report may hold any bytes; the document is JSON all the same. */
static void hostile_json(fixture *f)
{
    fixture_bank(f);
    ip_program *program = f->workload.programs.items[0];
    program->name = "\xff\xfe\"\\\001";
    program->parameters.items[0].name = "\xe2\x28";
    program->statements.items[0].text = "SELECT '\xc3'";
    f->source->path = "dir\xff/bank.sql";
    ip_diagnostics_add(&f->diagnostics, IP_ERROR, (ip_range){0}, program->name, "\xf5 %s", "\xf5");
    char *text;
    size_t length;
    FILE *stream = open_memstream(&text, &length);
    ip_report_json(&f->report, stream, true);
    fclose(stream);
    json_t *document = json_loadb(text, length, 0, NULL);
    CHECK(document != NULL);
    CHECK_INT(json_array_size(json_object_get(document, "results")), 4);
    json_decref(document);
    free(text);

    stream = open_memstream(&text, &length);
    ip_report_text(&f->report, stream, &(ip_text_options){.width = 80});
    fclose(stream);
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)text[i] < 0x20 && text[i] != '\n')
            CHECK(!"a control byte in the text report");
    CHECK(length > 1000);
    free(text);
}

TEST_SUITE(report_words)
{
    fixture f;
    fixture_begin(&f);
    values(f.arena);
    calls(&f);
    bytes(f.arena);
    fixture_end(&f);
    fixture_begin(&f);
    hostile_json(&f);
    fixture_end(&f);
    return TEST_RESULT();
}
