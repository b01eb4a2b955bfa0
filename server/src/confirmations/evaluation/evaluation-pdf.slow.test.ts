import { describe, expect, onTestFinished } from 'vitest'
import type { Answer } from '../../../../testing/server/calls.ts'
import { addCustomer, type TestShopUser } from '../../../../testing/server/customer.ts'
import { evaluation } from '../../../../testing/server/document-requests.ts'
import { eventually } from '../../../../testing/server/eventually.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'
import { pagesOf, withoutPoppler } from '../../../../testing/server/pdf.ts'
import { seedRows } from '../../../../testing/server/seed.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Typesetter } from '../../platform/typesetting/typesetter.ts'
import { createLetterTypesetter } from '../letter/letter-typesetter.ts'

const real = createLetterTypesetter({ letterTemplates: '' })
let held: (() => void)[] = []
/** Letters that wait, while `held` is wanted, until the test lets them go. */
let hold = false
/** An answer instead of a rendered one, where only its size matters. */
let instead: Uint8Array | null = null
const typesetter: Typesetter = {
  start: () => real.start(),
  render: async (template, data, options) => {
    if (hold) await new Promise<void>((resolve) => held.push(resolve))
    return instead ?? real.render(template, data, options)
  },
  plainText: (data) => real.plainText(data),
  templatesVersion: () => real.templatesVersion(),
  close: () => real.close()
}
const routeRights: Config['routeRights'] = { 'confirmations/evaluation': ['admin', 'shopfull'] }

const test = serverTest
  .extend('overrides', { scope: 'file' }, { typesetter, config: { routeRights } })
  .extend('third', { scope: 'file' }, ({ db }) => addCustomer(db, 300))
  .extend('ask', ({ server }) => {
    return (user: TestShopUser, filter = evaluation(1, 503)) =>
      server.call<{ fileData: string } | null>(user, `/evaluation/pdf?filter=${encodeURIComponent(filter)}`)
  })

describe('an evaluation delivered directly', () => {
  test.beforeAll(async ({ seed }) => {
    const [costs, attendance] = ['evaluation-costs', 'evaluation-attendance'] as const
    await seed.addEvaluations({}, { template: costs }, { template: attendance }, { evaluation_type: 409 })
    await real.start()
  })
  test.afterAll(() => real.close())

  const refusal = [
    429,
    '5',
    'Es werden gerade andere Auswertungen erstellt. Bitte versuchen Sie es gleich noch einmal.'
  ]
  const refused = ({ status, headers, envelope }: Answer) => [
    status,
    headers.get('retry-after'),
    envelope.responseResult.Errors[0]
  ]

  test('is one at a time for a person and four for all, more are 429', async ({ own, foreign, third, ask }) => {
    const [first, second] = [own.shopUsers, foreign.shopUsers]
    hold = true
    const waiting = [ask(first.admin)]
    await eventually(() => expect(held).toHaveLength(1))
    expect(refused(await ask(first.admin))).toEqual(refusal)
    waiting.push(ask(first.shopfull), ask(second.admin), ask(third.shopUsers.admin))
    await eventually(() => expect(held).toHaveLength(4))
    expect(refused(await ask(second.shopfull))).toEqual(refusal)
    hold = false
    for (const go of held) go()
    held = []
    for (const answer of await Promise.all(waiting)) expect(answer.status).toBe(200)
    for (const user of [first.admin, second.shopfull]) expect((await ask(user)).status).toBe(200)
  })

  test('of one contact tells nothing of colleagues', async ({ database, db, own, ask }) => {
    const { admin, contact, shoplight } = own.shopUsers
    const book = seedRows(db)
    await book.addEvent(9001, '2026-02-01')
    for (const user of [contact, shoplight]) await book.addParticipation(user, 9001)
    const named = { contactCompany: '1', contactId: String(contact.personId) }
    const { envelope } = await ask(admin, evaluation(1, 501, named))
    if (!withoutPoppler) {
      const text = pagesOf(Buffer.from(envelope.responseData?.fileData ?? '', 'base64')).join()
      expect(text).toContain('Anna contact')
      expect(text).not.toContain('Anna shoplight')
    }
    const other = await ask(admin, evaluation(1, 504))
    expect(other.text).toBe((await ask(admin, evaluation(1, 999))).text)
    await database.pool.query('delete from participations')
  })

  test.skipIf(withoutPoppler)('counts attended hours alone, and all costs', async ({ database, db, own, ask }) => {
    const { admin, contact, shoplight, shopfull } = own.shopUsers
    const book = seedRows(db)
    await book.addEvent(9002, '2026-03-01')
    await book.addParticipation(contact, 9002, { hours: 4.5, price: 20_000_000 })
    await book.addParticipation(shoplight, 9002, { hours: 8, price: 20_000_000, attended: false })
    await book.addParticipation(shopfull, 9002, { hours: 8, price: 20_000_000, attended: false })
    const textOf = async (interfaceId: number) => {
      const { envelope } = await ask(admin, evaluation(1, interfaceId))
      return pagesOf(Buffer.from(envelope.responseData?.fileData ?? '', 'base64')).join()
    }
    expect(await textOf(503)).toMatch(/März 2026\s+3\s+1\s+33\s%\s+4,5\n/)
    expect(await textOf(502)).toMatch(/Event 9002\s+3\s+20\.000\.000,00\s€\s+60\.000\.000,00\s€/)
    await database.pool.query('delete from participations')
  })

  test('has 150 pages at most; for more a shorter period is asked for', async ({ database, own, ask }) => {
    const { shopUsers, customerId } = own
    instead = Buffer.from('%PDF-')
    onTestFinished(() => void (instead = null))
    const tooLarge = (pages: string) => [
      200,
      null,
      [
        `Die Auswertung hätte etwa ${pages} Seiten, möglich sind höchstens 150. Bitte wählen Sie einen kürzeren Zeitraum.`
      ]
    ]
    const failure = async () => {
      const { status, envelope } = await ask(shopUsers.admin, evaluation(1, 501))
      return [status, envelope.responseData, envelope.responseResult.Errors]
    }
    await database.pool.query(`
      insert into events (provider_id, event_id, no, caption, from_date, to_date, product_type)
      select 1, n, 1, 'Kurs', '2026-02-01', '2026-02-01', 1 from generate_series(1, 6746) n`)
    await database.pool.query(`
      insert into participations (provider_id, participant_id, customer_id, contact_id, event_id, no)
      select 1, n, ${customerId}, ${shopUsers.contact.contactId}, n, 1 from generate_series(1, 6746) n`)
    // A server does this by itself before long.
    await database.pool.query('analyze')
    expect(await failure()).toEqual(tooLarge('151'))
    await database.pool.query('delete from participations where participant_id > 6745')
    expect((await ask(shopUsers.admin, evaluation(1, 501))).envelope.responseData?.fileData).toMatch(/^JVBERi/)
    // The head of a participant takes the place of five participations.
    await database.pool.query(`
      insert into persons (provider_id, person_id, first_name, last_name)
      select 1, 100000 + n, 'Anna', 'Muster' from generate_series(1, 1200) n`)
    await database.pool.query(`
      insert into contacts (provider_id, contact_id, customer_id, person_id)
      select 1, 100000 + n, ${customerId}, 100000 + n from generate_series(1, 1200) n`)
    await database.pool.query('delete from participations where participant_id > 1200')
    await database.pool.query('update participations set contact_id = 100000 + participant_id')
    await database.pool.query('analyze')
    expect(await failure()).toEqual(tooLarge('160'))
  })
})
