/* Names of error conditions in EXCEPTION and RAISE, and their SQLSTATEs (appendix A of PostgreSQL's manual). */
#include "run.h"

#include <ctype.h>
#include <string.h>

static const struct condition {
    const char *name, *sqlstate;
} conditions[] = {
    {"successful_completion", "00000"},
    {"warning", "01000"},
    {"no_data", "02000"},
    {"connection_exception", "08000"},
    {"feature_not_supported", "0A000"},
    {"case_not_found", "20000"},
    {"cardinality_violation", "21000"},
    {"data_exception", "22000"},
    {"string_data_right_truncation", "22001"},
    {"numeric_value_out_of_range", "22003"},
    {"null_value_not_allowed", "22004"},
    {"invalid_datetime_format", "22007"},
    {"datetime_field_overflow", "22008"},
    {"substring_error", "22011"},
    {"division_by_zero", "22012"},
    {"interval_field_overflow", "22015"},
    {"invalid_escape_sequence", "22025"},
    {"invalid_parameter_value", "22023"},
    {"array_subscript_error", "2202E"},
    {"invalid_argument_for_logarithm", "2201E"},
    {"invalid_argument_for_power_function", "2201F"},
    {"invalid_row_count_in_limit_clause", "2201W"},
    {"invalid_row_count_in_result_offset_clause", "2201X"},
    {"invalid_text_representation", "22P02"},
    {"integrity_constraint_violation", "23000"},
    {"restrict_violation", "23001"},
    {"not_null_violation", "23502"},
    {"foreign_key_violation", "23503"},
    {"unique_violation", "23505"},
    {"check_violation", "23514"},
    {"exclusion_violation", "23P01"},
    {"invalid_cursor_state", "24000"},
    {"invalid_transaction_state", "25000"},
    {"read_only_sql_transaction", "25006"},
    {"invalid_transaction_termination", "2D000"},
    {"sql_routine_exception", "2F000"},
    {"function_executed_no_return_statement", "2F005"},
    {"with_check_option_violation", "44000"},
    {"transaction_rollback", "40000"},
    {"serialization_failure", "40001"},
    {"deadlock_detected", "40P01"},
    {"syntax_error_or_access_rule_violation", "42000"},
    {"syntax_error", "42601"},
    {"insufficient_privilege", "42501"},
    {"undefined_column", "42703"},
    {"undefined_function", "42883"},
    {"undefined_table", "42P01"},
    {"duplicate_table", "42P07"},
    {"datatype_mismatch", "42804"},
    {"cannot_coerce", "42846"},
    {"insufficient_resources", "53000"},
    {"program_limit_exceeded", "54000"},
    {"statement_too_complex", "54001"},
    {"object_not_in_prerequisite_state", "55000"},
    {"object_in_use", "55006"},
    {"lock_not_available", "55P03"},
    {"operator_intervention", "57000"},
    {"query_canceled", "57014"},
    {"system_error", "58000"},
    {"plpgsql_error", "P0000"},
    {"raise_exception", "P0001"},
    {"no_data_found", "P0002"},
    {"too_many_rows", "P0003"},
    {"assert_failure", "P0004"},
    {"internal_error", "XX000"},
};

const char *ip_condition_sqlstate(const char *name)
{
    for (size_t i = 0; i < sizeof conditions / sizeof conditions[0]; i++)
        if (strcmp(conditions[i].name, name) == 0)
            return conditions[i].sqlstate;
    bool state = strlen(name) == 5;
    for (const char *c = name; *c && state; c++)
        state = isdigit((unsigned char)*c) || isupper((unsigned char)*c);
    return state ? name : NULL;
}
