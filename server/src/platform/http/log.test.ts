import { sql } from 'kysely'
import { expect } from 'vitest'
import { getToken, loginForm } from '../../../../testing/server/calls.ts'
import { testPassword } from '../../../../testing/server/customer.ts'
import { eventually } from '../../../../testing/server/eventually.ts'
import { test } from '../../../../testing/server/fixtures.ts'
import { formHead, test as socketTest } from '../../../../testing/server/socket-fixtures.ts'

test('the log is JSON lines, with nothing that a request carried', async ({ own, server, db }) => {
  const { admin } = own.shopUsers
  const { authorization = '' } = await server.headersOf(admin)
  await getToken(server.url, { ...loginForm(admin), password: 'canary-password', appKey: 'canary-app' })
  await getToken(server.url, { refreshToken: 'canary-refresh' })
  const headers = {
    authorization,
    cookie: 'KC-SESSION=canary-cookie',
    'user-agent': 'canary-agent',
    referer: 'http://canary-referer/'
  }
  for (const path of [
    '/api/webshopuser',
    '/api/canary-path',
    '/api/%canary-encoding',
    '/canary-page',
    '/api/getToken'
  ]) {
    await fetch(`${server.url}${path}?RES_FIELDS=canary-query`, { headers })
  }
  const put = { method: 'PUT', headers: { ...headers, 'content-type': 'application/json' }, body: '{"canary-body' }
  await fetch(`${server.url}/api/webshopuser`, put)
  // Bugs are logged whole, even so without the data that the request carried.
  await sql`create function leak() returns int language plpgsql as
    $$ begin raise exception 'invalid "canary-quoted" in canary-query' using errcode = '22P02', detail = 'canary-detail'; end $$`.execute(
    db
  )
  await sql`alter table contacts rename to kept`.execute(db)
  await sql`create view contacts as select kept.* from (select leak()) as leaking, kept`.execute(db)
  await fetch(`${server.url}/api/webshopuser?RES_FIELDS=canary-query`, { headers })
  await sql`create or replace function leak() returns int language plpgsql as
    $$ begin raise exception 'no canary-body here'; end $$`.execute(db)
  await sql`alter table customers rename to kept_customers`.execute(db)
  await sql`create view customers as select kept_customers.* from (select leak()) as leaking, kept_customers`.execute(
    db
  )
  // One text is the beginning of the other: its removal alone would leave half a text.
  const form = new URLSearchParams({ customerNumber: 'canary', userName: 'canary-body', password: 'x' })
  expect((await fetch(`${server.url}/api/getToken`, { method: 'POST', body: form })).status).toBe(500)

  const lines = server
    .log()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(lines).toContainEqual(expect.objectContaining({ method: 'GET', route: '/api/webshopuser', status: 400 }))
  expect(lines).toContainEqual(expect.objectContaining({ method: 'GET', route: '/api/webshopuser', status: 500 }))
  expect(lines.some((line) => JSON.stringify(line['err'])?.includes('22P02'))).toBe(true)
  for (const secret of ['canary', '-body', authorization, testPassword, admin.userName, '@']) {
    expect(server.log().includes(secret), secret).toBe(false)
  }
})

socketTest('a client that goes before its request is there is a line, and no failure', async ({ start, begin }) => {
  const server = await start()
  const socket = await begin(server, formHead('/api/getToken', 1000), 'c')
  socket.destroy()
  await eventually(() => expect(server.log()).toContain('the client closed the connection'))
  expect(server.log()).not.toContain('failed unexpectedly')
})
