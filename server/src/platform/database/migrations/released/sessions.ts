export const sessions = `
  create table sessions (
    token_hash bytea primary key,
    kind text not null check (kind in ('access', 'refresh')),
    family uuid not null,
    company int not null, id int not null, pvaid int not null,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    last_used_at timestamptz not null default now(),
    rotated_at timestamptz, revoked_at timestamptz,
    /* Which of the provider's programs opened the session; null: a person. */
    provider_key int,
    user_agent text,
    logged_in_at timestamptz not null default now(),
    refresh_hash bytea,
    shop text,
    foreign key (company, id, pvaid) references contacts (company, id, pvaid),
    foreign key (company, provider_key) references provider_keys (company, id)
  );
  create index sessions_family on sessions (family);
  create index sessions_contact on sessions (company, pvaid);
  create index sessions_end on sessions (expires_at);
  create index sessions_provider_key on sessions (company, provider_key) where provider_key is not null;

  create table login_attempts (
    id bigserial primary key,
    at timestamptz not null default now(),
    /* A hash of customer number and user name, so that the table names nobody who merely mistyped. */
    account text not null,
    /* A network, so that those of one wider network can be counted together. */
    address cidr not null,
    succeeded boolean not null
  );
  create index login_attempts_account on login_attempts (account, at);
  create index login_attempts_address on login_attempts (address, at);
  create index login_attempts_at on login_attempts (at);
  /* The one secret behind the pseudonyms of network addresses in the log, the same for every process. */
  create table log_keys (
    secret text primary key,
    only_one boolean not null default true unique check (only_one)
  );
  insert into log_keys (secret) values (gen_random_uuid()::text || gen_random_uuid()::text);

  /* What an admin is told of a login. Not in shop_users: each login locks that row for reading, and two at once could not write it. */
  create table contact_access (
    company int not null, pvaid int not null,
    mail_state text check (mail_state in ('queued', 'sent', 'failed')),
    mailed_at timestamptz, valid_until timestamptz, last_login_at timestamptz,
    primary key (company, pvaid),
    foreign key (company, pvaid) references shop_users (company, pvaid) on delete cascade
  );
  /* Who waits for a password. The hash is the one that the shop user had when it was asked for, or that the mail brought: another
     one in shop_users means that somebody has set a password meanwhile. */
  create table password_mails (
    company int not null, pvaid int not null,
    job_id uuid not null,
    password_hash text,
    link_hash bytea unique,
    expires_at timestamptz,
    primary key (company, pvaid),
    foreign key (company, pvaid) references shop_users (company, pvaid)
  );
  /* One row for each shop user whose new address is not confirmed yet. */
  create table email_changes (
    company int not null, pvaid int not null,
    change_id uuid not null unique,
    old_address text not null, new_address text not null,
    password_hash text,
    confirm_hash bytea unique, stop_hash bytea unique,
    requested_at timestamptz not null default now(),
    expires_at timestamptz not null default now() + interval '24 hours',
    primary key (company, pvaid),
    foreign key (company, pvaid) references shop_users (company, pvaid) on delete cascade
  );
  /* Mails that people ask for. A hash, so that the table contains no names; it was called password_resets at first. */
  create table mail_limits (
    key_hash bytea constraint password_resets_address_hash_not_null not null constraint password_resets_pkey primary key,
    count int not null default 1,
    first_at timestamptz not null default now(), last_at timestamptz not null default now()
  );

  create table passkeys (
    passkey_id uuid primary key default gen_random_uuid(),
    company int not null, pvaid int not null,
    credential_id text not null unique,
    public_key bytea not null,
    counter bigint not null,
    transports text[] not null,
    name text not null,
    created_at timestamptz not null default now(),
    last_used_at timestamptz,
    foreign key (company, pvaid) references shop_users (company, pvaid) on delete cascade
  );
  create index passkeys_owner on passkeys (company, pvaid);
  create table passkey_challenges (
    challenge_hash bytea primary key,
    company int, pvaid int,
    address cidr not null,
    expires_at timestamptz not null default now() + interval '5 minutes'
  );
  create index passkey_challenges_address on passkey_challenges (address);

  create table idempotency_keys (
    company int not null, pvaid int not null,
    key text not null, request_hash text not null,
    /* Text, not jsonb: a repeated request gets the same bytes. */
    answer text,
    created_at timestamptz not null default now(),
    primary key (company, pvaid, key),
    foreign key (company, pvaid) references contacts (company, pvaid)
  );
  create index idempotency_keys_end on idempotency_keys (created_at)`
