// On PostgreSQL alone: the embedded database has one connection, so that no two transactions are at work at once.

import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { test } from '../../../../testing/server/fixtures.ts'
import { importer } from '../../../../testing/server/imports.ts'
import { whileLocked } from '../../../../testing/server/row-locks.ts'
import { addRows } from '../../../../testing/server/rows.ts'

test('an address that a contact makes while it goes to another customer does not outlive the move', async ({
  database,
  db,
  newCustomer,
  server
}) => {
  const [from, to] = [await newCustomer(), await newCustomer()]
  const { contact } = from.shopUsers
  const { providerId, externalId, contactId, userName } = contact
  const session = await server.headersOf(contact)
  const open = async (url: unknown) => (await fetch(new URL(String(url), `${server.url}/api/`))).status
  const renew = () => server.save(session, ['POST', '/calendar/feed/renew'], {})
  const before = (await renew()).data?.['url']
  expect(await open(before)).toBe(200)
  // The move deletes addresses of the calendar, then links, for one of which it waits.
  const link = { provider_id: providerId, contact_id: contactId, job_id: randomUUID(), address: userName }
  await addRows(db, 'password_mails', { ...link, expires_at: new Date(Date.now() + 3_600_000) })
  const move = () => importer(db, providerId)('contacts', [{ externalId, customer: to.customerNumber }])
  const lock = 'select from password_mails where contact_id = $1 for update'
  const [{ counts }, { data }] = await whileLocked(database, [lock, contactId], move, renew)
  expect(counts).toMatchObject({ updated: 1 })
  for (const url of [before, data?.['url']]) expect(await open(url)).toBe(404)
})
