import { type Kysely, sql } from 'kysely'

const statements = [
  sql`
    create table event_models (
      company int not null references providers,
      model_id text not null,
      -- As a page's attribute has it: the event's number, or empty for the drawing of every event.
      event_id text not null default '',
      css text not null,
      svg text not null,
      html text not null,
      primary key (company, model_id, event_id)
    )`,
  sql`
    create table events (
      company int not null references providers,
      event_id int not null,
      no int not null,
      caption text not null,
      from_date date,
      to_date date,
      location text,
      product_type smallint not null,
      video_on_demand boolean not null default false,
      model_id text,
      primary key (company, event_id, no)
    )`,
  sql`
    create table event_dates (
      company int not null,
      event_id int not null,
      no int not null,
      day_no int not null,
      date date not null,
      starts time not null,
      ends time not null,
      hours numeric(5, 2) not null,
      primary key (company, event_id, no, day_no),
      foreign key (company, event_id, no) references events (company, event_id, no)
    )`,
  sql`
    create table orders (
      company int not null,
      no int not null,
      id int not null,
      registered_at timestamptz not null,
      ordered_from text not null,
      ordered_by_pvaid int,
      primary key (company, no),
      foreign key (company, id) references customers (company, id),
      foreign key (company, id, ordered_by_pvaid) references contacts (company, id, pvaid)
    )`,
  sql`create index orders_customer on orders (company, id, registered_at desc)`,
  sql`
    create table participations (
      company int not null,
      participant_id int not null,
      id int not null,
      pvaid int not null,
      event_id int not null,
      no int not null,
      order_no int,
      attended boolean not null default false,
      hours numeric(6, 2) not null default 0,
      primary key (company, participant_id),
      unique (company, pvaid, event_id, no),
      foreign key (company, id, pvaid) references contacts (company, id, pvaid),
      foreign key (company, event_id, no) references events (company, event_id, no),
      foreign key (company, order_no) references orders (company, no)
    )`,
  sql`create index participations_customer on participations (company, id)`,
  sql`create index participations_event on participations (company, event_id, no)`,
  sql`create index participations_order on participations (company, order_no)`,
  sql`
    create table webinar_links (
      company int not null,
      link_id int not null,
      id int not null,
      pvaid int,
      event_id int,
      no int,
      caption text not null,
      link text not null,
      expiry_date date,
      is_pdf boolean not null default false,
      primary key (company, link_id),
      foreign key (company, id) references customers (company, id),
      foreign key (company, id, pvaid) references contacts (company, id, pvaid),
      foreign key (company, event_id, no) references events (company, event_id, no)
    )`,
  sql`create index webinar_links_customer on webinar_links (company, id)`,
  sql`
    create table evaluations (
      company int not null references providers,
      interface_id int not null,
      caption text not null,
      evaluation_type int not null default 408,
      primary key (company, interface_id)
    )`
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
