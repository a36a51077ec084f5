/* Feeds every file below the folders named to what libFuzzer drives: what once found a fault finds it again in any
 * build.
 */
#define _GNU_SOURCE /* alphasort, DT_DIR */
#include "test.h"

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static void feed(const char *folder, const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    CHECK(file != NULL);
    CHECK(fseek(file, 0, SEEK_END) == 0);
    long length = ftell(file);
    CHECK(length >= 0);
    rewind(file);
    uint8_t *data = malloc((size_t)length + 1);
    CHECK(fread(data, 1, (size_t)length, file) == (size_t)length);
    fclose(file);
    LLVMFuzzerTestOneInput(data, (size_t)length);
    free(data);
}

static int feed_folder(const char *folder)
{
    struct dirent **entries;
    int fed = 0, count = scandir(folder, &entries, is_visible, alphasort);
    CHECK(count >= 0);
    for (int i = 0; i < count; i++) {
        if (entries[i]->d_type == DT_DIR) {
            char path[4096];
            snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
            fed += feed_folder(path);
        } else {
            feed(folder, entries[i]->d_name);
            fed++;
        }
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    return fed;
}

TEST_SUITE(fuzz_inputs)
{
    int fed = 0;
    for (int i = 1; i < argc; i++)
        fed += feed_folder(argv[i]);
    CHECK(fed > 0);
    return 0;
}
