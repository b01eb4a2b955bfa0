import { createHash } from 'node:crypto'
import { describe, expect } from 'vitest'
import type { DocumentEvent } from '@customer-center/contract/document'
import type { WireRow } from '@customer-center/contract/field-codes'
import type { Invoice } from '@customer-center/contract/invoice'
import type { TestShopUser } from '../../../../testing/server/customer.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'
import { changeRows } from '../../../../testing/server/rows.ts'

const large = 3_000_001

const test = serverTest
  .extend('overrides', { scope: 'file' }, { config: { invoiceStampNo: '7' } })
  .extend('ask', ({ server }) => async (user: TestShopUser, query: Record<string, string>) => {
    return server.call<WireRow>(user, `/dms/getdoc?${new URLSearchParams(query).toString()}`)
  })
  /** Returns the key that the user's own list gives; admins see every key of their company. */
  .extend('keyOf', ({ server }) => async (user: TestShopUser, caption: string): Promise<string> => {
    const events = await server.call<DocumentEvent[]>(user, '/eventmanager/documentsbysubscriber')
    const found = events.envelope.responseData
      .flatMap(({ scripts }) => scripts)
      .find((each) => each.caption === caption)
    if (found) return found.documentHash
    const invoices = await server.call<Invoice[]>(user, '/eventmanager/invoicebysubscriber')
    return invoices.envelope.responseData.find(({ no }) => no === caption)?.documentHash ?? ''
  })
  .extend('data', { scope: 'file', auto: true }, async ({ seed, own, foreign }) => {
    await seed.addEvent(1, '2026-01-01')
    await seed.addEvent(2, '2026-02-01')
    const script = await seed.addScript(1)
    const big = await seed.addScript(2, { size: large })
    const invoice = await seed.addInvoice(own.customerId, 'R-1', '2026-01-31')
    await seed.addParticipation(own.shopUsers.contact, 1)
    await seed.addParticipation(own.shopUsers.shoplight, 2)
    await seed.addParticipation(foreign.shopUsers.contact, 1)
    return { script, big, invoice }
  })

describe('fetching a document', () => {
  test('sends the file as it was stored, with its name and kind', async ({ own, ask, keyOf, data: { script } }) => {
    const { admin } = own.shopUsers
    const { status, envelope } = await ask(admin, { documentKey: await keyOf(admin, script.caption) })
    expect(status).toBe(200)
    expect(envelope.responseData).toEqual({
      DOK_INFO: script.caption,
      DOK_NAME: '1.pdf',
      DOK_DATEN: script.bytes.toString('base64')
    })
  })

  test('sends a large file in pieces that make up the whole', async ({ own, ask, keyOf, data: { big } }) => {
    const { admin } = own.shopUsers
    const { status, envelope } = await ask(admin, { documentKey: await keyOf(admin, big.caption) })
    expect([status, envelope.responseData['DOK_NAME'], envelope.responseResult.RESTReturnCode]).toEqual([
      200,
      '2.pdf',
      0
    ])
    const bytes = Buffer.from(String(envelope.responseData['DOK_DATEN']), 'base64')
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(createHash('sha256').update(big.bytes).digest('hex'))
  })

  test('answers with just the fields that were asked for', async ({ own, keyOf, ask, data: { script } }) => {
    const { admin } = own.shopUsers
    const documentKey = await keyOf(admin, script.caption)
    const only = await ask(admin, { documentKey, RES_FIELDS: 'DOK_NAME' })
    expect(only.envelope.responseData).toEqual({ DOK_NAME: '1.pdf' })
    const unknown = await ask(admin, { documentKey, RES_FIELDS: 'DOK_NAME,DOK_PFAD' })
    expect([unknown.status, unknown.envelope.responseResult.Errors]).toEqual([400, ['Unbekanntes Feld: DOK_PFAD']])
  })

  test.for([
    ['admin', true, true, true],
    ['shopfull', true, true, true],
    ['contact', true, false, false],
    ['shoplight', false, true, false]
  ] as const)(
    'opens to %s what its own right and participation allow',
    async ([right, first, second, bill], { own, keyOf, ask, data: { script, big } }) => {
      const { admin } = own.shopUsers
      const keys = [await keyOf(admin, script.caption), await keyOf(admin, big.caption), await keyOf(admin, 'R-1')]
      const statuses = []
      for (const documentKey of keys) {
        statuses.push((await ask(own.shopUsers[right], { documentKey, RES_FIELDS: 'DOK_NAME' })).status)
      }
      expect(statuses).toEqual([first, second, bill].map((allowed) => (allowed ? 200 : 404)))
    }
  )

  test('takes the right of the moment, not that of the key’s day', async ({ own, seed, keyOf, ask, db }) => {
    const { contact } = own.shopUsers
    await seed.addEvent(3, '2026-03-01')
    const later = await seed.addScript(3)
    const participant = await seed.addParticipation(contact, 3)
    const documentKey = await keyOf(contact, later.caption)
    expect((await ask(contact, { documentKey, RES_FIELDS: 'DOK_NAME' })).status).toBe(200)
    await db.deleteFrom('participations').where('participant_id', '=', participant).execute()
    expect((await ask(contact, { documentKey, RES_FIELDS: 'DOK_NAME' })).status).toBe(404)
  })

  test('answers every key without right alike', async ({ keyOf, own, foreign, ask, data: { script } }) => {
    const key = await keyOf(own.shopUsers.admin, script.caption)
    const theirs = await keyOf(foreign.shopUsers.admin, script.caption)
    const refused: [TestShopUser, string][] = [
      [own.shopUsers.admin, theirs],
      [foreign.shopUsers.contact, key],
      [foreign.shopUsers.admin, await keyOf(own.shopUsers.admin, 'R-1')],
      [own.shopUsers.shoplight, key],
      [own.shopUsers.contact, await keyOf(own.shopUsers.admin, 'R-1')],
      [own.shopUsers.admin, key.slice(0, 63) + (key.endsWith('0') ? '1' : '0')],
      [own.shopUsers.admin, key.slice(0, 32)],
      [own.shopUsers.admin, key.slice(0, 32) + theirs.slice(32)],
      [own.shopUsers.admin, 'f'.repeat(64)],
      [own.shopUsers.admin, key.toUpperCase()],
      [own.shopUsers.admin, `${key}\n`],
      [own.shopUsers.admin, ''],
      [own.shopUsers.admin, "' or 1=1 --"]
    ]
    const answers = []
    for (const [user, documentKey] of refused) answers.push(await ask(user, { documentKey }))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers[0]?.envelope.responseResult.Errors).toEqual(['Dieses Dokument ist nicht verfügbar.'])
  })

  test('names the provider’s stamp, and refuses any other', async ({ own, keyOf, ask, data: { invoice } }) => {
    const { admin } = own.shopUsers
    const documentKey = await keyOf(admin, 'R-1')
    const info = async (stampNo: string) => {
      const { status, envelope } = await ask(admin, { documentKey, stampNo, RES_FIELDS: 'DOK_INFO' })
      return [status, envelope.responseData?.['DOK_INFO']]
    }
    expect(await info('7')).toEqual([200, `${invoice.caption}, Stempel 7`])
    expect(await info('')).toEqual([200, invoice.caption])
    expect(await info('8')).toEqual([400, undefined])
    const { envelope } = await ask(admin, { documentKey, stampNo: '7', RES_FIELDS: 'DOK_DATEN' })
    expect(envelope.responseData?.['DOK_DATEN']).toBe(invoice.bytes.toString('base64'))
  })

  test.for<[string, number]>([
    ['small', 1000],
    ['large', large]
  ])('never sends a %s file that is not what was stored', async ([, size], { own, seed, server, db, ask, keyOf }) => {
    const { admin } = own.shopUsers
    const damage: ((bytes: Buffer) => Buffer | null)[] = [
      (bytes) => Buffer.concat([bytes.subarray(0, -1), Buffer.from([(bytes.at(-1) ?? 0) ^ 1])]),
      (bytes) => Buffer.concat([bytes, Buffer.from('more')]),
      (bytes) => bytes.subarray(0, -1),
      () => null
    ]
    for (const change of damage) {
      const document = await seed.addScript(1, { size })
      const bytes = change(document.bytes)
      const { documentId, storageKey } = document
      if (bytes) await server.storage.put(storageKey, bytes)
      else await changeRows(db, 'documents', { document_id: documentId }, { storage_key: '1/none.pdf' })
      const { status, envelope, text } = await ask(admin, { documentKey: await keyOf(admin, document.caption) })
      expect([status, envelope.responseData]).toEqual([500, null])
      expect(envelope.responseResult.Errors[0]).toMatch(/fehlt oder beschädigt/)
      expect(text).not.toContain(document.bytes.toString('base64').slice(0, 40))
      expect(server.log()).toMatch(new RegExp(`"documentId":${documentId}[,}].*damaged or missing`))
      const name = await ask(admin, { documentKey: await keyOf(admin, document.caption), RES_FIELDS: 'DOK_NAME' })
      expect(name.status).toBe(200)
    }
  })
})
