-- A statement of more tables than one may have is known by their names.
CREATE FUNCTION wide(p integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE acc SET bal = 0 WHERE id = p;
    PERFORM count(*) FROM ord AS o0, ord AS o1, ord AS o2, ord AS o3, ord AS o4, ord AS o5, ord AS o6, ord AS o7, ord AS o8, ord AS o9,
        ord AS o10, ord AS o11, ord AS o12, ord AS o13, ord AS o14, ord AS o15, ord AS o16, ord AS o17, ord AS o18, ord AS o19,
        ord AS o20, ord AS o21, ord AS o22, ord AS o23, ord AS o24, ord AS o25, ord AS o26, ord AS o27, ord AS o28, ord AS o29,
        ord AS o30, ord AS o31, ord AS o32, ord AS o33, ord AS o34, ord AS o35, ord AS o36, ord AS o37, ord AS o38, ord AS o39,
        ord AS o40, ord AS o41, ord AS o42, ord AS o43, ord AS o44, ord AS o45, ord AS o46, ord AS o47, ord AS o48, ord AS o49,
        ord AS o50, ord AS o51, ord AS o52, ord AS o53, ord AS o54, ord AS o55, ord AS o56, ord AS o57, ord AS o58, ord AS o59,
        ord AS o60, ord AS o61, ord AS o62, ord AS o63, ord AS o64, ord AS o65, ord AS o66, ord AS o67, ord AS o68, ord AS o69;
    UPDATE acc SET bal = 1 WHERE id = p;
END $$;
