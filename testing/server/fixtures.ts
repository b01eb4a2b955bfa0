import { randomBytes } from 'node:crypto'
import type { Updateable } from 'kysely'
import type { PoolClient } from 'pg'
import { inject, test as base } from 'vitest'
import type { Tables } from '../../server/src/platform/database/query.ts'
import { type Overrides, startApp, type TestApp } from './app.ts'
import { addCustomer, addTwin, type TestShopUser } from './customer.ts'
import { changeRows } from './rows.ts'
import { seed } from './seed.ts'
import { openTestDatabase } from './test-database.ts'

/**
 * The `test` with a database, and the server in front of it. Fixtures that a test does not name are not made.
 * `vitest.config.ts` lists the databases on which a file with this import runs.
 */
export const test = base
  .extend('databaseKind', { scope: 'worker' }, () => inject('databaseKind'))
  /** A migrated database without rows, of this file alone. */
  .extend('database', { scope: 'file' }, async ({ databaseKind }, { onCleanup }) => {
    const database = await openTestDatabase(databaseKind)
    onCleanup(database.close)
    return database
  })
  .extend('db', { scope: 'file' }, ({ database }) => database.db)
  /** Differences from a server without settings: `test.extend('overrides', { scope: 'file' }, …)`. */
  .extend('overrides', { scope: 'file' }, (): Overrides => ({}))
  .extend('server', { scope: 'file' }, async ({ database, overrides }, { onCleanup }) => {
    const server = await startApp(database, overrides)
    onCleanup(server.close)
    return server
  })
  /** Starts another server on the database, until the test ends. */
  .extend('startServer', ({ database }, { onCleanup }) => {
    const started: TestApp[] = []
    onCleanup(async () => void (await Promise.all(started.map(({ close }) => close()))))
    return async (overrides: Overrides = {}): Promise<TestApp> => {
      const another = await startApp(database, overrides)
      started.push(another)
      return another
    }
  })
  /** The customer that a test is about, and another one of the same provider. */
  .extend('own', { scope: 'file' }, ({ db }) => addCustomer(db, 100))
  .extend('foreign', { scope: 'file' }, ({ db }) => addCustomer(db, 200))
  /** A customer of another provider, with the numbers of `own`. */
  .extend('twin', { scope: 'file' }, ({ db, own }) => addTwin(db, own))
  /** Adds a customer for a test that changes it. */
  .extend('newCustomer', { scope: 'file' }, ({ db }) => {
    let last = 1000
    return (providerId = 1) => addCustomer(db, (last += 10), providerId)
  })
  /** A customer, and its people, for the test that changes them. */
  .extend('customer', ({ newCustomer }) => newCustomer())
  .extend('shopUsers', ({ customer }) => customer.shopUsers)
  .extend('seed', { scope: 'file' }, ({ db, server, own }) => seed(db, server.storage, own.providerId))
  .extend('setShopUser', { scope: 'file' }, ({ db }) => {
    return ({ providerId, contactId }: TestShopUser, values: Updateable<Tables['shop_users']>) =>
      changeRows(db, 'shop_users', { provider_id: providerId, contact_id: contactId }, values)
  })
  /** Gives somebody a passkey of this name; no device has it. */
  .extend(
    'givePasskey',
    { scope: 'file' },
    ({ db }) =>
      async ({ providerId, contactId }: TestShopUser, name: string) => {
        const row = {
          provider_id: providerId,
          contact_id: contactId,
          credential_id: randomBytes(16).toString('base64url'),
          public_key: randomBytes(8)
        }
        await db
          .insertInto('passkeys')
          .values({ ...row, counter: 0, transports: [], name })
          .execute()
      }
  )
  /**
   * Holds every reader of this table in the middle of its work: at the table, and in the embedded database at the only
   * connection.
   */
  .extend('hold', ({ database }, { onCleanup }) => {
    const holders = new Set<PoolClient>()
    // A database with a connection in use does not close: a test that fails would keep its file open for good.
    onCleanup(() => holders.forEach((holder) => holder.release(true)))
    return async (table: string): Promise<() => Promise<void>> => {
      const holder = await database.pool.connect()
      holders.add(holder)
      await holder.query('begin')
      await holder.query(`lock table ${table}`)
      return async () => {
        await holder.query('commit')
        holders.delete(holder)
        holder.release()
      }
    }
  })
