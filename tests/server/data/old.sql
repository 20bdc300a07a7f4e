CREATE TABLE public.alembic_version (
    version_num character varying(32) NOT NULL
);
CREATE TABLE public.browser (
    id integer NOT NULL,
    secret bytea NOT NULL,
    at bigint NOT NULL
);
CREATE SEQUENCE public.browser_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.browser_id_seq OWNED BY public.browser.id;
CREATE TABLE public.event (
    table_id character varying(32) NOT NULL,
    seq integer NOT NULL,
    key character varying(80) NOT NULL,
    kind character varying(16) NOT NULL,
    seat integer NOT NULL,
    plies json NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE public.game_table (
    id character varying(32) NOT NULL,
    game character varying(64) NOT NULL,
    rules_version integer NOT NULL,
    options json NOT NULL,
    rematch_of character varying(32),
    at bigint NOT NULL,
    seed bytea DEFAULT '\x'::bytea NOT NULL,
    watch bytea,
    open boolean DEFAULT false NOT NULL,
    shared boolean DEFAULT false NOT NULL,
    imported boolean DEFAULT false NOT NULL,
    fair json
);
CREATE TABLE public.lease (
    table_id character varying(32) NOT NULL,
    process character varying(16) NOT NULL,
    until bigint NOT NULL
);
CREATE TABLE public.presence (
    process character varying(16) NOT NULL,
    table_id character varying(32) NOT NULL,
    browser_id integer NOT NULL,
    until bigint NOT NULL,
    sockets integer DEFAULT 1 NOT NULL
);
CREATE TABLE public.seat (
    table_id character varying(32) NOT NULL,
    seat integer NOT NULL,
    level integer NOT NULL,
    name character varying(64) NOT NULL,
    browser_id integer,
    token bytea,
    recovery bytea
);
CREATE TABLE public.uptime (
    id integer NOT NULL,
    start bigint NOT NULL,
    last bigint NOT NULL
);
CREATE SEQUENCE public.uptime_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.uptime_id_seq OWNED BY public.uptime.id;
CREATE TABLE public.watcher (
    table_id character varying(32) NOT NULL,
    browser_id integer NOT NULL
);
ALTER TABLE ONLY public.browser ALTER COLUMN id SET DEFAULT nextval('public.browser_id_seq'::regclass);
ALTER TABLE ONLY public.uptime ALTER COLUMN id SET DEFAULT nextval('public.uptime_id_seq'::regclass);
INSERT INTO public.alembic_version VALUES ('0007');
INSERT INTO public.browser VALUES (1, '\xefe01ff6fd08d59b7460185fcbb53ba55148a1ade02525e707e1cca74506fbb6', 1795364019737);
INSERT INTO public.browser VALUES (2, '\x09063192c36ca0c9d7233baaf35974bd3a0e3f752b90183d1c885669ddd1ab80', 1795364020006);
INSERT INTO public.browser VALUES (3, '\x7e81240adc3590ed9432c002771660aa78f7523a8c3725ce239c289aeab9d7d8', 1795364021447);
INSERT INTO public.browser VALUES (5, '\xd1606f45d452ed07672eca2dfe64590c1c2b1638a26a065719b0abf3ec019bd9', 0);
INSERT INTO public.browser VALUES (6, '\xb265bc1c53da17f90912277ec4ad0fe8f5e7f36aaac186281a4ddf02b3460f78', 1795364023609);
INSERT INTO public.browser VALUES (7, '\xed873884986b1dfd46de255be2c7afa0c32ff8a8598f8f40d147c478bcdc8327', 1795364025345);
INSERT INTO public.browser VALUES (8, '\x84a8cc3cbd5da71296071a8feefa998d64de8558c6ecdbfae9dc513869cde3cc', 1795364025417);
INSERT INTO public.browser VALUES (9, '\x56549326f30f43e144e87659a1bd03a428c86fe1d3d6b5ffef1aede8d49361d5', 1795364026449);
INSERT INTO public.browser VALUES (10, '\x789d1f23675b70e4561f6c945bd17aba20c057807e371b39e46f98736d6f38d1', 1795364026528);
INSERT INTO public.event VALUES ('jInKWntQlDct2cX9', 1, 'clock', 'clock', 7, '["set", "5+10", "loss"]', 1795364019800);
INSERT INTO public.event VALUES ('jInKWntQlDct2cX9', 2, '7:start', 'clock', 7, '["start"]', 1795364020105);
INSERT INTO public.event VALUES ('jInKWntQlDct2cX9', 3, '0:key-0000', 'chat', 0, '["Bonjour, bonne partie !"]', 1795364020230);
INSERT INTO public.event VALUES ('jInKWntQlDct2cX9', 4, '0:key-0001', 'submit', 0, '["c3"]', 1795364020237);
INSERT INTO public.event VALUES ('jInKWntQlDct2cX9', 5, '0:key-0002', 'undo', 0, '["lift", "4"]', 1795364020239);
INSERT INTO public.event VALUES ('jInKWntQlDct2cX9', 6, '0:key-0003', 'submit', 0, '["c3", "d3"]', 1795364020241);
INSERT INTO public.event VALUES ('jInKWntQlDct2cX9', 7, '1:key-0004', 'submit', 1, '["f6", "g6"]', 1795364020242);
INSERT INTO public.event VALUES ('jInKWntQlDct2cX9', 8, '0:key-0005', 'submit', 0, '["d4", "e4"]', 1795364020243);
INSERT INTO public.event VALUES ('jInKWntQlDct2cX9', 9, '0:key-0006', 'undo', 0, '["ask", "8"]', 1795364020244);
INSERT INTO public.event VALUES ('jInKWntQlDct2cX9', 10, '1:key-0007', 'chat', 1, '["non \ud83d\ude42"]', 1795364020245);
INSERT INTO public.event VALUES ('jInKWntQlDct2cX9', 11, '1:key-0008', 'undo', 1, '["no", "8"]', 1795364020249);
INSERT INTO public.event VALUES ('jInKWntQlDct2cX9', 12, '1:key-0009', 'submit', 1, '["b6", "b7"]', 1795364020259);
INSERT INTO public.event VALUES ('jInKWntQlDct2cX9', 13, '1:key-0010', 'undo', 1, '["ask", "12"]', 1795364020261);
INSERT INTO public.event VALUES ('jInKWntQlDct2cX9', 14, '0:key-0011', 'undo', 0, '["back", "12"]', 1795364020263);
INSERT INTO public.event VALUES ('jInKWntQlDct2cX9', 15, '1:key-0012', 'submit', 1, '["a7", "d6"]', 1795364020276);
INSERT INTO public.event VALUES ('jInKWntQlDct2cX9', 16, '0:key-0013', 'submit', 0, '["c6", "b1"]', 1795364020279);
INSERT INTO public.event VALUES ('jInKWntQlDct2cX9', 17, '1:key-0014', 'submit', 1, '["h7", "e5"]', 1795364020281);
INSERT INTO public.event VALUES ('jInKWntQlDct2cX9', 18, '0:key-0015', 'submit', 0, '["g5", "c7"]', 1795364020283);
INSERT INTO public.event VALUES ('jInKWntQlDct2cX9', 19, '1:key-0016', 'submit', 1, '["h8"]', 1795364020285);
INSERT INTO public.event VALUES ('jInKWntQlDct2cX9', 20, '0:key-0017', 'undo', 0, '["ask", "18"]', 1795364020286);
INSERT INTO public.event VALUES ('jInKWntQlDct2cX9', 21, '1:key-0018', 'submit', 1, '["a4"]', 1795364020288);
INSERT INTO public.event VALUES ('jInKWntQlDct2cX9', 22, '1:key-0019', 'resign', 1, '[]', 1795364020289);
INSERT INTO public.event VALUES ('jInKWntQlDct2cX9', 23, '0:rematch-0', 'rematch', 0, '[]', 1795364020291);
INSERT INTO public.event VALUES ('jInKWntQlDct2cX9', 24, '1:rematch-1', 'rematch', 1, '[]', 1795364020309);
INSERT INTO public.event VALUES ('OGZ0CxvxtlqE5YsF', 1, 'clock', 'clock', 7, '["set", "5+10", "loss"]', 1795364020520);
INSERT INTO public.event VALUES ('OGZ0CxvxtlqE5YsF', 2, '7:start', 'clock', 7, '["start"]', 1795364020837);
INSERT INTO public.event VALUES ('OGZ0CxvxtlqE5YsF', 3, '0:key-0020', 'submit', 0, '["c7"]', 1795364020877);
INSERT INTO public.event VALUES ('OGZ0CxvxtlqE5YsF', 4, '0:key-0021', 'submit', 0, '["g8"]', 1795364020925);
INSERT INTO public.event VALUES ('OGZ0CxvxtlqE5YsF', 5, '1:key-0022', 'submit', 1, '["b7", "a6"]', 1795364020941);
INSERT INTO public.event VALUES ('OGZ0CxvxtlqE5YsF', 6, '0:key-0023', 'submit', 0, '["h4", "c8"]', 1795364020959);
INSERT INTO public.event VALUES ('cPEa7K5Ev6lSPVHR', 1, 'clock', 'clock', 7, '["set", "15+15", "loss"]', 1795364021647);
INSERT INTO public.event VALUES ('cPEa7K5Ev6lSPVHR', 2, '7:start', 'clock', 7, '["start"]', 1795364022309);
INSERT INTO public.event VALUES ('cPEa7K5Ev6lSPVHR', 3, '0:key-0024', 'submit', 0, '["d7"]', 1795364022445);
INSERT INTO public.event VALUES ('cPEa7K5Ev6lSPVHR', 4, '0:key-0025', 'submit', 0, '["g1"]', 1795364022453);
INSERT INTO public.event VALUES ('cPEa7K5Ev6lSPVHR', 5, '1:key-0026', 'submit', 1, '["g4"]', 1795364022465);
INSERT INTO public.event VALUES ('cPEa7K5Ev6lSPVHR', 6, '1:key-0027', 'flag', 1, '[]', 1795364022483);
INSERT INTO public.event VALUES ('9s-pjYOFKqAz6O7Y', 1, 'clock', 'clock', 7, '["set", "1d", "bot"]', 1795364022921);
INSERT INTO public.event VALUES ('9s-pjYOFKqAz6O7Y', 2, '0:key-0028', 'nonce', 0, '["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"]', 1795364024221);
INSERT INTO public.event VALUES ('9s-pjYOFKqAz6O7Y', 3, '1:key-0029', 'nonce', 1, '["bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"]', 1795364024224);
INSERT INTO public.event VALUES ('9s-pjYOFKqAz6O7Y', 4, '7:draw', 'draw', 7, '[]', 1795364024225);
INSERT INTO public.event VALUES ('9s-pjYOFKqAz6O7Y', 5, '7:start', 'clock', 7, '["start"]', 1795364024253);
INSERT INTO public.event VALUES ('9s-pjYOFKqAz6O7Y', 6, '0:key-0030', 'submit', 0, '["e6-e5"]', 1795364024268);
INSERT INTO public.event VALUES ('9s-pjYOFKqAz6O7Y', 7, '1:key-0031', 'submit', 1, '["f5-f4"]', 1795364024280);
INSERT INTO public.event VALUES ('9s-pjYOFKqAz6O7Y', 8, '2:bot:7', 'submit', 2, '["f3-f2"]', 1795364024287);
INSERT INTO public.event VALUES ('9s-pjYOFKqAz6O7Y', 9, '0:key-0032', 'submit', 0, '["e3-e2"]', 1795364024305);
INSERT INTO public.event VALUES ('9s-pjYOFKqAz6O7Y', 10, '0:key-0033', 'undo', 0, '["ask", "9"]', 1795364024337);
INSERT INTO public.event VALUES ('9s-pjYOFKqAz6O7Y', 11, '1:key-0034', 'undo', 1, '["back", "9"]', 1795364024361);
INSERT INTO public.event VALUES ('9s-pjYOFKqAz6O7Y', 12, '0:key-0035', 'submit', 0, '["f7-f6"]', 1795364024377);
INSERT INTO public.event VALUES ('9s-pjYOFKqAz6O7Y', 13, '1:key-0036', 'submit', 1, '["h3-g4"]', 1795364024390);
INSERT INTO public.event VALUES ('9s-pjYOFKqAz6O7Y', 14, '0:key-0037', 'flag', 0, '["1"]', 1795364024425);
INSERT INTO public.event VALUES ('9s-pjYOFKqAz6O7Y', 15, '2:bot:13', 'submit', 2, '["e8-e7"]', 1795364024447);
INSERT INTO public.event VALUES ('9s-pjYOFKqAz6O7Y', 16, '0:bot:15', 'submit', 0, '["e3-e2"]', 1795364024477);
INSERT INTO public.event VALUES ('9s-pjYOFKqAz6O7Y', 17, '1:key-0038', 'submit', 1, '["g7-f8"]', 1795364024501);
INSERT INTO public.event VALUES ('9s-pjYOFKqAz6O7Y', 18, '0:key-0039', 'return', 0, '[]', 1795364024535);
INSERT INTO public.event VALUES ('9s-pjYOFKqAz6O7Y', 19, '2:bot:17', 'submit', 2, '["f10-f9"]', 1795364024553);
INSERT INTO public.event VALUES ('9s-pjYOFKqAz6O7Y', 20, '0:key-0040', 'submit', 0, '["h5-g6"]', 1795364024575);
INSERT INTO public.event VALUES ('9s-pjYOFKqAz6O7Y', 21, '1:key-0041', 'submit', 1, '["d6-d7"]', 1795364024586);
INSERT INTO public.event VALUES ('9s-pjYOFKqAz6O7Y', 22, '2:bot:21', 'submit', 2, '["h6-h7"]', 1795364024696);
INSERT INTO public.event VALUES ('9s-pjYOFKqAz6O7Y', 23, '0:key-0042', 'submit', 0, '["c7-d8"]', 1795364024732);
INSERT INTO public.event VALUES ('9s-pjYOFKqAz6O7Y', 24, '1:key-0043', 'submit', 1, '["c6-c5"]', 1795364024742);
INSERT INTO public.event VALUES ('9s-pjYOFKqAz6O7Y', 25, '2:bot:24', 'submit', 2, '["h2-i1"]', 1795364024770);
INSERT INTO public.event VALUES ('Cjdf3peq6MFjom-o', 1, '1:key-0044', 'submit', 1, '["plank1", "dragonW", "plank2", "stone2", "move2"]', 1795364025510);
INSERT INTO public.event VALUES ('Cjdf3peq6MFjom-o', 2, '0:key-0045', 'submit', 0, '["plank1", "jump", "plank2", "stone2", "remove"]', 1795364025514);
INSERT INTO public.event VALUES ('Cjdf3peq6MFjom-o', 3, '0:key-0046', 'undo', 0, '["lift", "2"]', 1795364025516);
INSERT INTO public.event VALUES ('Cjdf3peq6MFjom-o', 4, '2:key-0047', 'submit', 2, '["move1", "stone2", "plank1", "dragonW", "jump"]', 1795364025530);
INSERT INTO public.event VALUES ('Cjdf3peq6MFjom-o', 5, '0:key-0048', 'submit', 0, '["remove", "stone2", "move1", "plank2", "stone1"]', 1795364025554);
INSERT INTO public.event VALUES ('Cjdf3peq6MFjom-o', 6, '1:key-0049', 'submit', 1, '["R2"]', 1795364025573);
INSERT INTO public.event VALUES ('Cjdf3peq6MFjom-o', 7, '2:key-0050', 'submit', 2, '["+23", "+12"]', 1795364025602);
INSERT INTO public.event VALUES ('Cjdf3peq6MFjom-o', 8, '2:key-0051', 'chat', 2, '["hello"]', 1795364025617);
INSERT INTO public.event VALUES ('Cjdf3peq6MFjom-o', 9, '2:key-0052', 'resign', 2, '["1"]', 1795364025633);
INSERT INTO public.event VALUES ('Cjdf3peq6MFjom-o', 10, '1:key-0053', 'submit', 1, '["R5"]', 1795364025646);
INSERT INTO public.event VALUES ('Cjdf3peq6MFjom-o', 11, '1:key-0054', 'submit', 1, '["R4"]', 1795364025669);
INSERT INTO public.event VALUES ('Cjdf3peq6MFjom-o', 12, '2:bot:11', 'submit', 2, '["B1"]', 1795364025697);
INSERT INTO public.event VALUES ('Cjdf3peq6MFjom-o', 13, '2:bot:12', 'submit', 2, '["B-23"]', 1795364025716);
INSERT INTO public.event VALUES ('Cjdf3peq6MFjom-o', 14, '2:bot:13', 'submit', 2, '["K-23"]', 1795364025730);
INSERT INTO public.event VALUES ('Cjdf3peq6MFjom-o', 15, '2:bot:14', 'submit', 2, '["12-23"]', 1795364025745);
INSERT INTO public.event VALUES ('Cjdf3peq6MFjom-o', 16, '2:bot:15', 'submit', 2, '["K-12"]', 1795364025758);
INSERT INTO public.event VALUES ('Cjdf3peq6MFjom-o', 17, '1:key-0055', 'submit', 1, '["+11", "+8"]', 1795364025793);
INSERT INTO public.event VALUES ('Cjdf3peq6MFjom-o', 18, '0:key-0056', 'submit', 0, '["+21"]', 1795364025810);
INSERT INTO public.event VALUES ('Cjdf3peq6MFjom-o', 19, '1:key-0057', 'submit', 1, '["plank2", "jump", "stone1", "move1", "dragonW"]', 1795364025835);
INSERT INTO public.event VALUES ('Cjdf3peq6MFjom-o', 20, '2:bot:18', 'submit', 2, '["dragonR", "stone1", "plank2", "plank1", "move1"]', 1795364025862);
INSERT INTO public.event VALUES ('Cjdf3peq6MFjom-o', 21, '0:key-0058', 'submit', 0, '["dragonB", "stone1", "stone2", "jump", "remove"]', 1795364025881);
INSERT INTO public.event VALUES ('Cjdf3peq6MFjom-o', 22, '2:bot:21', 'submit', 2, '["+16"]', 1795364025934);
INSERT INTO public.event VALUES ('qgoKeVUjbdvYCZkK', 1, '0:key-0059', 'nonce', 0, '["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"]', 1795364026605);
INSERT INTO public.event VALUES ('qgoKeVUjbdvYCZkK', 2, '1:key-0060', 'nonce', 1, '["bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"]', 1795364026617);
INSERT INTO public.event VALUES ('qgoKeVUjbdvYCZkK', 3, '2:key-0061', 'nonce', 2, '["cccccccccccccccccccccccccccccccc"]', 1795364026626);
INSERT INTO public.event VALUES ('qgoKeVUjbdvYCZkK', 4, '0:key-0062', 'submit', 0, '["+3"]', 1795364026640);
INSERT INTO public.event VALUES ('qgoKeVUjbdvYCZkK', 5, '1:key-0063', 'submit', 1, '["+13"]', 1795364026654);
INSERT INTO public.event VALUES ('qgoKeVUjbdvYCZkK', 6, '2:key-0064', 'submit', 2, '["+19"]', 1795364026660);
INSERT INTO public.event VALUES ('qgoKeVUjbdvYCZkK', 7, '2:key-0065', 'submit', 2, '["+15"]', 1795364026685);
INSERT INTO public.event VALUES ('qgoKeVUjbdvYCZkK', 8, '1:key-0066', 'submit', 1, '["+14"]', 1795364026701);
INSERT INTO public.event VALUES ('qgoKeVUjbdvYCZkK', 9, '0:key-0067', 'submit', 0, '["+0"]', 1795364026713);
INSERT INTO public.event VALUES ('qgoKeVUjbdvYCZkK', 10, '1:key-0068', 'vote', 1, '["0"]', 1795364026725);
INSERT INTO public.event VALUES ('qgoKeVUjbdvYCZkK', 11, '2:key-0069', 'vote', 2, '["0", "1"]', 1795364026761);
INSERT INTO public.event VALUES ('qgoKeVUjbdvYCZkK', 12, '0:bot:11', 'submit', 0, '["+30"]', 1795364026778);
INSERT INTO public.event VALUES ('qgoKeVUjbdvYCZkK', 13, '1:key-0070', 'submit', 1, '["+5"]', 1795364026793);
INSERT INTO public.event VALUES ('qgoKeVUjbdvYCZkK', 14, '2:key-0071', 'submit', 2, '["+25"]', 1795364026805);
INSERT INTO public.event VALUES ('qgoKeVUjbdvYCZkK', 15, '0:bot:14', 'submit', 0, '["roll"]', 1795364026821);
INSERT INTO public.event VALUES ('qgoKeVUjbdvYCZkK', 16, '0:bot:15', 'submit', 0, '["point:wood", "point:grain", "offer", "want:ore", "want:wool", "want:wool", "give:grain", "propose"]', 1795364026885);
INSERT INTO public.event VALUES ('qgoKeVUjbdvYCZkK', 17, '2:key-0072', 'submit', 2, '["refuse"]', 1795364026896);
INSERT INTO public.event VALUES ('qgoKeVUjbdvYCZkK', 18, '1:key-0073', 'submit', 1, '["refuse"]', 1795364026910);
INSERT INTO public.event VALUES ('qgoKeVUjbdvYCZkK', 19, '0:bot:18', 'submit', 0, '["offer", "want:ore", "want:wood", "want:wood", "give:grain", "propose"]', 1795364026919);
INSERT INTO public.event VALUES ('qgoKeVUjbdvYCZkK', 20, '1:key-0074', 'submit', 1, '["refuse"]', 1795364026940);
INSERT INTO public.event VALUES ('qgoKeVUjbdvYCZkK', 21, '2:key-0075', 'submit', 2, '["refuse"]', 1795364026953);
INSERT INTO public.event VALUES ('qgoKeVUjbdvYCZkK', 22, '0:bot:21', 'submit', 0, '["end"]', 1795364026968);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 1, '0:key-0076', 'submit', 0, '["+Pi"]', 1795364027045);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 2, '1:key-0077', 'submit', 1, '["+Fe"]', 1795364027049);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 3, '2:key-0078', 'submit', 2, '["+Pg"]', 1795364027050);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 4, '0:key-0079', 'submit', 0, '["+Ye"]', 1795364027052);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 5, '1:key-0080', 'submit', 1, '["+Rl"]', 1795364027053);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 6, '2:key-0081', 'submit', 2, '["+Rd"]', 1795364027054);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 7, '0:key-0082', 'submit', 0, '["+Hk"]', 1795364027055);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 8, '1:key-0083', 'submit', 1, '["+Pd"]', 1795364027056);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 9, '2:key-0084', 'submit', 2, '["+Dk"]', 1795364027057);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 10, '0:key-0085', 'submit', 0, '["+Df"]', 1795364027058);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 11, '1:key-0086', 'submit', 1, '["+Dj"]', 1795364027059);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 12, '2:key-0087', 'submit', 2, '["+Fl"]', 1795364027060);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 13, '0:key-0088', 'submit', 0, '["+Aj"]', 1795364027061);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 14, '1:key-0089', 'submit', 1, '["+Hg"]', 1795364027062);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 15, '2:key-0090', 'submit', 2, '["+Ha"]', 1795364027063);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 16, '0:key-0091', 'submit', 0, '["+Fm"]', 1795364027064);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 17, '1:key-0092', 'submit', 1, '["+Ah"]', 1795364027065);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 18, '2:key-0093', 'submit', 2, '["+Yi"]', 1795364027065);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 19, '0:key-0094', 'submit', 0, '["+Ra"]', 1795364027066);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 20, '1:key-0095', 'submit', 1, '["+Ym"]', 1795364027067);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 21, '2:key-0096', 'submit', 2, '["+Af"]', 1795364027068);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 22, '0:key-0097', 'submit', 0, '["+Ak"]', 1795364027069);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 23, '1:key-0098', 'submit', 1, '["+Fh"]', 1795364027070);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 24, '2:key-0099', 'submit', 2, '["+Dl"]', 1795364027071);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 25, '0:key-0100', 'submit', 0, '["+Yk"]', 1795364027072);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 26, '1:key-0101', 'submit', 1, '["*Fe"]', 1795364027073);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 27, '1:key-0102', 'submit', 1, '["*Ah"]', 1795364027073);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 28, '2:key-0103', 'submit', 2, '["+Hi"]', 1795364027077);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 29, '0:key-0104', 'submit', 0, '["+Ya"]', 1795364027078);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 30, '1:key-0105', 'submit', 1, '["*Pd", "*Fh"]', 1795364027080);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 31, '2:key-0106', 'submit', 2, '["*Hi", "*Yi"]', 1795364027081);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 32, '0:key-0107', 'submit', 0, '["+Ri"]', 1795364027082);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 33, '1:key-0108', 'submit', 1, '["*Hg", "*Rl"]', 1795364027083);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 34, '2:key-0109', 'submit', 2, '["+Fd"]', 1795364027089);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 35, '0:key-0110', 'submit', 0, '["+Pe"]', 1795364027091);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 36, '1:key-0111', 'submit', 1, '["+Pm"]', 1795364027093);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 37, '2:key-0112', 'submit', 2, '["*Rd", "*Fl"]', 1795364027094);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 38, '0:key-0113', 'submit', 0, '["+Fk"]', 1795364027096);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 39, '1:key-0114', 'submit', 1, '["e>h"]', 1795364027097);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 40, '2:key-0115', 'submit', 2, '["+Dg"]', 1795364027099);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 41, '0:key-0116', 'submit', 0, '["*Yk", "*Df"]', 1795364027100);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 42, '1:key-0117', 'submit', 1, '["+Yh"]', 1795364027101);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 43, '2:key-0118', 'submit', 2, '["+Dd"]', 1795364027102);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 44, '0:key-0119', 'submit', 0, '["*Ya", "*Aj"]', 1795364027103);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 45, '1:key-0120', 'submit', 1, '["+Al"]', 1795364027104);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 46, '2:key-0121', 'submit', 2, '["+Pf"]', 1795364027110);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 47, '0:key-0122', 'submit', 0, '["+Ai"]', 1795364027112);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 48, '1:key-0123', 'submit', 1, '["+Yj"]', 1795364027113);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 49, '2:key-0124', 'submit', 2, '["*Fd", "*Dl"]', 1795364027114);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 50, '0:key-0125', 'submit', 0, '["k>g"]', 1795364027116);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 51, '1:key-0126', 'submit', 1, '["+De"]', 1795364027120);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 52, '2:key-0127', 'submit', 2, '["d>g"]', 1795364027129);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 53, '0:key-0128', 'submit', 0, '["+Dm"]', 1795364027130);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 54, '1:key-0129', 'submit', 1, '["+Hh"]', 1795364027132);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 55, '2:key-0130', 'submit', 2, '["*Dg"]', 1795364027133);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 56, '2:key-0131', 'submit', 2, '["*Pf"]', 1795364027134);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 57, '0:key-0132', 'submit', 0, '["*Ri", "*Ak"]', 1795364027135);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 58, '1:key-0133', 'submit', 1, '["+Hj"]', 1795364027137);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 59, '2:key-0134', 'submit', 2, '["+Pk"]', 1795364027138);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 60, '0:key-0135', 'submit', 0, '["a>e"]', 1795364027139);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 61, '1:key-0136', 'submit', 1, '["+Fj"]', 1795364027140);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 62, '2:key-0137', 'submit', 2, '["*Fg", "*Pk"]', 1795364027141);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 63, '0:key-0138', 'submit', 0, '["*Fm"]', 1795364027142);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 64, '0:key-0139', 'submit', 0, '["*Ya"]', 1795364027143);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 65, '1:key-0140', 'submit', 1, '["+Ph"]', 1795364027144);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 66, '2:key-0141', 'submit', 2, '["k>d"]', 1795364027145);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 67, '0:key-0142', 'submit', 0, '["+Hf"]', 1795364027146);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 68, '1:key-0143', 'submit', 1, '["+Rm"]', 1795364027147);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 69, '2:key-0144', 'submit', 2, '["+Rf"]', 1795364027148);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 70, '0:key-0145', 'submit', 0, '["+Re"]', 1795364027148);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 71, '1:key-0146', 'submit', 1, '["*Fe", "*Fj"]', 1795364027149);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 72, '2:key-0147', 'submit', 2, '["+Ff"]', 1795364027150);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 73, '0:key-0148', 'submit', 0, '["+Ae"]', 1795364027151);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 74, '1:key-0149', 'submit', 1, '["*De"]', 1795364027152);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 75, '1:key-0150', 'submit', 1, '["*Dj"]', 1795364027153);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 76, '2:key-0151', 'submit', 2, '["f>e"]', 1795364027154);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 77, '0:key-0152', 'submit', 0, '["*Fk"]', 1795364027154);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 78, '0:key-0153', 'submit', 0, '["*Dm"]', 1795364027155);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 79, '1:key-0154', 'submit', 1, '["+Hm"]', 1795364027156);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 80, '2:key-0155', 'submit', 2, '["*Ha", "*Rf"]', 1795364027157);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 81, '0:key-0156', 'submit', 0, '["+Di"]', 1795364027158);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 82, '1:key-0157', 'submit', 1, '["j>m"]', 1795364027159);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 83, '2:key-0158', 'submit', 2, '["*Rd", "*Pe"]', 1795364027160);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 84, '0:key-0159', 'submit', 0, '["*Hf", "*Yg"]', 1795364027161);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 85, '1:key-0160', 'submit', 1, '["*Hj"]', 1795364027162);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 86, '1:key-0161', 'submit', 1, '["*Pm"]', 1795364027162);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 87, '2:key-0162', 'submit', 2, '["f>b"]', 1795364027163);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 88, '0:key-0163', 'submit', 0, '["+Hd"]', 1795364027164);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 89, '1:key-0164', 'submit', 1, '["*Fj"]', 1795364027165);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 90, '1:key-0165', 'submit', 1, '["*Al"]', 1795364027166);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 91, '2:key-0166', 'submit', 2, '["+Rk"]', 1795364027167);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 92, '0:key-0167', 'submit', 0, '["i>j"]', 1795364027167);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 93, '1:key-0168', 'submit', 1, '["h>i"]', 1795364027168);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 94, '2:key-0169', 'submit', 2, '["+Aa"]', 1795364027169);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 95, '0:key-0170', 'submit', 0, '["+Ag"]', 1795364027170);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 96, '1:key-0171', 'submit', 1, '["*Rm", "*Ym"]', 1795364027171);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 97, '2:key-0172', 'submit', 2, '["+He"]', 1795364027171);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 98, '0:key-0173', 'submit', 0, '["+Fb"]', 1795364027172);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 99, '1:key-0174', 'submit', 1, '["e>d"]', 1795364027173);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 100, '2:key-0175', 'submit', 2, '["+Ab"]', 1795364027174);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 101, '0:key-0176', 'submit', 0, '["*Pi", "*Df"]', 1795364027176);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 102, '1:key-0177', 'submit', 1, '["+Yd"]', 1795364027193);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 103, '2:key-0178', 'submit', 2, '["+Yb"]', 1795364027204);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 104, '0:key-0179', 'submit', 0, '["a>b"]', 1795364027213);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 105, '1:key-0180', 'submit', 1, '["+Yl"]', 1795364027226);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 106, '2:key-0181', 'submit', 2, '["l>h"]', 1795364027230);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 107, '0:key-0182', 'submit', 0, '["i>f"]', 1795364027241);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 108, '1:key-0183', 'submit', 1, '["*Hh", "*Hm"]', 1795364027257);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 109, '2:key-0184', 'submit', 2, '["+Hl"]', 1795364027265);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 110, '0:key-0185', 'submit', 0, '["+Fa"]', 1795364027277);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 111, '1:key-0186', 'submit', 1, '["*Ph", "*Fi"]', 1795364027289);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 112, '2:key-0187', 'submit', 2, '["*Aa", "*Yi"]', 1795364027301);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 113, '0:key-0188', 'submit', 0, '["m>i"]', 1795364027305);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 114, '1:key-0189', 'submit', 1, '["+Pl"]', 1795364027325);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 115, '2:key-0190', 'submit', 2, '["d>a"]', 1795364027332);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 116, '0:key-0191', 'submit', 0, '["g>a"]', 1795364027343);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 117, '1:key-0192', 'submit', 1, '["h>k"]', 1795364027360);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 118, '2:key-0193', 'submit', 2, '["*Fl"]', 1795364027368);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 119, '2:key-0194', 'submit', 2, '["*Hl"]', 1795364027381);
INSERT INTO public.event VALUES ('N-NBZJjT0z8SSrau', 120, '0:key-0195', 'submit', 0, '["k>l"]', 1795364027392);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 1, 'import:1', 'submit', 0, '["+Pi"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 2, 'import:2', 'submit', 1, '["+Fe"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 3, 'import:3', 'submit', 2, '["+Pg"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 4, 'import:4', 'submit', 0, '["+Ye"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 5, 'import:5', 'submit', 1, '["+Rl"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 6, 'import:6', 'submit', 2, '["+Rd"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 7, 'import:7', 'submit', 0, '["+Hk"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 8, 'import:8', 'submit', 1, '["+Pd"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 9, 'import:9', 'submit', 2, '["+Dk"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 10, 'import:10', 'submit', 0, '["+Df"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 11, 'import:11', 'submit', 1, '["+Dj"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 12, 'import:12', 'submit', 2, '["+Fl"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 13, 'import:13', 'submit', 0, '["+Aj"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 14, 'import:14', 'submit', 1, '["+Hg"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 15, 'import:15', 'submit', 2, '["+Ha"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 16, 'import:16', 'submit', 0, '["+Fm"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 17, 'import:17', 'submit', 1, '["+Ah"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 18, 'import:18', 'submit', 2, '["+Yi"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 19, 'import:19', 'submit', 0, '["+Ra"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 20, 'import:20', 'submit', 1, '["+Ym"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 21, 'import:21', 'submit', 2, '["+Af"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 22, 'import:22', 'submit', 0, '["+Ak"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 23, 'import:23', 'submit', 1, '["+Fh"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 24, 'import:24', 'submit', 2, '["+Dl"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 25, 'import:25', 'submit', 0, '["+Yk"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 26, 'import:26', 'submit', 1, '["*Fe", "*Ah"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 27, 'import:27', 'submit', 2, '["+Hi"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 28, 'import:28', 'submit', 0, '["+Ya"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 29, 'import:29', 'submit', 1, '["*Pd", "*Fh"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 30, 'import:30', 'submit', 2, '["*Hi", "*Yi"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 31, 'import:31', 'submit', 0, '["+Ri"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 32, 'import:32', 'submit', 1, '["*Hg", "*Rl"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 33, 'import:33', 'submit', 2, '["+Fd"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 34, 'import:34', 'submit', 0, '["+Pe"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 35, 'import:35', 'submit', 1, '["+Pm"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 36, 'import:36', 'submit', 2, '["*Rd", "*Fl"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 37, 'import:37', 'submit', 0, '["+Fk"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 38, 'import:38', 'submit', 1, '["e>h"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 39, 'import:39', 'submit', 2, '["+Dg"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 40, 'import:40', 'submit', 0, '["*Yk", "*Df"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 41, 'import:41', 'submit', 1, '["+Yh"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 42, 'import:42', 'submit', 2, '["+Dd"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 43, 'import:43', 'submit', 0, '["*Ya", "*Aj"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 44, 'import:44', 'submit', 1, '["+Al"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 45, 'import:45', 'submit', 2, '["+Pf"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 46, 'import:46', 'submit', 0, '["+Ai"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 47, 'import:47', 'submit', 1, '["+Yj"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 48, 'import:48', 'submit', 2, '["*Fd", "*Dl"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 49, 'import:49', 'submit', 0, '["k>g"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 50, 'import:50', 'submit', 1, '["+De"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 51, 'import:51', 'submit', 2, '["d>g"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 52, 'import:52', 'submit', 0, '["+Dm"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 53, 'import:53', 'submit', 1, '["+Hh"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 54, 'import:54', 'submit', 2, '["*Dg", "*Pf"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 55, 'import:55', 'submit', 0, '["*Ri", "*Ak"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 56, 'import:56', 'submit', 1, '["+Hj"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 57, 'import:57', 'submit', 2, '["+Pk"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 58, 'import:58', 'submit', 0, '["a>e"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 59, 'import:59', 'submit', 1, '["+Fj"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 60, 'import:60', 'submit', 2, '["*Fg", "*Pk"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 61, 'import:61', 'submit', 0, '["*Fm", "*Ya"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 62, 'import:62', 'submit', 1, '["+Ph"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 63, 'import:63', 'submit', 2, '["k>d"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 64, 'import:64', 'submit', 0, '["+Hf"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 65, 'import:65', 'submit', 1, '["+Rm"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 66, 'import:66', 'submit', 2, '["+Rf"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 67, 'import:67', 'submit', 0, '["+Re"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 68, 'import:68', 'submit', 1, '["*Fe", "*Fj"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 69, 'import:69', 'submit', 2, '["+Ff"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 70, 'import:70', 'submit', 0, '["+Ae"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 71, 'import:71', 'submit', 1, '["*De", "*Dj"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 72, 'import:72', 'submit', 2, '["f>e"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 73, 'import:73', 'submit', 0, '["*Fk", "*Dm"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 74, 'import:74', 'submit', 1, '["+Hm"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 75, 'import:75', 'submit', 2, '["*Ha", "*Rf"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 76, 'import:76', 'submit', 0, '["+Di"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 77, 'import:77', 'submit', 1, '["j>m"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 78, 'import:78', 'submit', 2, '["*Rd", "*Pe"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 79, 'import:79', 'submit', 0, '["*Hf", "*Yg"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 80, 'import:80', 'submit', 1, '["*Hj", "*Pm"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 81, 'import:81', 'submit', 2, '["f>b"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 82, 'import:82', 'submit', 0, '["+Hd"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 83, 'import:83', 'submit', 1, '["*Fj", "*Al"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 84, 'import:84', 'submit', 2, '["+Rk"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 85, 'import:85', 'submit', 0, '["i>j"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 86, 'import:86', 'submit', 1, '["h>i"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 87, 'import:87', 'submit', 2, '["+Aa"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 88, 'import:88', 'submit', 0, '["+Ag"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 89, 'import:89', 'submit', 1, '["*Rm", "*Ym"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 90, 'import:90', 'submit', 2, '["+He"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 91, 'import:91', 'submit', 0, '["+Fb"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 92, 'import:92', 'submit', 1, '["e>d"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 93, 'import:93', 'submit', 2, '["+Ab"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 94, 'import:94', 'submit', 0, '["*Pi", "*Df"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 95, 'import:95', 'submit', 1, '["+Yd"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 96, 'import:96', 'submit', 2, '["+Yb"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 97, 'import:97', 'submit', 0, '["a>b"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 98, 'import:98', 'submit', 1, '["+Yl"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 99, 'import:99', 'submit', 2, '["l>h"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 100, 'import:100', 'submit', 0, '["i>f"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 101, 'import:101', 'submit', 1, '["*Hh", "*Hm"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 102, 'import:102', 'submit', 2, '["+Hl"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 103, 'import:103', 'submit', 0, '["+Fa"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 104, 'import:104', 'submit', 1, '["*Ph", "*Fi"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 105, 'import:105', 'submit', 2, '["*Aa", "*Yi"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 106, 'import:106', 'submit', 0, '["m>i"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 107, 'import:107', 'submit', 1, '["+Pl"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 108, 'import:108', 'submit', 2, '["d>a"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 109, 'import:109', 'submit', 0, '["g>a"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 110, 'import:110', 'submit', 1, '["h>k"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 111, 'import:111', 'submit', 2, '["*Fl", "*Hl"]', 1795364027436);
INSERT INTO public.event VALUES ('gc9TRtZdfIO4eI7a', 112, 'import:112', 'submit', 0, '["k>l"]', 1795364027436);
INSERT INTO public.event VALUES ('K4fEDdeDTRjKpE43', 1, '0:key-0196', 'nonce', 0, '["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"]', 1795364027464);
INSERT INTO public.event VALUES ('K4fEDdeDTRjKpE43', 2, '1:key-0197', 'nonce', 1, '["bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"]', 1795364027465);
INSERT INTO public.event VALUES ('K4fEDdeDTRjKpE43', 3, '7:draw', 'draw', 7, '[]', 1795364027466);
INSERT INTO public.event VALUES ('K4fEDdeDTRjKpE43', 4, '0:key-0198', 'submit', 0, '["g6-h5"]', 1795364027478);
INSERT INTO public.event VALUES ('K4fEDdeDTRjKpE43', 5, '1:key-0199', 'submit', 1, '["d6-c5"]', 1795364027480);
INSERT INTO public.event VALUES ('K4fEDdeDTRjKpE43', 6, '0:key-0200', 'submit', 0, '["e5-e6"]', 1795364027485);
INSERT INTO public.event VALUES ('K4fEDdeDTRjKpE43', 7, '1:key-0201', 'submit', 1, '["f7-f6"]', 1795364027487);
INSERT INTO public.event VALUES ('K4fEDdeDTRjKpE43', 8, '0:key-0202', 'resign', 0, '[]', 1795364027488);
INSERT INTO public.event VALUES ('vXDG3MyeW9k786J0', 1, 'import:1', 'submit', 7, '["BWYR"]', 1795364027499);
INSERT INTO public.event VALUES ('vXDG3MyeW9k786J0', 2, 'import:2', 'submit', 0, '["g6-h5"]', 1795364027499);
INSERT INTO public.event VALUES ('vXDG3MyeW9k786J0', 3, 'import:3', 'submit', 7, '["YRWB"]', 1795364027499);
INSERT INTO public.event VALUES ('vXDG3MyeW9k786J0', 4, 'import:4', 'submit', 1, '["d6-c5"]', 1795364027499);
INSERT INTO public.event VALUES ('vXDG3MyeW9k786J0', 5, 'import:5', 'submit', 7, '["YBWR"]', 1795364027499);
INSERT INTO public.event VALUES ('vXDG3MyeW9k786J0', 6, 'import:6', 'submit', 0, '["e5-e6"]', 1795364027499);
INSERT INTO public.event VALUES ('vXDG3MyeW9k786J0', 7, 'import:7', 'submit', 7, '["BRYW"]', 1795364027499);
INSERT INTO public.event VALUES ('vXDG3MyeW9k786J0', 8, 'import:8', 'submit', 1, '["f7-f6"]', 1795364027499);
INSERT INTO public.event VALUES ('vXDG3MyeW9k786J0', 9, 'import:9', 'submit', 7, '["RYWB"]', 1795364027499);
INSERT INTO public.event VALUES ('vXDG3MyeW9k786J0', 10, 'import:end', 'resign', 0, '[]', 1795364027499);
INSERT INTO public.event VALUES ('19cEEPSDdv7b-iby', 1, 'clock', 'clock', 7, '["set", "5+15", "bot"]', 1795364027509);
INSERT INTO public.event VALUES ('19cEEPSDdv7b-iby', 2, '7:draw', 'draw', 7, '[]', 1795364032510);
INSERT INTO public.game_table VALUES ('jInKWntQlDct2cX9', 'ponte_del_diavolo', 1, '{"board": 8}', NULL, 1795364019800, '\x2c816fac05428e24ab78b2a99f20c4a90604afc65c3c419c07c15fe00a777376', '\xb5f934350aa973d92a951b016ef1c1af83ad28dfa6eb84b2179a4067acf6f534', false, true, false, NULL);
INSERT INTO public.game_table VALUES ('OGZ0CxvxtlqE5YsF', 'ponte_del_diavolo', 1, '{"board": 8}', 'jInKWntQlDct2cX9', 1795364020520, '\xd25cb27abde548738443896456e28589a58a2a5f55462f5589b38564262b29e7', '\x033a274aec3c3fa8c35d7dae67cba77f5afb4ce4a76bcb611d9799078a3eafb6', false, false, false, NULL);
INSERT INTO public.game_table VALUES ('cPEa7K5Ev6lSPVHR', 'ponte_del_diavolo', 1, '{"board": 8}', NULL, 1795364021647, '\x179d1df4f11128cb413609b49374f3fc4c8ac539bfd286ae8bafef270f89240f', '\x83b198d417b3e73770440f638481b65fdf55ef768ee43f3a69c1554f1382e121', false, false, false, NULL);
INSERT INTO public.game_table VALUES ('9s-pjYOFKqAz6O7Y', 'on_top', 1, '{"board": "D70", "start": "centre", "golden": "whole", "last_pawn": "placing", "order": "chosen", "teams": false}', NULL, 1795364022921, '\xc45dbe44bd17a66ef501483b2d1cb6a524aea37cf7cb3afcb011ae99134b8149', '\x1b0eea9a5bf5ed9de4f577744b186fec2714e0628e48125afb5e93586bee376a', false, false, false, NULL);
INSERT INTO public.game_table VALUES ('Cjdf3peq6MFjom-o', 'delta', 1, '{"eye": "again"}', NULL, 1795364024804, '\x0c3c6900ac9b7bf05e76252013896c19ddb5b336d63bcb588800ae8ec37c74b4', '\xdbea28427ba16c457f583a7feaf8f11281b1db886c210da3d6670cabb9fb8ff4', false, false, false, NULL);
INSERT INTO public.game_table VALUES ('qgoKeVUjbdvYCZkK', 'ankh_morpork', 1, '{"library": "rests", "full_hand": "draws nothing", "arrest": "automatic", "estate": "compulsory", "offers": 2, "counter": false}', NULL, 1795364025944, '\x365756ddf290b2fdf48f2eb8395ed22738552fe7f01a015155f780031bab49dd', '\x7d8fc90137220e77f17caeeff4a914940d1fc6c560a57f1c5f9a24abaebf2fc8', false, false, false, NULL);
INSERT INTO public.game_table VALUES ('N-NBZJjT0z8SSrau', 'shangri_la', 1, '{"sheet": false, "tie": "origin"}', NULL, 1795364026985, '\xc94affa3321c79bb1f25514b03498f1e667882d82c6161443f118fc480b85d8a', '\x46a3f58d3b30d749e344d2dd2354b9ddd813b1ceda5da7b5befd1f06f65ce237', false, false, false, NULL);
INSERT INTO public.game_table VALUES ('gc9TRtZdfIO4eI7a', 'shangri_la', 1, '{"sheet": false, "tie": "origin"}', NULL, 1795364027436, '\x', NULL, false, false, true, NULL);
INSERT INTO public.game_table VALUES ('K4fEDdeDTRjKpE43', 'on_top', 1, '{"board": "D70", "start": "centre", "golden": "whole", "last_pawn": "placing", "order": "chosen", "teams": false}', NULL, 1795364027451, '\x6d7a716e9ec16cb429627dfd103f009455fecbc0f8b1b3824c267713ae41e5b0', '\x6db75c34491a34e9ff84e003ba42e7c7507ef74cd008085c35055943eb293a24', false, false, false, NULL);
INSERT INTO public.game_table VALUES ('vXDG3MyeW9k786J0', 'on_top', 1, '{"board": "D70", "start": "centre", "golden": "whole", "last_pawn": "placing", "order": "chosen", "teams": false}', NULL, 1795364027499, '\x', NULL, false, false, true, '{"commitment": "f485510e16a7545ad82f9bf13ef827f8454e8ae47a5c9f081bdfebd42f07c5fa", "seed": "6d7a716e9ec16cb429627dfd103f009455fecbc0f8b1b3824c267713ae41e5b0", "nonces": [{"seat": 0, "ply": 0, "nonce": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}, {"seat": 1, "ply": 0, "nonce": "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"}]}');
INSERT INTO public.game_table VALUES ('19cEEPSDdv7b-iby', 'on_top', 1, '{"board": "D70", "start": "centre", "golden": "whole", "last_pawn": "placing", "order": "chosen", "teams": false}', NULL, 1795364027509, '\x8d7e1585e8f7d1b94d2ab2d00a24462ab3523101441d8a309590365df9b8c9f8', NULL, true, false, false, NULL);
INSERT INTO public.seat VALUES ('jInKWntQlDct2cX9', 0, 0, 'Ada', 1, NULL, NULL);
INSERT INTO public.seat VALUES ('jInKWntQlDct2cX9', 1, 0, 'Zoé', 2, '\x1c9ce2fb0ea23955bfbe9100cec2fe23aa902610b983623c51f8cb38ee95cb29', NULL);
INSERT INTO public.seat VALUES ('OGZ0CxvxtlqE5YsF', 0, 0, 'Zoé', 2, NULL, NULL);
INSERT INTO public.seat VALUES ('OGZ0CxvxtlqE5YsF', 1, 0, 'Ada', 1, NULL, NULL);
INSERT INTO public.seat VALUES ('cPEa7K5Ev6lSPVHR', 0, 0, 'Ada', 1, NULL, NULL);
INSERT INTO public.seat VALUES ('cPEa7K5Ev6lSPVHR', 1, 0, '', 5, NULL, NULL);
INSERT INTO public.seat VALUES ('9s-pjYOFKqAz6O7Y', 0, 0, 'Ada', 1, NULL, NULL);
INSERT INTO public.seat VALUES ('9s-pjYOFKqAz6O7Y', 1, 0, 'Bob', 6, '\xbf5539d9a07ab7896b79793db740aa45c0b9e4a4c59357af4cced6b4e4906601', NULL);
INSERT INTO public.seat VALUES ('9s-pjYOFKqAz6O7Y', 2, 1, '', NULL, NULL, NULL);
INSERT INTO public.seat VALUES ('Cjdf3peq6MFjom-o', 0, 0, 'Ada', 1, NULL, NULL);
INSERT INTO public.seat VALUES ('Cjdf3peq6MFjom-o', 1, 0, 'Bea', 7, '\x4660a5fc3dab2757b120e4edf27eec9b786ef83199dbe8982c1cd1503041a442', NULL);
INSERT INTO public.seat VALUES ('Cjdf3peq6MFjom-o', 2, 0, 'Cleo', 8, '\x43266f893e152cafdfd6cc06e3257f8349e8b84cdadf75b773bd82141735fa34', NULL);
INSERT INTO public.seat VALUES ('qgoKeVUjbdvYCZkK', 0, 0, 'Ada', 1, NULL, NULL);
INSERT INTO public.seat VALUES ('qgoKeVUjbdvYCZkK', 1, 0, 'Bea', 9, '\x2c9498ea1cf29dff437de0b8f6b5a5d35b0275a19437b1b3b0541a28a3207ab9', NULL);
INSERT INTO public.seat VALUES ('qgoKeVUjbdvYCZkK', 2, 0, 'Cleo', 10, '\x050bda2c8fcf12a17ed2b510760d77ab5af4dcbe69cb62b76bde80a513779f6a', NULL);
INSERT INTO public.seat VALUES ('N-NBZJjT0z8SSrau', 0, 0, '', 1, NULL, NULL);
INSERT INTO public.seat VALUES ('N-NBZJjT0z8SSrau', 1, 0, '', 1, NULL, NULL);
INSERT INTO public.seat VALUES ('N-NBZJjT0z8SSrau', 2, 0, '', 1, NULL, NULL);
INSERT INTO public.seat VALUES ('gc9TRtZdfIO4eI7a', 0, 0, '', NULL, NULL, NULL);
INSERT INTO public.seat VALUES ('gc9TRtZdfIO4eI7a', 1, 0, '', NULL, NULL, NULL);
INSERT INTO public.seat VALUES ('gc9TRtZdfIO4eI7a', 2, 0, '', NULL, NULL, NULL);
INSERT INTO public.seat VALUES ('K4fEDdeDTRjKpE43', 0, 0, '', 1, NULL, NULL);
INSERT INTO public.seat VALUES ('K4fEDdeDTRjKpE43', 1, 0, '', 1, NULL, NULL);
INSERT INTO public.seat VALUES ('vXDG3MyeW9k786J0', 0, 0, '', NULL, NULL, NULL);
INSERT INTO public.seat VALUES ('vXDG3MyeW9k786J0', 1, 0, '', NULL, NULL, NULL);
INSERT INTO public.seat VALUES ('19cEEPSDdv7b-iby', 0, 0, 'Ada', 1, NULL, NULL);
INSERT INTO public.seat VALUES ('19cEEPSDdv7b-iby', 1, 0, '', NULL, '\xd79cb2f30e97b0a34ea0e1d38c8bda04183affe5b56c8d8c918b293eaa72a043', NULL);
INSERT INTO public.uptime VALUES (1, 1795364001762, 1795364001762);
INSERT INTO public.uptime VALUES (2, 1795364020168, 1795364035612);
INSERT INTO public.watcher VALUES ('jInKWntQlDct2cX9', 1);
INSERT INTO public.watcher VALUES ('OGZ0CxvxtlqE5YsF', 1);
INSERT INTO public.watcher VALUES ('OGZ0CxvxtlqE5YsF', 2);
INSERT INTO public.watcher VALUES ('jInKWntQlDct2cX9', 3);
INSERT INTO public.watcher VALUES ('cPEa7K5Ev6lSPVHR', 1);
INSERT INTO public.watcher VALUES ('9s-pjYOFKqAz6O7Y', 1);
INSERT INTO public.watcher VALUES ('Cjdf3peq6MFjom-o', 1);
INSERT INTO public.watcher VALUES ('qgoKeVUjbdvYCZkK', 1);
INSERT INTO public.watcher VALUES ('N-NBZJjT0z8SSrau', 1);
INSERT INTO public.watcher VALUES ('K4fEDdeDTRjKpE43', 1);
INSERT INTO public.watcher VALUES ('19cEEPSDdv7b-iby', 1);
SELECT pg_catalog.setval('public.browser_id_seq', 10, true);
SELECT pg_catalog.setval('public.uptime_id_seq', 2, true);
ALTER TABLE ONLY public.alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);
ALTER TABLE ONLY public.browser
    ADD CONSTRAINT pk_browser PRIMARY KEY (id);
ALTER TABLE ONLY public.event
    ADD CONSTRAINT pk_event PRIMARY KEY (table_id, seq);
ALTER TABLE ONLY public.game_table
    ADD CONSTRAINT pk_game_table PRIMARY KEY (id);
ALTER TABLE ONLY public.lease
    ADD CONSTRAINT pk_lease PRIMARY KEY (table_id);
ALTER TABLE ONLY public.presence
    ADD CONSTRAINT pk_presence PRIMARY KEY (process, table_id, browser_id);
ALTER TABLE ONLY public.seat
    ADD CONSTRAINT pk_seat PRIMARY KEY (table_id, seat);
ALTER TABLE ONLY public.uptime
    ADD CONSTRAINT pk_uptime PRIMARY KEY (id);
ALTER TABLE ONLY public.watcher
    ADD CONSTRAINT pk_watcher PRIMARY KEY (table_id, browser_id);
ALTER TABLE ONLY public.browser
    ADD CONSTRAINT uq_browser_secret UNIQUE (secret);
ALTER TABLE ONLY public.event
    ADD CONSTRAINT uq_event_table_id UNIQUE (table_id, key);
ALTER TABLE ONLY public.game_table
    ADD CONSTRAINT uq_game_table_rematch_of UNIQUE (rematch_of);
ALTER TABLE ONLY public.seat
    ADD CONSTRAINT uq_seat_token UNIQUE (token);
CREATE INDEX ix_seat_browser_id ON public.seat USING btree (browser_id);
ALTER TABLE ONLY public.event
    ADD CONSTRAINT fk_event_table_id_game_table FOREIGN KEY (table_id) REFERENCES public.game_table(id);
ALTER TABLE ONLY public.game_table
    ADD CONSTRAINT fk_game_table_rematch_of_game_table FOREIGN KEY (rematch_of) REFERENCES public.game_table(id);
ALTER TABLE ONLY public.lease
    ADD CONSTRAINT fk_lease_table_id_game_table FOREIGN KEY (table_id) REFERENCES public.game_table(id);
ALTER TABLE ONLY public.seat
    ADD CONSTRAINT fk_seat_browser_id_browser FOREIGN KEY (browser_id) REFERENCES public.browser(id);
ALTER TABLE ONLY public.seat
    ADD CONSTRAINT fk_seat_table_id_game_table FOREIGN KEY (table_id) REFERENCES public.game_table(id);
ALTER TABLE ONLY public.watcher
    ADD CONSTRAINT fk_watcher_browser_id_browser FOREIGN KEY (browser_id) REFERENCES public.browser(id);
ALTER TABLE ONLY public.watcher
    ADD CONSTRAINT fk_watcher_table_id_game_table FOREIGN KEY (table_id) REFERENCES public.game_table(id);
