/* A suite of isoproof-tests: TEST_SUITE(name) { … } is what main would be in a program of its own, with argc and argv.
 * CMake lists the suites (ip_add_unit_test and ip_add_test_program). */
#ifndef IP_SUITE_H
#define IP_SUITE_H

#define TEST_SUITE(name)                                                                                               \
    int test_suite_##name(int argc, char **argv);                                                                      \
    int test_suite_##name(__attribute__((unused)) int argc, __attribute__((unused)) char **argv)

#endif
