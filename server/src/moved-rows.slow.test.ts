import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import type { DocumentEvent } from '@customer-center/contract/document'
import { endpoints } from '@customer-center/contract/endpoints'
import type { Invoice } from '@customer-center/contract/invoice'
import { everyRight, type RightName } from '@customer-center/contract/rights'
import type { Caller } from '../../testing/server/app.ts'
import type { TestCustomer, TestShopUser } from '../../testing/server/customer.ts'
import { confirmation, participationLetter } from '../../testing/server/document-requests.ts'
import { identifiers, type Identifiers, parametersOf } from '../../testing/server/identifiers.ts'
import { ndjson, test as base } from '../../testing/server/import-fixtures.ts'
import { addRows, changeRows } from '../../testing/server/rows.ts'

/*
 * A merger of two customers, in its steps. Each row of a customer has a mark in a text that reads show. After each step
 * people with each right, of both customers and those who went, make each read of the contract with keys of both, and
 * each answer has marks of their own customer alone.
 */

type Side = 'former' | 'next'

interface Booked {
  readonly user: TestShopUser
  readonly eventId: number
  readonly participantId: number
}

const markPattern = /MARKE-[\w-]+/g
const marksIn = (text: string) => new Set(text.match(markPattern))

const reads = endpoints.filter(({ endpoint }) => endpoint.method === 'GET')

/** Parameters that are nobody's keys, with a value that lets the call read. */
const constant: Readonly<Record<string, string>> = { evaluationType: '408', addressKind: '3' }

const pick = (thing: Identifiers, names: readonly string[]): Identifiers =>
  Object.fromEntries(names.map((name) => [name, thing[name] ?? '']))

/** Returns the paths of all reads, without keys, with all keys of each thing and with each of its keys alone. */
const pathsOf = (things: readonly Identifiers[]) =>
  reads.flatMap(({ endpoint, query }) => {
    const names = parametersOf(query)
    const alone = names.map((name) => [name])
    const sets = [{}, ...things.flatMap((thing) => [names, ...alone].map((some) => pick(thing, some)))]
    const queries = sets.map((keys) => new URLSearchParams({ ...constant, ...keys }).toString())
    return [...new Set(queries)].map((text) => `${endpoint.path}?${text}`)
  })

const test = base
  .extend('send', { scope: 'file' }, ({ ask }) => async (resource: string, ...rows: object[]) => {
    const { status, json } = await ask(`/imports/${resource}`, { method: 'POST', body: ndjson(...rows) })
    expect({ status, ...json }).toMatchObject({ status: 200, refused: 0, refusedFields: 0 })
  })
  .extend('sides', { scope: 'file' }, ({ own, foreign }): Record<Side, TestCustomer> => ({
    former: own,
    next: foreign
  }))
  /** The customer to which each mark belongs at present. */
  .extend('owners', { scope: 'file' }, () => new Map<string, Side>())
  /** Contacts with each right who go from one customer to the other. */
  .extend('goers', { scope: 'file' }, async ({ newCustomer, own, send }) => {
    const { shopUsers } = await newCustomer()
    const row = ({ externalId }: TestShopUser) => ({ externalId, customer: own.customerNumber })
    await send('contacts', ...everyRight.map((right) => row(shopUsers[right])))
    const { customerId, customerNumber } = own
    return Object.fromEntries(
      everyRight.map((right) => [right, { ...shopUsers[right], customerId, customerNumber }])
    ) as unknown as Record<RightName, TestShopUser>
  })
  .extend('booked', { scope: 'file' }, async ({ db, goers, owners, own, seed, send, sides, server }) => {
    for (const [side, { customerId, providerId, shopUsers, customerNumber }] of Object.entries(sides) as [
      Side,
      TestCustomer
    ][]) {
      const mark = `MARKE-${side}`
      owners.set(mark, side)
      for (const { personId } of [{ personId: customerId }, ...Object.values(shopUsers)])
        await changeRows(db, 'persons', { provider_id: providerId, person_id: personId }, { place: mark })
      await send('invoice-addresses', {
        externalId: mark,
        customer: customerNumber,
        name: mark,
        street: 'Weg 1',
        plz: '1010',
        place: 'Wien'
      })
      await seed.addInvoice(customerId, `${mark}-I`, '2026-03-31', { external_id: `${mark}-I` })
      owners.set(`${mark}-I`, side)
      await server.mustSave(shopUsers.admin, ['PUT', '/customer'], { KND_PLZ: '4020' })
    }
    await seed.addLetter(participationLetter)
    const booked: Booked[] = []
    for (const [index, right] of everyRight.entries()) {
      const user = goers[right]
      const [mark, eventId] = [(kind: string) => `MARKE-${right}-${kind}`, 10 + index]
      for (const kind of ['event', 'script', 'order', 'link', 'job', 'history']) owners.set(mark(kind), 'former')
      await seed.addEvent(eventId, '2026-01-10', { caption: mark('event'), external_id: mark('event') })
      await seed.addScript(eventId)
      await changeRows(db, 'documents', { provider_id: 1, event_id: eventId }, { caption: mark('script') })
      const names = { externalId: right, contact: user.externalId }
      await send('orders', {
        externalId: right,
        customer: own.customerNumber,
        orderedFrom: mark('order'),
        orderedBy: user.externalId,
        registeredAt: '2026-01-01T08:00:00Z'
      })
      await send('participations', { ...names, event: mark('event'), order: right, attended: true })
      await send('webinar-links', {
        ...names,
        customer: own.customerNumber,
        event: mark('event'),
        caption: mark('link'),
        link: 'https://webinar.example/1'
      })
      const { rows } = await sql<{ participantId: number }>`
        select participant_id as "participantId" from participations where external_id = ${right}`.execute(db)
      booked.push({ user, eventId, participantId: rows[0]?.participantId ?? 0 })
      const made = { status: 2, file: Buffer.from(mark('job')), finished_at: new Date(), caption: mark('job') }
      const asked = { name: 'Evaluation', parameter: '', request_hash: '', letter_number: '' }
      const { customerId, providerId, contactId } = user
      const owner = { provider_id: providerId, customer_id: customerId, contact_id: contactId }
      await addRows(db, 'server_functions', { job_id: jobOf(contactId), ...owner, ...asked, ...made })
      const admin = own.shopUsers.admin
      const { VERSION = null } = await server.mustSave(admin, ['PUT', '/contact'], {
        ASP_PVAID: contactId,
        ASP_ORT: mark('history')
      })
      await server.mustSave(admin, ['PUT', '/contact'], { ASP_PVAID: contactId, ASP_ORT: 'Wien', VERSION })
    }
    return booked
  })
  .extend('read', { scope: 'file' }, ({ server }) => async (by: Caller, path: string): Promise<string> => {
    const { text, envelope } = await server.call<{ fileData?: unknown } | null>(by, path)
    const file = envelope.responseData?.fileData
    return typeof file === 'string' ? text + Buffer.from(file, 'base64').toString() : text
  })
  /** Keys of documents, as each customer's lists have had them. */
  .extend('keys', { scope: 'file' }, () => new Set<string>())
  .extend('noteKeys', { scope: 'file' }, ({ keys, server, sides }) => async () => {
    for (const { shopUsers } of Object.values(sides)) {
      const scripts = await server.call<DocumentEvent[]>(shopUsers.admin, '/eventmanager/documentsbysubscriber')
      const invoices = await server.call<Invoice[]>(shopUsers.admin, '/eventmanager/invoicebysubscriber')
      const hashes = [
        ...scripts.envelope.responseData.flatMap((event) => event.scripts.map(({ documentHash }) => documentHash)),
        ...invoices.envelope.responseData.map(({ documentHash }) => documentHash)
      ]
      for (const key of hashes) if (key) keys.add(key)
    }
  })
  /**
   * Makes all reads of all people, and returns the answers with a mark of the other customer, and the marks that nobody
   * has seen.
   */
  .extend('attack', { scope: 'file' }, ({ booked, goers, keys, noteKeys, owners, read, server, sides }) => {
    return async (goersAt: Side) => {
      await noteKeys()
      const callers = [
        ...Object.entries(sides).flatMap(([side, { shopUsers }]) =>
          everyRight.map((right) => ({ side: side as Side, user: shopUsers[right] }))
        ),
        ...everyRight.map((right) => {
          const { customerId, customerNumber } = sides[goersAt]
          return { side: goersAt, user: { ...goers[right], customerId, customerNumber } }
        })
      ]
      const through: string[] = []
      const seen = new Set<string>()
      let calls = 0
      for (const { side, user } of callers) {
        const session = await server.headersOf(user)
        const things = booked.flatMap((one) =>
          Object.values(sides).map((customer) =>
            identifiers(
              customer,
              {
                eventId: String(one.eventId),
                no: '1',
                jobId: jobOf(one.user.contactId),
                documentKey: [...keys][0] ?? ''
              },
              one.user
            )
          )
        )
        const paths = [...pathsOf(things), ...[...keys].map((key) => `/dms/getdoc?documentKey=${key}`)]
        for (const path of paths) {
          calls += 1
          for (const mark of marksIn(await read(session, path))) {
            if (owners.get(mark) === side) seen.add(mark)
            else through.push(`${user.right} of ${side} at ${path}: ${mark}`)
          }
        }
      }
      const unseen = [...owners].flatMap(([mark, side]) => (seen.has(mark) ? [] : [`${mark} of ${side}`]))
      return { through, unseen, calls }
    }
  })

const jobOf = (contactId: number) => `00000000-0000-4000-8000-${String(contactId).padStart(12, '0')}`

describe('a merger', () => {
  test('shows nobody a row of the other customer, before, during and after it', async ({
    attack,
    booked,
    db,
    foreign,
    goers,
    owners,
    own,
    read,
    send,
    server
  }) => {
    const all = Object.values(goers)
    const customer = foreign.customerNumber
    const take = (kind: string) => everyRight.forEach((right) => owners.set(`MARKE-${right}-${kind}`, 'next'))
    /** Starts confirmations of each booking. Returns those who may, but are of the other customer. */
    const confirmed = async (side: Side, users: readonly TestShopUser[]) => {
      const started: string[] = []
      for (const user of users)
        for (const one of booked) {
          const { customerId } = side === 'former' ? own : foreign
          const parameter = confirmation({ ...one, user: { ...one.user, customerId } })
          const { envelope } = await server.call(user, '/function/start', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ data: { functionName: 'StandardLetter', parameter, async: true } })
          })
          await sql`delete from server_functions where status < 2`.execute(db)
          if (envelope.responseData) started.push(`${user.right} for ${one.user.right}`)
        }
      return started
    }
    const nobody = { through: [], unseen: [] as string[], calls: expect.any(Number) as number }

    expect(await attack('former')).toEqual(nobody)
    expect(await confirmed('former', Object.values(foreign.shopUsers))).toEqual([])
    expect(await confirmed('former', [own.shopUsers.admin])).toHaveLength(booked.length)

    // Reads in sessions of before go on while the contacts go.
    const sessions = await Promise.all(all.map((user) => server.headersOf(user)))
    const during = async () => {
      const texts: string[] = []
      for (const path of pathsOf([])) for (const session of sessions) texts.push(await read(session, path))
      return texts
    }
    const [texts] = await Promise.all([
      during(),
      send('contacts', ...all.map(({ externalId }) => ({ externalId, customer })))
    ])
    for (const text of texts) for (const mark of marksIn(text)) expect(owners.get(mark), text).toBe('former')
    for (const session of sessions) expect((await server.call(session, '/customer')).status).toBe(401)

    // A document that somebody who went has requested is nobody's to fetch.
    for (const right of everyRight) owners.delete(`MARKE-${right}-job`)
    const moved = all.map((user) => ({ ...user, customerId: foreign.customerId, customerNumber: customer }))
    expect(await attack('next')).toEqual(nobody)
    for (const side of ['former', 'next'] as const)
      expect(await confirmed(side, [...Object.values(foreign.shopUsers), ...moved])).toEqual([])
    expect(await confirmed('former', [own.shopUsers.admin])).toHaveLength(booked.length)

    await send('orders', ...all.map(({ right }) => ({ externalId: right, customer })))
    take('order')
    expect(await attack('next')).toEqual(nobody)

    await send('participations', ...all.map(({ right }) => ({ externalId: right, customer })))
    take('event')
    take('script')
    await send('webinar-links', ...all.map(({ right }) => ({ externalId: right, customer })))
    take('link')
    await send('invoices', { externalId: 'MARKE-former-I', customer })
    owners.set('MARKE-former-I', 'next')
    const after = await attack('next')
    expect(after).toEqual(nobody)
    expect(after.calls).toBeGreaterThan(1000)
    expect(await confirmed('next', [own.shopUsers.admin])).toEqual([])
    expect(await confirmed('next', [foreign.shopUsers.admin])).toHaveLength(booked.length)
  })
})
