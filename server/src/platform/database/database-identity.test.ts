// On PostgreSQL alone: the embedded database has no other role.

import { sql } from 'kysely'
import { expect } from 'vitest'
import { test } from '../../../../testing/server/fixtures.ts'

test('the identity of a database is noted by its owner who is no superuser', async ({ db }) => {
  const identityAs = (more: string) =>
    db.transaction().execute(async (trx) => {
      await sql.raw(`create role plain_owner; ${more}`).execute(trx)
      await sql`set local role plain_owner`.execute(trx)
      const { rows } = await sql<{ identity: string }>`select database_identity() as identity`.execute(trx)
      await sql`reset role`.execute(trx)
      await sql`drop role plain_owner`.execute(trx)
      await sql`grant execute on function pg_control_system() to public`.execute(trx)
      return rows[0]?.identity
    })
  expect(await identityAs('')).toMatch(/^\d{15,}\/\d+$/)
  expect(await identityAs('revoke execute on function pg_control_system() from public')).toMatch(/^\/\d+$/)
})
