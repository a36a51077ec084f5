\ir again.sql
\i loop.sql
