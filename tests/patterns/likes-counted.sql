-- why: a like counts where its row was inserted, and no longer where it was deleted; ON CONFLICT says which
-- postgresql/read-committed: safe
-- postgresql/repeatable-read: safe
-- postgresql/serializable: safe
CREATE TABLE article (id bigint PRIMARY KEY, likes integer NOT NULL DEFAULT 0);
CREATE TABLE article_like (
    article bigint REFERENCES article ON DELETE CASCADE,
    person bigint,
    PRIMARY KEY (article, person)
);

CREATE FUNCTION like_it(p_article bigint, p_person bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO article_like VALUES (p_article, p_person) ON CONFLICT DO NOTHING;
    IF FOUND THEN
        UPDATE article SET likes = likes + 1 WHERE id = p_article;
    END IF;
END $$;

CREATE FUNCTION unlike(p_article bigint, p_person bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM article_like WHERE article = p_article AND person = p_person;
    IF FOUND THEN
        UPDATE article SET likes = likes - 1 WHERE id = p_article;
    END IF;
END $$;
