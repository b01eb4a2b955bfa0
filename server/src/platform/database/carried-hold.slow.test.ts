// On both databases: their migrations must come to the same.

import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { commandContext } from '../../../../testing/server/command-context.ts'
import { eventually } from '../../../../testing/server/eventually.ts'
import { test as mailTest } from '../../../../testing/server/mail-fixtures.ts'
import { openEmptyDatabase } from '../../../../testing/server/test-database.ts'
import { releaseOutgoingCommand } from '../queue/outgoing.command.ts'
import { migrate } from './migrate.ts'

const because = 'This database is a copy, as the version before has noted.'

/** A database of a version with pg-boss, on hold, in whose queue a mail waits; then carried over. */
const test = mailTest.extend('database', { scope: 'file' }, async ({ databaseKind }, { onCleanup }) => {
  const database = await openEmptyDatabase(databaseKind)
  onCleanup(database.close)
  const { db, pool } = database
  await pool.query(await readFile(new URL('../../../../testing/server/database-447d823.sql', import.meta.url), 'utf8'))
  // A dump has no path to look for names in, and leaves none behind.
  await pool.query('set search_path = public')
  await migrate(db, '0071-column-comments')
  await pool.query(`select pgboss.create_queue('password-changed-mail', '{"policy": "standard", "retryLimit": 12}')`)
  await pool.query(
    `insert into outgoing (database_identity, folder_mark, held_because) values (database_identity(), '', $1)`,
    [because]
  )
  await pool.query(`
    insert into pgboss.job (name, data) values ('password-changed-mail', '{"company": 1, "pvaid": 111, "to": "anna@huber.example"}')`)
  await migrate(db)
  return database
})

test('what is on hold stays so until it is released', async ({ database: { db, pool }, mailServer, server }) => {
  await eventually(() => expect(server.log()).toContain('outgoing is on hold: mails and webhooks wait'))
  expect(server.log()).toContain(because)
  const { rows } = await pool.query('select kind, state, attempts from jobs')
  expect(rows).toEqual([{ kind: 'password-changed-mail', state: 'waiting', attempts: 0 }])
  expect(mailServer.arrived).toEqual([])

  const arriving = mailServer.mail(1)
  expect(await releaseOutgoingCommand.run(db, null, commandContext)).toMatchObject({ hold: because })
  expect((await arriving).recipients).toEqual(['anna@huber.example'])
})
