-- The schema of release 0.2.0. This file is edited in place until that release is tagged: a database of an earlier text
-- of it is made anew, as nobody runs one. From the tag on it stays as it is, and a further migration corrects it
-- (CONTRIBUTING.md, "Change the schema").
--
-- Every key of the domain begins with `provider_id`, the number of the provider's own company, and every foreign key
-- includes it: a link across companies is then impossible, whatever a query forgets. `external_id` is the key by which a
-- provider names a row; a row that a customer makes gets one too, which the provider may replace. It is sorted by its
-- bytes, as an export writes it: the same order in every database, and the one that its index has.
--
-- `comment on` tells what a column means where its name does not, also to tables.d.ts.

-- Functions of triggers keep this path: otherwise a removal by hand would fail in a session with another one.
select set_config('search_path', quote_ident(current_schema()), true);


-- The provider

create table providers (
  provider_id int primary key,
  name text not null,
  street text not null default '',
  plz text not null default '',
  place text not null default '',
  phone_number text not null default '',
  email_address text not null default '',
  home_page text not null default '',
  uid_nr text not null default '',
  register_no text not null default '',
  bank text not null default '',
  iban text not null default '',
  bic text not null default '',
  trade_name text not null default '',
  claim text not null default '',
  country text not null default '',
  register_court text not null default '',
  signatory text not null default '',
  signatory_role text not null default '',
  colour text not null default '',
  -- Data URLs, so that they are copied, imported and exported like every other value of the row.
  logo text not null default '',
  signature text not null default ''
);
comment on column providers.name is 'Name of the company in the commercial register.';
comment on column providers.trade_name is 'Name under which the company is known; empty if it is the registered one.';
comment on column providers.claim is 'Slogan, printed below the name.';
comment on column providers.colour is 'Colour of the brand as `#rrggbb`.';
comment on column providers.logo is 'Logo as data URL of an SVG, PNG or JPEG image.';

create table provider_keys (
  id serial primary key,
  provider_id int not null references providers,
  name text not null,
  scopes text[] not null,
  key_hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  sleeping boolean not null default false,
  unique (provider_id, id)
);
comment on column provider_keys.sleeping is 'Whether it came by a backup and nobody has confirmed it since: until then it opens nothing.';


-- Customers and their people

create table persons (
  provider_id int not null references providers,
  person_id int not null,
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
  email_address text,
  set_by text,
  primary key (provider_id, person_id)
);
comment on column persons.set_by is 'JSON that names, by column, the contact whose row of an import set the value (0: the row of the customer), where several rows name the person; see `shared-persons.ts`.';

create table customers (
  provider_id int not null,
  customer_id int not null,
  number text not null,
  contact_id int,
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
  version int not null default 1,
  external_id text collate "C" not null default ('cc-' || gen_random_uuid()) check (char_length(external_id) between 1 and 200),
  primary key (provider_id, customer_id),
  unique (provider_id, number),
  foreign key (provider_id, customer_id) references persons (provider_id, person_id)
);
create unique index customers_external_id on customers (provider_id, external_id);

create table contacts (
  provider_id int not null,
  contact_id int not null,
  customer_id int not null,
  person_id int not null,
  sequence_number int not null default 1,
  custom_field16 text,
  custom_field17 text,
  active boolean not null default true,
  newsletter boolean not null default false,
  display_email text,
  version int not null default 1,
  external_id text collate "C" not null default ('cc-' || gen_random_uuid()) check (char_length(external_id) between 1 and 200),
  -- The row of an erased person stays, for what refers to it.
  erased_at timestamptz,
  locked_at timestamptz,
  left_out text check (left_out in ('contact', 'customer')),
  had_login boolean not null default false,
  primary key (provider_id, contact_id),
  unique (provider_id, customer_id, contact_id),
  unique (provider_id, customer_id, person_id),
  foreign key (provider_id, customer_id) references customers (provider_id, customer_id),
  foreign key (provider_id, person_id) references persons (provider_id, person_id),
  -- Whichever program writes the row.
  constraint contacts_locked check (locked_at is null or not active)
);
create index contacts_person on contacts (provider_id, person_id);
create unique index contacts_external_id on contacts (provider_id, external_id);
-- A new contact asks for the highest number of its customer, which may have a million.
create index contacts_sequence_number on contacts (provider_id, customer_id, sequence_number);
-- A contact may go to another customer. What it has booked stays with the former one, so bookings refer to customer and
-- contact each for itself. docs/decisions/0144-contacts-that-change-their-customer.md
comment on column contacts.erased_at is 'Time at which the person''s data was erased.';
comment on column contacts.locked_at is 'Time at which an operator locked the contact; it stays inactive until an operator unlocks it.';
comment on column contacts.left_out is 'Row that a full set lacked, so that the contact is inactive: the contact, or its customer. Null if a row, a form or an operator closed it.';
comment on column contacts.had_login is 'Whether a login existed whose row is gone; the database sets it.';
-- Forms, imports and commands make contacts active again.
create function end_left_out() returns trigger language plpgsql set search_path from current as $$
begin
  new.left_out := null;
  return new;
end $$;
create trigger end_left_out before update of active on contacts
  for each row when (new.active and old.left_out is not null) execute function end_left_out();
-- Each full set of customers looks for the contacts that an earlier one closed.
create index contacts_of_left_out_customers on contacts (provider_id, customer_id) where left_out = 'customer';

create table shop_users (
  provider_id int not null,
  contact_id int not null,
  customer_id int not null,
  email_address text not null,
  rights smallint not null check (rights between 0 and 4),
  password_hash text,
  password_must_change boolean not null default false,
  password_expires_at timestamptz,
  password_address text,
  had_login boolean not null default false,
  primary key (provider_id, contact_id),
  -- The login goes with the contact to another customer.
  foreign key (provider_id, customer_id, contact_id) references contacts (provider_id, customer_id, contact_id) on update cascade
);
-- The user name at the login is the e-mail address within one customer, whatever its capitals.
create unique index shop_users_login on shop_users (provider_id, customer_id, lower(email_address));
-- A person who forgot the password may have forgotten the customer number too.
create index shop_users_email_address on shop_users (lower(email_address));
-- A save that may take the last admin counts the others.
create index shop_users_admins on shop_users (provider_id, customer_id) where rights = 1;
-- A failed login computes one hash of each kind: in alphabetical order, hashes of one kind are adjacent. The text is
-- that of `ownHashPrefix`.
create index shop_users_imported_hashes on shop_users (password_hash collate "C")
  where password_hash not like '$argon2id$v=19$m=19456,t=2,p=1$%';
comment on column shop_users.password_address is 'Address to which a generated password was mailed; the password is valid while the address is the user name.';
comment on column shop_users.had_login is 'Whether the person has or had a right or a password; the database sets it.';

-- Customers to which a contact belonged before: its rows that stayed there are found by them.
create table former_customers (
  provider_id int not null,
  contact_id int not null,
  customer_id int not null,
  left_at timestamptz not null default now(),
  primary key (provider_id, contact_id, customer_id),
  foreign key (provider_id, contact_id) references contacts (provider_id, contact_id),
  foreign key (provider_id, customer_id) references customers (provider_id, customer_id)
);
comment on table former_customers is 'Customers that a contact has left for another one; the database adds them, and imports.';

-- The rules of shop users are triggers, because saves, imports and commands all write them.

create function refuse_erased() returns trigger language plpgsql set search_path from current as $$
begin
  if exists (select from contacts where provider_id = new.provider_id and contact_id = new.contact_id and erased_at is not null) then
    raise check_violation using constraint = 'shop_users_erased';
  end if;
  return new;
end $$;
-- An erased person gets no access again.
create trigger refuse_erased before insert on shop_users
  for each row execute function refuse_erased();

-- Without a record of former logins, somebody who changes the address of a former user would get the account when the
-- right is restored. `keep_login` keeps it beyond the row, which goes with the address: otherwise the removal would let
-- a colleague set a stranger's address, as for a contact that never had a login.
create function note_login() returns trigger language plpgsql set search_path from current as $$
begin
  new.had_login := new.had_login or new.rights <> 0 or new.password_hash is not null or (tg_op = 'INSERT' and exists (
    select from contacts where provider_id = new.provider_id and contact_id = new.contact_id and had_login));
  return new;
end $$;
create trigger note_login before insert or update of rights, password_hash on shop_users
  for each row execute function note_login();

create function keep_login() returns trigger language plpgsql set search_path from current as $$
begin
  update contacts set had_login = true where provider_id = old.provider_id and contact_id = old.contact_id;
  return null;
end $$;
create trigger keep_login after delete on shop_users
  for each row when (old.had_login) execute function keep_login();

create table invoice_addresses (
  provider_id int not null,
  customer_id int not null,
  no int not null,
  type smallint not null default 3,
  salutation smallint,
  title text,
  post_nominal_title text,
  name text not null,
  name1 text,
  name2 text,
  street text not null,
  plz text not null,
  place text not null,
  version int not null default 1,
  external_id text collate "C" not null default ('cc-' || gen_random_uuid()) check (char_length(external_id) between 1 and 200),
  primary key (provider_id, customer_id, no),
  foreign key (provider_id, customer_id) references customers (provider_id, customer_id)
);
create unique index invoice_addresses_external_id on invoice_addresses (provider_id, external_id);

create table field_descriptors (
  provider_id int not null references providers,
  form text not null check (form in ('customer', 'contact')),
  const_name text not null,
  position int not null,
  display_mode smallint not null default 1,
  description text,
  required boolean not null default false,
  read_only boolean not null default false,
  primary key (provider_id, form, const_name)
);

create table possible_values (
  provider_id int not null references providers,
  field text not null,
  key text not null,
  value text not null,
  position int not null,
  primary key (provider_id, field, key)
);


-- Events and bookings

create table events (
  provider_id int not null references providers,
  event_id int not null,
  no int not null,
  caption text not null,
  from_date date,
  to_date date,
  location text,
  product_type smallint not null,
  video_on_demand boolean not null default false,
  state text not null default 'confirmed' check (state in ('confirmed', 'cancelled')),
  sequence int not null default 0,
  external_id text collate "C" not null default ('cc-' || gen_random_uuid()) check (char_length(external_id) between 1 and 200),
  primary key (provider_id, event_id, no)
);
create unique index events_external_id on events (provider_id, external_id);
comment on column events.sequence is 'Of the entries in calendars: each change raises it.';

create table event_dates (
  provider_id int not null,
  event_id int not null,
  no int not null,
  day_no int not null,
  date date not null,
  starts time,
  ends time,
  hours numeric(5, 2),
  primary key (provider_id, event_id, no, day_no),
  foreign key (provider_id, event_id, no) references events (provider_id, event_id, no) on delete cascade
);

-- The SEQUENCE of an event's entries in calendars (RFC 5545) is raised by triggers, because events change by imports and
-- by SQL of the provider's own. docs/decisions/0123-cancelled-events.md
create function raise_sequence() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_table_name = 'events' then
    new.sequence := old.sequence + 1;
    return new;
  end if;
  update events set sequence = sequence + 1 where (provider_id, event_id, no) in (select provider_id, event_id, no from moved);
  return null;
end $$;
create trigger raise_sequence before update on events for each row
  when ((old.caption, old.location, old.from_date, old.to_date, old.state)
    is distinct from (new.caption, new.location, new.from_date, new.to_date, new.state))
  execute function raise_sequence();
-- A new day is a new entry; a removed one may come back at another time.
create trigger raise_sequence_update after update on event_dates referencing old table as moved
  for each statement execute function raise_sequence();
create trigger raise_sequence_delete after delete on event_dates referencing old table as moved
  for each statement execute function raise_sequence();

create table event_models (
  provider_id int not null references providers,
  model_id text not null,
  -- As a page's attribute has it: the event's number, or empty for the drawing of every event.
  event_id text not null default '',
  css text not null,
  svg text not null,
  html text not null,
  primary key (provider_id, model_id, event_id)
);

create table orders (
  provider_id int not null,
  no int not null,
  customer_id int not null,
  registered_at timestamptz not null,
  ordered_from text not null,
  ordered_by_contact_id int,
  external_id text collate "C" not null default ('cc-' || gen_random_uuid()) check (char_length(external_id) between 1 and 200),
  primary key (provider_id, no),
  foreign key (provider_id, customer_id) references customers (provider_id, customer_id),
  foreign key (provider_id, ordered_by_contact_id) references contacts (provider_id, contact_id)
);
create index orders_customer on orders (provider_id, customer_id, registered_at desc);
create unique index orders_external_id on orders (provider_id, external_id);

-- Rows of orders and webinar links name a customer and a contact, which has to be a contact of that customer when the row
-- names it, or one that has left it. Each trigger gives the name by which an import knows the rule.
create function refuse_other_contact() returns trigger language plpgsql set search_path from current as $$
declare named int;
begin
  if tg_table_name = 'orders' then named := new.ordered_by_contact_id;
  else named := new.contact_id;
  end if;
  if not exists (select from contacts where provider_id = new.provider_id and customer_id = new.customer_id and contact_id = named)
    and not exists (
      select from former_customers where provider_id = new.provider_id and customer_id = new.customer_id and contact_id = named) then
    raise check_violation using constraint = tg_argv[0];
  end if;
  return new;
end $$;
create trigger refuse_other_contact_of_new before insert on orders
  for each row when (new.ordered_by_contact_id is not null)
  execute function refuse_other_contact('orders_contact');
create trigger refuse_other_contact before update of customer_id, ordered_by_contact_id on orders
  for each row when (new.ordered_by_contact_id is not null
    and (old.customer_id, old.ordered_by_contact_id) is distinct from (new.customer_id, new.ordered_by_contact_id))
  execute function refuse_other_contact('orders_contact');

-- A person may have several participations in an event: by two orders, or beside a cancelled one.
create table participations (
  provider_id int not null,
  participant_id int not null,
  customer_id int not null,
  contact_id int not null,
  event_id int not null,
  no int not null,
  order_no int,
  state text not null default 'booked' check (state in ('booked', 'waiting', 'cancelled', 'rebooked')),
  rebooked_event_id int,
  rebooked_no int,
  attended boolean not null default false,
  attended_name text,
  hours numeric(6, 2),
  price numeric(12, 2) not null default 0 constraint participations_price_check check (price >= 0),
  external_id text collate "C" not null default ('cc-' || gen_random_uuid()) check (char_length(external_id) between 1 and 200),
  primary key (provider_id, participant_id),
  foreign key (provider_id, customer_id) references customers (provider_id, customer_id),
  foreign key (provider_id, contact_id) references contacts (provider_id, contact_id),
  foreign key (provider_id, event_id, no) references events (provider_id, event_id, no),
  foreign key (provider_id, rebooked_event_id, rebooked_no) references events (provider_id, event_id, no),
  foreign key (provider_id, order_no) references orders (provider_id, no),
  constraint participations_rebooked_check check (
    (rebooked_event_id is null) = (rebooked_no is null) and (rebooked_event_id is null or state = 'rebooked'))
);
create index participations_contact on participations (provider_id, contact_id, event_id, no);
create index participations_customer on participations (provider_id, customer_id);
create index participations_event on participations (provider_id, event_id, no);
create index participations_order on participations (provider_id, order_no);
-- Removing an event looks for participations that were rebooked to it.
create index participations_rebooked on participations (provider_id, rebooked_event_id, rebooked_no)
  where rebooked_event_id is not null;
create unique index participations_external_id on participations (provider_id, external_id);
comment on column participations.state is 'Only booked ones count as taking part.';
comment on column participations.rebooked_event_id is 'The event to which it was rebooked, if the provider says so.';
comment on column participations.attended_name is 'First and last name of the participant when the attendance was recorded; the database fills it.';
comment on column participations.hours is 'Null where nobody has said them.';
comment on column participations.price is 'A decimal number, net.';

-- A trigger keeps the name, because attendance comes by imports and by SQL of the provider's own, and each of them would
-- have to look up names.
create function keep_attended_name() returns trigger language plpgsql set search_path from current as $$
declare participation participations := new;
begin
  new.attended_name := (
    select concat_ws(' ', nullif(person.first_name, ''), nullif(person.last_name, ''))
    from contacts contact
    join persons person on person.provider_id = contact.provider_id and person.person_id = contact.person_id
    where contact.provider_id = participation.provider_id and contact.contact_id = participation.contact_id);
  return new;
end $$;
create trigger keep_attended_name_of_new before insert on participations
  for each row when (new.attended) execute function keep_attended_name();
create trigger keep_attended_name before update of attended on participations
  for each row when (new.attended and not old.attended) execute function keep_attended_name();

create table webinar_links (
  provider_id int not null,
  link_id int not null,
  customer_id int not null,
  contact_id int,
  event_id int,
  no int,
  caption text not null,
  link text not null,
  expiry_date date,
  is_pdf boolean not null default false,
  external_id text collate "C" not null default ('cc-' || gen_random_uuid()) check (char_length(external_id) between 1 and 200),
  primary key (provider_id, link_id),
  foreign key (provider_id, customer_id) references customers (provider_id, customer_id),
  foreign key (provider_id, contact_id) references contacts (provider_id, contact_id),
  foreign key (provider_id, event_id, no) references events (provider_id, event_id, no)
);
create index webinar_links_customer on webinar_links (provider_id, customer_id);
-- Removing an event looks for its links: without the index the check reads all links of the company.
create index webinar_links_event on webinar_links (provider_id, event_id, no) where event_id is not null;
create unique index webinar_links_external_id on webinar_links (provider_id, external_id);

create trigger refuse_other_contact_of_new before insert on webinar_links
  for each row when (new.contact_id is not null)
  execute function refuse_other_contact('webinar_links_contact');
create trigger refuse_other_contact before update of customer_id, contact_id on webinar_links
  for each row when (new.contact_id is not null and (old.customer_id, old.contact_id) is distinct from (new.customer_id, new.contact_id))
  execute function refuse_other_contact('webinar_links_contact');

create table evaluations (
  provider_id int not null references providers,
  interface_id int not null,
  caption text not null,
  evaluation_type int not null default 408,
  template text not null default 'evaluation-participants'
    check (template in ('evaluation-participants', 'evaluation-costs', 'evaluation-attendance')),
  external_id text collate "C" not null default ('cc-' || gen_random_uuid()) check (char_length(external_id) between 1 and 200),
  primary key (provider_id, interface_id)
);
create unique index evaluations_external_id on evaluations (provider_id, external_id);


-- Documents and invoices

-- Files that the provider has sent, each once, whichever documents have it.
create table stored_files (
  provider_id int not null references providers,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  storage_key text not null,
  size_bytes bigint not null,
  stored_at timestamptz not null default now(),
  primary key (provider_id, sha256)
);

create table file_names (
  provider_id int not null,
  name text not null,
  sha256 text not null,
  primary key (provider_id, name),
  foreign key (provider_id, sha256) references stored_files (provider_id, sha256)
);
comment on table file_names is 'Names under which the provider sent files of documents, each with its newest bytes.';
comment on column file_names.name is 'Name below files/ of an import; of an invoice found by its number, with invoices/ before it.';

create table documents (
  provider_id int not null references providers,
  document_id int not null,
  kind text not null check (kind in ('script', 'recording', 'invoice')),
  event_id int,
  no int,
  customer_id int,
  caption text not null,
  file_name text not null,
  storage_key text not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  size_bytes bigint not null,
  dpo_id int,
  dpd_id int,
  position int not null default 0,
  -- 122 random bits each; no extension is needed, and both databases have the function.
  lookup_key text not null unique default replace(gen_random_uuid()::text, '-', ''),
  secret text not null default replace(gen_random_uuid()::text, '-', ''),
  added_at timestamptz not null default now(),
  file text,
  external_id text collate "C" not null default ('cc-' || gen_random_uuid()) check (char_length(external_id) between 1 and 200),
  primary key (provider_id, document_id),
  foreign key (provider_id, event_id, no) references events (provider_id, event_id, no),
  foreign key (provider_id, customer_id) references customers (provider_id, customer_id),
  -- An invoice has an owner; what belongs to an event is opened by taking part in it.
  constraint documents_check check (case when kind = 'invoice' then customer_id is not null else event_id is not null and no is not null end),
  constraint documents_xml_check check (kind = 'invoice' or file_name !~* '\.xml$')
);
create index documents_event on documents (provider_id, event_id, no, position);
create index documents_customer on documents (provider_id, customer_id);
create index documents_sha256 on documents (provider_id, sha256);
create index documents_file on documents (provider_id, file) where file is not null;
create unique index documents_external_id on documents (provider_id, external_id);
comment on column documents.file is 'Name in file_names whose newer bytes replace this document; null where the row named a SHA-256 alone.';

-- A document may follow its invoice; an e-invoice is a file of its own, beside the PDF.
create table invoices (
  provider_id int not null,
  control_no int not null,
  customer_id int not null,
  no text not null,
  date date not null,
  document_id int,
  xml_document_id int,
  order_no int,
  -- A provider's books may lack each column from here to external_id.
  amount numeric(12, 2),
  currency text check (currency ~ '^[A-Z]{3}$'),
  due_date date,
  is_paid boolean,
  payment_reference text,
  external_id text collate "C" not null default ('cc-' || gen_random_uuid()) check (char_length(external_id) between 1 and 200),
  primary key (provider_id, control_no),
  foreign key (provider_id, customer_id) references customers (provider_id, customer_id),
  foreign key (provider_id, document_id) references documents (provider_id, document_id),
  foreign key (provider_id, xml_document_id) references documents (provider_id, document_id),
  foreign key (provider_id, order_no) references orders (provider_id, no),
  constraint invoices_check check ((amount is null) = (currency is null))
);
create index invoices_customer on invoices (provider_id, customer_id, date desc);
create index invoices_document on invoices (provider_id, document_id);
-- Removing a document, or an order, looks for invoices that refer to it: without these indexes the check reads all
-- invoices of the company (1,344 pages among 100,000 rows).
create index invoices_xml_document on invoices (provider_id, xml_document_id) where xml_document_id is not null;
create index invoices_order on invoices (provider_id, order_no) where order_no is not null;
-- A file in invoices/ is named by the number alone.
create index invoices_no on invoices (provider_id, no);
create unique index invoices_external_id on invoices (provider_id, external_id);
comment on column invoices.document_id is 'The invoice as PDF; null until the provider has sent it.';
comment on column invoices.xml_document_id is 'The e-invoice, beside the PDF or alone.';
comment on column invoices.amount is 'A decimal number, VAT included.';
comment on column invoices.payment_reference is 'Text that the payment has to contain; null: the invoice number.';


-- Letters

create table letters (
  provider_id int not null references providers,
  letter_no int not null,
  kind text not null check (kind in ('participation', 'hour-record')),
  event_id int,
  no int,
  external_id text collate "C" not null default ('cc-' || gen_random_uuid()) check (char_length(external_id) between 1 and 200),
  primary key (provider_id, letter_no),
  foreign key (provider_id, event_id, no) references events (provider_id, event_id, no)
);
create unique index letters_external_id on letters (provider_id, external_id);

-- Every key that ever signed here: what an old one signed stays valid. Private keys are never in the database.
create table signing_keys (
  key_id text primary key,
  public_key text not null unique,
  first_used_at timestamptz not null default now()
);
comment on column signing_keys.public_key is 'Raw Ed25519 key of 32 bytes, base64url.';

create table issued_letters (
  -- Over all companies, since a person who checks a letter knows nothing but this number.
  number text primary key check (number ~ '^[0-9A-HJKMNP-TV-Z]{12}$'),
  provider_id int not null,
  customer_id int not null,
  contact_id int not null,
  kind text not null check (kind in ('participation', 'hour-record')),
  key_id text not null references signing_keys,
  -- The text of the letter; json and not jsonb, which would sort the members.
  printed json not null,
  -- One file may have the letters of all participants.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  issued_at timestamptz not null default now(),
  withdrawn_at timestamptz,
  withdrawn_reason text,
  renamed boolean not null default false,
  foreign key (provider_id, customer_id) references customers (provider_id, customer_id),
  foreign key (provider_id, contact_id) references contacts (provider_id, contact_id),
  check ((withdrawn_at is null) = (withdrawn_reason is null))
);
create index issued_letters_contact on issued_letters (provider_id, customer_id, contact_id);
create index issued_letters_sha256 on issued_letters (sha256);
comment on column issued_letters.renamed is 'Whether the participant had another name when the attendance was recorded.';

-- The result lies in the row, so that it, the state and the entry in the registry of letters commit together.
create table server_functions (
  job_id uuid primary key,
  provider_id int not null,
  customer_id int not null,
  contact_id int not null,
  name text not null,
  parameter text not null,
  request_hash text not null,
  -- Drawn when the letter is requested: however often the job is tried, it makes one letter.
  letter_number text not null,
  status smallint not null default 0 check (status between 0 and 3),
  failures int not null default 0,
  error text,
  file bytea,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  caption text,
  cost int not null default 1,
  content_hash text,
  shop text,
  family uuid,
  foreign key (provider_id, customer_id) references customers (provider_id, customer_id),
  foreign key (provider_id, contact_id) references contacts (provider_id, contact_id),
  check ((status = 2) = (file is not null)),
  check ((status = 3) = (error is not null)),
  check ((status >= 2) = (finished_at is not null))
);
-- Compressing what is compressed already takes time and gains nothing.
alter table server_functions alter column file set storage external;
create unique index server_functions_open on server_functions (provider_id, customer_id, contact_id, request_hash) where status < 2;
create index server_functions_waiting on server_functions (provider_id, customer_id) where status < 2;
create index server_functions_end on server_functions (coalesce(finished_at, created_at));
-- Requests of a person, or of a whole customer, within a day.
create index server_functions_person on server_functions (provider_id, contact_id, created_at);
create index server_functions_customer on server_functions (provider_id, customer_id, created_at);
comment on column server_functions.error is 'German sentence that says why the document was not made.';
comment on column server_functions.caption is 'Name of the document in the person''s list; null if the client sent none.';
comment on column server_functions.cost is 'Cost of the document, in letters.';
comment on column server_functions.content_hash is 'Hash of the letter''s content; null until the letter is made, and for documents that are no single letter.';
comment on column server_functions.shop is 'appKey of the shop in which the document was requested, on a server with several shops.';
comment on column server_functions.family is 'Family of the login that may have the result; null: every login of the person.';


-- Logins

create table sessions (
  token_hash bytea primary key,
  kind text not null check (kind in ('access', 'refresh')),
  family uuid not null,
  provider_id int not null,
  customer_id int not null,
  contact_id int not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz not null default now(),
  rotated_at timestamptz,
  revoked_at timestamptz,
  provider_key int,
  user_agent text,
  logged_in_at timestamptz not null default now(),
  refresh_hash bytea,
  shop text,
  -- No session outlives a change of the customer: a login for one customer must not open the next.
  foreign key (provider_id, customer_id, contact_id) references contacts (provider_id, customer_id, contact_id),
  foreign key (provider_id, provider_key) references provider_keys (provider_id, id)
);
create index sessions_family on sessions (family);
create index sessions_contact on sessions (provider_id, contact_id);
create index sessions_end on sessions (expires_at);
create index sessions_provider_key on sessions (provider_id, provider_key) where provider_key is not null;
comment on column sessions.provider_key is 'Key of the provider that opened the session; null for a login.';
comment on column sessions.user_agent is 'User agent of the browser that logged in; in a session that a provider''s program opened, of the browser that used it first.';
comment on column sessions.logged_in_at is 'Time at which the person last proved its identity: the login that began the family.';
comment on column sessions.refresh_hash is 'Hash of the refresh token that was issued with the access token.';
comment on column sessions.shop is 'appKey of the shop in which the session began, on a server with several shops.';

create table login_attempts (
  id bigserial primary key,
  at timestamptz not null default now(),
  -- A hash of customer number and user name, so that the table names nobody who merely mistyped.
  account text not null,
  -- A network, so that those of one wider network can be counted together.
  address cidr not null,
  succeeded boolean not null
);
create index login_attempts_account on login_attempts (account, at);
create index login_attempts_address on login_attempts (address, at);
create index login_attempts_at on login_attempts (at);
comment on column login_attempts.address is 'The narrowest network of the address, as `networksOf` gives it.';

-- Logins and refused logins, for the provider's office. No foreign key: its check would tell by its time who is known.
create table logins (
  id bigint generated always as identity primary key,
  provider_id int,
  contact_id int,
  at timestamptz not null default now(),
  way text not null check (way in ('password', 'passkey', 'key')),
  reason text
);
create index logins_person on logins (provider_id, contact_id, id);
create index logins_at on logins (at);
comment on column logins.contact_id is 'The contact; null, as its provider, where nobody has the name: such a row takes as long to write, and is deleted next.';
comment on column logins.reason is 'Why it was refused; null: it was not.';

-- Browsers in which a person has logged in.
create table login_marks (
  provider_id int,
  contact_id int,
  mark_hash bytea,
  last_used_at timestamptz not null default now(),
  primary key (provider_id, contact_id, mark_hash),
  foreign key (provider_id, contact_id) references shop_users (provider_id, contact_id) on delete cascade
);
create index login_marks_last_used_at on login_marks (last_used_at);

-- What an admin is told of a login. Not in shop_users: each login locks that row for reading, and two at once could not
-- write it.
create table contact_access (
  provider_id int not null,
  contact_id int not null,
  mail_state text check (mail_state in ('queued', 'sent', 'failed')),
  mailed_at timestamptz,
  valid_until timestamptz,
  last_login_at timestamptz,
  browser_told_at timestamptz,
  primary key (provider_id, contact_id),
  foreign key (provider_id, contact_id) references shop_users (provider_id, contact_id) on delete cascade
);
comment on column contact_access.mail_state is 'State of the last mail with a first password, or with a link to set one; null before the first mail.';
comment on column contact_access.browser_told_at is 'Time of the last mail about a login without the mark of an earlier one.';

-- People who wait for a password. The hash is the one that the shop user had when the mail was requested, or that the
-- mail brought: another one in shop_users means that somebody has set a password meanwhile. Several links may be good at
-- once: a stranger who asks for one must not end another.
create table password_mails (
  provider_id int not null,
  contact_id int not null,
  job_id uuid not null,
  address text not null,
  password_hash text,
  link_hash bytea unique,
  expires_at timestamptz,
  primary key (provider_id, contact_id, job_id),
  foreign key (provider_id, contact_id) references shop_users (provider_id, contact_id)
);
create index password_mails_job_id on password_mails (job_id);
create index password_mails_end on password_mails (expires_at);
comment on column password_mails.job_id is 'The job that sends the mail; an earlier one finds that it is no longer wanted.';
comment on column password_mails.address is 'Address to which the mail goes; its password or link is valid while the address is the user name.';

-- One row for each shop user whose new address is not confirmed yet.
create table email_changes (
  provider_id int not null,
  contact_id int not null,
  change_id uuid not null unique,
  old_address text not null,
  new_address text not null,
  password_hash text,
  confirm_hash bytea unique,
  stop_hash bytea unique,
  requested_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '24 hours',
  primary key (provider_id, contact_id),
  foreign key (provider_id, contact_id) references shop_users (provider_id, contact_id) on delete cascade
);
create index email_changes_end on email_changes (expires_at);
comment on column email_changes.change_id is 'Id by which jobs name the change; a job of an earlier change finds that it is no longer wanted.';
comment on column email_changes.password_hash is 'Hash of the shop user''s password when the change was requested; another hash in shop_users ends the change.';

create table passkeys (
  passkey_id uuid primary key default gen_random_uuid(),
  provider_id int not null,
  contact_id int not null,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  foreign key (provider_id, contact_id) references shop_users (provider_id, contact_id) on delete cascade
);
create index passkeys_owner on passkeys (provider_id, contact_id);
comment on column passkeys.credential_id is 'Id of the credential in base64url.';
comment on column passkeys.public_key is 'Public key in the form of COSE.';

create table passkey_challenges (
  challenge_hash bytea primary key,
  provider_id int,
  contact_id int,
  address cidr not null,
  expires_at timestamptz not null default now() + interval '5 minutes'
);
create index passkey_challenges_address on passkey_challenges (address);
create index passkey_challenges_end on passkey_challenges (expires_at);
comment on column passkey_challenges.provider_id is 'Provider of the person who makes a passkey; null at a login.';
comment on column passkey_challenges.address is 'The narrowest network of the address that asked, as `networksOf` gives it.';

-- Mails that people ask for, counted by a hash, so that the table contains no names.
create table mail_limits (
  key_hash bytea primary key,
  used_until timestamptz not null
);
create index mail_limits_end on mail_limits (used_until);
comment on column mail_limits.key_hash is 'Hash of the counted key: the purpose of a mail, and the address, person or customer.';
comment on column mail_limits.used_until is 'Time until which the turns that were taken last; each turn adds its share of a day.';

-- Addresses whose mails came back.
create table bounces (
  provider_id int not null references providers,
  address text not null,
  at timestamptz not null default now(),
  primary key (provider_id, address)
);
comment on column bounces.address is 'The user name in lower case.';

-- Addresses for calendar programs. The token is stored so that it can be shown again.
-- docs/decisions/0114-readable-calendar-addresses.md
create table calendar_feeds (
  provider_id int not null,
  contact_id int not null,
  token text not null,
  token_hash bytea not null unique,
  password_hash text,
  created_at timestamptz not null default now(),
  primary key (provider_id, contact_id),
  foreign key (provider_id, contact_id) references shop_users (provider_id, contact_id) on delete cascade
);
comment on column calendar_feeds.password_hash is 'Hash of the shop user''s password when the address was made; another hash in shop_users ends the address. A change of the user name deletes the row.';

-- A comparison with the name would open the address again when the old name comes back.
create function end_feed() returns trigger language plpgsql set search_path from current as $$
begin
  delete from calendar_feeds where provider_id = new.provider_id and contact_id = new.contact_id;
  return null;
end $$;
create trigger end_feed after update of email_address on shop_users
  for each row when (lower(old.email_address) <> lower(new.email_address)) execute function end_feed();

create table visits (
  provider_id int not null,
  contact_id int not null,
  last_at timestamptz not null default now(),
  previous_at timestamptz,
  primary key (provider_id, contact_id),
  foreign key (provider_id, contact_id) references contacts (provider_id, contact_id)
);
comment on column visits.previous_at is 'Time of the previous visit.';

create table zip_downloads (
  token_hash bytea primary key,
  provider_id int not null,
  contact_id int not null,
  family uuid not null,
  name text not null,
  document_keys text[] not null,
  expires_at timestamptz not null,
  foreign key (provider_id, contact_id) references shop_users (provider_id, contact_id)
);
create index zip_downloads_person on zip_downloads (provider_id, contact_id);
create index zip_downloads_end on zip_downloads (expires_at);

create table idempotency_keys (
  provider_id int not null,
  customer_id int not null,
  contact_id int not null,
  key text not null,
  request_hash text not null,
  -- Text, not jsonb: a repeated request gets the same bytes.
  answer text,
  created_at timestamptz not null default now(),
  -- The answer names rows of the customer for whom the contact asked.
  primary key (provider_id, contact_id, customer_id, key),
  foreign key (provider_id, customer_id) references customers (provider_id, customer_id),
  foreign key (provider_id, contact_id) references contacts (provider_id, contact_id)
);
create index idempotency_keys_end on idempotency_keys (created_at);


-- A contact that goes to another customer takes its login along. What was opened or sent for the former customer ends,
-- whichever program writes the row: a session or link would otherwise open the next customer. The tokens are locked in
-- the order in which the end of a session locks them.
create function end_access_of_former() returns trigger language plpgsql set search_path from current as $$
begin
  delete from sessions where token_hash in (
    select token_hash from sessions where provider_id = old.provider_id and contact_id = old.contact_id order by token_hash for update);
  delete from calendar_feeds where provider_id = old.provider_id and contact_id = old.contact_id;
  delete from zip_downloads where provider_id = old.provider_id and contact_id = old.contact_id;
  delete from password_mails where provider_id = old.provider_id and contact_id = old.contact_id;
  delete from email_changes where provider_id = old.provider_id and contact_id = old.contact_id;
  -- All mails of the contact that wait are about the customer that it leaves, also those whose data do not name it.
  update jobs set state = 'completed', ended_at = now(), reason = 'The contact has gone to another customer.'
  where data->>'providerId' = old.provider_id::text and data->>'contactId' = old.contact_id::text and kind like '%-mail'
    and state = 'waiting';
  delete from former_customers where provider_id = new.provider_id and contact_id = new.contact_id and customer_id = new.customer_id;
  insert into former_customers (provider_id, contact_id, customer_id) values (old.provider_id, old.contact_id, old.customer_id)
  on conflict (provider_id, contact_id, customer_id) do update set left_at = now();
  return new;
end $$;
create trigger end_access_of_former before update of customer_id on contacts
  for each row when (old.customer_id <> new.customer_id) execute function end_access_of_former();


-- Changes, and the programs that are told of them

-- Every save has an audit row in its own statement, so that what follows from it commits with the change.
create table audit_entries (
  id bigserial primary key,
  at timestamptz not null default now(),
  provider_id int not null,
  customer_id int not null,
  actor_contact_id int,
  action text not null,
  resource text not null,
  key jsonb not null,
  changes jsonb not null,
  provider_key int,
  -- The number of a row says nothing about when it can be seen: a transaction with a lower one may commit later. By the
  -- number of its transaction a reader knows which rows are complete: those of transactions before the oldest one that
  -- still runs.
  txid xid8 not null default pg_current_xact_id(),
  trace text,
  foreign key (provider_id, customer_id) references customers (provider_id, customer_id),
  foreign key (provider_id, actor_contact_id) references contacts (provider_id, contact_id),
  foreign key (provider_id, provider_key) references provider_keys (provider_id, id)
);
create index audit_entries_customer on audit_entries (provider_id, customer_id, at);
-- Rows of people and of imports apart, because an import writes millions of rows between two of people.
create index audit_entries_changes on audit_entries (provider_id, (actor_contact_id is null), txid, id)
  where resource not in ('session', 'password-mail');
-- The feed gives erasures beside the changes of people.
create index audit_entries_erased on audit_entries (provider_id, txid, id) where action = 'erase';
-- For the clean-up; a hundredth of the size of a tree, as rows lie in the order of their time.
create index audit_entries_at on audit_entries using brin (at);
comment on column audit_entries.provider_key is 'The provider''s key that acted instead of a person.';
comment on column audit_entries.txid is 'Number of the transaction that wrote the entry.';
comment on column audit_entries.trace is 'The header traceparent of the save, for its webhooks; none of an import.';

-- Fields that a customer has changed and the provider has not sent back equal.
create table customer_changes (
  provider_id int not null,
  resource text not null,
  -- As in the audit: the number of the contact or the customer, or customer/no of an invoice address.
  row_key text not null,
  code text not null,
  changed_at timestamptz not null,
  primary key (provider_id, resource, row_key, code)
);
comment on column customer_changes.resource is 'Name of the resource, as in audit_entries.';

-- A person may be a customer and a contact of several customers: each of these rows has its own mark, and loses it when
-- the provider has sent that row back.
-- The next save of the same transaction could not skip another version of a mark: the thousandth walked through 999 of
-- them. Within a transaction the time is the same, so there is nothing to write.
create function note_customer_changes() returns trigger language plpgsql set search_path from current as $$
declare
  own int := new.key->>'contactId';
  person int;
begin
  insert into customer_changes (provider_id, resource, row_key, code, changed_at)
  select new.provider_id, new.resource,
         coalesce(new.key->>'contactId', concat_ws('/', new.key->>'customerId', new.key->>'no')), code, new.at
  from jsonb_object_keys(new.changes) code
  on conflict (provider_id, resource, row_key, code) do update set changed_at = excluded.changed_at
  where customer_changes.changed_at <> excluded.changed_at;

  if new.resource = 'invoice-address' then return null; end if;
  if new.resource = 'customer' then person := new.key->>'customerId';
  else select person_id into person from contacts where provider_id = new.provider_id and contact_id = own;
  end if;
  -- The codes of a person's columns differ by what they begin with.
  insert into customer_changes (provider_id, resource, row_key, code, changed_at)
  select new.provider_id, named.resource, named.row_key, named.prefix || substr(code, 4), new.at
  from jsonb_object_keys(new.changes) code
  cross join (
    select 'contact' as resource, contact_id::text as row_key, 'ASP' as prefix from contacts
    where provider_id = new.provider_id and person_id = person and (new.resource = 'customer' or contact_id <> own)
    union all
    select 'customer', customer_id::text, 'KND' from customers
    where provider_id = new.provider_id and customer_id = person and new.resource <> 'customer'
  ) named
  where code ~ '^(ASP|KND)_(ANREDE|TITEL|VORNAME|NACHNAME|TITELHINTEN|BERUFSBEZEICHNUNG|STRASSE|PLZ|ORT|TELEFON|TELEFAX|EMAIL)$'
  order by named.resource, named.row_key, code
  on conflict (provider_id, resource, row_key, code) do update set changed_at = excluded.changed_at
  where customer_changes.changed_at <> excluded.changed_at;
  return null;
end $$;
create trigger note_customer_changes after insert on audit_entries for each row
  when (new.actor_contact_id is not null and new.action = 'update'
    and new.resource in ('customer', 'contact', 'invoice-address', 'shop-user'))
  execute function note_customer_changes();

create table webhooks (
  id serial primary key,
  provider_id int not null references providers,
  url text not null,
  -- It signs each delivery, so it is kept as it is.
  secret text not null,
  txid xid8 not null,
  change_id bigint not null default 0,
  failing boolean not null default false,
  sleeping boolean not null default false,
  created_at timestamptz not null default now()
);
comment on column webhooks.secret is 'Secret that signs each delivery: `whsec_` and base64.';
comment on column webhooks.txid is 'Transaction number of the last change that became a delivery; `change_id` is its id.';
comment on column webhooks.failing is 'Whether its last delivery failed.';
comment on column webhooks.sleeping is 'Whether it came by a backup and nobody has confirmed it since: until then it gets nothing.';


-- Imports

create table import_runs (
  provider_id int not null references providers,
  -- A program may choose it, so that it says nothing of the runs of others.
  run_id uuid not null,
  resource text not null,
  mode text not null check (mode in ('upsert', 'replace')),
  prefix text,
  dry_run boolean not null,
  provider_key int,
  format text not null check (format in ('csv', 'ndjson')),
  header text,
  map text,
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  failure text,
  line int not null default 0,
  share double precision,
  read int not null default 0,
  created int not null default 0,
  updated int not null default 0,
  unchanged int not null default 0,
  removed int not null default 0,
  refused int not null default 0,
  refused_fields int not null default 0,
  conflicts int not null default 0,
  refusal_bytes int not null default 0,
  not_kept int not null default 0,
  unnamed int not null default 0,
  unnamed_lines text not null default '',
  known int not null default 0,
  started_at timestamptz not null default now(),
  committed_at timestamptz not null default now(),
  primary key (provider_id, run_id),
  foreign key (provider_id, provider_key) references provider_keys (provider_id, id)
);
create index import_runs_provider on import_runs (provider_id, started_at);
create index import_runs_end on import_runs (committed_at);
comment on column import_runs.run_id is 'Id of the run, unique within the company.';
comment on column import_runs.provider_key is 'Key of the provider that began the run; null for a command.';
comment on column import_runs.prefix is 'Text with which the keys of its full set begin; null: any.';
comment on column import_runs.header is 'The header line of a CSV file.';
comment on column import_runs.map is 'SHA-256 of the map that made its rows; null: no map.';
comment on column import_runs.failure is 'Reason why the whole run stopped.';
comment on column import_runs.line is 'The last line whose rows are stored.';
comment on column import_runs.share is 'Part of the source that is stored, from 0 to 1; null where its size is not known.';
comment on column import_runs.unnamed is 'Number of refused rows whose key cannot be read.';
comment on column import_runs.known is 'Number of its rows in import_refusals that the last run before had, too.';
comment on column import_runs.unnamed_lines is 'The first lines of these rows, with commas.';
comment on column import_runs.refusal_bytes is 'Bytes of its rows in import_refusals.';
comment on column import_runs.not_kept is 'Number of refusals beyond the limit of bytes, which are counted but not kept.';

create table import_refusals (
  id bigserial primary key,
  provider_id int not null,
  run_id uuid not null,
  line int not null,
  kind text not null check (kind in ('row', 'field', 'conflict', 'notice')),
  field text,
  value text,
  stored text,
  sentence text not null,
  text text not null,
  key text,
  known boolean not null default false,
  foreign key (provider_id, run_id) references import_runs on delete cascade
);
create index import_refusals_run on import_refusals (provider_id, run_id, id);
comment on column import_refusals.kind is 'row: it was not taken; field: the row was taken without it; conflict: the stored value stays; notice: a consequence of rows that were taken.';
comment on column import_refusals.key is 'The key of the row; null where it cannot be read.';
comment on column import_refusals.known is 'Whether the last run before had the same of the same row.';
comment on column import_refusals.stored is 'The stored value, which stays because another row has set it.';

-- Keys that a run has read so far, gone when it is done. No foreign key: it would look for the same run once for each of
-- a million rows, which the transaction that notes them updates anyway.
create table import_keys (
  provider_id int not null,
  run_id uuid not null,
  key text not null,
  accepted boolean not null,
  held json,
  primary key (provider_id, run_id, key)
);
create index import_keys_held on import_keys (provider_id, run_id) where held is not null;
comment on column import_keys.held is 'The part of a row that lowers a right or ends an access, which the run writes at its end; or the move of a login, which it only counts.';
comment on column import_keys.accepted is 'Whether a row with this key was accepted; false if every one was refused.';

-- The highest numbers of removed rows, which no new row gets again. docs/decisions/0113-numbers-of-removed-rows.md
create table removed_numbers (
  provider_id int not null,
  table_name text not null,
  within int not null,
  highest int not null,
  primary key (provider_id, table_name, within)
);
comment on column removed_numbers.within is 'The customer of an address, whose numbers are its own; 0 otherwise.';

-- Its arguments are the column of the number, and the column of the parent within which the number counts.
-- A removed row with a number below a remaining one needs no note, so most removals do not wait for each other.
create function note_removed_numbers() returns trigger language plpgsql set search_path from current as $$
begin
  execute format('
    insert into removed_numbers as noted (provider_id, table_name, within, highest)
    select provider_id, %1$L, %3$s, max(%2$I) from gone group by provider_id, 3
    having not exists (
      select from %1$I stays where stays.provider_id = gone.provider_id and %4$s stays.%2$I > max(gone.%2$I))
    order by provider_id, 3
    on conflict (provider_id, table_name, within) do update set highest = excluded.highest
    where noted.highest < excluded.highest',
    tg_table_name, tg_argv[0], tg_argv[1],
    case when tg_argv[1] <> '0' then format('stays.%1$I = gone.%1$I and', tg_argv[1]) end);
  return null;
end $$;
create trigger note_removed_numbers after delete on documents referencing old table as gone
  for each statement execute function note_removed_numbers('document_id', '0');
create trigger note_removed_numbers after delete on evaluations referencing old table as gone
  for each statement execute function note_removed_numbers('interface_id', '0');
create trigger note_removed_numbers after delete on events referencing old table as gone
  for each statement execute function note_removed_numbers('event_id', '0');
create trigger note_removed_numbers after delete on invoice_addresses referencing old table as gone
  for each statement execute function note_removed_numbers('no', 'customer_id');
create trigger note_removed_numbers after delete on invoices referencing old table as gone
  for each statement execute function note_removed_numbers('control_no', '0');
create trigger note_removed_numbers after delete on letters referencing old table as gone
  for each statement execute function note_removed_numbers('letter_no', '0');
create trigger note_removed_numbers after delete on orders referencing old table as gone
  for each statement execute function note_removed_numbers('no', '0');
create trigger note_removed_numbers after delete on participations referencing old table as gone
  for each statement execute function note_removed_numbers('participant_id', '0');
create trigger note_removed_numbers after delete on webinar_links referencing old table as gone
  for each statement execute function note_removed_numbers('link_id', '0');


-- The installation

-- The queue. docs/decisions/0021-queue-in-the-database.md
create table jobs (
  id uuid primary key,
  kind text not null,
  data jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'completed', 'refused', 'failed')),
  attempts int not null default 0,
  failures int not null default 0,
  queued_at timestamptz not null default now(),
  due_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  reason text
);
create index jobs_due on jobs (kind, due_at) where ended_at is null;
create index jobs_end on jobs (ended_at) where ended_at is not null;
-- For the lists of given-up jobs among all jobs that are kept for JOB_DAYS.
create index jobs_given_up on jobs (kind) where state in ('failed', 'refused');
-- For the mails of one person: without it each such query reads all jobs that are kept.
create index jobs_of_person on jobs ((data->>'providerId'), (data->>'contactId')) where data->>'contactId' is not null;
comment on column jobs.state is '`refused`: no retry can help; `failed`: its retries were used up.';
comment on column jobs.attempts is 'Number of runs that have begun.';
comment on column jobs.failures is 'Number of runs that have failed; a run that ended with its process is not counted.';
comment on column jobs.due_at is 'Time from which the job may run; while it runs, the time at which its process counts as dead.';
comment on column jobs.started_at is 'Time at which the last run began.';
comment on column jobs.reason is 'Reason why the last run failed, in English.';

-- Single row: the identity of the database when it was last noted, and the reason why outgoing is on hold.
-- docs/decisions/0091-outgoing-on-hold.md
create table outgoing (
  is_only boolean primary key default true check (is_only),
  database_identity text not null,
  folder_mark text not null,
  public_url text,
  held_because text,
  backed_up_at timestamptz,
  restored_at timestamptz
);
comment on column outgoing.backed_up_at is 'Time at which the last backup began.';
comment on column outgoing.restored_at is 'Time at which this database was restored from a backup; cursors and mails from before are those of its original.';

-- Every role may read both values unless that right was revoked. This is a function because a statement that names a
-- forbidden function fails as a whole.
create function database_identity() returns text language plpgsql stable as $$
declare own text := (select oid from pg_database where datname = current_database());
begin
  return (select system_identifier from pg_control_system()) || '/' || own;
exception when insufficient_privilege then
  return '/' || own;
end $$;

-- Acts of commands, until a server has written them into its log.
create table operator_events (
  id bigserial primary key,
  event jsonb not null,
  at timestamptz not null default now()
);

-- The one secret behind the pseudonyms of network addresses in the log, the same for every process.
create table log_keys (
  secret text primary key,
  only_one boolean not null default true unique check (only_one)
);
insert into log_keys (secret) values (gen_random_uuid()::text || gen_random_uuid()::text);
