UPDATE t SET v = 2;
\if true
