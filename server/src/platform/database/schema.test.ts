import { sql } from 'kysely'
import { expect, describe } from 'vitest'
import { test } from '../../../../testing/server/fixtures.ts'
import { tablesText } from '../../../../testing/server/tables-text.ts'

/** Keys that do not begin with the company, by the reason. */
const withoutCompany: Readonly<Record<string, readonly string[]>> = {
  'shown by somebody who names no company: a random secret, of which the hash is stored, or a random key': [
    'calendar_feeds (token_hash)',
    'documents (lookup_key)',
    'email_changes (confirm_hash)',
    'email_changes (stop_hash)',
    'passkey_challenges (challenge_hash)',
    'passkeys (credential_id)',
    'password_mails (link_hash)',
    'provider_keys (key_hash)',
    'sessions (token_hash)',
    'zip_downloads (token_hash)'
  ],
  'a letter is checked by the number that is printed on it': ['issued_letters (number)'],
  'a random UUID, the same nowhere': [
    'email_changes (change_id)',
    'jobs (id)',
    'passkeys (passkey_id)',
    'server_functions (job_id)'
  ],
  'a number of the installation in the order of writing; no foreign key refers to it': [
    'audit_entries (id)',
    'import_refusals (id)',
    'logins (id)'
  ],
  'a number of the installation that an operator types, or that is stored as the actor': [
    'provider_keys (id)',
    'webhooks (id)'
  ],
  'a guess at an account, or a mail to an address, counts whatever the company': [
    'login_attempts (id)',
    'mail_limits (key_hash)'
  ],
  'of the installation': [
    'log_keys (only_one)',
    'log_keys (secret)',
    'migrations (name)',
    'operator_events (id)',
    'outgoing (is_only)',
    'signing_keys (key_id)',
    'signing_keys (public_key)'
  ],
  'the signing key is of the installation': ['issued_letters (key_id) -> signing_keys']
}

test('each key and foreign key begins with the company, but for those with a reason', async ({ db }) => {
  const { rows } = await sql<{ key: string; first: string }>`
    with keys as (
      select indrelid as table_id, null::oid as other, indkey::int2[] as columns from pg_index where indisunique
      union all
      select conrelid, confrelid, conkey from pg_constraint where contype = 'f'
    )
    select format('%s (%s)%s', table_id::regclass,
        (select string_agg(attname, ', ' order by place) from unnest(columns) with ordinality as c (attnum, place)
         left join pg_attribute a on a.attrelid = table_id and a.attnum = c.attnum),
        ' -> ' || other::regclass) as key,
      (select attname from pg_attribute a where a.attrelid = table_id and a.attnum = (columns)[array_lower(columns, 1)]) as first
    from keys join pg_class t on t.oid = table_id where relnamespace = 'public'::regnamespace`.execute(db)
  const others = rows.filter(({ first }) => first !== 'provider_id').map(({ key }) => key)
  expect(others.toSorted()).toEqual(Object.values(withoutCompany).flat().toSorted())
})

test('the types of the tables are those of a migrated database', async ({ db }) => {
  await expect(await tablesText(db)).toMatchFileSnapshot('tables.d.ts')
})

describe('the triggers of the tables', () => {
  test('do their work for an operator whose session has another search path', async ({ db, own }) => {
    const { customerId, providerId } = own
    const { contactId } = own.shopUsers.shopfull
    const place = { name: 'Filiale', street: 'Ring 1', plz: '1010', place: 'Wien' }
    const address = { provider_id: providerId, customer_id: customerId, no: 4711, ...place }
    await db.insertInto('invoice_addresses').values(address).execute()
    const feed = { provider_id: providerId, contact_id: contactId, token: '', token_hash: Buffer.alloc(32) }
    await db.insertInto('calendar_feeds').values(feed).execute()
    await db.transaction().execute(async (trx) => {
      await sql`set local search_path = ''`.execute(trx)
      await sql`delete from public.invoice_addresses where customer_id = ${customerId} and no = 4711`.execute(trx)
      await sql`update public.shop_users set email_address = 'other@firma.example' where contact_id = ${contactId}`.execute(
        trx
      )
    })
    const noted = await db.selectFrom('removed_numbers').select('highest').where('within', '=', customerId).execute()
    expect(noted).toEqual([{ highest: 4711 }])
    expect(
      await db.selectFrom('calendar_feeds').select('contact_id').where('contact_id', '=', contactId).execute()
    ).toEqual([])
  })

  test('are functions that name the schema of their tables', async ({ db }) => {
    const { rows } = await sql<{ name: string }>`
      select proname as name from pg_proc
      where prorettype = 'trigger'::regtype and pronamespace = 'public'::regnamespace
        and not coalesce(array_to_string(proconfig, ' '), '') like '%search_path=public%'`.execute(db)
    expect(rows).toEqual([])
  })
})
