CREATE TABLE coupon (id bigint PRIMARY KEY, code text NOT NULL UNIQUE, most integer NOT NULL);
CREATE TABLE redemption (id bigint PRIMARY KEY, coupon_id bigint NOT NULL REFERENCES coupon, at timestamptz);
