-- A small database of commit 447d823, after its migrations 0001 to 0051, as pg_dump --rows-per-insert=100 wrote it; left out are
-- comments, settings, owners and the name of the schema public.
SET check_function_bodies = false;
CREATE SCHEMA pgboss;
CREATE TYPE pgboss.job_state AS ENUM (
    'created',
    'retry',
    'active',
    'completed',
    'cancelled',
    'failed'
);
CREATE FUNCTION pgboss.create_queue(queue_name text, options json) RETURNS void
    LANGUAGE plpgsql
    AS $_$
    DECLARE
      table_name varchar := 'j' || encode(sha224(queue_name::bytea), 'hex');
      queue_created_on timestamptz;
    BEGIN

      WITH q as (
      INSERT INTO pgboss.queue (
        name,
        policy,
        retry_limit,
        retry_delay,
        retry_backoff,
        expire_seconds,
        retention_minutes,
        dead_letter,
        partition_name
      )
      VALUES (
        queue_name,
        options->>'policy',
        (options->>'retryLimit')::int,
        (options->>'retryDelay')::int,
        (options->>'retryBackoff')::bool,
        (options->>'expireInSeconds')::int,
        (options->>'retentionMinutes')::int,
        options->>'deadLetter',
        table_name
      )
      ON CONFLICT DO NOTHING
      RETURNING created_on
      )
      SELECT created_on into queue_created_on from q;

      IF queue_created_on IS NULL THEN
        RETURN;
      END IF;

      EXECUTE format('CREATE TABLE pgboss.%I (LIKE pgboss.job INCLUDING DEFAULTS)', table_name);

      EXECUTE format('ALTER TABLE pgboss.%1$I ADD PRIMARY KEY (name, id)', table_name);
      EXECUTE format('ALTER TABLE pgboss.%1$I ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES pgboss.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED', table_name);
      EXECUTE format('ALTER TABLE pgboss.%1$I ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED', table_name);
      EXECUTE format('CREATE UNIQUE INDEX %1$s_i1 ON pgboss.%1$I (name, COALESCE(singleton_key, '''')) WHERE state = ''created'' AND policy = ''short''', table_name);
      EXECUTE format('CREATE UNIQUE INDEX %1$s_i2 ON pgboss.%1$I (name, COALESCE(singleton_key, '''')) WHERE state = ''active'' AND policy = ''singleton''', table_name);
      EXECUTE format('CREATE UNIQUE INDEX %1$s_i3 ON pgboss.%1$I (name, state, COALESCE(singleton_key, '''')) WHERE state <= ''active'' AND policy = ''stately''', table_name);
      EXECUTE format('CREATE UNIQUE INDEX %1$s_i4 ON pgboss.%1$I (name, singleton_on, COALESCE(singleton_key, '''')) WHERE state <> ''cancelled'' AND singleton_on IS NOT NULL', table_name);
      EXECUTE format('CREATE INDEX %1$s_i5 ON pgboss.%1$I (name, start_after) INCLUDE (priority, created_on, id) WHERE state < ''active''', table_name);

      EXECUTE format('ALTER TABLE pgboss.%I ADD CONSTRAINT cjc CHECK (name=%L)', table_name, queue_name);
      EXECUTE format('ALTER TABLE pgboss.job ATTACH PARTITION pgboss.%I FOR VALUES IN (%L)', table_name, queue_name);
    END;
    $_$;
CREATE FUNCTION pgboss.delete_queue(queue_name text) RETURNS void
    LANGUAGE plpgsql
    AS $$
    DECLARE
      table_name varchar;
    BEGIN
      WITH deleted as (
        DELETE FROM pgboss.queue
        WHERE name = queue_name
        RETURNING partition_name
      )
      SELECT partition_name from deleted INTO table_name;

      EXECUTE format('DROP TABLE IF EXISTS pgboss.%I', table_name);
    END;
    $$;
CREATE FUNCTION keep_attended_name() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    declare participation participations := new;
    begin
      new.attended_name := (
  select concat_ws(' ', nullif(person.first_name, ''), nullif(person.last_name, ''))
  from contacts contact
  join persons person on person.company = contact.contact_company and person.id = contact.contact_id
  where contact.company = participation.company and contact.pvaid = participation.pvaid);
      return new;
    end $$;
CREATE FUNCTION note_customer_changes() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  begin
    insert into customer_changes (company, resource, row_key, code, changed_at)
    select new.company, new.resource,
           coalesce(new.key->>'pvaid', concat_ws('/', new.key->>'id', new.key->>'no')), code, new.at
    from jsonb_object_keys(new.changes) code
    on conflict (company, resource, row_key, code) do update set changed_at = excluded.changed_at
    where customer_changes.changed_at <> excluded.changed_at;
    return null;
  end $$;
CREATE FUNCTION refuse_erased() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    begin
      if exists (select from contacts where company = new.company and pvaid = new.pvaid and erased_at is not null) then
        raise check_violation using constraint = 'shop_users_erased';
      end if;
      return new;
    end $$;
CREATE TABLE pgboss.archive (
    id uuid NOT NULL,
    name text NOT NULL,
    priority integer NOT NULL,
    data jsonb,
    state pgboss.job_state NOT NULL,
    retry_limit integer NOT NULL,
    retry_count integer NOT NULL,
    retry_delay integer NOT NULL,
    retry_backoff boolean NOT NULL,
    start_after timestamp with time zone NOT NULL,
    started_on timestamp with time zone,
    singleton_key text,
    singleton_on timestamp without time zone,
    expire_in interval NOT NULL,
    created_on timestamp with time zone NOT NULL,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    archived_on timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE pgboss.job (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state pgboss.job_state DEFAULT 'created'::pgboss.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    singleton_key text,
    singleton_on timestamp without time zone,
    expire_in interval DEFAULT '00:15:00'::interval NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '14 days'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text
)
PARTITION BY LIST (name);
CREATE TABLE pgboss.queue (
    name text NOT NULL,
    policy text,
    retry_limit integer,
    retry_delay integer,
    retry_backoff boolean,
    expire_seconds integer,
    retention_minutes integer,
    dead_letter text,
    partition_name text,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE pgboss.schedule (
    name text NOT NULL,
    cron text NOT NULL,
    timezone text,
    data jsonb,
    options jsonb,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE pgboss.subscription (
    event text NOT NULL,
    name text NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE pgboss.version (
    version integer NOT NULL,
    maintained_on timestamp with time zone,
    cron_on timestamp with time zone,
    monitored_on timestamp with time zone
);
CREATE TABLE audit_entries (
    id bigint NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    company integer NOT NULL,
    customer_id integer NOT NULL,
    actor_pvaid integer,
    action text NOT NULL,
    resource text NOT NULL,
    key jsonb NOT NULL,
    changes jsonb NOT NULL,
    provider_key integer,
    txid xid8 DEFAULT pg_current_xact_id() NOT NULL
);
CREATE SEQUENCE audit_entries_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE audit_entries_id_seq OWNED BY audit_entries.id;
CREATE TABLE calendar_feeds (
    company integer NOT NULL,
    pvaid integer NOT NULL,
    token_hash bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE contact_access (
    company integer NOT NULL,
    pvaid integer NOT NULL,
    mail_state text,
    mailed_at timestamp with time zone,
    valid_until timestamp with time zone,
    last_login_at timestamp with time zone,
    CONSTRAINT contact_access_mail_state_check CHECK ((mail_state = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text])))
);
CREATE TABLE contacts (
    company integer NOT NULL,
    pvaid integer NOT NULL,
    id integer NOT NULL,
    contact_company integer NOT NULL,
    contact_id integer NOT NULL,
    sequence_number integer DEFAULT 1 NOT NULL,
    custom_field16 text,
    custom_field17 text,
    active boolean DEFAULT true NOT NULL,
    newsletter boolean DEFAULT false NOT NULL,
    display_email text,
    version integer DEFAULT 1 NOT NULL,
    external_id text DEFAULT ('cc-'::text || gen_random_uuid()) NOT NULL COLLATE pg_catalog."C",
    erased_at timestamp with time zone,
    CONSTRAINT contacts_check CHECK ((contact_company = company)),
    CONSTRAINT contacts_external_id_check CHECK (((char_length(external_id) >= 1) AND (char_length(external_id) <= 200)))
);
CREATE TABLE customer_changes (
    company integer NOT NULL,
    resource text NOT NULL,
    row_key text NOT NULL,
    code text NOT NULL,
    changed_at timestamp with time zone NOT NULL
);
CREATE TABLE customers (
    company integer NOT NULL,
    id integer NOT NULL,
    number text NOT NULL,
    pvaid integer,
    additional_name text,
    uid_nr text,
    home_page text,
    compare_field1 text,
    compare_field2 text,
    compare_field3 text,
    compare_field4 text,
    compare_field5 text,
    compare_field6 text,
    compare_field7 text,
    compare_field8 text,
    compare_field9 text,
    compare_field10 text,
    compare_field11 text,
    compare_field12 text,
    compare_field13 text,
    compare_field14 text,
    version integer DEFAULT 1 NOT NULL,
    external_id text DEFAULT ('cc-'::text || gen_random_uuid()) NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT customers_external_id_check CHECK (((char_length(external_id) >= 1) AND (char_length(external_id) <= 200)))
);
CREATE TABLE documents (
    company integer NOT NULL,
    document_id integer NOT NULL,
    kind text NOT NULL,
    event_id integer,
    no integer,
    id integer,
    caption text NOT NULL,
    file_name text NOT NULL,
    storage_key text NOT NULL,
    sha256 text NOT NULL,
    size_bytes bigint NOT NULL,
    dpo_id integer,
    dpd_id integer,
    "position" integer DEFAULT 0 NOT NULL,
    lookup_key text DEFAULT replace((gen_random_uuid())::text, '-'::text, ''::text) NOT NULL,
    secret text DEFAULT replace((gen_random_uuid())::text, '-'::text, ''::text) NOT NULL,
    added_at timestamp with time zone DEFAULT now() NOT NULL,
    external_id text DEFAULT ('cc-'::text || gen_random_uuid()) NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT documents_check CHECK (
CASE
    WHEN (kind = 'invoice'::text) THEN (id IS NOT NULL)
    ELSE ((event_id IS NOT NULL) AND (no IS NOT NULL))
END),
    CONSTRAINT documents_external_id_check CHECK (((char_length(external_id) >= 1) AND (char_length(external_id) <= 200))),
    CONSTRAINT documents_kind_check CHECK ((kind = ANY (ARRAY['script'::text, 'recording'::text, 'invoice'::text]))),
    CONSTRAINT documents_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
);
CREATE TABLE email_changes (
    company integer NOT NULL,
    pvaid integer NOT NULL,
    change_id uuid NOT NULL,
    old_address text NOT NULL,
    new_address text NOT NULL,
    password_hash text,
    confirm_hash bytea,
    stop_hash bytea,
    requested_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone DEFAULT (now() + '24:00:00'::interval) NOT NULL
);
CREATE TABLE evaluations (
    company integer NOT NULL,
    interface_id integer NOT NULL,
    caption text NOT NULL,
    evaluation_type integer DEFAULT 408 NOT NULL,
    template text DEFAULT 'evaluation-participants'::text NOT NULL,
    external_id text DEFAULT ('cc-'::text || gen_random_uuid()) NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT evaluations_external_id_check CHECK (((char_length(external_id) >= 1) AND (char_length(external_id) <= 200))),
    CONSTRAINT evaluations_template_check CHECK ((template = ANY (ARRAY['evaluation-participants'::text, 'evaluation-costs'::text, 'evaluation-attendance'::text])))
);
CREATE TABLE event_dates (
    company integer NOT NULL,
    event_id integer NOT NULL,
    no integer NOT NULL,
    day_no integer NOT NULL,
    date date NOT NULL,
    starts time without time zone NOT NULL,
    ends time without time zone NOT NULL,
    hours numeric(5,2) NOT NULL
);
CREATE TABLE event_models (
    company integer NOT NULL,
    model_id text NOT NULL,
    event_id text DEFAULT ''::text NOT NULL,
    css text NOT NULL,
    svg text NOT NULL,
    html text NOT NULL
);
CREATE TABLE events (
    company integer NOT NULL,
    event_id integer NOT NULL,
    no integer NOT NULL,
    caption text NOT NULL,
    from_date date,
    to_date date,
    location text,
    product_type smallint NOT NULL,
    video_on_demand boolean DEFAULT false NOT NULL,
    external_id text DEFAULT ('cc-'::text || gen_random_uuid()) NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT events_external_id_check CHECK (((char_length(external_id) >= 1) AND (char_length(external_id) <= 200)))
);
CREATE TABLE field_descriptors (
    company integer NOT NULL,
    form text NOT NULL,
    const_name text NOT NULL,
    "position" integer NOT NULL,
    display_mode smallint DEFAULT 1 NOT NULL,
    description text,
    required boolean DEFAULT false NOT NULL,
    read_only boolean DEFAULT false NOT NULL,
    CONSTRAINT field_descriptors_form_check CHECK ((form = ANY (ARRAY['customer'::text, 'contact'::text])))
);
CREATE TABLE idempotency_keys (
    company integer NOT NULL,
    pvaid integer NOT NULL,
    key text NOT NULL,
    request_hash text NOT NULL,
    answer text,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE import_keys (
    company integer NOT NULL,
    run_id uuid NOT NULL,
    key text NOT NULL,
    accepted boolean NOT NULL
);
CREATE TABLE import_refusals (
    id bigint NOT NULL,
    company integer NOT NULL,
    run_id uuid NOT NULL,
    line integer NOT NULL,
    is_conflict boolean DEFAULT false NOT NULL,
    field text,
    value text,
    sentence text NOT NULL,
    text text NOT NULL
);
CREATE SEQUENCE import_refusals_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE import_refusals_id_seq OWNED BY import_refusals.id;
CREATE TABLE import_runs (
    company integer NOT NULL,
    run_id uuid NOT NULL,
    resource text NOT NULL,
    mode text NOT NULL,
    dry_run boolean NOT NULL,
    provider_key integer,
    format text NOT NULL,
    header text,
    state text DEFAULT 'running'::text NOT NULL,
    failure text,
    line integer DEFAULT 0 NOT NULL,
    read integer DEFAULT 0 NOT NULL,
    created integer DEFAULT 0 NOT NULL,
    updated integer DEFAULT 0 NOT NULL,
    unchanged integer DEFAULT 0 NOT NULL,
    removed integer DEFAULT 0 NOT NULL,
    refused integer DEFAULT 0 NOT NULL,
    conflicts integer DEFAULT 0 NOT NULL,
    started_at timestamp with time zone DEFAULT now() NOT NULL,
    committed_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT import_runs_format_check CHECK ((format = ANY (ARRAY['csv'::text, 'ndjson'::text]))),
    CONSTRAINT import_runs_mode_check CHECK ((mode = ANY (ARRAY['upsert'::text, 'replace'::text]))),
    CONSTRAINT import_runs_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text, 'failed'::text])))
);
CREATE TABLE invoice_addresses (
    company integer NOT NULL,
    id integer NOT NULL,
    no integer NOT NULL,
    type smallint DEFAULT 3 NOT NULL,
    salutation smallint,
    title text,
    post_nominal_title text,
    name text NOT NULL,
    name1 text,
    name2 text,
    street text NOT NULL,
    plz text NOT NULL,
    place text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    external_id text DEFAULT ('cc-'::text || gen_random_uuid()) NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT invoice_addresses_external_id_check CHECK (((char_length(external_id) >= 1) AND (char_length(external_id) <= 200)))
);
CREATE TABLE invoices (
    company integer NOT NULL,
    control_no integer NOT NULL,
    id integer NOT NULL,
    no text NOT NULL,
    date date NOT NULL,
    document_id integer NOT NULL,
    order_no integer,
    amount numeric(12,2),
    currency text,
    due_date date,
    is_paid boolean,
    external_id text DEFAULT ('cc-'::text || gen_random_uuid()) NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT invoices_check CHECK (((amount IS NULL) = (currency IS NULL))),
    CONSTRAINT invoices_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
    CONSTRAINT invoices_external_id_check CHECK (((char_length(external_id) >= 1) AND (char_length(external_id) <= 200)))
);
CREATE TABLE issued_letters (
    number text NOT NULL,
    company integer NOT NULL,
    id integer NOT NULL,
    pvaid integer NOT NULL,
    kind text NOT NULL,
    key_id text NOT NULL,
    printed json NOT NULL,
    sha256 text NOT NULL,
    issued_at timestamp with time zone DEFAULT now() NOT NULL,
    withdrawn_at timestamp with time zone,
    withdrawn_reason text,
    renamed boolean DEFAULT false NOT NULL,
    CONSTRAINT issued_letters_check CHECK (((withdrawn_at IS NULL) = (withdrawn_reason IS NULL))),
    CONSTRAINT issued_letters_kind_check CHECK ((kind = ANY (ARRAY['participation'::text, 'timesheet'::text]))),
    CONSTRAINT issued_letters_number_check CHECK ((number ~ '^[0-9A-HJKMNP-TV-Z]{12}$'::text)),
    CONSTRAINT issued_letters_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
);
CREATE TABLE kysely_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);
CREATE TABLE kysely_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);
CREATE TABLE letters (
    company integer NOT NULL,
    letter_no integer NOT NULL,
    kind text NOT NULL,
    event_id integer,
    no integer,
    external_id text DEFAULT ('cc-'::text || gen_random_uuid()) NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT letters_external_id_check CHECK (((char_length(external_id) >= 1) AND (char_length(external_id) <= 200))),
    CONSTRAINT letters_kind_check CHECK ((kind = ANY (ARRAY['participation'::text, 'timesheet'::text])))
);
CREATE TABLE log_keys (
    secret text NOT NULL,
    only_one boolean DEFAULT true NOT NULL,
    CONSTRAINT log_keys_only_one_check CHECK (only_one)
);
CREATE TABLE login_attempts (
    id bigint NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    account text NOT NULL,
    address cidr NOT NULL,
    succeeded boolean NOT NULL
);
CREATE SEQUENCE login_attempts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE login_attempts_id_seq OWNED BY login_attempts.id;
CREATE TABLE mail_limits (
    key_hash bytea NOT NULL,
    count integer DEFAULT 1 NOT NULL,
    first_at timestamp with time zone DEFAULT now() NOT NULL,
    last_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE orders (
    company integer NOT NULL,
    no integer NOT NULL,
    id integer NOT NULL,
    registered_at timestamp with time zone NOT NULL,
    ordered_from text NOT NULL,
    ordered_by_pvaid integer,
    external_id text DEFAULT ('cc-'::text || gen_random_uuid()) NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT orders_external_id_check CHECK (((char_length(external_id) >= 1) AND (char_length(external_id) <= 200)))
);
CREATE TABLE participations (
    company integer NOT NULL,
    participant_id integer NOT NULL,
    id integer NOT NULL,
    pvaid integer NOT NULL,
    event_id integer NOT NULL,
    no integer NOT NULL,
    order_no integer,
    attended boolean DEFAULT false NOT NULL,
    hours numeric(6,2) DEFAULT 0 NOT NULL,
    price integer DEFAULT 0 NOT NULL,
    external_id text DEFAULT ('cc-'::text || gen_random_uuid()) NOT NULL COLLATE pg_catalog."C",
    attended_name text,
    CONSTRAINT participations_external_id_check CHECK (((char_length(external_id) >= 1) AND (char_length(external_id) <= 200))),
    CONSTRAINT participations_price_check CHECK ((price >= 0))
);
CREATE TABLE passkey_challenges (
    challenge_hash bytea NOT NULL,
    company integer,
    pvaid integer,
    address cidr NOT NULL,
    expires_at timestamp with time zone DEFAULT (now() + '00:05:00'::interval) NOT NULL
);
CREATE TABLE passkeys (
    passkey_id uuid DEFAULT gen_random_uuid() NOT NULL,
    company integer NOT NULL,
    pvaid integer NOT NULL,
    credential_id text NOT NULL,
    public_key bytea NOT NULL,
    counter bigint NOT NULL,
    transports text[] NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    last_used_at timestamp with time zone
);
CREATE TABLE password_mails (
    company integer NOT NULL,
    pvaid integer NOT NULL,
    job_id uuid NOT NULL,
    password_hash text,
    link_hash bytea,
    expires_at timestamp with time zone
);
CREATE TABLE persons (
    company integer NOT NULL,
    id integer NOT NULL,
    person_number text,
    salutation smallint,
    title text,
    first_name text,
    last_name text,
    post_nominal_title text,
    jobtitle text,
    street text,
    plz text,
    place text,
    phone_number text,
    tele_fax text,
    email_address text
);
CREATE TABLE possible_values (
    company integer NOT NULL,
    field text NOT NULL,
    key text NOT NULL,
    value text NOT NULL,
    "position" integer NOT NULL
);
CREATE TABLE provider_keys (
    id integer NOT NULL,
    company integer NOT NULL,
    name text NOT NULL,
    scopes text[] NOT NULL,
    key_hash bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone,
    revoked_at timestamp with time zone
);
CREATE SEQUENCE provider_keys_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE provider_keys_id_seq OWNED BY provider_keys.id;
CREATE TABLE providers (
    company integer NOT NULL,
    name text NOT NULL,
    street text DEFAULT ''::text NOT NULL,
    plz text DEFAULT ''::text NOT NULL,
    place text DEFAULT ''::text NOT NULL,
    phone_number text DEFAULT ''::text NOT NULL,
    email_address text DEFAULT ''::text NOT NULL,
    home_page text DEFAULT ''::text NOT NULL,
    uid_nr text DEFAULT ''::text NOT NULL,
    register_no text DEFAULT ''::text NOT NULL,
    bank text DEFAULT ''::text NOT NULL,
    iban text DEFAULT ''::text NOT NULL,
    bic text DEFAULT ''::text NOT NULL,
    trade_name text DEFAULT ''::text NOT NULL,
    claim text DEFAULT ''::text NOT NULL,
    country text DEFAULT ''::text NOT NULL,
    register_court text DEFAULT ''::text NOT NULL,
    signatory text DEFAULT ''::text NOT NULL,
    signatory_role text DEFAULT ''::text NOT NULL,
    colour text DEFAULT ''::text NOT NULL,
    logo text DEFAULT ''::text NOT NULL,
    signature text DEFAULT ''::text NOT NULL
);
CREATE TABLE server_functions (
    job_id uuid NOT NULL,
    company integer NOT NULL,
    id integer NOT NULL,
    pvaid integer NOT NULL,
    name text NOT NULL,
    parameter text NOT NULL,
    request_hash text NOT NULL,
    letter_number text NOT NULL,
    status smallint DEFAULT 0 NOT NULL,
    failures integer DEFAULT 0 NOT NULL,
    error text,
    file bytea,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    finished_at timestamp with time zone,
    caption text,
    cost integer DEFAULT 1 NOT NULL,
    content_hash text,
    shop text,
    family uuid,
    CONSTRAINT server_functions_check CHECK (((status = 2) = (file IS NOT NULL))),
    CONSTRAINT server_functions_check1 CHECK (((status = 3) = (error IS NOT NULL))),
    CONSTRAINT server_functions_check2 CHECK (((status >= 2) = (finished_at IS NOT NULL))),
    CONSTRAINT server_functions_status_check CHECK (((status >= 0) AND (status <= 3)))
);
ALTER TABLE ONLY server_functions ALTER COLUMN file SET STORAGE EXTERNAL;
CREATE TABLE sessions (
    token_hash bytea NOT NULL,
    kind text NOT NULL,
    family uuid NOT NULL,
    company integer NOT NULL,
    id integer NOT NULL,
    pvaid integer NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone DEFAULT now() NOT NULL,
    rotated_at timestamp with time zone,
    revoked_at timestamp with time zone,
    provider_key integer,
    user_agent text,
    logged_in_at timestamp with time zone DEFAULT now() NOT NULL,
    refresh_hash bytea,
    shop text,
    CONSTRAINT sessions_kind_check CHECK ((kind = ANY (ARRAY['access'::text, 'refresh'::text])))
);
CREATE TABLE shop_users (
    company integer NOT NULL,
    pvaid integer NOT NULL,
    id integer NOT NULL,
    email_address text NOT NULL,
    rights smallint NOT NULL,
    password_hash text,
    password_must_change boolean DEFAULT false NOT NULL,
    password_expires_at timestamp with time zone,
    CONSTRAINT shop_users_rights_check CHECK (((rights >= 0) AND (rights <= 4)))
);
CREATE TABLE signing_keys (
    key_id text NOT NULL,
    public_key text NOT NULL,
    first_used_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE stored_files (
    company integer NOT NULL,
    sha256 text NOT NULL,
    storage_key text NOT NULL,
    size_bytes bigint NOT NULL,
    stored_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT stored_files_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
);
CREATE TABLE visits (
    company integer NOT NULL,
    pvaid integer NOT NULL,
    last_at timestamp with time zone DEFAULT now() NOT NULL,
    previous_at timestamp with time zone
);
CREATE TABLE webhook_deliveries (
    webhook_id integer NOT NULL,
    change_id bigint NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    due_at timestamp with time zone DEFAULT now() NOT NULL,
    taken_until timestamp with time zone,
    failed_at timestamp with time zone,
    reason text
);
CREATE TABLE webhooks (
    id integer NOT NULL,
    company integer NOT NULL,
    url text NOT NULL,
    secret text NOT NULL,
    txid xid8 NOT NULL,
    change_id bigint DEFAULT 0 NOT NULL,
    failing boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE SEQUENCE webhooks_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE webhooks_id_seq OWNED BY webhooks.id;
CREATE TABLE webinar_links (
    company integer NOT NULL,
    link_id integer NOT NULL,
    id integer NOT NULL,
    pvaid integer,
    event_id integer,
    no integer,
    caption text NOT NULL,
    link text NOT NULL,
    expiry_date date,
    is_pdf boolean DEFAULT false NOT NULL,
    external_id text DEFAULT ('cc-'::text || gen_random_uuid()) NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT webinar_links_external_id_check CHECK (((char_length(external_id) >= 1) AND (char_length(external_id) <= 200)))
);
CREATE TABLE zip_downloads (
    token_hash bytea NOT NULL,
    company integer NOT NULL,
    pvaid integer NOT NULL,
    family uuid NOT NULL,
    name text NOT NULL,
    document_keys text[] NOT NULL,
    expires_at timestamp with time zone NOT NULL
);
ALTER TABLE ONLY audit_entries ALTER COLUMN id SET DEFAULT nextval('audit_entries_id_seq'::regclass);
ALTER TABLE ONLY import_refusals ALTER COLUMN id SET DEFAULT nextval('import_refusals_id_seq'::regclass);
ALTER TABLE ONLY login_attempts ALTER COLUMN id SET DEFAULT nextval('login_attempts_id_seq'::regclass);
ALTER TABLE ONLY provider_keys ALTER COLUMN id SET DEFAULT nextval('provider_keys_id_seq'::regclass);
ALTER TABLE ONLY webhooks ALTER COLUMN id SET DEFAULT nextval('webhooks_id_seq'::regclass);
INSERT INTO pgboss.version VALUES
	(24, NULL, NULL, NULL);
INSERT INTO audit_entries VALUES
	(1, '2026-11-23 23:29:00.493765+00', 1, 10, 111, 'update', 'contact', '{"pvaid": 111}', '{"FIRSTNAME": ["Anne", "Anna"]}', NULL, '788');
INSERT INTO calendar_feeds VALUES
	(1, 111, '\x03', '2026-11-23 23:29:00.529378+00');
INSERT INTO contact_access VALUES
	(1, 112, 'sent', '2026-11-23 23:29:00.523729+00', NULL, NULL);
INSERT INTO contacts VALUES
	(1, 111, 10, 1, 11, 1, NULL, NULL, true, false, NULL, 1, 'P-11', NULL),
	(1, 112, 10, 1, 12, 1, NULL, NULL, true, false, NULL, 1, 'P-12', NULL);
INSERT INTO customer_changes VALUES
	(1, 'contact', '111', 'FIRSTNAME', '2026-11-23 23:29:00.493765+00');
INSERT INTO customers VALUES
	(1, 10, '10010', NULL, 'Huber & Söhne', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, 'K-10');
INSERT INTO documents VALUES
	(1, 20, 'invoice', NULL, NULL, 10, 'Rechnung', 'r.pdf', 'f', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 9, NULL, NULL, 0, 'k', 's', '2026-11-23 23:29:00.48931+00', 'D-20');
INSERT INTO events VALUES
	(1, 5, 1, 'Brandschutz', NULL, NULL, NULL, 1, false, 'V-5');
INSERT INTO invoices VALUES
	(1, 30, 10, 'R-30', '2026-11-01', 20, NULL, 12.50, 'EUR', NULL, NULL, 'R-30');
INSERT INTO kysely_migration VALUES
	('0001-people', '2026-11-23T23:18:49.036Z'),
	('0002-events', '2026-11-23T23:18:49.202Z'),
	('0003-documents', '2026-11-23T23:18:49.289Z'),
	('0004-sessions', '2026-11-23T23:18:49.466Z'),
	('0005-idempotency-keys', '2026-11-23T23:18:49.486Z'),
	('0006-queue', '2026-11-23T23:18:49.595Z'),
	('0007-password-mails', '2026-11-23T23:18:49.618Z'),
	('0008-issued-letters', '2026-11-23T23:18:49.678Z'),
	('0009-server-functions', '2026-11-23T23:18:49.758Z'),
	('0010-list-changes', '2026-11-23T23:18:49.873Z'),
	('0011-drop-list-changes', '2026-11-23T23:18:49.907Z'),
	('0012-provider-keys', '2026-11-23T23:18:49.947Z'),
	('0013-session-devices', '2026-11-23T23:18:49.957Z'),
	('0014-password-resets', '2026-11-23T23:18:50.001Z'),
	('0015-job-captions', '2026-11-23T23:18:50.018Z'),
	('0016-calendar-feeds', '2026-11-23T23:18:50.040Z'),
	('0017-zip-downloads', '2026-11-23T23:18:50.065Z'),
	('0018-email-changes', '2026-11-23T23:18:50.120Z'),
	('0019-contact-access', '2026-11-23T23:18:50.146Z'),
	('0020-calendar-feeds-follow', '2026-11-23T23:18:50.160Z'),
	('0021-passkeys', '2026-11-23T23:18:50.207Z'),
	('0022-letters-of-one-file', '2026-11-23T23:18:50.228Z'),
	('0023-invoice-amounts', '2026-11-23T23:18:50.237Z'),
	('0024-visits', '2026-11-23T23:18:50.257Z'),
	('0025-session-ends', '2026-11-23T23:18:50.267Z'),
	('0026-networks', '2026-11-23T23:18:50.322Z'),
	('0027-log-keys', '2026-11-23T23:18:50.327Z'),
	('0028-document-costs', '2026-11-23T23:18:50.334Z'),
	('0029-imports', '2026-11-23T23:18:50.756Z'),
	('0030-stored-files', '2026-11-23T23:18:50.794Z'),
	('0032-changes', '2026-11-23T23:18:50.835Z'),
	('0033-webhooks', '2026-11-23T23:18:50.884Z'),
	('0034-letterheads', '2026-11-23T23:18:50.898Z'),
	('0035-attended-names', '2026-11-23T23:18:50.908Z'),
	('0036-imported-hashes', '2026-11-23T23:18:50.922Z'),
	('0042-marks-of-one-transaction', '2026-11-23T23:18:50.926Z'),
	('0043-shops-of-a-company', '2026-11-23T23:18:50.932Z'),
	('0048-personal-data', '2026-11-23T23:18:50.940Z'),
	('0049-erased-persons', '2026-11-23T23:18:50.956Z'),
	('0051-unread-columns', '2026-11-23T23:18:50.967Z');
INSERT INTO kysely_migration_lock VALUES
	('migration_lock', 0);
INSERT INTO log_keys VALUES
	('9e1fba6e-a34a-49db-ac77-63cb77ffcb66c8d23b19-9634-4797-bb3b-f3f32d5501a0', true);
INSERT INTO mail_limits VALUES
	('\x04', 1, '2026-11-23 23:29:00.532718+00', '2026-11-23 23:29:00.532718+00');
INSERT INTO participations VALUES
	(1, 7, 10, 111, 5, 1, NULL, true, 0.00, 0, 'T-7', 'Anna Huber');
INSERT INTO password_mails VALUES
	(1, 112, '22222222-2222-4222-8222-222222222222', NULL, NULL, NULL);
INSERT INTO persons VALUES
	(1, 10, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	(1, 11, NULL, NULL, NULL, 'Anna', 'Huber', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'anna@huber.example'),
	(1, 12, NULL, NULL, NULL, 'Jörg', 'Groß', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'joerg@huber.example');
INSERT INTO provider_keys VALUES
	(1, 1, 'ERP', '{import}', '\x01', '2026-11-23 23:29:00.442345+00', '2030-01-01 00:00:00+00', NULL, NULL);
INSERT INTO providers VALUES
	(1, 'Muster Wirtschaftsakademie GmbH', '', '', '', '', '', '', '', '', '', '', '', 'Muster Akademie', '', '', '', '', '', '', '', '');
INSERT INTO sessions VALUES
	('\x02', 'refresh', '11111111-1111-4111-8111-111111111111', 1, 10, 111, '2026-11-23 23:29:00.498899+00', '2030-01-01 00:00:00+00', '2026-11-23 23:29:00.498899+00', NULL, NULL, 1, NULL, '2026-11-23 23:29:00.498899+00', NULL, NULL);
INSERT INTO shop_users VALUES
	(1, 111, 10, 'anna@huber.example', 1, '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA', false, NULL),
	(1, 112, 10, 'joerg@huber.example', 2, NULL, true, NULL);
SELECT pg_catalog.setval('audit_entries_id_seq', 1, true);
SELECT pg_catalog.setval('import_refusals_id_seq', 1, false);
SELECT pg_catalog.setval('login_attempts_id_seq', 1, false);
SELECT pg_catalog.setval('provider_keys_id_seq', 1, true);
SELECT pg_catalog.setval('webhooks_id_seq', 1, false);
ALTER TABLE ONLY pgboss.archive
    ADD CONSTRAINT archive_pkey PRIMARY KEY (name, id);
ALTER TABLE ONLY pgboss.job
    ADD CONSTRAINT job_pkey PRIMARY KEY (name, id);
ALTER TABLE ONLY pgboss.queue
    ADD CONSTRAINT queue_pkey PRIMARY KEY (name);
ALTER TABLE ONLY pgboss.schedule
    ADD CONSTRAINT schedule_pkey PRIMARY KEY (name);
ALTER TABLE ONLY pgboss.subscription
    ADD CONSTRAINT subscription_pkey PRIMARY KEY (event, name);
ALTER TABLE ONLY pgboss.version
    ADD CONSTRAINT version_pkey PRIMARY KEY (version);
ALTER TABLE ONLY audit_entries
    ADD CONSTRAINT audit_entries_pkey PRIMARY KEY (id);
ALTER TABLE ONLY calendar_feeds
    ADD CONSTRAINT calendar_feeds_pkey PRIMARY KEY (company, pvaid);
ALTER TABLE ONLY calendar_feeds
    ADD CONSTRAINT calendar_feeds_token_hash_key UNIQUE (token_hash);
ALTER TABLE ONLY contact_access
    ADD CONSTRAINT contact_access_pkey PRIMARY KEY (company, pvaid);
ALTER TABLE ONLY contacts
    ADD CONSTRAINT contacts_company_id_contact_id_key UNIQUE (company, id, contact_id);
ALTER TABLE ONLY contacts
    ADD CONSTRAINT contacts_company_id_pvaid_key UNIQUE (company, id, pvaid);
ALTER TABLE ONLY contacts
    ADD CONSTRAINT contacts_pkey PRIMARY KEY (company, pvaid);
ALTER TABLE ONLY customer_changes
    ADD CONSTRAINT customer_changes_pkey PRIMARY KEY (company, resource, row_key, code);
ALTER TABLE ONLY customers
    ADD CONSTRAINT customers_company_number_key UNIQUE (company, number);
ALTER TABLE ONLY customers
    ADD CONSTRAINT customers_pkey PRIMARY KEY (company, id);
ALTER TABLE ONLY documents
    ADD CONSTRAINT documents_lookup_key_key UNIQUE (lookup_key);
ALTER TABLE ONLY documents
    ADD CONSTRAINT documents_pkey PRIMARY KEY (company, document_id);
ALTER TABLE ONLY email_changes
    ADD CONSTRAINT email_changes_change_id_key UNIQUE (change_id);
ALTER TABLE ONLY email_changes
    ADD CONSTRAINT email_changes_confirm_hash_key UNIQUE (confirm_hash);
ALTER TABLE ONLY email_changes
    ADD CONSTRAINT email_changes_pkey PRIMARY KEY (company, pvaid);
ALTER TABLE ONLY email_changes
    ADD CONSTRAINT email_changes_stop_hash_key UNIQUE (stop_hash);
ALTER TABLE ONLY evaluations
    ADD CONSTRAINT evaluations_pkey PRIMARY KEY (company, interface_id);
ALTER TABLE ONLY event_dates
    ADD CONSTRAINT event_dates_pkey PRIMARY KEY (company, event_id, no, day_no);
ALTER TABLE ONLY event_models
    ADD CONSTRAINT event_models_pkey PRIMARY KEY (company, model_id, event_id);
ALTER TABLE ONLY events
    ADD CONSTRAINT events_pkey PRIMARY KEY (company, event_id, no);
ALTER TABLE ONLY field_descriptors
    ADD CONSTRAINT field_descriptors_pkey PRIMARY KEY (company, form, const_name);
ALTER TABLE ONLY idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (company, pvaid, key);
ALTER TABLE ONLY import_keys
    ADD CONSTRAINT import_keys_pkey PRIMARY KEY (company, run_id, key);
ALTER TABLE ONLY import_refusals
    ADD CONSTRAINT import_refusals_pkey PRIMARY KEY (id);
ALTER TABLE ONLY import_runs
    ADD CONSTRAINT import_runs_pkey PRIMARY KEY (company, run_id);
ALTER TABLE ONLY invoice_addresses
    ADD CONSTRAINT invoice_addresses_pkey PRIMARY KEY (company, id, no);
ALTER TABLE ONLY invoices
    ADD CONSTRAINT invoices_pkey PRIMARY KEY (company, control_no);
ALTER TABLE ONLY issued_letters
    ADD CONSTRAINT issued_letters_pkey PRIMARY KEY (number);
ALTER TABLE ONLY kysely_migration_lock
    ADD CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY kysely_migration
    ADD CONSTRAINT kysely_migration_pkey PRIMARY KEY (name);
ALTER TABLE ONLY letters
    ADD CONSTRAINT letters_pkey PRIMARY KEY (company, letter_no);
ALTER TABLE ONLY log_keys
    ADD CONSTRAINT log_keys_only_one_key UNIQUE (only_one);
ALTER TABLE ONLY log_keys
    ADD CONSTRAINT log_keys_pkey PRIMARY KEY (secret);
ALTER TABLE ONLY login_attempts
    ADD CONSTRAINT login_attempts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY orders
    ADD CONSTRAINT orders_pkey PRIMARY KEY (company, no);
ALTER TABLE ONLY participations
    ADD CONSTRAINT participations_company_pvaid_event_id_no_key UNIQUE (company, pvaid, event_id, no);
ALTER TABLE ONLY participations
    ADD CONSTRAINT participations_pkey PRIMARY KEY (company, participant_id);
ALTER TABLE ONLY passkey_challenges
    ADD CONSTRAINT passkey_challenges_pkey PRIMARY KEY (challenge_hash);
ALTER TABLE ONLY passkeys
    ADD CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id);
ALTER TABLE ONLY passkeys
    ADD CONSTRAINT passkeys_pkey PRIMARY KEY (passkey_id);
ALTER TABLE ONLY password_mails
    ADD CONSTRAINT password_mails_link_hash_key UNIQUE (link_hash);
ALTER TABLE ONLY password_mails
    ADD CONSTRAINT password_mails_pkey PRIMARY KEY (company, pvaid);
ALTER TABLE ONLY mail_limits
    ADD CONSTRAINT password_resets_pkey PRIMARY KEY (key_hash);
ALTER TABLE ONLY persons
    ADD CONSTRAINT persons_pkey PRIMARY KEY (company, id);
ALTER TABLE ONLY possible_values
    ADD CONSTRAINT possible_values_pkey PRIMARY KEY (company, field, key);
ALTER TABLE ONLY provider_keys
    ADD CONSTRAINT provider_keys_company_id_key UNIQUE (company, id);
ALTER TABLE ONLY provider_keys
    ADD CONSTRAINT provider_keys_key_hash_key UNIQUE (key_hash);
ALTER TABLE ONLY provider_keys
    ADD CONSTRAINT provider_keys_pkey PRIMARY KEY (id);
ALTER TABLE ONLY providers
    ADD CONSTRAINT providers_pkey PRIMARY KEY (company);
ALTER TABLE ONLY server_functions
    ADD CONSTRAINT server_functions_pkey PRIMARY KEY (job_id);
ALTER TABLE ONLY sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (token_hash);
ALTER TABLE ONLY shop_users
    ADD CONSTRAINT shop_users_pkey PRIMARY KEY (company, pvaid);
ALTER TABLE ONLY signing_keys
    ADD CONSTRAINT signing_keys_pkey PRIMARY KEY (key_id);
ALTER TABLE ONLY signing_keys
    ADD CONSTRAINT signing_keys_public_key_key UNIQUE (public_key);
ALTER TABLE ONLY stored_files
    ADD CONSTRAINT stored_files_pkey PRIMARY KEY (company, sha256);
ALTER TABLE ONLY visits
    ADD CONSTRAINT visits_pkey PRIMARY KEY (company, pvaid);
ALTER TABLE ONLY webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (webhook_id, change_id);
ALTER TABLE ONLY webhooks
    ADD CONSTRAINT webhooks_pkey PRIMARY KEY (id);
ALTER TABLE ONLY webinar_links
    ADD CONSTRAINT webinar_links_pkey PRIMARY KEY (company, link_id);
ALTER TABLE ONLY zip_downloads
    ADD CONSTRAINT zip_downloads_pkey PRIMARY KEY (token_hash);
CREATE INDEX archive_i1 ON pgboss.archive USING btree (archived_on);
CREATE INDEX audit_entries_at ON audit_entries USING brin (at);
CREATE INDEX audit_entries_changes ON audit_entries USING btree (company, ((actor_pvaid IS NULL)), txid, id) WHERE (resource <> ALL (ARRAY['session'::text, 'password-mail'::text]));
CREATE INDEX audit_entries_customer ON audit_entries USING btree (company, customer_id, at);
CREATE INDEX audit_entries_erased ON audit_entries USING btree (company, txid, id) WHERE (action = 'erase'::text);
CREATE UNIQUE INDEX contacts_external_id ON contacts USING btree (company, external_id);
CREATE INDEX contacts_person ON contacts USING btree (contact_company, contact_id);
CREATE UNIQUE INDEX customers_external_id ON customers USING btree (company, external_id);
CREATE INDEX documents_customer ON documents USING btree (company, id);
CREATE INDEX documents_event ON documents USING btree (company, event_id, no, "position");
CREATE UNIQUE INDEX documents_external_id ON documents USING btree (company, external_id);
CREATE INDEX documents_sha256 ON documents USING btree (company, sha256);
CREATE UNIQUE INDEX evaluations_external_id ON evaluations USING btree (company, external_id);
CREATE UNIQUE INDEX events_external_id ON events USING btree (company, external_id);
CREATE INDEX idempotency_keys_end ON idempotency_keys USING btree (created_at);
CREATE INDEX import_refusals_run ON import_refusals USING btree (company, run_id, id);
CREATE INDEX import_runs_company ON import_runs USING btree (company, started_at);
CREATE UNIQUE INDEX invoice_addresses_external_id ON invoice_addresses USING btree (company, external_id);
CREATE INDEX invoices_customer ON invoices USING btree (company, id, date DESC);
CREATE INDEX invoices_document ON invoices USING btree (company, document_id);
CREATE UNIQUE INDEX invoices_external_id ON invoices USING btree (company, external_id);
CREATE INDEX issued_letters_contact ON issued_letters USING btree (company, id, pvaid);
CREATE INDEX issued_letters_sha256 ON issued_letters USING btree (sha256);
CREATE UNIQUE INDEX letters_external_id ON letters USING btree (company, external_id);
CREATE INDEX login_attempts_account ON login_attempts USING btree (account, at);
CREATE INDEX login_attempts_address ON login_attempts USING btree (address, at);
CREATE INDEX login_attempts_at ON login_attempts USING btree (at);
CREATE INDEX orders_customer ON orders USING btree (company, id, registered_at DESC);
CREATE UNIQUE INDEX orders_external_id ON orders USING btree (company, external_id);
CREATE INDEX participations_customer ON participations USING btree (company, id);
CREATE INDEX participations_event ON participations USING btree (company, event_id, no);
CREATE UNIQUE INDEX participations_external_id ON participations USING btree (company, external_id);
CREATE INDEX participations_order ON participations USING btree (company, order_no);
CREATE INDEX passkey_challenges_address ON passkey_challenges USING btree (address);
CREATE INDEX passkeys_owner ON passkeys USING btree (company, pvaid);
CREATE INDEX server_functions_customer ON server_functions USING btree (company, id, created_at);
CREATE INDEX server_functions_end ON server_functions USING btree (COALESCE(finished_at, created_at));
CREATE UNIQUE INDEX server_functions_open ON server_functions USING btree (company, pvaid, request_hash) WHERE (status < 2);
CREATE INDEX server_functions_person ON server_functions USING btree (company, pvaid, created_at);
CREATE INDEX server_functions_waiting ON server_functions USING btree (company, id) WHERE (status < 2);
CREATE INDEX sessions_contact ON sessions USING btree (company, pvaid);
CREATE INDEX sessions_end ON sessions USING btree (expires_at);
CREATE INDEX sessions_family ON sessions USING btree (family);
CREATE INDEX sessions_provider_key ON sessions USING btree (company, provider_key) WHERE (provider_key IS NOT NULL);
CREATE INDEX shop_users_admins ON shop_users USING btree (company, id) WHERE (rights = 1);
CREATE INDEX shop_users_email_address ON shop_users USING btree (lower(email_address));
CREATE INDEX shop_users_imported_hash ON shop_users USING btree (company) WHERE (password_hash !~~ '$argon2id$v=19$m=19456,t=2,p=1$%'::text);
CREATE UNIQUE INDEX shop_users_login ON shop_users USING btree (company, id, lower(email_address));
CREATE INDEX webhook_deliveries_change ON webhook_deliveries USING btree (change_id);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries USING btree (webhook_id, due_at) WHERE (failed_at IS NULL);
CREATE INDEX webinar_links_customer ON webinar_links USING btree (company, id);
CREATE UNIQUE INDEX webinar_links_external_id ON webinar_links USING btree (company, external_id);
CREATE INDEX zip_downloads_person ON zip_downloads USING btree (company, pvaid);
CREATE TRIGGER keep_attended_name BEFORE UPDATE OF attended ON participations FOR EACH ROW WHEN ((new.attended AND (NOT old.attended))) EXECUTE FUNCTION keep_attended_name();
CREATE TRIGGER keep_attended_name_of_new BEFORE INSERT ON participations FOR EACH ROW WHEN (new.attended) EXECUTE FUNCTION keep_attended_name();
CREATE TRIGGER note_customer_changes AFTER INSERT ON audit_entries FOR EACH ROW WHEN (((new.actor_pvaid IS NOT NULL) AND (new.action = 'update'::text) AND (new.resource = ANY (ARRAY['customer'::text, 'contact'::text, 'invoice-address'::text, 'webshop-user'::text])))) EXECUTE FUNCTION note_customer_changes();
CREATE TRIGGER refuse_erased BEFORE INSERT ON shop_users FOR EACH ROW EXECUTE FUNCTION refuse_erased();
ALTER TABLE ONLY pgboss.queue
    ADD CONSTRAINT queue_dead_letter_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue(name);
ALTER TABLE ONLY pgboss.schedule
    ADD CONSTRAINT schedule_name_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE CASCADE;
ALTER TABLE ONLY pgboss.subscription
    ADD CONSTRAINT subscription_name_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE CASCADE;
ALTER TABLE ONLY audit_entries
    ADD CONSTRAINT audit_entries_company_actor_pvaid_fkey FOREIGN KEY (company, actor_pvaid) REFERENCES contacts(company, pvaid);
ALTER TABLE ONLY audit_entries
    ADD CONSTRAINT audit_entries_company_customer_id_fkey FOREIGN KEY (company, customer_id) REFERENCES customers(company, id);
ALTER TABLE ONLY audit_entries
    ADD CONSTRAINT audit_entries_company_provider_key_fkey FOREIGN KEY (company, provider_key) REFERENCES provider_keys(company, id);
ALTER TABLE ONLY calendar_feeds
    ADD CONSTRAINT calendar_feeds_company_pvaid_fkey FOREIGN KEY (company, pvaid) REFERENCES shop_users(company, pvaid) ON DELETE CASCADE;
ALTER TABLE ONLY contact_access
    ADD CONSTRAINT contact_access_company_pvaid_fkey FOREIGN KEY (company, pvaid) REFERENCES shop_users(company, pvaid) ON DELETE CASCADE;
ALTER TABLE ONLY contacts
    ADD CONSTRAINT contacts_company_id_fkey FOREIGN KEY (company, id) REFERENCES customers(company, id);
ALTER TABLE ONLY contacts
    ADD CONSTRAINT contacts_contact_company_contact_id_fkey FOREIGN KEY (contact_company, contact_id) REFERENCES persons(company, id);
ALTER TABLE ONLY customers
    ADD CONSTRAINT customers_company_id_fkey FOREIGN KEY (company, id) REFERENCES persons(company, id);
ALTER TABLE ONLY documents
    ADD CONSTRAINT documents_company_event_id_no_fkey FOREIGN KEY (company, event_id, no) REFERENCES events(company, event_id, no);
ALTER TABLE ONLY documents
    ADD CONSTRAINT documents_company_fkey FOREIGN KEY (company) REFERENCES providers(company);
ALTER TABLE ONLY documents
    ADD CONSTRAINT documents_company_id_fkey FOREIGN KEY (company, id) REFERENCES customers(company, id);
ALTER TABLE ONLY email_changes
    ADD CONSTRAINT email_changes_company_pvaid_fkey FOREIGN KEY (company, pvaid) REFERENCES shop_users(company, pvaid) ON DELETE CASCADE;
ALTER TABLE ONLY evaluations
    ADD CONSTRAINT evaluations_company_fkey FOREIGN KEY (company) REFERENCES providers(company);
ALTER TABLE ONLY event_dates
    ADD CONSTRAINT event_dates_company_event_id_no_fkey FOREIGN KEY (company, event_id, no) REFERENCES events(company, event_id, no);
ALTER TABLE ONLY event_models
    ADD CONSTRAINT event_models_company_fkey FOREIGN KEY (company) REFERENCES providers(company);
ALTER TABLE ONLY events
    ADD CONSTRAINT events_company_fkey FOREIGN KEY (company) REFERENCES providers(company);
ALTER TABLE ONLY field_descriptors
    ADD CONSTRAINT field_descriptors_company_fkey FOREIGN KEY (company) REFERENCES providers(company);
ALTER TABLE ONLY idempotency_keys
    ADD CONSTRAINT idempotency_keys_company_pvaid_fkey FOREIGN KEY (company, pvaid) REFERENCES contacts(company, pvaid);
ALTER TABLE ONLY import_refusals
    ADD CONSTRAINT import_refusals_company_run_id_fkey FOREIGN KEY (company, run_id) REFERENCES import_runs(company, run_id) ON DELETE CASCADE;
ALTER TABLE ONLY import_runs
    ADD CONSTRAINT import_runs_company_fkey FOREIGN KEY (company) REFERENCES providers(company);
ALTER TABLE ONLY import_runs
    ADD CONSTRAINT import_runs_company_provider_key_fkey FOREIGN KEY (company, provider_key) REFERENCES provider_keys(company, id);
ALTER TABLE ONLY invoice_addresses
    ADD CONSTRAINT invoice_addresses_company_id_fkey FOREIGN KEY (company, id) REFERENCES customers(company, id);
ALTER TABLE ONLY invoices
    ADD CONSTRAINT invoices_company_document_id_fkey FOREIGN KEY (company, document_id) REFERENCES documents(company, document_id);
ALTER TABLE ONLY invoices
    ADD CONSTRAINT invoices_company_id_fkey FOREIGN KEY (company, id) REFERENCES customers(company, id);
ALTER TABLE ONLY invoices
    ADD CONSTRAINT invoices_company_order_no_fkey FOREIGN KEY (company, order_no) REFERENCES orders(company, no);
ALTER TABLE ONLY issued_letters
    ADD CONSTRAINT issued_letters_company_id_pvaid_fkey FOREIGN KEY (company, id, pvaid) REFERENCES contacts(company, id, pvaid);
ALTER TABLE ONLY issued_letters
    ADD CONSTRAINT issued_letters_key_id_fkey FOREIGN KEY (key_id) REFERENCES signing_keys(key_id);
ALTER TABLE ONLY letters
    ADD CONSTRAINT letters_company_event_id_no_fkey FOREIGN KEY (company, event_id, no) REFERENCES events(company, event_id, no);
ALTER TABLE ONLY letters
    ADD CONSTRAINT letters_company_fkey FOREIGN KEY (company) REFERENCES providers(company);
ALTER TABLE ONLY orders
    ADD CONSTRAINT orders_company_id_fkey FOREIGN KEY (company, id) REFERENCES customers(company, id);
ALTER TABLE ONLY orders
    ADD CONSTRAINT orders_company_id_ordered_by_pvaid_fkey FOREIGN KEY (company, id, ordered_by_pvaid) REFERENCES contacts(company, id, pvaid);
ALTER TABLE ONLY participations
    ADD CONSTRAINT participations_company_event_id_no_fkey FOREIGN KEY (company, event_id, no) REFERENCES events(company, event_id, no);
ALTER TABLE ONLY participations
    ADD CONSTRAINT participations_company_id_pvaid_fkey FOREIGN KEY (company, id, pvaid) REFERENCES contacts(company, id, pvaid);
ALTER TABLE ONLY participations
    ADD CONSTRAINT participations_company_order_no_fkey FOREIGN KEY (company, order_no) REFERENCES orders(company, no);
ALTER TABLE ONLY passkeys
    ADD CONSTRAINT passkeys_company_pvaid_fkey FOREIGN KEY (company, pvaid) REFERENCES shop_users(company, pvaid) ON DELETE CASCADE;
ALTER TABLE ONLY password_mails
    ADD CONSTRAINT password_mails_company_pvaid_fkey FOREIGN KEY (company, pvaid) REFERENCES shop_users(company, pvaid);
ALTER TABLE ONLY persons
    ADD CONSTRAINT persons_company_fkey FOREIGN KEY (company) REFERENCES providers(company);
ALTER TABLE ONLY possible_values
    ADD CONSTRAINT possible_values_company_fkey FOREIGN KEY (company) REFERENCES providers(company);
ALTER TABLE ONLY provider_keys
    ADD CONSTRAINT provider_keys_company_fkey FOREIGN KEY (company) REFERENCES providers(company);
ALTER TABLE ONLY server_functions
    ADD CONSTRAINT server_functions_company_id_pvaid_fkey FOREIGN KEY (company, id, pvaid) REFERENCES contacts(company, id, pvaid);
ALTER TABLE ONLY sessions
    ADD CONSTRAINT sessions_company_id_pvaid_fkey FOREIGN KEY (company, id, pvaid) REFERENCES contacts(company, id, pvaid);
ALTER TABLE ONLY sessions
    ADD CONSTRAINT sessions_company_provider_key_fkey FOREIGN KEY (company, provider_key) REFERENCES provider_keys(company, id);
ALTER TABLE ONLY shop_users
    ADD CONSTRAINT shop_users_company_id_pvaid_fkey FOREIGN KEY (company, id, pvaid) REFERENCES contacts(company, id, pvaid);
ALTER TABLE ONLY stored_files
    ADD CONSTRAINT stored_files_company_fkey FOREIGN KEY (company) REFERENCES providers(company);
ALTER TABLE ONLY visits
    ADD CONSTRAINT visits_company_pvaid_fkey FOREIGN KEY (company, pvaid) REFERENCES contacts(company, pvaid);
ALTER TABLE ONLY webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_change_id_fkey FOREIGN KEY (change_id) REFERENCES audit_entries(id) ON DELETE CASCADE;
ALTER TABLE ONLY webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE;
ALTER TABLE ONLY webhooks
    ADD CONSTRAINT webhooks_company_fkey FOREIGN KEY (company) REFERENCES providers(company);
ALTER TABLE ONLY webinar_links
    ADD CONSTRAINT webinar_links_company_event_id_no_fkey FOREIGN KEY (company, event_id, no) REFERENCES events(company, event_id, no);
ALTER TABLE ONLY webinar_links
    ADD CONSTRAINT webinar_links_company_id_fkey FOREIGN KEY (company, id) REFERENCES customers(company, id);
ALTER TABLE ONLY webinar_links
    ADD CONSTRAINT webinar_links_company_id_pvaid_fkey FOREIGN KEY (company, id, pvaid) REFERENCES contacts(company, id, pvaid);
ALTER TABLE ONLY zip_downloads
    ADD CONSTRAINT zip_downloads_company_pvaid_fkey FOREIGN KEY (company, pvaid) REFERENCES shop_users(company, pvaid);
