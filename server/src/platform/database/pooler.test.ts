// On PostgreSQL alone: PgBouncer is for no other.

import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { type Pooler, startPooler } from '../../../../testing/server/pooler.ts'
import { hasPooler } from '../../../../testing/server/postgres-binaries.ts'
import { runOn } from '../../../../testing/server/postgres.ts'
import { createPostgresDatabase, patient, postgresServer } from '../../../../testing/server/test-database.ts'
import { readConfig } from '../config/config.ts'
import { openDatabase } from './connection.ts'
import { prepared } from './prepared.ts'

const server = postgresServer() ?? ''

test.skipIf(!hasPooler())('behind PgBouncer the start asks for settings with which statements share', async () => {
  const { url, drop } = await createPostgresDatabase(server, 'migrated')
  const role = `role_${randomUUID().slice(0, 8)}`
  const { password } = new URL(server)
  await runOn(`${server}postgres`, `create role ${role} login superuser password '${password}'`)
  onTestFinished(async () => {
    await drop()
    await runOn(`${server}postgres`, `drop role ${role}`)
  })
  const openThrough = async (pooler: Pooler) => {
    const through = new URL(pooler.url + url.slice(server.length))
    through.username = role
    // The connections are more than PgBouncer has: each runs on those of others.
    const options = { databaseUrl: through.href, databasePreparedStatements: false, databasePool: 100 }
    return openDatabase({ ...readConfig({}), ...options, ...patient })
  }
  const first = await startPooler(server)
  const sentence = await openThrough(first).then(
    () => 'opened',
    (error: unknown) => String(error)
  )
  await first.stop()
  expect(sentence).toMatch(/set them on the role, and restart the pooler: ALTER ROLE role_\w+ SET TimeZone = /)
  await runOn(`${server}postgres`, sentence.slice(sentence.indexOf('ALTER ROLE')))

  const second = await startPooler(server)
  onTestFinished(second.stop)
  const { db, close } = await openThrough(second)
  const one = prepared('select 1 as one')
  const rows = await Promise.all(Array.from({ length: 500 }, async () => (await one(db, []))[0]))
  expect(rows).toEqual(Array.from({ length: 500 }, () => ({ one: 1 })))
  await close()
})
