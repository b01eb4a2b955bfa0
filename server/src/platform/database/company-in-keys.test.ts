// On the embedded database alone: both have the same migrations.

import { sql } from 'kysely'
import { expect } from 'vitest'
import { test } from '../../../../testing/server/fixtures.ts'

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
