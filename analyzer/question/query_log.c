/* Questions to the solver as numbered files of SMT-LIB. */
#include "question/query_log.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static bool fail(ip_query_log *log, const char *path)
{
    log->failed = true;
    ip_diagnostics_add(log->diagnostics, IP_ERROR, (ip_range){0}, NULL, "%s: cannot write: %s", path, strerror(errno));
    return false;
}

bool ip_question_query_log_open(ip_query_log *log, const char *folder, ip_diagnostics *diagnostics)
{
    log->folder = folder;
    log->diagnostics = diagnostics;
    struct stat status;
    if (mkdir(folder, 0777) == 0 || (errno == EEXIST && stat(folder, &status) == 0 && S_ISDIR(status.st_mode)))
        return true;
    return fail(log, folder);
}

void ip_question_query_log_purpose(ip_query_log *log, const char *purpose)
{
    if (log)
        snprintf(log->purpose, sizeof log->purpose, "%s", purpose);
}

static const char *copy_blanks(FILE *out, const char *p)
{
    while (*p == ' ' || *p == '\n')
        putc(*p++, out);
    return p;
}

/* Copies one expression and returns its end. Z3's cardinality constraint ((_ at-least 2) a b c) is written as a sum,
 * which every solver reads. */
static const char *copy_expression(FILE *out, const char *p)
{
    char kind[8];
    int bound, length = 0;
    if (*p == '|' || *p == '"') {
        char quote = *p;
        do
            putc(*p++, out);
        while (*p && *p != quote);
        if (*p)
            putc(*p++, out);
        return p;
    }
    if (*p != '(') {
        while (*p && !strchr(" \n()", *p))
            putc(*p++, out);
        return p;
    }
    bool sum = sscanf(p, "((_ at-%5[a-z] %d)%n", kind, &bound, &length) == 2 && length > 0;
    if (!sum) {
        putc(*p++, out);
        p = copy_blanks(out, p);
        while (*p && *p != ')') {
            p = copy_expression(out, p);
            p = copy_blanks(out, p);
        }
    } else {
        fprintf(out, "(%s (+ 0", strcmp(kind, "least") == 0 ? ">=" : "<=");
        p = copy_blanks(out, p + length);
        while (*p && *p != ')') {
            fputs(" (ite ", out);
            p = copy_expression(out, p);
            fputs(" 1 0)", out);
            p = copy_blanks(out, p);
        }
        fprintf(out, ") %d", bound);
    }
    if (*p)
        putc(*p++, out);
    return p;
}

const char *ip_question_query_log_text(ip_query_log *log, ip_arena *arena, Z3_context z3, Z3_solver solver)
{
    if (!log || !log->folder || log->failed)
        return NULL;
    return ip_arena_strdup(arena, Z3_solver_to_string(z3, solver));
}

void ip_question_query_log_write(ip_query_log *log, const char *text, Z3_lbool answer)
{
    if (!text)
        return;
    char path[4096];
    snprintf(path, sizeof path, "%s/%04d.smt2", log->folder, ++log->count);
    FILE *out = fopen(path, "w");
    if (!out) {
        fail(log, path);
        return;
    }
    fprintf(out, "; %s\n(set-info :status %s)\n(set-logic ALL)\n", log->purpose,
            answer == Z3_L_TRUE    ? "sat"
            : answer == Z3_L_FALSE ? "unsat"
                                   : "unknown");
    for (const char *p = text; *p;) {
        p = copy_blanks(out, copy_expression(out, p));
        if (*p == ')') /* unbalanced: Z3 never prints this */
            break;
    }
    fputs("(check-sat)\n", out);
    bool written = !ferror(out);
    if (fclose(out) != 0 || !written)
        fail(log, path);
}
