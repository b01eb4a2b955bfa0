/** Every save has an audit row in its own statement, so that what follows from it commits with the change. */
export const changes = `
  create table audit_entries (
    id bigserial primary key,
    at timestamptz not null default now(),
    company int not null, customer_id int not null,
    actor_pvaid int,
    action text not null, resource text not null,
    key jsonb not null,
    changes jsonb not null,
    /* Which of the provider's programs wrote on the person's behalf; null: the person. */
    provider_key int,
    /* A row's number says nothing about when it can be seen: whoever took a lower one may commit later. With the transaction's
       number a reader knows which rows are complete: those of transactions before the oldest one that still runs. */
    txid xid8 not null default pg_current_xact_id(),
    foreign key (company, customer_id) references customers (company, id),
    foreign key (company, actor_pvaid) references contacts (company, pvaid),
    foreign key (company, provider_key) references provider_keys (company, id)
  );
  create index audit_entries_customer on audit_entries (company, customer_id, at);
  /* Apart by who wrote, because an import writes millions of rows between two of persons. */
  create index audit_entries_changes on audit_entries (company, (actor_pvaid is null), txid, id)
    where resource not in ('session', 'password-mail');
  /* The feed gives them beside what persons changed. */
  create index audit_entries_erased on audit_entries (company, txid, id) where action = 'erase';
  /* For the clean-up; a hundredth of the size of a tree, as rows lie in the order of their time. */
  create index audit_entries_at on audit_entries using brin (at);

  /* Which field a customer changed and the provider has not sent back equal. */
  create table customer_changes (
    company int not null,
    resource text not null,
    /* As in the audit: the pvaid of a contact, the id of a customer, id/no of an invoice address. */
    row_key text not null, code text not null,
    changed_at timestamptz not null,
    primary key (company, resource, row_key, code)
  );
  /* Another version of a mark could not be skipped by the next save of the same transaction: the thousandth walked through 999 of
     them. Within a transaction the time is the same, so there is nothing to write. */
  create function note_customer_changes() returns trigger language plpgsql as $$
  begin
    insert into customer_changes (company, resource, row_key, code, changed_at)
    select new.company, new.resource,
           coalesce(new.key->>'pvaid', concat_ws('/', new.key->>'id', new.key->>'no')), code, new.at
    from jsonb_object_keys(new.changes) code
    on conflict (company, resource, row_key, code) do update set changed_at = excluded.changed_at
    where customer_changes.changed_at <> excluded.changed_at;
    return null;
  end $$;
  create trigger note_customer_changes after insert on audit_entries for each row
    when (new.actor_pvaid is not null and new.action = 'update'
      and new.resource in ('customer', 'contact', 'invoice-address', 'webshop-user'))
    execute function note_customer_changes();

  create table webhooks (
    id serial primary key,
    company int not null references providers,
    url text not null,
    /* It signs each delivery, so it is kept as it is. */
    secret text not null,
    /* The last change that became deliveries. */
    txid xid8 not null, change_id bigint not null default 0,
    failing boolean not null default false,
    created_at timestamptz not null default now()
  );
  /* What is still to be delivered. A delivery that a process has taken is taken again if nothing is heard of it. */
  create table webhook_deliveries (
    webhook_id int not null references webhooks on delete cascade,
    change_id bigint not null references audit_entries on delete cascade,
    attempts int not null default 0,
    due_at timestamptz not null default now(),
    taken_until timestamptz,
    failed_at timestamptz, reason text,
    primary key (webhook_id, change_id)
  );
  create index webhook_deliveries_due on webhook_deliveries (webhook_id, due_at) where failed_at is null;
  /* Clean-up of the audit looks for what still refers to a row. */
  create index webhook_deliveries_change on webhook_deliveries (change_id)`
