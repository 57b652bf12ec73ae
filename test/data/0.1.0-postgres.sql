-- As the version before 1.0.0 left it in PostgreSQL.
-- cookie: lineup.session_token=291rN0PbWN872UMnWxyOCqglGr2oYjRz.fnhirt4UPa2RvwMZSSEARWq6Ztg5vOqI%2F%2FZxpee0sv8%3D; lineup.device=VyPzbfcM6SQuGVbpaGaLBw.7xthifLxsHHINdgAN8oIecftHaW7mSuSg76ahvWXX4k
-- token: lineup_9zbppFaWRN_Tk5Y5l1KjJxyYE7EE5LqCnMVfG9FjUWQ
-- team: j6Ctix4y-5uFHU8WjiWazw
-- now: 1795709594240
create table meta (key text primary key, value text not null);
create table documents (
    team_id text collate "C" not null,
    id text collate "C" not null,
    kind text collate "C" not null,
    version integer not null,
    name text collate "C",
    area text collate "C",
    date text collate "C",
    constraint documents_key primary key (team_id, id)
  ) with (fillfactor = 70);
create index documents_listed on documents (team_id, kind, date);
create table snapshots (
    team_id text collate "C" not null,
    document_id text collate "C" not null,
    version integer not null,
    body text not null,
    constraint snapshots_key primary key (team_id, document_id)
  ) with (fillfactor = 50);
create table changes (
    team_id text collate "C" not null,
    document_id text collate "C" not null,
    version integer not null,
    id text collate "C" not null,
    author text collate "C",
    at bigint not null,
    change text not null,
    record text,
    constraint changes_key primary key (team_id, document_id, version),
    constraint changes_once unique (team_id, document_id, id)
  );
create index changes_of_team on changes (team_id, at, document_id, version);
create table history_starts (
    team_id text collate "C" not null,
    document_id text collate "C" not null,
    version integer not null,
    body text not null,
    constraint history_starts_key primary key (team_id, document_id)
  );
create table members (
    team_id text collate "C" not null,
    user_id text collate "C" not null,
    role text collate "C" not null,
    joined_at bigint not null,
    constraint members_key primary key (team_id, user_id)
  );
create index members_of_user on members (user_id);
create table invitations (
    team_id text collate "C" not null,
    token_hash text collate "C" not null,
    role text collate "C" not null,
    created_by text collate "C" not null,
    expires_at bigint not null,
    id text collate "C",
    once integer not null default 0,
    created_at bigint not null default 0,
    constraint invitations_key primary key (team_id, token_hash)
  );
create unique index invitations_of_token on invitations (token_hash);
create table access_tokens (
    secret_hash text collate "C" primary key,
    id text collate "C" not null,
    user_id text collate "C" not null,
    name text not null,
    scope text collate "C" not null,
    team_id text collate "C",
    created_at bigint not null,
    last_used_at bigint,
    expires_at bigint not null
  );
create index access_tokens_of_user on access_tokens (user_id, created_at);
create table logos (
    team_id text collate "C" not null,
    id text collate "C" not null,
    type text not null,
    bytes bytea not null,
    constraint logos_key primary key (team_id, id)
  );
create table schedule_connections (
    team_id text collate "C" not null,
    provider text collate "C" not null,
    settings text not null,
    sealed text not null,
    terms text not null,
    roles text,
    read_at bigint,
    problem text,
    constraint schedule_connections_key primary key (team_id, provider)
  );
create table schedule_readings (
    team_id text collate "C" not null,
    provider text collate "C" not null,
    date text collate "C" not null,
    read_at bigint not null,
    reading text not null,
    constraint schedule_readings_key primary key (team_id, provider, date)
  );
create table sign_outs (
    user_id text collate "C" primary key,
    number integer not null unique
  );
create table sign_in_attempts (
    key text collate "C" primary key,
    failures integer not null,
    at bigint not null
  );
create table email_links (
    token_hash text collate "C" primary key,
    user_id text collate "C",
    email text not null,
    registration text,
    expires_at bigint not null
  );
create index email_links_of_user on email_links (user_id);
create table departed (user_id text collate "C" primary key);
create table security_log (
    id text collate "C" primary key,
    at bigint not null,
    type text collate "C" not null,
    user_id text collate "C",
    by_user text collate "C",
    team_id text collate "C",
    device text not null,
    place text not null,
    details text not null,
    bucket text collate "C" not null
  );
create index security_log_user_id on security_log (user_id, id);
create index security_log_team_id on security_log (team_id, id);
create index security_log_bucket on security_log (bucket, id);
create table second_factor_teams (team_id text collate "C" primary key);
create table "used_codes" ("key" text primary key, "at" bigint not null);
create table "revoked_tokens" ("secret_hash" text primary key, "user_id" text not null, "name" text not null, "expires_at" bigint not null);
create index "revoked_tokens_user" on "revoked_tokens" ("user_id");
alter table "schedule_connections" add column "claimed_until" bigint;
alter table "schedule_connections" add column "failures" integer default 0 not null;
alter table "documents" add column "packed" integer default 0 not null;
create table "packs" ("team_id" text collate "C" not null, "document_id" text collate "C" not null, "from_version" integer not null, "to_version" integer not null, "first_at" bigint not null, "last_at" bigint not null, "others_from" bigint, "breaks_from" bigint, "ids" bytea not null, "contents" bytea not null, constraint "packs_key" primary key ("team_id", "document_id", "from_version"));
alter table packs alter column "ids" set storage external;
alter table packs alter column "contents" set storage external;
create index "packs_of_team" on "packs" ("team_id", "last_at", "document_id", "from_version", "to_version", "first_at", "others_from", "breaks_from");
create table "push_subscriptions" ("team_id" text collate "C" not null, "device" text collate "C" not null, "user_id" text collate "C" not null, "session_id" text collate "C" not null, "about" text collate "C" not null, "target" text not null, "created_at" bigint not null, constraint "push_subscriptions_key" primary key ("team_id", "device"));
create index "push_subscriptions_device" on "push_subscriptions" ("device");
create index "push_subscriptions_user" on "push_subscriptions" ("user_id");
create table "push_notices" ("team_id" text collate "C" not null, "id" text collate "C" not null, "at" bigint not null, constraint "push_notices_key" primary key ("team_id", "id"));
create index "push_notices_at" on "push_notices" ("at");
create table "reaches" ("team_id" text collate "C" primary key, "body" text not null);
create unlogged table if not exists limits (
    name text collate "C" not null,
    key text collate "C" not null,
    drains_in bigint not null,
    at bigint not null,
    constraint limits_key primary key (name, key)
  ) with (fillfactor = 70);
create table "user" ("id" text not null primary key, "name" text not null, "email" text not null unique, "emailVerified" boolean not null, "image" text, "createdAt" timestamptz default CURRENT_TIMESTAMP not null, "updatedAt" timestamptz default CURRENT_TIMESTAMP not null, "twoFactorEnabled" boolean, "firstName" text not null, "lastName" text not null);
create table "session" ("id" text not null primary key, "expiresAt" timestamptz not null, "token" text not null unique, "createdAt" timestamptz default CURRENT_TIMESTAMP not null, "updatedAt" timestamptz not null, "ipAddress" text, "userAgent" text, "userId" text not null references "user" ("id") on delete cascade);
create table "account" ("id" text not null primary key, "accountId" text not null, "providerId" text not null, "userId" text not null references "user" ("id") on delete cascade, "accessToken" text, "refreshToken" text, "idToken" text, "accessTokenExpiresAt" timestamptz, "refreshTokenExpiresAt" timestamptz, "scope" text, "password" text, "createdAt" timestamptz default CURRENT_TIMESTAMP not null, "updatedAt" timestamptz not null);
create table "verification" ("id" text not null primary key, "identifier" text not null, "value" text not null, "expiresAt" timestamptz not null, "createdAt" timestamptz default CURRENT_TIMESTAMP not null, "updatedAt" timestamptz default CURRENT_TIMESTAMP not null);
create table "twoFactor" ("id" text not null primary key, "secret" text not null, "backupCodes" text not null, "userId" text not null references "user" ("id") on delete cascade, "verified" boolean, "failedVerificationCount" integer, "lockedUntil" timestamptz);
create table "passkey" ("id" text not null primary key, "name" text, "publicKey" text not null, "userId" text not null references "user" ("id") on delete cascade, "credentialID" text not null, "counter" integer not null, "deviceType" text not null, "backedUp" boolean not null, "transports" text, "createdAt" timestamptz, "aaguid" text);
create index "session_userId_idx" on "session" ("userId");
create index "account_userId_idx" on "account" ("userId");
create index "verification_identifier_idx" on "verification" ("identifier");
create index "twoFactor_secret_idx" on "twoFactor" ("secret");
create index "twoFactor_userId_idx" on "twoFactor" ("userId");
create index "passkey_userId_idx" on "passkey" ("userId");
create index "passkey_credentialID_idx" on "passkey" ("credentialID");
insert into "meta" ("key", "value") values ('schema', '17');
insert into "meta" ("key", "value") values ('compacted others harbor', '[2,"harbor",2]');
insert into "meta" ("key", "value") values ('compacted others j6Ctix4y-5uFHU8WjiWazw', '[1600000004000,"compacted",4]');
insert into "meta" ("key", "value") values ('cookie_prefix_since', '1795709533858');
insert into "meta" ("key", "value") values ('epoch', 'b7ac3d6f-2875-4bad-9f2b-50992f834d54');
insert into "meta" ("key", "value") values ('timeline', '00000001');
insert into "meta" ("key", "value") values ('secret', '8O3-JjgFYJ5gJDKwoBTkJP4kAGVRHrCsjfF2_Eq_dYc');
insert into "meta" ("key", "value") values ('move', '{"id":"a8jjnHlhHxLtHypSbJchww","from":"b7ac3d6f-2875-4bad-9f2b-50992f834d54","state":"in use"}');
insert into "documents" ("team_id", "id", "kind", "version", "name", "area", "date", "packed") values ('harbor', 'harbor', 'team', '4', 'Harbor 4', null, null, '0');
insert into "documents" ("team_id", "id", "kind", "version", "name", "area", "date", "packed") values ('j6Ctix4y-5uFHU8WjiWazw', 'compacted', 'layout', '6', 'Weekday', 'Kitchen', '2026-11-21', '0');
insert into "documents" ("team_id", "id", "kind", "version", "name", "area", "date", "packed") values ('j6Ctix4y-5uFHU8WjiWazw', 'crew', 'crew', '2', 'Crew', null, null, '0');
insert into "documents" ("team_id", "id", "kind", "version", "name", "area", "date", "packed") values ('j6Ctix4y-5uFHU8WjiWazw', 'day', 'layout', '3', 'Weekday', 'Front of House', '2026-11-21', '0');
insert into "documents" ("team_id", "id", "kind", "version", "name", "area", "date", "packed") values ('j6Ctix4y-5uFHU8WjiWazw', 'j6Ctix4y-5uFHU8WjiWazw', 'team', '1', 'Store 12', null, null, '0');
insert into "documents" ("team_id", "id", "kind", "version", "name", "area", "date", "packed") values ('j6Ctix4y-5uFHU8WjiWazw', 'packed', 'layout', '12', 'Weekday', 'Kitchen', '2026-11-21', '12');
insert into "snapshots" ("team_id", "document_id", "version", "body") values ('harbor', 'harbor', '4', '{"kind":"team","name":"Harbor 4","areas":["Kitchen","Front"],"breakMinMinutes":300,"breakTimerMinutes":30,"dayStart":"4:00 AM","timeZone":"UTC","primaryColor":null,"logoUrl":null}');
insert into "snapshots" ("team_id", "document_id", "version", "body") values ('j6Ctix4y-5uFHU8WjiWazw', 'compacted', '6', '{"kind":"layout","date":"2026-11-21","area":"Front of House","template":"Weekday","notes":[],"shifts":[{"id":"a","teamMember":"Sam Ray","startTime":"9:00 AM","endTime":"5:00 PM","schedule":"Manual","note":"Note 5 😀","provider":"manual","breaks":[{"startedAt":6,"startedBy":"ann","endedAt":null,"endedBy":null}]}],"rotations":[],"breakMinMinutes":300,"breakTimerMinutes":30,"dayStart":"12:00 AM"}');
insert into "snapshots" ("team_id", "document_id", "version", "body") values ('j6Ctix4y-5uFHU8WjiWazw', 'crew', '2', '{"kind":"crew","people":[{"id":"RZ1E8YcaCfZgOs3xDUR9Wd","name":"sam Ray","names":[],"providerIds":[],"jobs":[],"active":true,"notes":"","account":null,"lastDate":"2026-11-21"},{"id":"tP8KhDpgTxcbofhKYj4GPi","name":"eva Ray","names":[],"providerIds":[],"jobs":[],"active":true,"notes":"","account":null,"lastDate":"2026-11-21"}],"merged":[],"questions":[]}');
insert into "snapshots" ("team_id", "document_id", "version", "body") values ('j6Ctix4y-5uFHU8WjiWazw', 'day', '3', '{"kind":"layout","date":"2026-11-21","area":"Front of House","template":"Weekday","notes":[],"shifts":[{"id":"eva","teamMember":"eva Ray","startTime":"9:00 AM","endTime":"5:00 PM","schedule":"Manual","note":"Zoë ☕ it’s","provider":"manual","breaks":[null],"person":"tP8KhDpgTxcbofhKYj4GPi"},{"id":"sam","teamMember":"sam Ray","startTime":"9:00 AM","endTime":"5:00 PM","schedule":"Manual","note":"","provider":"manual","breaks":[{"startedAt":1795709534148,"startedBy":"aK-4mgYh7vXChDBrKbydTw","endedAt":null,"endedBy":null}],"person":"RZ1E8YcaCfZgOs3xDUR9Wd"}],"rotations":[],"breakMinMinutes":300,"breakTimerMinutes":30,"dayStart":"4:00 AM"}');
insert into "snapshots" ("team_id", "document_id", "version", "body") values ('j6Ctix4y-5uFHU8WjiWazw', 'j6Ctix4y-5uFHU8WjiWazw', '1', '{"kind":"team","name":"Store 12","areas":["Front of House","Kitchen"],"breakMinMinutes":300,"breakTimerMinutes":30,"dayStart":"4:00 AM","timeZone":"America/New_York","primaryColor":null,"logoUrl":null}');
insert into "changes" ("team_id", "document_id", "version", "id", "author", "at", "change", "record") values ('harbor', 'harbor', '1', 'change-1', null, '1', '', null);
insert into "changes" ("team_id", "document_id", "version", "id", "author", "at", "change", "record") values ('harbor', 'harbor', '2', 'change-2', null, '2', '', null);
insert into "changes" ("team_id", "document_id", "version", "id", "author", "at", "change", "record") values ('harbor', 'harbor', '3', 'change-3', 'ann', '3', '{"type":"team.rename","name":"Harbor 3"}', '{"did":"renamed the team","topics":["team"]}');
insert into "changes" ("team_id", "document_id", "version", "id", "author", "at", "change", "record") values ('harbor', 'harbor', '4', 'change-4', 'ann', '4', '{"type":"team.rename","name":"Harbor 4"}', '{"did":"renamed the team","topics":["team"]}');
insert into "changes" ("team_id", "document_id", "version", "id", "author", "at", "change", "record") values ('j6Ctix4y-5uFHU8WjiWazw', 'compacted', '1', 'rv7caqWqB1EnaD7KkA_BjA', null, '1600000001000', '', null);
insert into "changes" ("team_id", "document_id", "version", "id", "author", "at", "change", "record") values ('j6Ctix4y-5uFHU8WjiWazw', 'compacted', '2', 'o_uC8Gf7alFlBez2D6rsIg', 'ann', '1600000002000', '{"type":"break.press","shift":"a","slot":0,"wants":"start","at":2,"by":"ann"}', '{"did":"made version 2","topics":["breaks"],"device":"Chrome on Android"}');
insert into "changes" ("team_id", "document_id", "version", "id", "author", "at", "change", "record") values ('j6Ctix4y-5uFHU8WjiWazw', 'compacted', '3', 'z0zyQthvAvcyoLAK1Jtwjg', null, '1600000003000', '', null);
insert into "changes" ("team_id", "document_id", "version", "id", "author", "at", "change", "record") values ('j6Ctix4y-5uFHU8WjiWazw', 'compacted', '4', '0-Sn3NAU-iZhGSWChdO4gA', 'ann', '1600000004000', '{"type":"break.press","shift":"a","slot":0,"wants":"clear","at":4,"by":"ann"}', '{"did":"made version 4","topics":["breaks"],"device":"Chrome on Android"}');
insert into "changes" ("team_id", "document_id", "version", "id", "author", "at", "change", "record") values ('j6Ctix4y-5uFHU8WjiWazw', 'compacted', '5', 'HkMtO1erEPWpNEePKS49mQ', 'ann', '1600000005000', '{"type":"shift.edit","shift":"a","note":"Note 5 😀"}', '{"did":"made version 5","topics":["shifts"],"device":"Chrome on Android"}');
insert into "changes" ("team_id", "document_id", "version", "id", "author", "at", "change", "record") values ('j6Ctix4y-5uFHU8WjiWazw', 'compacted', '6', '6T1tTyqOofkxWuCKq0qATg', null, '1600000006000', '{"type":"break.press","shift":"a","slot":0,"wants":"start","at":6,"by":"ann"}', '{"did":"made version 6","topics":["breaks"],"device":"Chrome on Android"}');
insert into "changes" ("team_id", "document_id", "version", "id", "author", "at", "change", "record") values ('j6Ctix4y-5uFHU8WjiWazw', 'crew', '1', 'CTcDPw84O-dkCHIgsEa7Nw', null, '1795709534145', '{"type":"crew.create","crew":{"kind":"crew","people":[],"merged":[],"questions":[]}}', '{"did":"created the crew","topics":["crew"]}');
insert into "changes" ("team_id", "document_id", "version", "id", "author", "at", "change", "record") values ('j6Ctix4y-5uFHU8WjiWazw', 'crew', '2', 'ItNGYVZzMv1ZOskj9_5HmQ', null, '1795709534145', '{"type":"crew.seen","people":[{"person":"RZ1E8YcaCfZgOs3xDUR9Wd","date":"2026-11-21","name":"sam Ray","provider":"manual","providerId":null,"jobs":[]},{"person":"tP8KhDpgTxcbofhKYj4GPi","date":"2026-11-21","name":"eva Ray","provider":"manual","providerId":null,"jobs":[]}],"asked":[]}', '{"did":"added sam Ray and eva Ray to the crew","topics":["crew"]}');
insert into "changes" ("team_id", "document_id", "version", "id", "author", "at", "change", "record") values ('j6Ctix4y-5uFHU8WjiWazw', 'day', '1', 'create', 'xbQ9GMAvRMA3K7zkwtmg3A', '1795709534143', '{"type":"layout.create","layout":{"kind":"layout","date":"2026-11-21","area":"Front of House","template":"Weekday","notes":[],"shifts":[{"id":"sam","teamMember":"sam Ray","startTime":"9:00 AM","endTime":"5:00 PM","schedule":"Manual","note":"","provider":"manual","breaks":[null],"person":"RZ1E8YcaCfZgOs3xDUR9Wd"},{"id":"eva","teamMember":"eva Ray","startTime":"9:00 AM","endTime":"5:00 PM","schedule":"Manual","note":"","provider":"manual","breaks":[null],"person":"tP8KhDpgTxcbofhKYj4GPi"}],"rotations":[],"breakMinMinutes":300,"breakTimerMinutes":30,"dayStart":"4:00 AM"}}', '{"did":"created the layout Weekday, Front of House","topics":["documents"],"device":"A script or app"}');
insert into "changes" ("team_id", "document_id", "version", "id", "author", "at", "change", "record") values ('j6Ctix4y-5uFHU8WjiWazw', 'day', '2', 'press', 'aK-4mgYh7vXChDBrKbydTw', '1795709534150', '{"type":"break.press","shift":"sam","slot":0,"wants":"start","at":1795709534148,"by":"aK-4mgYh7vXChDBrKbydTw"}', '{"did":"started sam Ray’s break","topics":["breaks"],"device":"A script or app"}');
insert into "changes" ("team_id", "document_id", "version", "id", "author", "at", "change", "record") values ('j6Ctix4y-5uFHU8WjiWazw', 'day', '3', 'note', 'xbQ9GMAvRMA3K7zkwtmg3A', '1795709534156', '{"type":"shift.edit","shift":"eva","note":"Zoë ☕ it’s"}', '{"did":"changed eva Ray’s note","topics":["shifts"],"device":"A script or app"}');
insert into "changes" ("team_id", "document_id", "version", "id", "author", "at", "change", "record") values ('j6Ctix4y-5uFHU8WjiWazw', 'j6Ctix4y-5uFHU8WjiWazw', '1', 'eDS4M93CupvX4B3cwX9vnw', 'xbQ9GMAvRMA3K7zkwtmg3A', '1795709534103', '{"type":"team.create","team":{"kind":"team","name":"Store 12","areas":["Front of House","Kitchen"],"breakMinMinutes":300,"breakTimerMinutes":30,"dayStart":"4:00 AM","timeZone":"America/New_York","primaryColor":null,"logoUrl":null}}', '{"did":"created the team Store 12","topics":["team"],"device":"A script or app"}');
insert into "history_starts" ("team_id", "document_id", "version", "body") values ('harbor', 'harbor', '2', '{"kind":"team","name":"Harbor 2","areas":["Kitchen","Front"],"breakMinMinutes":300,"breakTimerMinutes":30,"dayStart":"4:00 AM","timeZone":"UTC","primaryColor":null,"logoUrl":null}');
insert into "members" ("team_id", "user_id", "role", "joined_at") values ('j6Ctix4y-5uFHU8WjiWazw', 'aK-4mgYh7vXChDBrKbydTw', 'lead', '1795709534127');
insert into "members" ("team_id", "user_id", "role", "joined_at") values ('j6Ctix4y-5uFHU8WjiWazw', 'xbQ9GMAvRMA3K7zkwtmg3A', 'manager', '1795709534106');
insert into "invitations" ("team_id", "token_hash", "role", "created_by", "expires_at", "id", "once", "created_at") values ('j6Ctix4y-5uFHU8WjiWazw', 'Cg-IMd5sO75SqhTvUsGhJJbWlZc3xblGxnc1ls5E1KQ', 'viewer', 'xbQ9GMAvRMA3K7zkwtmg3A', '1796314334135', 'IvQWG2Qt5IWxVJEVsK7rNA', '0', '1795709534135');
insert into "invitations" ("team_id", "token_hash", "role", "created_by", "expires_at", "id", "once", "created_at") values ('j6Ctix4y-5uFHU8WjiWazw', 'hQQx8Kt9BaHrW8vrllf9KOqkFCxbyQnEgqsJw1yAliQ', 'lead', 'xbQ9GMAvRMA3K7zkwtmg3A', '1796314334122', '8uMMbydPxFtQhvX1SMYJTQ', '0', '1795709534122');
insert into "access_tokens" ("secret_hash", "id", "user_id", "name", "scope", "team_id", "created_at", "last_used_at", "expires_at") values ('1iBesXdNLpI5r-WPYkhUm_3txhoaNbYdjpylX0u2WXg', 'Rlk613WSGfHI3tcKYHWAOQ', 'xbQ9GMAvRMA3K7zkwtmg3A', 'report', 'read', null, '1795709534222', null, '1798301534222');
insert into "logos" ("team_id", "id", "type", "bytes") values ('j6Ctix4y-5uFHU8WjiWazw', 'logo', 'image/png', '\x00060c12181e242a30363c42484e545a60666c72787e848a90969ca2a8aeb4bac0c6ccd2d8dee4ea');
insert into "schedule_connections" ("team_id", "provider", "settings", "sealed", "terms", "roles", "read_at", "problem", "claimed_until", "failures") values ('j6Ctix4y-5uFHU8WjiWazw', 'ics', '{"url":"https://example.com/a.ics"}', '{}', '{"location":null,"timeZone":"America/New_York","everyMinutes":null,"takesAlone":false}', '["Server"]', '1600000001000', null, null, '0');
insert into "schedule_readings" ("team_id", "provider", "date", "read_at", "reading") values ('j6Ctix4y-5uFHU8WjiWazw', 'ics', '2026-11-21', '1600000002000', '{"shifts":[],"warnings":["One"],"readAt":1600000002000}');
insert into "sign_outs" ("user_id", "number") values ('aK-4mgYh7vXChDBrKbydTw', '1');
insert into "sign_in_attempts" ("key", "failures", "at") values ('Z2EnRHexopKKnfT5CEnm1wgbO-WJXGGluRzhWTW3IT8', '0', '1795709534206');
insert into "sign_in_attempts" ("key", "failures", "at") values ('ana', '2', '1600000005000');
insert into "sign_in_attempts" ("key", "failures", "at") values ('cSEjLe9VfAcVHDhyl3QzK9gj7dYALNGVJtPhvkaZ2tA', '0', '1795709534227');
insert into "email_links" ("token_hash", "user_id", "email", "registration", "expires_at") values ('hash', 'xbQ9GMAvRMA3K7zkwtmg3A', 'ana@example.com', null, '1600000006000');
insert into "departed" ("user_id") values ('gone');
insert into "security_log" ("id", "at", "type", "user_id", "by_user", "team_id", "device", "place", "details", "bucket") values ('0mwxr3c6400018f7b4910df18', '1795709534044', 'signed-in', 'xbQ9GMAvRMA3K7zkwtmg3A', null, null, 'A script or app', '127.0.0.0/24', '{"method":"registration"}', 'xbQ9GMAvRMA3K7zkwtmg3A xbQ9GMAvRMA3K7zkwtmg3A signed-in');
insert into "security_log" ("id", "at", "type", "user_id", "by_user", "team_id", "device", "place", "details", "bucket") values ('0mwxr3c6z0002e867e638f4d3', '1795709534075', 'signed-in', 'aK-4mgYh7vXChDBrKbydTw', null, null, 'A script or app', '127.0.0.0/24', '{"method":"registration"}', 'aK-4mgYh7vXChDBrKbydTw aK-4mgYh7vXChDBrKbydTw signed-in');
insert into "security_log" ("id", "at", "type", "user_id", "by_user", "team_id", "device", "place", "details", "bucket") values ('0mwxr3c7u0003625e09f373eb', '1795709534106', 'team-created', null, 'xbQ9GMAvRMA3K7zkwtmg3A', 'j6Ctix4y-5uFHU8WjiWazw', 'A script or app', '127.0.0.0/24', '{}', 'xbQ9GMAvRMA3K7zkwtmg3A j6Ctix4y-5uFHU8WjiWazw team-created');
insert into "security_log" ("id", "at", "type", "user_id", "by_user", "team_id", "device", "place", "details", "bucket") values ('0mwxr3c8a00048bc747ab7b8e', '1795709534122', 'invite-created', null, 'xbQ9GMAvRMA3K7zkwtmg3A', 'j6Ctix4y-5uFHU8WjiWazw', 'A script or app', '127.0.0.0/24', '{"role":"lead","once":false}', 'xbQ9GMAvRMA3K7zkwtmg3A j6Ctix4y-5uFHU8WjiWazw invite-created');
insert into "security_log" ("id", "at", "type", "user_id", "by_user", "team_id", "device", "place", "details", "bucket") values ('0mwxr3c8g000554aad7891b35', '1795709534128', 'member-joined', 'aK-4mgYh7vXChDBrKbydTw', null, 'j6Ctix4y-5uFHU8WjiWazw', 'A script or app', '127.0.0.0/24', '{"role":"lead"}', 'aK-4mgYh7vXChDBrKbydTw j6Ctix4y-5uFHU8WjiWazw member-joined');
insert into "security_log" ("id", "at", "type", "user_id", "by_user", "team_id", "device", "place", "details", "bucket") values ('0mwxr3c8n0006bc12e6287699', '1795709534135', 'invite-created', null, 'xbQ9GMAvRMA3K7zkwtmg3A', 'j6Ctix4y-5uFHU8WjiWazw', 'A script or app', '127.0.0.0/24', '{"role":"viewer","once":false}', 'xbQ9GMAvRMA3K7zkwtmg3A j6Ctix4y-5uFHU8WjiWazw invite-created');
insert into "security_log" ("id", "at", "type", "user_id", "by_user", "team_id", "device", "place", "details", "bucket") values ('0mwxr3caa000718931f34fa03', '1795709534194', 'second-factor-added', 'xbQ9GMAvRMA3K7zkwtmg3A', null, null, 'A script or app', '127.0.0.0/24', '{}', 'xbQ9GMAvRMA3K7zkwtmg3A xbQ9GMAvRMA3K7zkwtmg3A second-factor-added');
insert into "security_log" ("id", "at", "type", "user_id", "by_user", "team_id", "device", "place", "details", "bucket") values ('0mwxr3caw0008d13f26a8f3c2', '1795709534216', 'second-factor-added', 'aK-4mgYh7vXChDBrKbydTw', null, null, 'A script or app', '127.0.0.0/24', '{}', 'aK-4mgYh7vXChDBrKbydTw aK-4mgYh7vXChDBrKbydTw second-factor-added');
insert into "security_log" ("id", "at", "type", "user_id", "by_user", "team_id", "device", "place", "details", "bucket") values ('0mwxr3cb20009d72aee0cf525', '1795709534222', 'token-created', 'xbQ9GMAvRMA3K7zkwtmg3A', null, null, 'A script or app', '127.0.0.0/24', '{"name":"report","scope":"read"}', 'xbQ9GMAvRMA3K7zkwtmg3A xbQ9GMAvRMA3K7zkwtmg3A token-created');
insert into "security_log" ("id", "at", "type", "user_id", "by_user", "team_id", "device", "place", "details", "bucket") values ('0mwxr3cb9000a8da8c527de52', '1795709534229', 'token-created', 'xbQ9GMAvRMA3K7zkwtmg3A', null, 'j6Ctix4y-5uFHU8WjiWazw', 'A script or app', '127.0.0.0/24', '{"name":"old report","scope":"read"}', 'xbQ9GMAvRMA3K7zkwtmg3A j6Ctix4y-5uFHU8WjiWazw token-created');
insert into "security_log" ("id", "at", "type", "user_id", "by_user", "team_id", "device", "place", "details", "bucket") values ('0mwxr3cbh000b4530d71dd6ad', '1795709534237', 'token-revoked', 'xbQ9GMAvRMA3K7zkwtmg3A', null, 'j6Ctix4y-5uFHU8WjiWazw', 'A script or app', '127.0.0.0/24', '{"name":"old report","scope":"read"}', 'xbQ9GMAvRMA3K7zkwtmg3A j6Ctix4y-5uFHU8WjiWazw token-revoked');
insert into "security_log" ("id", "at", "type", "user_id", "by_user", "team_id", "device", "place", "details", "bucket") values ('0mwxr3cbk000c872a6cf18409', '1795709534240', 'second-factor-required', null, 'xbQ9GMAvRMA3K7zkwtmg3A', 'j6Ctix4y-5uFHU8WjiWazw', 'A script or app', '127.0.0.0/24', '{"required":true}', 'xbQ9GMAvRMA3K7zkwtmg3A j6Ctix4y-5uFHU8WjiWazw second-factor-required');
insert into "security_log" ("id", "at", "type", "user_id", "by_user", "team_id", "device", "place", "details", "bucket") values ('0mwxr3dqp000d544c47e05507', '1795709536081', 'data-moved', null, 'operator', null, '', '', '{}', 'operator server data-moved');
insert into "second_factor_teams" ("team_id") values ('j6Ctix4y-5uFHU8WjiWazw');
insert into "used_codes" ("key", "at") values ('LxN9CWjQImuUpyG3rubdB_MHQ6vid_wy3YPrw-95Fhs', '1795709534193');
insert into "used_codes" ("key", "at") values ('u0N5Ix27GXPjqk6Uk8CL4XcihPQ_8v_0fzxBrZMZhug', '1795709534215');
insert into "revoked_tokens" ("secret_hash", "user_id", "name", "expires_at") values ('zUv8-sFAndf3w5wZwR4x3F0DziOaVQ2zQ_uYSmkAzFk', 'xbQ9GMAvRMA3K7zkwtmg3A', 'old report', '1798301534229');
insert into "packs" ("team_id", "document_id", "from_version", "to_version", "first_at", "last_at", "others_from", "breaks_from", "ids", "contents") values ('j6Ctix4y-5uFHU8WjiWazw', 'packed', '1', '12', '1600000001000', '1600000012000', '1600000005000', '1600000002000', '\x007578a42f86979f83d3f15e37fc51b0b43b598104a365948d7f47ea7a800177207db1213b284013049226757d5c9f20befef22d08fd4ca6f8453adfc17e3371a1c0508e63639a2d40b3e28bbcc6857f57ca23473cabfc9aa4d57d024689c54930d4d8437fcae2c25e7cf2bf2122828e059669701291e319126e1ef91a83ce6ff7585d059833204989d3d70e914ecd08dcb3f763c378e8047a32db971b27ede4a8c61ebc803a5b98ca52ca5a1fb7d8744ae66a61c3d0e05ff302d85636685dbb1a', '\x28b52ffd64a506450f00f6584c29806b3a33300333003566a28a226cdbf7b4dd465f7f94b50fe1e7b62563206c78eeb79d47cca49bc05c3e0040004200e7e8fd52cb9e0fff7e2db2b2e75bdb150b6060d7cadf1bd3ee377d99b0a2ce133b8e28ef5ae53c7d4e78b6ac6c52de6da5d5cde0796217151ce5fdc26f02998ee7e9969218bde74bd0a4d2d6ce401de1f5f72863ac94ea7a9e9c7391431c0c85ed9c8ee7031120c7dffbd27965ecc0a0c2b628de24feadf0dabfdb3ba1263db1b0abeff96d33ca802c14ba93d6c5df615778be9300ce010a5224c178fecda806ad2931dfbc6b915624e7228738180a84016f8f92d63813505fb4568abf372503db26b9bf47ce358a04d9948d49e585974e5794195ab1b305b3091b7f6f2b8b5d51f64188b3cf6f24a0287a88bff7252510e88291bfd7ae5cddb820fc66d260c47449a0015567820966689659584907804446aa6e1eb9131e96ea1fb8b51c288c6c62a2d60a3049ea1b6a1388d0fee6479c6bcccdd616a6a15a3e5774dd7986209067df5b792afd41cfcb1db002f8f2a399a3fef2fa75ab42003ae132416998512db4896ea2d8e528843342d871342982e7916c9f2ec0bd0740652066346e2387ebc12822b1b442834ab121d98a402c496f598a3200a177868fa30be4db19d9c20130817ee285e656a662790830013c987301349433de4263e8');
insert into "push_subscriptions" ("team_id", "device", "user_id", "session_id", "about", "target", "created_at") values ('j6Ctix4y-5uFHU8WjiWazw', 'phone', 'xbQ9GMAvRMA3K7zkwtmg3A', 'of ana', 'mine', '{"endpoint":"https://push.example/1","p256dh":"p","auth":"a","publicKey":"k","contact":"c"}', '1600000003000');
insert into "push_notices" ("team_id", "id", "at") values ('j6Ctix4y-5uFHU8WjiWazw', 'notice', '1600000004000');
insert into "reaches" ("team_id", "body") values ('other team', '{"id":"reach","team":"other team","document":"other team","change":"x","from":"2026-11-21","settings":true,"areas":[],"people":[],"at":1600000007000}');
insert into "user" ("id", "name", "email", "emailVerified", "image", "createdAt", "updatedAt", "twoFactorEnabled", "firstName", "lastName") values ('aK-4mgYh7vXChDBrKbydTw', 'Bo Sample', 'bo@example.com', 'false', null, '2026-11-26T16:12:14.067Z', '2026-11-26T16:12:14.210Z', 'true', 'Bo', 'Sample');
insert into "user" ("id", "name", "email", "emailVerified", "image", "createdAt", "updatedAt", "twoFactorEnabled", "firstName", "lastName") values ('xbQ9GMAvRMA3K7zkwtmg3A', 'Ana Sample', 'ana@example.com', 'false', null, '2026-11-26T16:12:14.030Z', '2026-11-26T16:12:14.185Z', 'true', 'Ana', 'Sample');
insert into "session" ("id", "expiresAt", "token", "createdAt", "updatedAt", "ipAddress", "userAgent", "userId") values ('2rQmLK5ZKSOnvXen1sjlPRbdjfonaVAz', '2026-12-26T16:12:14.211Z', 'V5Z49QSKuUmzfxYxL0Okw4gDSO0XF14D', '2026-11-26T16:12:14.069Z', '2026-11-26T16:12:14.211Z', '', 'node', 'aK-4mgYh7vXChDBrKbydTw');
insert into "session" ("id", "expiresAt", "token", "createdAt", "updatedAt", "ipAddress", "userAgent", "userId") values ('RKsp3JpkKxPGk6iCH71kda1qJaTRw1tW', '2026-12-26T16:12:14.186Z', '291rN0PbWN872UMnWxyOCqglGr2oYjRz', '2026-11-26T16:12:14.034Z', '2026-11-26T16:12:14.186Z', '', 'node', 'xbQ9GMAvRMA3K7zkwtmg3A');
insert into "account" ("id", "accountId", "providerId", "userId", "accessToken", "refreshToken", "idToken", "accessTokenExpiresAt", "refreshTokenExpiresAt", "scope", "password", "createdAt", "updatedAt") values ('NRIYd_g5FVpcSJheNXzf2g', 'aK-4mgYh7vXChDBrKbydTw', 'credential', 'aK-4mgYh7vXChDBrKbydTw', null, null, null, null, null, null, '$argon2id$v=19$m=8,t=1,p=1$ikg28AFRfHKti1BVoxcU7A$xBBI8qmfB2/NzLc1I5AA2/RDaRNWcxC5i7r1laQRjP8', '2026-11-26T16:12:14.067Z', '2026-11-26T16:12:14.067Z');
insert into "account" ("id", "accountId", "providerId", "userId", "accessToken", "refreshToken", "idToken", "accessTokenExpiresAt", "refreshTokenExpiresAt", "scope", "password", "createdAt", "updatedAt") values ('SrwCxLWv4oMwD2dh0Php_w', 'xbQ9GMAvRMA3K7zkwtmg3A', 'credential', 'xbQ9GMAvRMA3K7zkwtmg3A', null, null, null, null, null, null, '$argon2id$v=19$m=8,t=1,p=1$ziHJH4hwQnT8aqEIJtn0Zw$sFApGTtTzzqpWJxiYeUsEp3SGIcxbzRCF+s6RbN1Q/w', '2026-11-26T16:12:14.030Z', '2026-11-26T16:12:14.030Z');
insert into "verification" ("id", "identifier", "value", "expiresAt", "createdAt", "updatedAt") values ('NULL, "Zoë" \ {it’s} ☕🥐
	', 'NULL, "Zoë" \ {it’s} ☕🥐
	', 'NULL, "Zoë" \ {it’s} ☕🥐
	', '2026-11-21T17:05:00.250Z', '2026-11-21T17:05:00.250Z', '2026-11-21T17:05:00.250Z');
insert into "twoFactor" ("id", "secret", "backupCodes", "userId", "verified", "failedVerificationCount", "lockedUntil") values ('RkA5LcdQHyL6tUDdzuIzYE8ND0JYJQCw', '$ba$87117109$5d22c9b032158971ae05026e63dd375d359d3bf55d28d98734bd4106135c19107ab60c5647a49bd7cf6786e80b13089c63c60a81246211cf2d959dc40bf6c43c5ecd7a32de3f67a7', '$ba$87117109$1555bdb9f50a0f315ad09bfd767b7e668e1c855c4edf2e6df048653eed3a17b58e2785aa396f4bd25ff297569c82598d5842a9d4e3b3b1e9e3ebaa035a955014b1985e579f3d6eab3dea6af74a54b242b83a4af6934549a0cde5bebf1d5d66422c15b72297a476765677c75358158006d479c5cb27202edfc5c34b6249d7755b245ad18449600efad870244bd19a9b8665603a21ddcf57e6a28723dcb24bfe37d40741ed1c3951b8c07ea0d9905794a7e8be39054e', 'xbQ9GMAvRMA3K7zkwtmg3A', 'true', '0', null);
insert into "twoFactor" ("id", "secret", "backupCodes", "userId", "verified", "failedVerificationCount", "lockedUntil") values ('YbLGgNP15ium1qeUm6tWbjXibgERavB5', '$ba$87117109$60e634d8e7364bfb05f7e73ac57927c97a453563533a99a850f345a5de84c401d5944f186ca9ae388a921c1129aef567a1ae317cdfd54ca24c28006fd032fc799970fd921511a3e4', '$ba$87117109$c39743b7ec2a29c04b63945afe20e7149eef92ed9ae64273d775bd5370e7ecabafd361ca4c3f7368f987f726c3822e433ec2e8fc769b655df261d7f6fe6b29f839b4cd2067f5b0d6729b14517aef28c566888479827539424f133cf2d09129c861a3c6e08eb7ccfac16994bec763fa93d664b41adc54cef4cf0cebe03c3da5804fe2fa12cb00e22f9ba82077a5be9933382a5ed98e585414277c8dc36f81ef6c31752eacff909c87350ec276370b4444b7c8c98428', 'aK-4mgYh7vXChDBrKbydTw', 'true', '0', null);
insert into "passkey" ("id", "name", "publicKey", "userId", "credentialID", "counter", "deviceType", "backedUp", "transports", "createdAt", "aaguid") values ('NULL, "Zoë" \ {it’s} ☕🥐
	', 'NULL, "Zoë" \ {it’s} ☕🥐
	', 'NULL, "Zoë" \ {it’s} ☕🥐
	', 'aK-4mgYh7vXChDBrKbydTw', 'NULL, "Zoë" \ {it’s} ☕🥐
	', '1', 'NULL, "Zoë" \ {it’s} ☕🥐
	', 'true', 'NULL, "Zoë" \ {it’s} ☕🥐
	', '2026-11-21T17:05:00.250Z', 'NULL, "Zoë" \ {it’s} ☕🥐
	');
