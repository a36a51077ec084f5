/* What a project's folder has: the SQL of its migrations, dumps and queries, and signs of frameworks that keep it in
 * other languages. For a first isoproof.toml. */
#ifndef IP_PROJECT_H
#define IP_PROJECT_H

#include "configuration/files.h"

/* what it is, for people */
#define IP_SQL_KINDS(X)                                                                                                \
    X(IP_SQL_DUMP, "a dump of the schema")                                                                             \
    X(IP_SQL_SUPABASE, "Supabase's migrations")                                                                        \
    X(IP_SQL_FLYWAY, "Flyway's migrations")                                                                            \
    X(IP_SQL_UP_FILES, "migrations, without their undo files")                                                         \
    X(IP_SQL_FOLDERS, "migrations, a folder each")                                                                     \
    X(IP_SQL_MIGRATIONS, "migrations")                                                                                 \
    X(IP_SQL_QUERIES, "named queries, as for sqlc")                                                                    \
    X(IP_SQL_CODE, "files with routines or transactions")                                                              \
    X(IP_SQL_TABLES, "files with tables")                                                                              \
    X(IP_SQL_SQLC, "as sqlc's configuration names them")

typedef enum ip_sql_kind {
#define X(id, text) id,
    IP_SQL_KINDS(X)
#undef X
} ip_sql_kind;

typedef struct ip_sql_group {
    ip_sql_kind kind;
    const char *folder; /* that it is of */
    ip_paths patterns;  /* for files and schema of isoproof.toml */
    ip_paths files;     /* by number */
} ip_sql_group;

/* what shows it, a pattern of fnmatch for paths; the framework; the command that generates its schema */
#define IP_FRAMEWORKS(X)                                                                                               \
    X("*migrations/0001_*.py", "Django", "python manage.py migrate")                                                   \
    X("*db/migrate/*.rb", "Rails", "bin/rails db:schema:load")                                                         \
    X("*alembic/versions/*.py", "Alembic", "alembic upgrade head")                                                     \
    X("*database/migrations/*.php", "Laravel", "php artisan migrate")                                                  \
    X("*priv/repo/migrations/*.exs", "Ecto", "mix ecto.migrate")

typedef struct ip_framework {
    const char *name, *command;
} ip_framework;

typedef struct ip_project {
    IP_VEC(ip_sql_group) groups;        /* the larger ones of a kind first */
    IP_VEC(ip_framework) frameworks;    /* with migrations in another language than SQL */
    int other_dialects;                 /* SQL files of other databases, left out */
    const char *other_dialect, *engine; /* the first of them, and whose SQL it looks like */
    int superseded;                     /* scripts of older versions of extensions, left out */
    bool of_extension;                  /* some name @extschema@, the schema that an extension is installed in */
} ip_project;

const char *ip_configuration_sql_kind_text(ip_sql_kind kind);
/* Looks at the folder and below it, without hidden folders and those of other people's packages. */
const ip_project *ip_configuration_project_find(ip_arena *arena, const char *folder);

#endif
