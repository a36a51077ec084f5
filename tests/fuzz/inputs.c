/* Feeds every file of the folders named to what libFuzzer drives: what once found a fault finds it again in any build.
 */
#define _GNU_SOURCE /* alphasort, DT_DIR */
#include "test.h"

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int is_file(const struct dirent *entry)
{
    return entry->d_name[0] != '.' && entry->d_type != DT_DIR;
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

int main(int argc, char **argv)
{
    int fed = 0;
    for (int i = 1; i < argc; i++) {
        struct dirent **entries;
        int count = scandir(argv[i], &entries, is_file, alphasort);
        CHECK(count >= 0);
        for (int k = 0; k < count; k++, fed++) {
            feed(argv[i], entries[k]->d_name);
            free(entries[k]);
        }
        free(entries);
    }
    CHECK(fed > 0);
    return 0;
}
