/* isoproof-tests SUITE [ARG…]: all tests and tools in C, linked once. Started through a link that has a suite's name,
 * it runs that suite. */
#include <stdio.h>
#include <string.h>

#define SUITE(name, function) int function(int argc, char **argv);
#include "suites.inc"
#undef SUITE

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
} suites[] = {
#define SUITE(name, function) {name, function},
#include "suites.inc"
};

enum { SUITES = sizeof suites / sizeof *suites };

static int suite_of(const char *name)
{
    for (int i = 0; i < SUITES; i++)
        if (strcmp(suites[i].name, name) == 0)
            return i;
    return -1;
}

int main(int argc, char **argv)
{
    const char *slash = strrchr(argv[0], '/');
    int suite = suite_of(slash ? slash + 1 : argv[0]);
    if (suite < 0 && argc > 1) {
        suite = suite_of(argv[1]);
        argc--;
        argv++;
    }
    if (suite >= 0)
        return suites[suite].run(argc, argv);
    fprintf(stderr, "usage: isoproof-tests SUITE [ARG…]\n");
    for (int i = 0; i < SUITES; i++)
        fprintf(stderr, "  %s\n", suites[i].name);
    return 2;
}
