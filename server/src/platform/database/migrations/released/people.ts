/** The key by which a provider names a row; what a customer makes gets one too, which the provider may replace. */
// By its bytes, as an export writes it: the same order in every database, and the one that the index has.
export const externalId = `external_id text collate "C" not null default ('cc-' || gen_random_uuid())
      check (char_length(external_id) between 1 and 200)`

// Every key of the domain begins with `company`, the provider's own company ("Mandant"), and every foreign key includes it: a link
// across companies is then impossible, whatever a query forgets.
export const people = `
  create table providers (
    company int primary key,
    name text not null,
    street text not null default '', plz text not null default '', place text not null default '',
    phone_number text not null default '', email_address text not null default '',
    home_page text not null default '', uid_nr text not null default '', register_no text not null default '',
    bank text not null default '', iban text not null default '', bic text not null default '',
    trade_name text not null default '', claim text not null default '', country text not null default '',
    register_court text not null default '', signatory text not null default '',
    signatory_role text not null default '', colour text not null default '',
    /* Data URLs, so that they are copied, imported and exported like every other value of the row. */
    logo text not null default '', signature text not null default ''
  );
  create table provider_keys (
    id serial primary key,
    company int not null references providers,
    name text not null,
    scopes text[] not null,
    key_hash bytea not null unique,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    last_used_at timestamptz, revoked_at timestamptz,
    unique (company, id)
  );

  create table persons (
    company int not null references providers,
    id int not null,
    person_number text,
    salutation smallint, title text, first_name text, last_name text, post_nominal_title text, jobtitle text,
    street text, plz text, place text, phone_number text, tele_fax text, email_address text,
    primary key (company, id)
  );
  create table customers (
    company int not null, id int not null,
    number text not null,
    pvaid int,
    additional_name text, uid_nr text, home_page text,
    compare_field1 text, compare_field2 text, compare_field3 text, compare_field4 text, compare_field5 text,
    compare_field6 text, compare_field7 text, compare_field8 text, compare_field9 text, compare_field10 text,
    compare_field11 text, compare_field12 text, compare_field13 text, compare_field14 text,
    version int not null default 1,
    ${externalId},
    primary key (company, id),
    unique (company, number),
    foreign key (company, id) references persons (company, id)
  );
  create unique index customers_external_id on customers (company, external_id);

  create table contacts (
    company int not null, pvaid int not null, id int not null,
    contact_company int not null check (contact_company = company),
    contact_id int not null,
    sequence_number int not null default 1,
    custom_field16 text, custom_field17 text,
    active boolean not null default true,
    newsletter boolean not null default false,
    display_email text,
    version int not null default 1,
    ${externalId},
    /* The row of an erased person stays, for what refers to it. */
    erased_at timestamptz,
    primary key (company, pvaid),
    unique (company, id, pvaid),
    unique (company, id, contact_id),
    foreign key (company, id) references customers (company, id),
    foreign key (contact_company, contact_id) references persons (company, id)
  );
  create index contacts_person on contacts (contact_company, contact_id);
  create unique index contacts_external_id on contacts (company, external_id);

  create table shop_users (
    company int not null, pvaid int not null, id int not null,
    email_address text not null,
    rights smallint not null check (rights between 0 and 4),
    password_hash text,
    password_must_change boolean not null default false,
    password_expires_at timestamptz,
    primary key (company, pvaid),
    foreign key (company, id, pvaid) references contacts (company, id, pvaid)
  );
  /* The user name at the login is the e-mail address within one customer, whatever its capitals. */
  create unique index shop_users_login on shop_users (company, id, lower(email_address));
  /* Whoever forgot the password may have forgotten the customer number too. */
  create index shop_users_email_address on shop_users (lower(email_address));
  /* A save that may take the last admin counts the others. */
  create index shop_users_admins on shop_users (company, id) where rights = 1;
  /* Each failed login asks whether there are any. The text is that of ownHashPrefix. */
  create index shop_users_imported_hash on shop_users (company)
    where password_hash not like '$argon2id$v=19$m=19456,t=2,p=1$%';
  create function refuse_erased() returns trigger language plpgsql as $$
    begin
      if exists (select from contacts where company = new.company and pvaid = new.pvaid and erased_at is not null) then
        raise check_violation using constraint = 'shop_users_erased';
      end if;
      return new;
    end $$;
  /* Whatever writes shop users: an erased person gets no access again. */
  create trigger refuse_erased before insert on shop_users for each row execute function refuse_erased();

  create table invoice_addresses (
    company int not null, id int not null, no int not null,
    type smallint not null default 3,
    salutation smallint, title text, post_nominal_title text,
    name text not null, name1 text, name2 text,
    street text not null, plz text not null, place text not null,
    version int not null default 1,
    ${externalId},
    primary key (company, id, no),
    foreign key (company, id) references customers (company, id)
  );
  create unique index invoice_addresses_external_id on invoice_addresses (company, external_id);

  create table field_descriptors (
    company int not null references providers,
    form text not null check (form in ('customer', 'contact')),
    const_name text not null,
    position int not null,
    display_mode smallint not null default 1,
    description text,
    required boolean not null default false, read_only boolean not null default false,
    primary key (company, form, const_name)
  );
  create table possible_values (
    company int not null references providers,
    field text not null, key text not null, value text not null,
    position int not null,
    primary key (company, field, key)
  )`
