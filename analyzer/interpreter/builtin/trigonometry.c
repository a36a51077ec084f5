/* Trigonometry, logarithms and exponentials of double precision, with the C library that the server uses (float.c). */
#include "interpreter/builtin/builtin.h"

#include <math.h>

static const double RADIANS_PER_DEGREE = 0.0174532925199432957692;

static _Noreturn void out_of_range(ip_run_state *run)
{
    ip_interpreter_raise(run, "22003", "input is out of range");
}

static ip_datum of(ip_run_state *run, double value, bool may_be_infinite)
{
    if (isinf(value) && !may_be_infinite)
        ip_interpreter_raise(run, "22003", "value out of range: overflow");
    return (ip_datum){.kind = IP_DATUM_FLOAT, .as.real = value};
}

/* An angle must be finite, and a sine or cosine from -1 to 1. */
#define FUNCTION(name, refused, expression, may_be_infinite)                                                           \
    static ip_datum name(ip_run_state *run, const ip_datum *args, int count)                                           \
    {                                                                                                                  \
        (void)count;                                                                                                   \
        double x = args[0].as.real;                                                                                    \
        if (refused)                                                                                                   \
            out_of_range(run);                                                                                         \
        return of(run, expression, may_be_infinite);                                                                   \
    }
FUNCTION(sine, isinf(x), sin(x), false)
FUNCTION(cosine, isinf(x), cos(x), false)
FUNCTION(tangent, isinf(x), tan(x), true)
FUNCTION(cotangent, isinf(x), 1.0 / tan(x), true)
FUNCTION(arc_sine, x<-1 || x> 1, asin(x), false)
FUNCTION(arc_cosine, x<-1 || x> 1, acos(x), false)
FUNCTION(arc_tangent, false, atan(x), false)
FUNCTION(cube_root, false, cbrt(x), isinf(x))
FUNCTION(degrees, false, x / RADIANS_PER_DEGREE, isinf(x))

static ip_datum radians(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    double x = args[0].as.real, result = x * RADIANS_PER_DEGREE;
    if (result == 0 && x != 0)
        ip_interpreter_raise(run, "22003", "value out of range: underflow");
    return of(run, result, isinf(x));
}

static ip_datum arc_tangent_of_two(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    return of(run, atan2(args[0].as.real, args[1].as.real), false);
}

static ip_datum pi(ip_run_state *run, const ip_datum *args, int count)
{
    (void)args, (void)count;
    return of(run, M_PI, false);
}

static ip_datum exponential(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    double x = args[0].as.real, result = exp(x);
    if (result == 0 && !isinf(x))
        ip_interpreter_raise(run, "22003", "value out of range: underflow");
    return of(run, result, isinf(x));
}

static double positive(ip_run_state *run, ip_datum given)
{
    if (given.as.real == 0)
        ip_interpreter_raise(run, "2201E", "cannot take logarithm of zero");
    if (given.as.real < 0)
        ip_interpreter_raise(run, "2201E", "cannot take logarithm of a negative number");
    return given.as.real;
}

static ip_datum logarithm(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    return of(run, log(positive(run, args[0])), isinf(args[0].as.real));
}

static ip_datum logarithm_of_ten(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    return of(run, log10(positive(run, args[0])), isinf(args[0].as.real));
}

const ip_signature ip_builtin_trigonometry_signatures[] = {{"sin", "f", "f", sine, false, false},
                                                           {"cos", "f", "f", cosine, false, false},
                                                           {"tan", "f", "f", tangent, false, false},
                                                           {"cot", "f", "f", cotangent, false, false},
                                                           {"asin", "f", "f", arc_sine, false, false},
                                                           {"acos", "f", "f", arc_cosine, false, false},
                                                           {"atan", "f", "f", arc_tangent, false, false},
                                                           {"atan2", "ff", "f", arc_tangent_of_two, false, false},
                                                           {"degrees", "f", "f", degrees, false, false},
                                                           {"radians", "f", "f", radians, false, false},
                                                           {"pi", "", "f", pi, false, false},
                                                           {"cbrt", "f", "f", cube_root, false, false},
                                                           {"exp", "f", "f", exponential, false, false},
                                                           {"ln", "f", "f", logarithm, false, false},
                                                           {"log", "f", "f", logarithm_of_ten, false, false},
                                                           {"log10", "f", "f", logarithm_of_ten, false, false},
                                                           {NULL, NULL, NULL, NULL, false, false}};
