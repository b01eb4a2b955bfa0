import { sql } from 'kysely'
import { expect } from 'vitest'
import { call } from '../../testing/calls.ts'
import { seed } from '../../testing/seed.ts'
import { test } from '../../testing/socket-fixtures.ts'

test('refuses none of 200 sessions of one customer, known to the process or not, among as many guesses', async ({
  start,
  db,
  newCompany,
  hold,
  headersOf
}) => {
  const { company, id, users } = await newCompany(2)
  await sql`
    with names as (
      insert into persons (company, id, salutation, first_name, last_name)
      select ${company}::int, ${id} * 1000 + n, 1, 'Anna', 'Muster ' || n from generate_series(1, 195) n returning id
    )
    insert into contacts (company, id, pvaid, contact_company, contact_id)
    select ${company}::int, ${id}, id, ${company}::int, id from names`.execute(db)
  const people = [users.admin, users.shopfull]
  const sessions = await Promise.all(Array.from({ length: 100 }, () => people.map(headersOf)).flat())
  const guesses = sessions.map((_, index) => ({ authorization: `guess ${index}` }))
  const server = await start()
  const { addEvent, addParticipation, addScript } = seed(db, server.storage, company)
  await addEvent(2, '2026-01-01')
  for (const person of people) await addParticipation(person, 2)
  await addScript(2)
  for (const path of ['/customer', '/contact', '/eventmanager/documentsbysubscriber']) {
    const { url, app } = await start({ config: { maxWaitMs: 250 } })
    const calls = [...sessions, ...guesses].map((headers) => ({ headers }))
    for (const round of ['unknown', 'known']) {
      const letGo = await hold('sessions')
      const arrived = new Promise<void>((resolve) => {
        let left = calls.length
        app.server.on('request', () => (left -= 1) === 0 && resolve())
      })
      const answers = calls.map((init) => call<unknown[]>(url, path, init))
      await arrived
      await letGo()
      const statuses = (await Promise.all(answers)).map(({ status }) => status)
      expect([path, round, statuses]).toEqual([path, round, [...sessions.map(() => 200), ...guesses.map(() => 401)]])
    }
  }
})
