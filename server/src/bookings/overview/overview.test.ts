import type { Overview } from '@customer-center/contract/overview'
import { getOverviewSchema } from '@customer-center/contract/overview.schema'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import type { TestUser } from '../../testing/company.ts'
import { test as serverTest } from '../../testing/fixtures.ts'

const test = serverTest
  .extend('overview', ({ callAs }) => async (user: TestUser) => {
    const { envelope } = await callAs<Overview>(user, '/overview')
    return getOverviewSchema.data.parse(envelope.responseData)
  })
  .extend('later', ({ db }) => async (minutes: number) => {
    const ago = sql`make_interval(mins => ${minutes})`
    await sql`update visits set last_at = last_at - ${ago}, previous_at = previous_at - ${ago}`.execute(db)
    await sql`update documents set added_at = added_at - ${ago}`.execute(db)
  })

describe('what the overview tells', () => {
  test.beforeAll(async ({ seed, own, foreign }) => {
    await seed.addEvent(1, '2026-01-10', { to_date: '2026-01-12' })
    await seed.addEvent(2, '2026-02-10')
    await seed.addEvent(3, '2200-03-10')
    await seed.addEvent(4, '2200-01-10')
    await seed.addEvent(5, '2100-01-10')
    await seed.addParticipation(own.users.contact, 1)
    await seed.addParticipation(own.users.admin, 2)
    await seed.addParticipation(own.users.contact, 3, { attended: false })
    await seed.addParticipation(own.users.shoplight, 4, { attended: false })
    await seed.addParticipation(foreign.users.contact, 5, { attended: false })
    await seed.addInvoice(own.id, 'R-1', '2026-02-20')
    await seed.addInvoice(foreign.id, 'R-2', '2026-03-20')
  })

  test.for([
    ['admin', '2200-01-10', '2026-02-10', '2026-02-20'],
    ['shopfull', '2200-01-10', '2026-02-10', '2026-02-20'],
    ['contact', '2200-03-10', '2026-01-12', null],
    ['shoplight', '2200-01-10', null, null]
  ] as const)(
    '%s: only of those whom it may act for, and of screens that it may open',
    async ([right, nextEvent, lastEvent, lastInvoice], { overview, own }) => {
      expect(await overview(own.users[right])).toMatchObject({
        person: `Anna ${right}`,
        nextEvent,
        lastEvent,
        lastInvoice
      })
    }
  )

  test('documents are new that came after the last visit, which ends half an hour after its last call', async ({
    db,
    seed,
    own,
    overview,
    later
  }) => {
    const { contact } = own.users
    await db.deleteFrom('visits').execute()
    await seed.addScript(1)
    expect(await overview(contact)).toMatchObject({ newDocuments: null, lastVisit: null })
    await later(20)
    expect(await overview(contact)).toMatchObject({ newDocuments: null, lastVisit: null })
    await later(40)
    await seed.addScript(1)
    await seed.addScript(2)
    const { rows } = await sql<{ day: string }>`
      select to_char(last_at at time zone 'Europe/Vienna', 'YYYY-MM-DD') as day from visits`.execute(db)
    const visit = { newDocuments: 1, lastVisit: rows[0]?.day }
    expect(await overview(contact)).toMatchObject(visit)
    expect(await overview(contact)).toMatchObject(visit)
    await later(40)
    expect(await overview(contact)).toMatchObject({ newDocuments: 0 })
  })
})
