/* Domains and enums: a routine that raises an error unless a value satisfies the constraints, or is one of the labels.
 */
#include "code/coder.h"

#include <string.h>

/* The message is PostgreSQL's: analyzer/replay/search/cast_argument.c reads it. */
static const ip_code_expr *no_label(ip_compiler *c, const ip_user_type *of, int value)
{
    const char *begin = ip_arena_printf(c->arena, "invalid input value for enum %s: \"", of->name);
    const ip_code_expr *text = ip_code_operator(c, "||", ip_code_text_constant(c, "text", begin, c->range),
                                                ip_code_variable_expr(c, value, c->range), c->range);
    return ip_code_operator(c, "||", text, ip_code_text_constant(c, "text", "\"", c->range), c->range);
}

static void fail_if(ip_compiler *c, ip_code_list *list, const ip_code_expr *condition, const char *sqlstate,
                    const ip_code_expr *message)
{
    ip_code_statement *s = ip_code_push(c, list, IP_CODE_IF, c->range);
    ip_code_branch branch = {.condition = condition};
    ip_code_list body = {0};
    ip_code_statement *raise = ip_code_push(c, &body, IP_CODE_RAISE, c->range);
    raise->aborts = true;
    raise->sqlstate = sqlstate;
    raise->expr = message;
    IP_CODE_MOVE_LIST(&branch.body, body);
    IP_PUSH(c->arena, &s->branches, branch);
}

static const ip_code_expr *is_label(ip_compiler *c, const ip_user_type *of, int value)
{
    ip_code_expr *in = ip_code_new(c, IP_CODE_IN, c->range);
    in->args = IP_NEW_ARRAY(c->arena, const ip_code_expr *, of->labels.count + 1);
    in->args[in->arg_count++] = ip_code_variable_expr(c, value, c->range);
    for (int i = 0; i < of->labels.count; i++)
        in->args[in->arg_count++] = ip_code_text_constant(c, "text", of->labels.items[i], c->range);
    return in;
}

/* What is NULL passes a CHECK. */
static void compile_checks(ip_compiler *c, const ip_user_type *domain, int value)
{
    ip_code_list body = {0};
    const ip_user_type *base =
        domain->base.name ? ip_ddl_definitions_type(c->coder->definitions, domain->base.name) : NULL;
    if (base && base->labels.count > 0) {
        for (int i = 0; i < base->labels.count; i++)
            IP_PUSH(c->arena, &c->code->labels, base->labels.items[i]);
        const ip_code_expr *label = is_label(c, base, value);
        fail_if(c, &body, ip_code_make(c, IP_CODE_IS_FALSE, c->range, 1, &label), "invalid_text_representation",
                no_label(c, base, value));
    }
    if (domain->altered)
        ip_code_refuse(c, c->range, "a domain that ALTER DOMAIN changes");
    if (domain->not_null) {
        const ip_code_expr *given = ip_code_variable_expr(c, value, c->range);
        const char *message = ip_arena_printf(c->arena, "domain %s does not allow null values", domain->name);
        fail_if(c, &body, ip_code_make(c, IP_CODE_IS_NULL, c->range, 1, &given), "not_null_violation",
                ip_code_text_constant(c, "text", message, c->range));
    }
    for (int i = 0; i < domain->checks.count; i++) {
        const ip_code_expr *check = ip_code_kept_expr(c, domain->checks.items[i], NULL);
        const char *message = ip_arena_printf(c->arena, "value for domain %s violates check constraint \"%s\"",
                                              domain->name, domain->check_names.items[i]);
        fail_if(c, &body, ip_code_make(c, IP_CODE_IS_FALSE, c->range, 1, &check), "check_violation",
                ip_code_text_constant(c, "text", message, c->range));
    }
    IP_CODE_MOVE_LIST(&c->code->body, body);
}

/* It counts as a callee: callers inherit what it accesses, and that it cannot be run. */
static int entry_of(ip_coder *coder, const ip_user_type *domain)
{
    for (int i = 0; i < coder->units.count; i++)
        if (coder->units.items[i]->domain && strcmp(coder->units.items[i]->domain, domain->name) == 0)
            return i;
    ip_compiler *c = ip_code_no_unit(coder);
    c->self->domain = domain->name;
    c->self->compiled = true;
    IP_PUSH(coder->arena, &coder->units, c->self);
    int index = coder->units.count - 1;
    c->code->name = domain->name;
    c->code->returns_void = true;
    c->code->enumerated = domain->labels.count > 0;
    c->code->parameter_count = 1;
    c->code->found = c->code->row_slot = -1;
    c->code->result = ip_code_type_any();
    ip_code_open_level(c, NULL);
    const char *of = domain->labels.count > 0 ? "text" : domain->base.name ? domain->base.name : "";
    int value = ip_code_declare(c, "value", ip_code_type_of_text(c, of, c->range));
    IP_PUSH(c->arena, &c->code->in, true);
    IP_PUSH(c->arena, &c->code->out, false);
    IP_PUSH(c->arena, &c->code->defaults, NULL);
    compile_checks(c, domain, value);
    return index;
}

const ip_code *ip_code_domain_check(ip_coder *coder, ip_compiler *user, const ip_user_type *domain)
{
    if (!domain->not_null && !domain->altered && domain->checks.count == 0 && domain->labels.count == 0)
        return NULL;
    int index = entry_of(coder, domain);
    if (user)
        IP_PUSH(coder->arena, &user->self->callees, index);
    return coder->units.items[index]->code;
}

void ip_code_check_columns(ip_coder *coder, ip_table *table)
{
    for (int i = 0; i < table->columns.count; i++) {
        ip_column *column = &table->columns.items[i];
        const char *name = column->domain ? column->domain : column->type.name;
        const ip_user_type *domain = name ? ip_ddl_definitions_type(coder->definitions, name) : NULL;
        column->domain_check = domain ? ip_code_domain_check(coder, NULL, domain) : NULL;
        const ip_user_type *base = column->domain && column->type.name && !column->domain_check
                                       ? ip_ddl_definitions_type(coder->definitions, column->type.name)
                                       : NULL;
        if (base) /* a domain without constraints over an enum */
            column->domain_check = ip_code_domain_check(coder, NULL, base);
    }
}
