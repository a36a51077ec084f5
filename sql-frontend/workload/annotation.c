/* Reads annotations in comments before statements: -- isoproof: …, -- name: x. */
#include "workload/definition_pieces.h"

#include <ctype.h>
#include <string.h>

const char *ip_workload_comment_text(ip_arena *arena, ip_range comment)
{
    char *text = (char *)ip_arena_strdup(arena, ip_range_text(arena, comment));
    size_t length = strlen(text);
    if (strncmp(text, "--", 2) == 0) {
        text += strspn(text, "-");
    } else if (length >= 4) { /* between the characters that begin and end the comment */
        text[length - 2] = 0;
        text += 2;
    }
    text += strspn(text, " \t\r\n");
    for (size_t n = strlen(text); n > 0 && isspace((unsigned char)text[n - 1]); n--)
        text[n - 1] = 0;
    return text;
}

/* The text after "isoproof:" word, or NULL for other comments. */
static const char *after(const char *text, const char *word)
{
    size_t length = strlen(word);
    if (strncmp(text, word, length) != 0 || (text[length] && !isspace((unsigned char)text[length])))
        return NULL;
    return text + length + strspn(text + length, " \t");
}

static const char *directive(const char *text)
{
    return strncmp(text, "isoproof:", 9) == 0 ? text + 9 + strspn(text + 9, " \t") : NULL;
}

void ip_workload_notices_read(ip_reader *reader, const ip_sql_item *item, ip_notices *notices)
{
    *notices = (ip_notices){0};
    if (item->params_fault)
        ip_diagnostics_add(reader->diagnostics, IP_REMARK, item->params, NULL, "\"params:\" counts for nothing: %s",
                           item->params_fault);
    for (int i = 0; i < item->comments.count; i++) {
        ip_range range = item->comments.items[i];
        const char *text = ip_workload_comment_text(reader->arena, range), *said = directive(text),
                   *name = ip_psql_comment_name(reader->arena, range);
        if (name) {
            notices->name = name;
        } else if (said && after(said, "ignore")) {
            ip_annotation_text one = {range, after(said, "ignore")};
            IP_PUSH(reader->arena, &notices->ignores, one);
        } else if (said && after(said, "level") && *after(said, "level")) {
            notices->promise = (ip_annotation_text){range, after(said, "level")};
        } else if (said && after(said, "not-a-transaction")) {
            notices->not_a_transaction = true;
        } else if (said && !ip_workload_is_script_mark(said)) {
            ip_diagnostics_add(reader->diagnostics, IP_ERROR, range, NULL,
                               "expected \"isoproof: ignore REASON\", \"isoproof: level LEVEL\" or \"isoproof: "
                               "not-a-transaction\", found \"%s\"",
                               text);
        }
    }
}

void ip_workload_notices_apply(const ip_reader *reader, const ip_notices *notices, ip_unit *unit)
{
    for (int i = 0; i < notices->ignores.count; i++)
        IP_PUSH(reader->arena, &unit->ignores, notices->ignores.items[i]);
    unit->promise = notices->promise;
    unit->not_a_transaction = notices->not_a_transaction;
}

/* For a comment inside a body; false: it is not an annotation. */
static bool read_annotation(ip_reader *reader, ip_range range, ip_annotation *annotation)
{
    const char *said = directive(ip_workload_comment_text(reader->arena, range));
    if (!said || ip_workload_is_script_mark(said))
        return false;
    annotation->reason = after(said, "ignore");
    annotation->executes = after(said, "executes");
    const char *list = after(said, "touches");
    for (; list && *list; list += strspn(list, ", \t\r\n")) {
        size_t length = strcspn(list, ", \t\r\n");
        if (length)
            IP_PUSH(reader->arena, &annotation->touched, ip_arena_strndup(reader->arena, list, length));
        list += length;
    }
    annotation->touches = annotation->touched.count > 0;
    if (annotation->reason || (annotation->executes && *annotation->executes) || annotation->touches)
        return true;
    ip_diagnostics_add(
        reader->diagnostics, IP_ERROR, range, NULL,
        "expected \"isoproof: ignore REASON\", \"isoproof: executes STATEMENT\" or \"isoproof: touches TABLE, …\", "
        "found \"%s\"",
        ip_workload_comment_text(reader->arena, range));
    return false;
}

void ip_workload_annotations_read(ip_reader *reader, ip_range body)
{
    IP_VEC(int) waiting = {0};
    ip_definitions *d = reader->definitions;
    for (ip_token t = ip_parse_lex(body.source, body.begin, body.end, false); t.kind != IP_TOKEN_END;
         t = ip_parse_lex(body.source, t.end, body.end, false)) {
        if (t.kind != IP_TOKEN_COMMENT) {
            for (int i = 0; i < waiting.count; i++)
                d->annotations.items[waiting.items[i]].applies_to = t.begin;
            waiting.count = 0;
            continue;
        }
        ip_annotation annotation = {.range = {body.source, t.begin, t.end}, .applies_to = t.end};
        if (!read_annotation(reader, annotation.range, &annotation))
            continue;
        IP_PUSH(reader->arena, &waiting, d->annotations.count);
        IP_PUSH(reader->arena, &d->annotations, annotation);
    }
}

void ip_workload_annotations_unused(ip_reader *reader, ip_range body)
{
    for (int i = 0; i < reader->definitions->annotations.count; i++) {
        const ip_annotation *a = &reader->definitions->annotations.items[i];
        if ((a->executes || a->touches) && !a->used && a->range.source == body.source && a->range.begin >= body.begin &&
            a->range.end <= body.end)
            ip_diagnostics_add(reader->diagnostics, IP_REMARK, a->range, NULL,
                               "\"isoproof: %s\" stands before something that is no EXECUTE",
                               a->executes ? "executes" : "touches");
    }
}
