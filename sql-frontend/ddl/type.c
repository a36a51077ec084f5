/* Types of the schema: enums and domains; columns' types. */
#include "ddl/pieces.h"

#include "base/words.h"

#include <string.h>

ip_type ip_ddl_column_type(ip_ddl *ddl, const PgQuery__TypeName *type_name)
{
    ip_type type = ip_parse_typename_type(ddl->definitions->arena, type_name);
    size_t length = strcspn(type.name ? type.name : "", "[(");
    for (int i = 0; type.kind == IP_OTHER && i < ddl->types.count; i++)
        if (strlen(ddl->types.items[i].name) == length && strncmp(ddl->types.items[i].name, type.name, length) == 0)
            type.kind = ddl->types.items[i].type.kind;
    if (type.kind == IP_OTHER && length) { /* a composite type has its schema in its name */
        const char *written = ip_arena_strndup(ddl->definitions->arena, type.name, length);
        const ip_composite *composite = ip_catalog_relation_named(ddl->definitions, ddl->path, written).composite;
        if (composite)
            type.name = ip_arena_printf(ddl->definitions->arena, "%s%s", composite->name, type.name + length);
    }
    return type;
}

/* The type is a domain with a default. */
bool ip_ddl_default_of_domain(const ip_ddl *ddl, const PgQuery__TypeName *type_name)
{
    const ip_tree *names = IP_ITEMS(type_name, names);
    const char *name = ip_parse_last_string(names);
    for (int i = 0; i < ddl->types.count; i++) {
        if (ddl->types.items[i].has_default && strcmp(ip_last_part(ddl->types.items[i].name), name) == 0)
            return true;
    }
    return false;
}

const ip_user_type *ip_ddl_definitions_type(const ip_definitions *d, const char *name)
{
    size_t length = strcspn(name, "[(");
    for (int i = d->types.count - 1; i >= 0; i--)
        if (strlen(d->types.items[i].name) == length && strncmp(d->types.items[i].name, name, length) == 0)
            return &d->types.items[i];
    return NULL;
}

static const ip_user_type *domain_of(const ip_ddl *ddl, ip_type type)
{
    const ip_user_type *user = type.name ? ip_ddl_definitions_type(ddl->definitions, type.name) : NULL;
    return user && user->domain ? user : NULL;
}

void ip_ddl_set_column_type(ip_ddl *ddl, ip_column *column, const PgQuery__TypeName *type_name)
{
    column->type = ip_ddl_column_type(ddl, type_name);
    const ip_user_type *domain = domain_of(ddl, column->type);
    bool elements = column->type.array;
    column->domain = domain ? domain->name : NULL;
    if (domain && elements && domain->base.array)
        column->domain = NULL; /* the type keeps its name: nothing is known of it */
    if (!column->domain)
        return;
    column->type = domain->base;
    if (elements) {
        column->type.array = true;
        column->type.name = ip_arena_printf(ddl->definitions->arena, "%s[]", domain->base.name);
    }
}

static void add_type(ip_ddl *ddl, const ip_tree *names, ip_type type)
{
    ip_named_type named = {ip_ddl_joined(ddl->definitions->arena, names), type, false};
    bool qualified = strchr(named.name, '.') != NULL;
    const char *full =
        qualified ? named.name : ip_catalog_relation_name_in_path(ddl->definitions->arena, ddl->path, named.name);
    ip_user_type user = {.name = named.name,
                         .base = type,
                         .schema = ip_catalog_schema_part(ddl->definitions->arena, full),
                         .made = ++ddl->definitions->made};
    IP_PUSH(ddl->definitions->arena, &ddl->types, named);
    IP_PUSH(ddl->definitions->arena, &ddl->definitions->types, user);
}

/* The position of an enum's new label. */
static void add_label(ip_definitions *d, ip_user_type *user, const PgQuery__AlterEnumStmt *statement, const char *label)
{
    const char *neighbour = IP_TEXT(statement, new_val_neighbor);
    bool after = IP_GET(statement, new_val_is_after);
    int at = user->labels.count;
    for (int k = 0; k < user->labels.count; k++) {
        if (strcmp(user->labels.items[k], label) == 0)
            return; /* IF NOT EXISTS */
        if (*neighbour && strcmp(user->labels.items[k], neighbour) == 0)
            at = after ? k + 1 : k;
    }
    IP_PUSH(d->arena, &user->labels, label);
    for (int k = user->labels.count - 1; k > at; k--)
        user->labels.items[k] = user->labels.items[k - 1];
    user->labels.items[at] = label;
}

/* What a new constraint evaluates, wherever the domain's values are written. */
static void imply_constraint(ip_ddl *ddl, const ip_tree *expr, ip_range range)
{
    const ip_definitions *d = ddl->definitions;
    for (int i = 0; i < d->types.count; i++) /* domains over this one, as the domains of columns may be */
        if (d->types.items[i].domain)
            ip_ddl_imply(ddl, NULL, d->types.items[i].name, expr, range);
    for (int i = 0; i < d->schema->tables.count; i++) {
        bool of_domain = false;
        for (int c = 0; c < d->schema->tables.items[i]->columns.count; c++)
            of_domain = of_domain || d->schema->tables.items[i]->columns.items[c].domain;
        if (of_domain)
            ip_ddl_imply(ddl, d->schema->tables.items[i], NULL, expr, range);
    }
}

void ip_ddl_alter_enum(ip_ddl *ddl, const PgQuery__AlterEnumStmt *statement)
{
    ip_definitions *d = ddl->definitions;
    const char *name = ip_ddl_joined(d->arena, IP_ITEMS(statement, type_name)), *before = IP_TEXT(statement, old_val);
    const char *after = ip_arena_strdup(d->arena, IP_TEXT(statement, new_val));
    for (int i = 0; i < d->types.count; i++) {
        ip_user_type *user = &d->types.items[i];
        if (strcmp(user->name, name) != 0)
            continue;
        if (*before)
            ip_ddl_rebind_label(ddl, before);
        if (!*before)
            add_label(d, user, statement, after);
        for (int k = 0; *before && k < user->labels.count; k++)
            if (strcmp(user->labels.items[k], before) == 0)
                user->labels.items[k] = after;
    }
}

void ip_ddl_create_enum(ip_ddl *ddl, const PgQuery__CreateEnumStmt *statement)
{
    ip_definitions *d = ddl->definitions;
    add_type(ddl, IP_ITEMS(statement, type_name), (ip_type){IP_TEXT, false, NULL});
    ip_user_type *user = &d->types.items[d->types.count - 1];
    user->base.name = user->name;
    size_t i;
    const ip_tree *label;
    IP_LIST_EACH(IP_ITEMS(statement, vals), i, label)
    IP_PUSH(d->arena, &user->labels, (const char *)ip_arena_strdup(d->arena, ip_parse_string_node(label)));
}

/* By its name among those of the domain itself, which begin at that place (typcache.c, load_domaintype_info). Without a
 * name it is the domain's name and "_check", with a number where that is taken. */
static void add_domain_check(ip_arena *arena, ip_user_type *user, const PgQuery__Constraint *constraint, int from,
                             ip_range range)
{
    const char *name = ip_arena_strdup(arena, IP_TEXT(constraint, conname));
    for (int n = 0; !*name || n > 0; n++) {
        bool taken = false;
        name = n ? ip_arena_printf(arena, "%s_check%d", ip_last_part(user->name), n)
                 : ip_arena_printf(arena, "%s_check", ip_last_part(user->name));
        for (int i = from; i < user->check_names.count; i++)
            taken = taken || strcmp(user->check_names.items[i], name) == 0;
        if (!taken)
            break;
    }
    int at = user->checks.count;
    IP_PUSH(arena, &user->checks, NULL);
    IP_PUSH(arena, &user->check_names, NULL);
    for (; at > from && strcmp(user->check_names.items[at - 1], name) > 0; at--) {
        user->checks.items[at] = user->checks.items[at - 1];
        user->check_names.items[at] = user->check_names.items[at - 1];
    }
    user->checks.items[at] = ip_ddl_keep_tree(arena, IP_GET(constraint, raw_expr), range);
    user->check_names.items[at] = name;
}

/* false: it has none of this name. */
static bool drop_domain_check(ip_user_type *user, const char *name, int from)
{
    int kept = from;
    const int before = user->checks.count;
    for (int i = from; i < user->checks.count; i++) {
        if (strcmp(user->check_names.items[i], name) == 0)
            continue;
        user->checks.items[kept] = user->checks.items[i];
        user->check_names.items[kept++] = user->check_names.items[i];
    }
    user->checks.count = user->check_names.count = kept;
    return kept < before;
}

/* A domain over another one has copies of its constraints. */
static bool is_under_another(const ip_definitions *d, const ip_user_type *user)
{
    for (int i = 0; i < d->types.count; i++)
        if (d->types.items[i].over && strcmp(d->types.items[i].over, user->name) == 0)
            return true;
    return false;
}

static bool change_domain(ip_ddl *ddl, ip_user_type *user, const PgQuery__AlterDomainStmt *statement, ip_range range)
{
    const ip_user_type *over = user->over ? ip_ddl_definitions_type(ddl->definitions, user->over) : NULL;
    const PgQuery__Constraint *added = ip_as_constraint(IP_GET(statement, def));
    const int inherited = over ? over->checks.count : 0;
    switch (*IP_TEXT(statement, subtype)) {
    case 'C':
        if (IP_GET(added, contype) != PG_QUERY__CONSTR_TYPE__CONSTR_CHECK)
            return false;
        add_domain_check(ddl->definitions->arena, user, added, inherited, range);
        return true;
    case 'X':
        return drop_domain_check(user, IP_TEXT(statement, name), inherited) || IP_GET(statement, missing_ok);
    case 'O':
        user->not_null = true;
        return true;
    case 'N':
        user->not_null = over && over->not_null;
        return true;
    case 'V':
        return true;
    default:
        return false;
    }
}

/* Its default, and constraints that other domains have from it, are not followed. */
void ip_ddl_alter_domain(ip_ddl *ddl, const PgQuery__AlterDomainStmt *statement, ip_range range)
{
    ip_definitions *d = ddl->definitions;
    const char *name = ip_ddl_joined(d->arena, IP_ITEMS(statement, type_name));
    imply_constraint(ddl, IP_GET(ip_as_constraint(IP_GET(statement, def)), raw_expr), range);
    for (int i = 0; i < d->types.count; i++) {
        ip_user_type *user = &d->types.items[i];
        if (!user->domain || strcmp(user->name, name) != 0)
            continue;
        if (!is_under_another(d, user) && change_domain(ddl, user, statement, range))
            continue;
        for (int k = 0; k < d->types.count; k++) /* it may be over this one */
            d->types.items[k].altered = d->types.items[k].domain;
    }
}

void ip_ddl_create_domain(ip_ddl *ddl, const PgQuery__CreateDomainStmt *statement, ip_range range)
{
    ip_definitions *d = ddl->definitions;
    const ip_tree *constraints = IP_ITEMS(statement, constraints);
    const PgQuery__TypeName *base = statement->type_name;
    bool has_default = ip_ddl_default_of_domain(ddl, base);
    add_type(ddl, IP_ITEMS(statement, domainname), ip_ddl_column_type(ddl, base));
    ip_user_type *user = &d->types.items[d->types.count - 1];
    const ip_user_type *inner = user->base.array ? NULL : domain_of(ddl, user->base);
    const ip_user_type *over = user->base.name ? ip_ddl_definitions_type(d, user->base.name) : NULL;
    user->over = over && over != user ? over->name : NULL;
    user->domain = true;
    user->not_null = inner && inner->not_null;
    for (int k = 0; inner && k < inner->checks.count; k++) {
        IP_PUSH(d->arena, &user->checks, inner->checks.items[k]);
        IP_PUSH(d->arena, &user->check_names, inner->check_names.items[k]);
    }
    int inherited = user->checks.count;
    if (inner)
        user->base = inner->base;
    user->base = ip_parse_type_collated(d->arena, user->base, IP_GET(statement, coll_clause));
    size_t i;
    const ip_tree *constraint;
    IP_LIST_EACH(constraints, i, constraint)
    {
        PgQuery__ConstrType type = IP_GET(ip_as_constraint(constraint), contype);
        has_default = has_default || type == PG_QUERY__CONSTR_TYPE__CONSTR_DEFAULT;
        user->not_null = user->not_null || type == PG_QUERY__CONSTR_TYPE__CONSTR_NOTNULL;
        if (type == PG_QUERY__CONSTR_TYPE__CONSTR_DEFAULT)
            user->kept_default = ip_ddl_keep_tree(d->arena, IP_GET(ip_as_constraint(constraint), raw_expr), range);
        if (type == PG_QUERY__CONSTR_TYPE__CONSTR_CHECK)
            add_domain_check(d->arena, user, ip_as_constraint(constraint), inherited, range);
        ip_ddl_imply(ddl, NULL, d->types.items[d->types.count - 1].name, IP_GET(ip_as_constraint(constraint), raw_expr),
                     range);
    }
    ddl->types.items[ddl->types.count - 1].has_default = has_default;
    d->types.items[d->types.count - 1].has_default = has_default;
}

static const char *renamed(ip_arena *arena, const char *name, const char *before, const char *after)
{
    size_t length = strlen(before);
    bool same = name && strncmp(name, before, length) == 0 && (name[length] == '\0' || name[length] == '[');
    return same ? ip_arena_printf(arena, "%s%s", after, name + length) : name;
}

/* Columns, and domains over it, refer to it by its name. */
void ip_ddl_rename_type(ip_ddl *ddl, const char *before, const char *after)
{
    ip_definitions *d = ddl->definitions;
    for (int i = 0; i < ddl->types.count; i++) {
        ddl->types.items[i].name = renamed(d->arena, ddl->types.items[i].name, before, after);
        ddl->types.items[i].type.name = renamed(d->arena, ddl->types.items[i].type.name, before, after);
    }
    for (int i = 0; i < d->types.count; i++) {
        d->types.items[i].name = renamed(d->arena, d->types.items[i].name, before, after);
        d->types.items[i].base.name = renamed(d->arena, d->types.items[i].base.name, before, after);
    }
    for (int i = 0; i < d->implied.count; i++)
        d->implied.items[i].domain = renamed(d->arena, d->implied.items[i].domain, before, after);
    for (int t = 0; t < d->schema->tables.count + d->composites.count; t++) {
        int tables = d->schema->tables.count;
        ip_table *table = t < tables ? d->schema->tables.items[t] : d->composites.items[t - tables].row;
        for (int c = 0; c < table->columns.count; c++) {
            ip_column *column = &table->columns.items[c];
            column->domain = renamed(d->arena, column->domain, before, after);
            column->type.name = renamed(d->arena, column->type.name, before, after);
        }
    }
}

void ip_ddl_drop_type(ip_ddl *ddl, const char *name)
{
    ip_definitions *d = ddl->definitions;
    int kept = 0;
    for (int i = 0; i < ddl->types.count; i++)
        if (strcmp(ddl->types.items[i].name, name) != 0)
            ddl->types.items[kept++] = ddl->types.items[i];
    ddl->types.count = kept;
    kept = 0;
    for (int i = 0; i < d->types.count; i++)
        if (strcmp(d->types.items[i].name, name) != 0)
            d->types.items[kept++] = d->types.items[i];
    d->types.count = kept;
}
