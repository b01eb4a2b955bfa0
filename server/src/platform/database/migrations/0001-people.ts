import { type Kysely, sql } from 'kysely'

// Every key of the domain begins with `company`, the provider's own company ("Mandant"), and every foreign key
// includes it: a link across companies is then impossible, whatever a query forgets.
const statements = [
  sql`
    create table providers (
      company int primary key,
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
      bic text not null default ''
    )`,
  sql`
    create table persons (
      company int not null references providers,
      id int not null,
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
      primary key (company, id)
    )`,
  sql`
    create table customers (
      company int not null,
      id int not null,
      number text not null,
      pvaid int,
      additional_name text,
      uid_nr text,
      home_page text,
      compare_field1 text, compare_field2 text, compare_field3 text, compare_field4 text, compare_field5 text,
      compare_field6 text, compare_field7 text, compare_field8 text, compare_field9 text, compare_field10 text,
      compare_field11 text, compare_field12 text, compare_field13 text, compare_field14 text,
      version int not null default 1,
      primary key (company, id),
      unique (company, number),
      foreign key (company, id) references persons (company, id)
    )`,
  sql`
    create table contacts (
      company int not null,
      pvaid int not null,
      id int not null,
      contact_company int not null,
      contact_id int not null,
      sequence_number int not null default 1,
      custom_field16 text,
      custom_field17 text,
      active boolean not null default true,
      newsletter boolean not null default false,
      display_email text,
      version int not null default 1,
      primary key (company, pvaid),
      unique (company, id, pvaid),
      unique (company, id, contact_id),
      check (contact_company = company),
      foreign key (company, id) references customers (company, id),
      foreign key (contact_company, contact_id) references persons (company, id)
    )`,
  sql`create index contacts_person on contacts (contact_company, contact_id)`,
  sql`
    create table shop_users (
      company int not null,
      pvaid int not null,
      id int not null,
      email_address text not null,
      rights smallint not null check (rights between 0 and 4),
      password_hash text,
      password_must_change boolean not null default false,
      password_expires_at timestamptz,
      primary key (company, pvaid),
      foreign key (company, id, pvaid) references contacts (company, id, pvaid)
    )`,
  // The user name at the login is the e-mail address within one customer, whatever its capitals.
  sql`create unique index shop_users_login on shop_users (company, id, lower(email_address))`,
  // A save that may take the last admin counts the others.
  sql`create index shop_users_admins on shop_users (company, id) where rights = 1`,
  sql`
    create table invoice_addresses (
      company int not null,
      id int not null,
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
      primary key (company, id, no),
      foreign key (company, id) references customers (company, id)
    )`,
  sql`
    create table field_descriptors (
      company int not null references providers,
      form text not null check (form in ('customer', 'contact')),
      const_name text not null,
      position int not null,
      display_mode smallint not null default 1,
      description text,
      required boolean not null default false,
      read_only boolean not null default false,
      primary key (company, form, const_name)
    )`,
  sql`
    create table possible_values (
      company int not null references providers,
      field text not null,
      key text not null,
      value text not null,
      position int not null,
      primary key (company, field, key)
    )`
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
