import { gzipSync } from 'node:zlib'
import { expect } from 'vitest'
import { Right } from '@customer-center/contract/rights'
import { commandContext } from '../../../../testing/server/command-context.ts'
import { ndjson, test as importTest } from '../../../../testing/server/import-fixtures.ts'
import { importer } from '../../../../testing/server/imports.ts'
import { newFolder } from '../../../../testing/server/new-folder.ts'
import { changeRows, readRow } from '../../../../testing/server/rows.ts'
import { initCommand } from '../../operator/init/init.command.ts'
import { sendAccessCommand } from './shop-user.command.ts'

const test = importTest
  /** Lists the events of commands and imports since the last look that a server will log. */
  .extend('events', { scope: 'file' }, ({ db }) => async () => {
    const rows = await db.deleteFrom('operator_events').returning('event').execute()
    return rows.map(({ event }) => event)
  })
  .extend('run', { scope: 'file' }, ({ db }) => importer(db, 1))

test('a broken import or mailing has logged what it did', async ({ newCustomer, db, run, events, ask, server }) => {
  const { customerNumber: customer } = await newCustomer()
  // The names are more than a batch.
  const names = Array.from({ length: 260 }, (_, n) => `N${n}`)
  await run(
    'contacts',
    names.map((externalId) => ({ externalId, customer, lastName: 'Huber' }))
  )
  const rows = names.map((contact) => ({ contact, emailAddress: `${contact}@neu.example`, rights: Right.contact }))
  await run('shop-users', rows, { undoesBatches: true })
  expect(await events()).toEqual([])
  const packed = gzipSync(ndjson(...rows, ...rows.map((row) => ({ ...row, contact: `${row.contact}-nobody` }))))
  const { status } = await ask('/imports/shop-users', { method: 'POST', body: packed.subarray(0, -20) })
  expect([status, await events()]).toEqual([400, []])
  expect(server.log()).toMatch(/"event":"access-imported",.*"key":\d+,"created":\d+,/)
  const ending = new AbortController()
  const options = { signal: ending.signal, onProgress: () => ending.abort() }
  const others = rows.map((row) => ({ ...row, rights: Right.shoplight }))
  await expect(run('shop-users', others, options)).rejects.toThrow()
  expect(await events()).toEqual([{ event: 'access-imported', created: 0, updated: 250 }])

  const broken = new AbortController()
  const report = (progress: object) => 'last' in progress && broken.abort()
  const context = { ...commandContext, signal: broken.signal, report }
  const input = { names: ['N1', 'N2'], providerId: null, again: false, perMinute: 6 }
  await expect(sendAccessCommand.run(db, input, context)).rejects.toThrow()
  expect(await events()).toEqual([{ event: 'access-mailed', count: 1 }])
  const { contact_id: contactId } = await readRow(db, 'contacts', { external_id: 'N1' })
  await run('shop-users', [{ ...others[1], emailAddress: 'richtig@neu.example' }])
  expect(await events()).toEqual([
    { event: 'access-imported', created: 0, updated: 1 },
    { event: 'access-mailed', person: `1/${contactId}` }
  ])
})

test('a mailing leaves out who has got a password or lost the right meanwhile', async ({ db, run, events }) => {
  await run('customers', [{ externalId: 'LANG', lastName: 'Lang GmbH', number: 'LANG' }])
  // The last three come in the second wave.
  const names = Array.from({ length: 103 }, (_, n) => `L${String(n).padStart(3, '0')}`)
  await run(
    'contacts',
    names.map((externalId) => ({ externalId, customer: 'LANG', lastName: 'Huber' }))
  )
  await run(
    'shop-users',
    names.map((contact) => ({ contact, emailAddress: `${contact}@lang.example`, rights: Right.contact }))
  )
  await events()
  const change = (name: string, values: { password_hash: string } | { rights: number }) =>
    changeRows(db, 'shop_users', { email_address: `${name}@lang.example` }, values)
  let changed: Promise<unknown> | undefined
  const report = () =>
    (changed ??= Promise.all([change('L100', { password_hash: 'chosen' }), change('L101', { rights: Right.none })]))
  const input = { names, providerId: 1, again: false, perMinute: 6000 }
  const sent = await sendAccessCommand.run(db, input, { ...commandContext, report: () => void report() })
  await changed
  expect(sent).toMatchObject({ queued: 101, failures: [] })
  expect(await events()).toEqual([
    { event: 'access-mailed', count: 100 },
    { event: 'access-mailed', count: 1 }
  ])
})

test('the first admin is an event, and each link that is mailed to it', async ({ db, events }) => {
  const dataFolder = await newFolder()
  const input = {
    providerId: 7,
    provider: { name: 'Akademie' },
    customer: { lastName: 'Bau GmbH', number: 'K-1' },
    admin: { lastName: 'Huber' },
    emailAddress: 'huber@bau.example'
  }
  const config = { ...commandContext.config, publicUrl: 'https://center.example', dataFolder }
  const init = () => initCommand.run(db, input, { ...commandContext, config })
  await init()
  const mailed = { event: 'access-mailed', person: '7/1' }
  expect(await events()).toEqual([{ event: 'access-imported', created: 1, updated: 0 }, mailed])
  await init()
  expect(await events()).toEqual([mailed])
})
