import { expect } from 'vitest'
import { test } from '../../testing/fixtures.ts'
import { addProviderKey } from '../../testing/provider-keys.ts'
import { tokensOf, whileBlocked } from '../../testing/row-locks.ts'
import { revokeKey } from '../provider-key/provider-key.repository.ts'

// The embedded database has one connection: there a transaction never meets another one.
test.beforeEach(({ databaseKind, skip }) => skip(databaseKind === 'embedded', 'one connection'))

test('a session that is asked for while its key is revoked does not outlive the key', async ({
  database,
  db,
  server,
  own
}) => {
  const { admin } = own.users
  const { key, id } = await addProviderKey(db)
  const ask = async () => {
    const response = await fetch(`${server.url}/provider/v1/sessions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ customerNumber: admin.customerNumber, email: admin.userName })
    })
    return response.status
  }
  expect(await ask()).toBe(200)
  const [held] = await tokensOf(database, admin)
  if (!held) throw new Error('A session leaves a token.')
  expect(await whileBlocked(database, held, () => revokeKey(db, id), ask)).toEqual([true, 401])
  const alive = await db.selectFrom('sessions').select('family').where('revoked_at', 'is', null).execute()
  expect(alive).toEqual([])
})
