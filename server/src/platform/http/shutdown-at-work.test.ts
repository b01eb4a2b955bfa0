// On PostgreSQL alone: the only connection of the embedded database would hold the request before it is known who asks.

import { expect } from 'vitest'
import { startApp } from '../../../../testing/server/app.ts'
import { orderOfClosing, test } from '../../../../testing/server/closing-fixtures.ts'

test('closing waits for the request at work that took too long', async ({ server, own, database, hold }) => {
  const slow = await startApp(database, { limits: { responseMs: 2000, idleMs: 60_000 } })
  const headers = await server.headersOf(own.shopUsers.admin)
  const letGo = await hold('customers')
  const { status } = await fetch(`${slow.url}/api/customer`, { headers })
  expect([status, await orderOfClosing(slow, letGo)]).toEqual([503, ['let go', 'closed']])
  expect(slow.log()).not.toContain('failed unexpectedly')
})
