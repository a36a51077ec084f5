\i ../included/again.sql
\ir again.sql
