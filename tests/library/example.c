/* A program of its own on libisoproof: decides one level for the files that it is given, and shows what was found. */
#include <libisoproof.h>

#include <stdio.h>

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: %s LEVEL FILE…\n", argv[0]);
        return 2;
    }
    isoproof_run *run = isoproof_new();
    int good = isoproof_add_level(run, argv[1]);
    for (int i = 2; i < argc; i++)
        good &= isoproof_add_file(run, argv[i]);
    good = good && isoproof_analyze(run);
    for (int i = 0; i < isoproof_message_count(run); i++)
        fputs(isoproof_message(run, i), stderr);
    int unsafe = 0;
    for (int i = 0; i < isoproof_level_count(run); i++) {
        isoproof_verdict verdict = isoproof_level_verdict(run, i);
        printf("%s: %s\n", isoproof_level_name(run, i), isoproof_verdict_text(verdict));
        unsafe |= verdict != ISOPROOF_SAFE;
    }
    const char *report = isoproof_report(run, "gcc");
    if (report)
        fputs(report, stdout);
    isoproof_free(run);
    return good ? unsafe : 2;
}
