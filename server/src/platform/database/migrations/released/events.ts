import { externalId } from './people.ts'

// A trigger keeps the attended name, because attendance comes by imports and by SQL of the provider's own, and each of them would
// have to look up names.
export const events = `
  create table event_models (
    company int not null references providers,
    model_id text not null,
    /* As a page's attribute has it: the event's number, or empty for the drawing of every event. */
    event_id text not null default '',
    css text not null, svg text not null, html text not null,
    primary key (company, model_id, event_id)
  );
  create table events (
    company int not null references providers,
    event_id int not null, no int not null,
    caption text not null,
    from_date date, to_date date,
    location text,
    product_type smallint not null,
    video_on_demand boolean not null default false,
    ${externalId},
    primary key (company, event_id, no)
  );
  create unique index events_external_id on events (company, external_id);
  create table event_dates (
    company int not null, event_id int not null, no int not null, day_no int not null,
    date date not null, starts time not null, ends time not null, hours numeric(5, 2) not null,
    primary key (company, event_id, no, day_no),
    foreign key (company, event_id, no) references events (company, event_id, no)
  );

  create table orders (
    company int not null, no int not null, id int not null,
    registered_at timestamptz not null,
    ordered_from text not null,
    ordered_by_pvaid int,
    ${externalId},
    primary key (company, no),
    foreign key (company, id) references customers (company, id),
    foreign key (company, id, ordered_by_pvaid) references contacts (company, id, pvaid)
  );
  create index orders_customer on orders (company, id, registered_at desc);
  create unique index orders_external_id on orders (company, external_id);

  create table participations (
    company int not null, participant_id int not null,
    id int not null, pvaid int not null,
    event_id int not null, no int not null,
    order_no int,
    attended boolean not null default false,
    hours numeric(6, 2) not null default 0,
    /* Net, in cents. */
    price int not null default 0 check (price >= 0),
    ${externalId},
    attended_name text,
    primary key (company, participant_id),
    unique (company, pvaid, event_id, no),
    foreign key (company, id, pvaid) references contacts (company, id, pvaid),
    foreign key (company, event_id, no) references events (company, event_id, no),
    foreign key (company, order_no) references orders (company, no)
  );
  create index participations_customer on participations (company, id);
  create index participations_event on participations (company, event_id, no);
  create index participations_order on participations (company, order_no);
  create unique index participations_external_id on participations (company, external_id);
  create function keep_attended_name() returns trigger language plpgsql as $$
    declare participation participations := new;
    begin
      new.attended_name := (
  select concat_ws(' ', nullif(person.first_name, ''), nullif(person.last_name, ''))
  from contacts contact
  join persons person on person.company = contact.contact_company and person.id = contact.contact_id
  where contact.company = participation.company and contact.pvaid = participation.pvaid);
      return new;
    end $$;
  create trigger keep_attended_name_of_new before insert on participations
    for each row when (new.attended) execute function keep_attended_name();
  create trigger keep_attended_name before update of attended on participations
    for each row when (new.attended and not old.attended) execute function keep_attended_name();

  create table webinar_links (
    company int not null, link_id int not null,
    id int not null, pvaid int,
    event_id int, no int,
    caption text not null, link text not null,
    expiry_date date,
    is_pdf boolean not null default false,
    ${externalId},
    primary key (company, link_id),
    foreign key (company, id) references customers (company, id),
    foreign key (company, id, pvaid) references contacts (company, id, pvaid),
    foreign key (company, event_id, no) references events (company, event_id, no)
  );
  create index webinar_links_customer on webinar_links (company, id);
  create unique index webinar_links_external_id on webinar_links (company, external_id);

  create table evaluations (
    company int not null references providers,
    interface_id int not null,
    caption text not null,
    evaluation_type int not null default 408,
    template text not null default 'evaluation-participants'
      check (template in ('evaluation-participants', 'evaluation-costs', 'evaluation-attendance')),
    ${externalId},
    primary key (company, interface_id)
  );
  create unique index evaluations_external_id on evaluations (company, external_id);

  create table calendar_feeds (
    company int not null, pvaid int not null,
    token_hash bytea not null unique,
    created_at timestamptz not null default now(),
    primary key (company, pvaid),
    foreign key (company, pvaid) references shop_users (company, pvaid) on delete cascade
  )`
