--
-- PostgreSQL database dump
--


-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: shop_coupon; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.shop_coupon (
    id bigint NOT NULL,
    code character varying(20) NOT NULL,
    max_uses integer NOT NULL
);


ALTER TABLE public.shop_coupon OWNER TO postgres;

--
-- Name: shop_coupon_id_seq; Type: SEQUENCE; Schema: public; Owner: postgres
--

CREATE SEQUENCE public.shop_coupon_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


ALTER TABLE public.shop_coupon_id_seq OWNER TO postgres;

--
-- Name: shop_coupon_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: postgres
--

ALTER SEQUENCE public.shop_coupon_id_seq OWNED BY public.shop_coupon.id;


--
-- Name: shop_customer; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.shop_customer (
    id bigint NOT NULL,
    email character varying(254) NOT NULL,
    balance numeric(12,2) NOT NULL
);


ALTER TABLE public.shop_customer OWNER TO postgres;

--
-- Name: shop_customer_id_seq; Type: SEQUENCE; Schema: public; Owner: postgres
--

CREATE SEQUENCE public.shop_customer_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


ALTER TABLE public.shop_customer_id_seq OWNER TO postgres;

--
-- Name: shop_customer_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: postgres
--

ALTER SEQUENCE public.shop_customer_id_seq OWNED BY public.shop_customer.id;


--
-- Name: shop_order; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.shop_order (
    id bigint NOT NULL,
    customer_id bigint NOT NULL,
    status character varying(10) NOT NULL,
    total numeric(12,2) NOT NULL,
    created timestamp with time zone NOT NULL
);


ALTER TABLE public.shop_order OWNER TO postgres;

--
-- Name: shop_order_id_seq; Type: SEQUENCE; Schema: public; Owner: postgres
--

CREATE SEQUENCE public.shop_order_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


ALTER TABLE public.shop_order_id_seq OWNER TO postgres;

--
-- Name: shop_order_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: postgres
--

ALTER SEQUENCE public.shop_order_id_seq OWNED BY public.shop_order.id;


--
-- Name: shop_orderline; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.shop_orderline (
    id bigint NOT NULL,
    order_id bigint NOT NULL,
    product_id bigint NOT NULL,
    quantity integer NOT NULL
);


ALTER TABLE public.shop_orderline OWNER TO postgres;

--
-- Name: shop_orderline_id_seq; Type: SEQUENCE; Schema: public; Owner: postgres
--

CREATE SEQUENCE public.shop_orderline_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


ALTER TABLE public.shop_orderline_id_seq OWNER TO postgres;

--
-- Name: shop_orderline_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: postgres
--

ALTER SEQUENCE public.shop_orderline_id_seq OWNED BY public.shop_orderline.id;


--
-- Name: shop_product; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.shop_product (
    id bigint NOT NULL,
    name character varying(80) NOT NULL,
    stock integer NOT NULL,
    price numeric(8,2) NOT NULL
);


ALTER TABLE public.shop_product OWNER TO postgres;

--
-- Name: shop_product_id_seq; Type: SEQUENCE; Schema: public; Owner: postgres
--

CREATE SEQUENCE public.shop_product_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


ALTER TABLE public.shop_product_id_seq OWNER TO postgres;

--
-- Name: shop_product_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: postgres
--

ALTER SEQUENCE public.shop_product_id_seq OWNED BY public.shop_product.id;


--
-- Name: shop_redemption; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.shop_redemption (
    id bigint NOT NULL,
    coupon_id bigint NOT NULL,
    customer_id bigint NOT NULL
);


ALTER TABLE public.shop_redemption OWNER TO postgres;

--
-- Name: shop_redemption_id_seq; Type: SEQUENCE; Schema: public; Owner: postgres
--

CREATE SEQUENCE public.shop_redemption_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


ALTER TABLE public.shop_redemption_id_seq OWNER TO postgres;

--
-- Name: shop_redemption_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: postgres
--

ALTER SEQUENCE public.shop_redemption_id_seq OWNED BY public.shop_redemption.id;


--
-- Name: shop_coupon id; Type: DEFAULT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.shop_coupon ALTER COLUMN id SET DEFAULT nextval('public.shop_coupon_id_seq'::regclass);


--
-- Name: shop_customer id; Type: DEFAULT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.shop_customer ALTER COLUMN id SET DEFAULT nextval('public.shop_customer_id_seq'::regclass);


--
-- Name: shop_order id; Type: DEFAULT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.shop_order ALTER COLUMN id SET DEFAULT nextval('public.shop_order_id_seq'::regclass);


--
-- Name: shop_orderline id; Type: DEFAULT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.shop_orderline ALTER COLUMN id SET DEFAULT nextval('public.shop_orderline_id_seq'::regclass);


--
-- Name: shop_product id; Type: DEFAULT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.shop_product ALTER COLUMN id SET DEFAULT nextval('public.shop_product_id_seq'::regclass);


--
-- Name: shop_redemption id; Type: DEFAULT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.shop_redemption ALTER COLUMN id SET DEFAULT nextval('public.shop_redemption_id_seq'::regclass);


--
-- Name: shop_coupon shop_coupon_code_key; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.shop_coupon
    ADD CONSTRAINT shop_coupon_code_key UNIQUE (code);


--
-- Name: shop_coupon shop_coupon_pkey; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.shop_coupon
    ADD CONSTRAINT shop_coupon_pkey PRIMARY KEY (id);


--
-- Name: shop_customer shop_customer_email_key; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.shop_customer
    ADD CONSTRAINT shop_customer_email_key UNIQUE (email);


--
-- Name: shop_customer shop_customer_pkey; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.shop_customer
    ADD CONSTRAINT shop_customer_pkey PRIMARY KEY (id);


--
-- Name: shop_order shop_order_pkey; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.shop_order
    ADD CONSTRAINT shop_order_pkey PRIMARY KEY (id);


--
-- Name: shop_orderline shop_orderline_pkey; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.shop_orderline
    ADD CONSTRAINT shop_orderline_pkey PRIMARY KEY (id);


--
-- Name: shop_product shop_product_pkey; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.shop_product
    ADD CONSTRAINT shop_product_pkey PRIMARY KEY (id);


--
-- Name: shop_redemption shop_redemption_pkey; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.shop_redemption
    ADD CONSTRAINT shop_redemption_pkey PRIMARY KEY (id);


--
-- Name: shop_coupon_code_42417dff_like; Type: INDEX; Schema: public; Owner: postgres
--

CREATE INDEX shop_coupon_code_42417dff_like ON public.shop_coupon USING btree (code varchar_pattern_ops);


--
-- Name: shop_customer_email_d3fdf104_like; Type: INDEX; Schema: public; Owner: postgres
--

CREATE INDEX shop_customer_email_d3fdf104_like ON public.shop_customer USING btree (email varchar_pattern_ops);


--
-- Name: shop_order_customer_id_f638df20; Type: INDEX; Schema: public; Owner: postgres
--

CREATE INDEX shop_order_customer_id_f638df20 ON public.shop_order USING btree (customer_id);


--
-- Name: shop_orderline_order_id_8ad562c5; Type: INDEX; Schema: public; Owner: postgres
--

CREATE INDEX shop_orderline_order_id_8ad562c5 ON public.shop_orderline USING btree (order_id);


--
-- Name: shop_orderline_product_id_3f3985f6; Type: INDEX; Schema: public; Owner: postgres
--

CREATE INDEX shop_orderline_product_id_3f3985f6 ON public.shop_orderline USING btree (product_id);


--
-- Name: shop_redemption_coupon_id_e368911d; Type: INDEX; Schema: public; Owner: postgres
--

CREATE INDEX shop_redemption_coupon_id_e368911d ON public.shop_redemption USING btree (coupon_id);


--
-- Name: shop_redemption_customer_id_dca3beab; Type: INDEX; Schema: public; Owner: postgres
--

CREATE INDEX shop_redemption_customer_id_dca3beab ON public.shop_redemption USING btree (customer_id);


--
-- Name: shop_order shop_order_customer_id_f638df20_fk_shop_customer_id; Type: FK CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.shop_order
    ADD CONSTRAINT shop_order_customer_id_f638df20_fk_shop_customer_id FOREIGN KEY (customer_id) REFERENCES public.shop_customer(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: shop_orderline shop_orderline_order_id_8ad562c5_fk_shop_order_id; Type: FK CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.shop_orderline
    ADD CONSTRAINT shop_orderline_order_id_8ad562c5_fk_shop_order_id FOREIGN KEY (order_id) REFERENCES public.shop_order(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: shop_orderline shop_orderline_product_id_3f3985f6_fk_shop_product_id; Type: FK CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.shop_orderline
    ADD CONSTRAINT shop_orderline_product_id_3f3985f6_fk_shop_product_id FOREIGN KEY (product_id) REFERENCES public.shop_product(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: shop_redemption shop_redemption_coupon_id_e368911d_fk_shop_coupon_id; Type: FK CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.shop_redemption
    ADD CONSTRAINT shop_redemption_coupon_id_e368911d_fk_shop_coupon_id FOREIGN KEY (coupon_id) REFERENCES public.shop_coupon(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: shop_redemption shop_redemption_customer_id_dca3beab_fk_shop_customer_id; Type: FK CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.shop_redemption
    ADD CONSTRAINT shop_redemption_customer_id_dca3beab_fk_shop_customer_id FOREIGN KEY (customer_id) REFERENCES public.shop_customer(id) DEFERRABLE INITIALLY DEFERRED;


--
-- PostgreSQL database dump complete
--



INSERT INTO public.shop_customer (email, balance) VALUES ('a@example.org', 100), ('b@example.org', 100);
INSERT INTO public.shop_product (name, stock, price) VALUES ('chair', 3, 3);
INSERT INTO public.shop_coupon (code, max_uses) VALUES ('SAVE', 1);
INSERT INTO public.shop_order (customer_id, status, total, created)
    VALUES (1, 'new', 30, '2026-01-01 00:00:00+00');
