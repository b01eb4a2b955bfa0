import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished } from 'vitest'
import { bookingStates } from '@customer-center/contract/order'
import type { Overview } from '@customer-center/contract/overview'
import type { TestShopUser } from '../../../../testing/server/customer.ts'
import {
  confirmation,
  evaluation,
  hourRecord,
  participationLetter,
  hourRecordLetter
} from '../../../../testing/server/document-requests.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'
import { changeRows } from '../../../../testing/server/rows.ts'
import type { Typesetter } from '../../platform/typesetting/typesetter.ts'

/** Gives the data of a document in place of its PDF. */
const typesetter: Typesetter = {
  start: () => Promise.resolve(),
  render: (_template, data) => Promise.resolve(Buffer.from(JSON.stringify(data))),
  plainText: (data) => Promise.resolve(data),
  templatesVersion: () => '',
  close: () => Promise.resolve()
}

type Rows = readonly Readonly<Record<string, unknown>>[]

const past = 1
const future = 2

const test = serverTest
  .extend(
    'overrides',
    { scope: 'file' },
    {
      typesetter,
      config: { jobsPerUser: 1000, routeRights: { 'confirmations/evaluation': ['admin' as const, 'contact' as const] } }
    }
  )
  /** Two events with all that they give, and a contact who takes part in both. */
  .extend('participantId', { scope: 'file' }, async ({ db, seed, own: { providerId, customerId, shopUsers } }) => {
    await seed.addEvent(past, '2026-03-10')
    await seed.addEvent(future, '2200-03-10')
    for (const event of [past, future]) await seed.addScript(event)
    await seed.addWebinar(customerId, 'Folien', { event_id: past, no: 1 })
    await seed.addModel('saal')
    await seed.addLetter(participationLetter)
    await seed.addLetter(hourRecordLetter, { kind: 'hour-record' })
    await seed.addEvaluations({}, { template: 'evaluation-costs' }, { template: 'evaluation-attendance' })
    for (const { contactId } of Object.values(shopUsers)) {
      const visit = {
        provider_id: providerId,
        contact_id: contactId,
        previous_at: new Date('2020-01-01'),
        last_at: new Date()
      }
      await db.insertInto('visits').values(visit).execute()
    }
    const participantId = await seed.addParticipation(shopUsers.contact, past, { hours: 7.5, price: 250 })
    await seed.addParticipation(shopUsers.contact, future, { attended: false })
    return participantId
  })
  /** The keys of all documents, which only booked ones open. */
  .extend('documentKeys', { scope: 'file' }, async ({ server, own, participantId: _participantId }) => {
    type Listed = readonly { readonly scripts: readonly { readonly documentHash: string }[] }[]
    const { envelope } = await server.call<Listed>(own.shopUsers.contact, '/eventmanager/documentsbysubscriber')
    return envelope.responseData.flatMap(({ scripts }) => scripts.map(({ documentHash }) => documentHash))
  })
  .extend('withoutOthers', { scope: 'file' }, ({ db }) => async (): Promise<void> => {
    await db.deleteFrom('participations').where('participant_id', '>=', 900).execute()
  })
  .extend('started', { scope: 'file' }, ({ server }) => {
    return async (user: TestShopUser, functionName: string, parameter: string) => {
      const data = { functionName, parameter, async: true }
      return (await server.save(user, ['POST', '/function/start'], data)).data !== null
    }
  })
  /** Counts what the participations give, by kind. */
  .extend('given', { scope: 'file' }, ({ server, own, participantId, documentKeys, started }) => {
    return async (user: TestShopUser): Promise<Record<string, unknown>> => {
      const read = async <Data>(path: string, query: Record<string, string> = {}): Promise<Data | null> =>
        (await server.call<Data | null>(user, `${path}?${new URLSearchParams(query).toString()}`)).envelope.responseData
      const length = async (path: string) => (await read<Rows>(`/eventmanager/${path}`))?.length
      const isThere = async (path: string, query: Record<string, string>) => (await read(path, query)) !== null
      const evaluated = async (interfaceId: number) => {
        const filter = evaluation(1, interfaceId)
        const file = (await read<{ fileData: string }>('/evaluation/pdf', { filter }))?.fileData ?? ''
        return JSON.parse(Buffer.from(file, 'base64').toString()) as Record<string, Rows>
      }
      const feed = await server.save(user, ['POST', '/calendar/feed/renew'], {})
      const calendar = await fetch(new URL(String(feed.data?.['url']), `${server.url}/api/`))
      const zip = { documentKeys, name: 'Skripte' }
      const { nextEvent, lastEvent, newDocuments, nextEvents } = (await read<Overview>('/overview')) ?? {}
      const booked = { user: own.shopUsers.contact, eventId: past, participantId }
      const months = (await evaluated(503))['months'] ?? []
      return {
        scripts: await length('documentsbysubscriber'),
        documents: await isThere('/dms/getdoc', { documentKey: documentKeys[0] ?? '' }),
        zip: (await server.save(user, ['POST', '/dms/zip'], zip)).data !== null,
        ...(user.right === 'contact' && { webinars: await length('webinarlink') }),
        drawing: await isThere('/eventmodel', { modelId: 'saal', eventId: String(past) }),
        news: [nextEvent, lastEvent, newDocuments?.reduce((sum, { count }) => sum + count, 0)],
        next: nextEvents?.map(({ persons }) => persons),
        calendar: await isThere('/calendar/event', { eventId: String(future), no: '1' }),
        ...(user.right === 'contact' && { feed: (await calendar.text()).match(/BEGIN:VEVENT/g)?.length ?? 0 }),
        attended: await length('eventsbysubscriber'),
        ofParticipant: await length('eventsbyparticipant'),
        letterNumber: await isThere('/eventmanager/letterparticipation', { eventId: String(past) }),
        participants: (
          await read<{ participantIds: number[] }>('/eventmanager/lettersbyevent', { eventId: String(past), no: '1' })
        )?.participantIds.length,
        confirmation: await started(user, 'StandardLetter', confirmation(booked)),
        hourRecord: await started(user, 'TimesheetLetter', hourRecord([booked])),
        byParticipant: (await evaluated(501))['participants']?.map(({ events }) => (events as Rows).length),
        costs: (await evaluated(502))['events']?.map(({ participants, costs }) => [participants, costs]),
        months: months.filter(({ booked: some }) => some).map(({ booked: some, hours }) => [some, hours])
      }
    }
  })
  /** What a booked participation in each event gives. */
  .extend('all', ({ own }) => (user: TestShopUser) => ({
    scripts: 2,
    documents: true,
    zip: true,
    ...(user === own.shopUsers.contact && { webinars: 1, feed: 1 }),
    drawing: true,
    news: ['2200-03-10', '2026-03-10', 2],
    next: [1],
    calendar: true,
    attended: 1,
    ofParticipant: 1,
    letterNumber: true,
    participants: 1,
    confirmation: true,
    hourRecord: true,
    byParticipant: [1],
    costs: [[1, 25_000]],
    months: [[1, 7.5]]
  }))

const nothing = {
  scripts: 0,
  documents: false,
  zip: false,
  drawing: false,
  news: [null, null, 0],
  next: [],
  calendar: false,
  attended: 0,
  ofParticipant: 0,
  letterNumber: false,
  participants: undefined,
  confirmation: false,
  hourRecord: false,
  byParticipant: [],
  costs: [],
  months: []
}

describe('what a person gets by taking part', () => {
  test.for(['contact', 'admin'] as const)(
    'a booked participation gives %s all of it',
    async (right, { own, given, all }) => {
      const user = own.shopUsers[right]
      expect(await given(user)).toEqual(all(user))
    }
  )

  test.for(bookingStates.filter((state) => state !== 'booked'))(
    'a participation in state %s gives nothing of it, to nobody',
    async (state, { db, own, given }) => {
      onTestFinished(async () => {
        await db.updateTable('participations').set({ state: 'booked' }).execute()
      })
      await db.updateTable('participations').set({ state }).execute()
      const { contact, admin } = own.shopUsers
      expect(await given(contact)).toEqual({ ...nothing, webinars: 0, feed: 0 })
      expect(await given(admin)).toEqual(nothing)
    }
  )

  test('an event that is cancelled keeps its place, and confirms nothing', async ({ db, own, given, all }) => {
    const set = (state: 'cancelled' | 'confirmed') => db.updateTable('events').set({ state }).execute()
    onTestFinished(async () => void (await set('confirmed')))
    await set('cancelled')
    const { attended, ofParticipant, letterNumber, participants, confirmation: one, hourRecord: record } = nothing
    const { byParticipant, costs, months } = nothing
    const off = { attended, ofParticipant, letterNumber, participants, confirmation: one, hourRecord: record }
    for (const user of [own.shopUsers.contact, own.shopUsers.admin])
      expect(await given(user)).toEqual({
        ...all(user),
        ...off,
        byParticipant,
        costs,
        months,
        news: [null, null, 2]
      })
  })

  test('two bookings in an event count once', async ({ seed, own, given, all, started, withoutOthers }) => {
    onTestFinished(withoutOthers)
    const { contact, admin } = own.shopUsers
    const more = { hours: 2, price: 100 }
    await seed.addParticipation(contact, past, { participant_id: 900, ...more })
    await seed.addParticipation(contact, future, { participant_id: 901 })
    for (const [index, state] of bookingStates.entries())
      if (state !== 'booked')
        await seed.addParticipation(contact, past, { ...more, participant_id: 910 + index, state })
    for (const user of [contact, admin]) expect(await given(user)).toEqual(all(user))
    const second = { user: contact, eventId: past, participantId: 900 }
    expect(await started(admin, 'StandardLetter', confirmation(second))).toBe(false)
  })

  test('of two booked ones the attended one counts', async ({
    server,
    db,
    seed,
    own,
    participantId,
    all,
    given,
    started,
    withoutOthers
  }) => {
    const setAttended = (attended: boolean) =>
      changeRows(db, 'participations', { participant_id: participantId }, { attended })
    onTestFinished(async () => {
      await withoutOthers()
      await setAttended(true)
    })
    const { contact } = own.shopUsers
    await setAttended(false)
    await seed.addParticipation(contact, past, { participant_id: 900, hours: 7.5, price: 250 })
    const { envelope } = await server.call<Rows>(contact, '/eventmanager/eventsbysubscriber')
    expect(envelope.responseData.map((row) => row['VER_TEILNEHMERID'])).toEqual([900])
    expect(await given(contact)).toEqual({ ...all(contact), confirmation: false, hourRecord: false })
    const second = { user: contact, eventId: past, participantId: 900 }
    expect(await started(contact, 'StandardLetter', confirmation(second))).toBe(true)
  })
})

test('each statement that reads participations asks for booked ones, but for orders, their invoices, copies and imports', () => {
  const folder = fileURLToPath(new URL('../../', import.meta.url))
  const isProduct = (path: string) =>
    path.endsWith('.ts') && !path.endsWith('.test.ts') && !/^(?:testing|platform\/database)\//.test(path)
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(isProduct)
    .map((path) => ({ path, text: readFileSync(folder + path, 'utf8') }))
    .filter(({ text }) => {
      const reads = text.match(/\b(?:from|join)\s+participations\b/g)?.length ?? 0
      return reads > (text.match(/\bisBooked(?:OncePerPerson)?\b(?=\)?[}])/g)?.length ?? 0)
    })
  expect(found.map(({ path }) => path).toSorted()).toEqual([
    'bookings/event/event.import.ts',
    'bookings/invoice/invoice.repository.ts',
    'bookings/order/order.import.ts',
    'bookings/order/order.repository.ts'
  ])
})
