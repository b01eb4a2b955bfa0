import contentDisposition from 'content-disposition'
import { describe, expect } from 'vitest'
import {
  type DocumentEvent,
  type ZipAddress,
  type ZipRequest,
  maxZipDocuments
} from '@customer-center/contract/document'
import type { Invoice } from '@customer-center/contract/invoice'
import { call } from '../../../../testing/server/calls.ts'
import type { TestShopUser } from '../../../../testing/server/customer.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'
import { readZip } from '../../../../testing/server/read-zip.ts'
import { changeRows, readRow } from '../../../../testing/server/rows.ts'
import type { Db } from '../../platform/database/query.ts'

const refused = 'Mindestens eines dieser Dokumente ist nicht verfügbar. Bitte laden Sie die Seite neu.'
const gone = 'Dieser Download ist nicht mehr verfügbar. Bitte gehen Sie zurück und starten Sie ihn erneut.'

interface Tools {
  readonly db: Db
  readonly url: string
  readonly headers: Record<string, string>
  readonly user: TestShopUser
  readonly other: TestShopUser
  readonly participant: number
}

const test = serverTest
  .extend('ask', ({ server }) => (headers: Record<string, string>, data: ZipRequest) => {
    return call<ZipAddress | null>(server.url, '/dms/zip', {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ data })
    })
  })
  /** Fetches as a browser does, without a header of the session. */
  .extend('follow', ({ server }) => {
    return (address: ZipAddress | null, init: RequestInit = {}) =>
      fetch(new URL(address?.url ?? 'none', `${server.url}/api/`), init)
  })
  .extend('scriptKeys', ({ server }) => async (user: TestShopUser, eventId: number): Promise<string[]> => {
    const { envelope } = await server.call<DocumentEvent[]>(user, '/eventmanager/documentsbysubscriber')
    const event = envelope.responseData.find((each) => each.eventId === eventId)
    return event?.scripts.map(({ documentHash }) => documentHash) ?? []
  })
  .extend('invoiceKeys', ({ server }) => async (user: TestShopUser): Promise<string[]> => {
    const { envelope } = await server.call<Invoice[]>(user, '/eventmanager/invoicebysubscriber')
    return envelope.responseData.map(({ documentHash }) => documentHash ?? '')
  })
  .extend('data', { scope: 'file', auto: true }, async ({ seed, own, foreign, db }) => {
    await seed.addEvent(1, '2026-01-01')
    await seed.addEvent(2, '2026-02-01')
    const scripts = [
      await seed.addScript(1, { position: 1 }),
      await seed.addScript(1, { position: 2, size: 2_000_000 }),
      await seed.addScript(1, { position: 3 })
    ]
    const rename = (documentId: number, file_name: string, caption: string) =>
      changeRows(db, 'documents', { document_id: documentId }, { file_name, caption })
    await rename(scripts[0]!.documentId, 'Übung.pdf', 'Übung\r\nzum \u202eKapitel')
    await rename(scripts[1]!.documentId, 'übung.PDF', 'Noch eine')
    await rename(scripts[2]!.documentId, '../../Inhalt.txt', 'Liste')
    await seed.addScript(2)
    const invoice = await seed.addInvoice(own.customerId, 'R-1', '2026-01-31')
    await seed.addInvoice(foreign.customerId, 'R-2', '2026-01-31')
    await seed.addParticipation(own.shopUsers.contact, 1)
    await seed.addParticipation(own.shopUsers.shoplight, 2)
    await seed.addParticipation(foreign.shopUsers.contact, 2)
    return { scripts, invoice }
  })

describe('several documents as one file', () => {
  test('are stored as they are, under safe names of which none is there twice, after a list of them', async ({
    own,
    ask,
    follow,
    scriptKeys,
    server,
    data: { scripts }
  }) => {
    const { admin } = own.shopUsers
    const documentKeys = await scriptKeys(admin, 1)
    const request = { documentKeys: [...documentKeys, documentKeys[0]!], name: 'Skripte „Übung 1/2“' }
    const { status, envelope } = await ask(await server.headersOf(admin), request)
    expect([status, envelope.responseResult.RESTReturnCode]).toEqual([200, 0])
    expect(server.log()).toContain('"event":"data-exported"')
    expect(server.log()).toContain('"data":"documents","count":3')
    const response = await follow(envelope.responseData)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/zip')
    expect(response.headers.get('content-disposition')).toContain(
      `filename*=UTF-8''Skripte%20%E2%80%9E%C3%9Cbung%201-2%E2%80%9C.zip`
    )
    expect([response.headers.get('cache-control'), response.headers.get('x-content-type-options')]).toEqual([
      'no-store',
      'nosniff'
    ])
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(response.headers.get('content-length')).toBe(String(bytes.length))
    const entries = await readZip(bytes)
    expect([...entries.keys()]).toEqual(['Inhalt.txt', 'Übung.pdf', 'übung (2).PDF', 'Inhalt (2).txt'])
    expect([...entries.values()].slice(1)).toEqual(scripts.map((script) => script.bytes))
    expect(entries.get('Inhalt.txt')?.toString().split('\r\n')).toEqual([
      'Skripte „Übung 1-2“',
      expect.stringMatching(/^3 Dokumente, zusammengestellt am \d{2}\.\d{2}\.\d{4}, \d{2}:\d{2} Uhr$/),
      '',
      'Übung.pdf – Übung zum Kapitel (1\u00a0kB)',
      'übung (2).PDF – Noch eine (2\u00a0MB)',
      'Inhalt (2).txt – Liste (1\u00a0kB)',
      ''
    ])
  })

  test.for([
    ['admin', [1, 2], true],
    ['shopfull', [1, 2], true],
    ['contact', [1], false],
    ['shoplight', [2], false]
  ] as const)(
    'are given to %s only if each of them may be had; a foreign, a forbidden and a missing one get the same answer',
    async ([right, events, bills], { server, own, foreign, ask, scriptKeys, invoiceKeys }) => {
      const { admin } = own.shopUsers
      const headers = await server.headersOf(own.shopUsers[right])
      const allowed = (await Promise.all(events.map((eventId) => scriptKeys(admin, eventId)))).flat()
      if (bills) allowed.push(...(await invoiceKeys(admin)))
      const fine = await ask(headers, { documentKeys: allowed, name: 'Alle' })
      expect(fine.envelope.responseResult.RESTReturnCode).toBe(0)

      const forbidden = bills ? [] : await invoiceKeys(admin)
      const others = [
        ...(await invoiceKeys(foreign.shopUsers.admin)),
        ...(await scriptKeys(foreign.shopUsers.admin, 2))
      ]
      const unknown = ['f'.repeat(64), 'kein Schlüssel', '', `${allowed[0]?.slice(0, 63)}x`]
      const answers = []
      for (const key of [...forbidden, ...others, ...unknown]) {
        answers.push(await ask(headers, { documentKeys: [...allowed, key], name: 'Alle' }))
      }
      expect(answers.length).toBeGreaterThanOrEqual(6)
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
      expect(answers[0]?.envelope).toMatchObject({
        responseData: null,
        responseResult: { HTTPReturnCode: 200, RESTReturnCode: 404, Errors: [refused] }
      })
    }
  )

  test.for<[string, string]>([
    ['../../etc/passwd', '-..-etc-passwd.zip'],
    ['con', '_con.zip'],
    ['a"; filename="b.exe', 'a; filename=b.exe.zip'],
    ['...', 'pdf.zip']
  ])('get a safe name for %j', async ([name, safe], { server, own, ask, follow, scriptKeys }) => {
    const { admin } = own.shopUsers
    const documentKeys = await scriptKeys(admin, 1)
    const { envelope } = await ask(await server.headersOf(admin), { documentKeys, name })
    const { headers, body } = await follow(envelope.responseData)
    await body?.cancel()
    expect(contentDisposition.parse(headers.get('content-disposition') ?? '')).toMatchObject({
      type: 'attachment',
      parameters: { filename: safe }
    })
  })

  test('are a thousand at most', async ({ server, own, seed, ask, follow, scriptKeys, db }) => {
    const { admin } = own.shopUsers
    await seed.addEvent(3, '2026-03-01')
    await seed.addParticipation(admin, 3)
    const { documentId } = await seed.addScript(3)
    const row = await readRow(db, 'documents', { document_id: documentId })
    const { lookup_key: _, secret: __, external_id: ___, ...common } = row
    const copies = Array.from({ length: maxZipDocuments }, (____, index) => ({
      ...common,
      document_id: 10_000 + index
    }))
    await db.insertInto('documents').values(copies).execute()
    const keys = await scriptKeys(admin, 3)
    const headers = await server.headersOf(admin)
    const tooMany = await ask(headers, { documentKeys: keys, name: 'Alle' })
    expect([keys.length, tooMany.status]).toEqual([maxZipDocuments + 1, 400])
    const { envelope } = await ask(headers, { documentKeys: keys.slice(1), name: 'Alle' })
    const entries = await readZip(Buffer.from(await (await follow(envelope.responseData)).arrayBuffer()))
    expect([entries.size, [...entries.keys()].at(-1)]).toEqual([maxZipDocuments + 1, `${documentId} (1000).pdf`])
    await db.deleteFrom('documents').where('document_id', '>=', 10_000).execute()
  })
})

describe('the address of a download', () => {
  test('works once, and only if it is fetched', async ({ server, own, ask, follow, scriptKeys }) => {
    const { contact } = own.shopUsers
    const { envelope } = await ask(await server.headersOf(contact), {
      documentKeys: await scriptKeys(contact, 1),
      name: 'A'
    })
    expect((await follow(envelope.responseData, { method: 'HEAD' })).status).toBe(404)
    const both = await Promise.all([1, 2].map(() => follow(envelope.responseData)))
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 404]))
    const again = await follow(envelope.responseData)
    expect([again.status, again.headers.get('content-type'), await again.text()]).toEqual([
      404,
      'text/html; charset=utf-8',
      expect.stringContaining(gone)
    ])
  })

  test('is stored as a hash', async ({ server, own, ask, scriptKeys, db }) => {
    const { admin } = own.shopUsers
    const { envelope } = await ask(await server.headersOf(admin), {
      documentKeys: await scriptKeys(admin, 1),
      name: 'A'
    })
    const token = envelope.responseData?.url.split('/').at(-1) ?? ''
    expect(token).toMatch(/^[\w-]{43}$/)
    const rows = await db.selectFrom('zip_downloads').selectAll().execute()
    expect(JSON.stringify(rows.map(({ token_hash, ...row }) => [token_hash.toString(), row]))).not.toContain(token)
  })

  test.for<[string, (tools: Tools) => Promise<unknown>]>([
    [
      'a minute has passed',
      ({ db }) =>
        db
          .updateTable('zip_downloads')
          .set({ expires_at: new Date(Date.now() - 1) })
          .execute()
    ],
    ['the person has logged out', ({ url, headers }) => call(url, '/revokeToken', { method: 'POST', headers })],
    [
      'the session has expired',
      ({ db, user: { contactId } }) =>
        changeRows(db, 'sessions', { contact_id: contactId }, { expires_at: new Date(0) })
    ],
    [
      'the login is another person’s now',
      ({ db, user, other }) =>
        changeRows(db, 'sessions', { contact_id: user.contactId }, { contact_id: other.contactId })
    ],
    [
      'the contact is inactive',
      ({ db, user: { contactId } }) => changeRows(db, 'contacts', { contact_id: contactId }, { active: false })
    ],
    [
      'one of the documents may no longer be had',
      ({ db, participant }) => db.deleteFrom('participations').where('participant_id', '=', participant).execute()
    ]
  ])(
    'is answered like one that never was when %s',
    async ([, change], { shopUsers: { contact: user, admin: other }, seed, ask, follow, scriptKeys, db, server }) => {
      const participant = await seed.addParticipation(user, 1)
      const headers = await server.headersOf(user)
      const { envelope } = await ask(headers, { documentKeys: await scriptKeys(user, 1), name: 'A' })
      await change({ db, url: server.url, headers, user, other, participant })
      const answers = await Promise.all(
        [envelope.responseData, { url: `../download/${'A'.repeat(43)}` }].map(async (address) => {
          const response = await follow(address)
          return [response.status, await response.text()]
        })
      )
      expect(answers[0]).toEqual([404, expect.stringContaining(gone)])
      expect(answers[1]).toEqual(answers[0])
    }
  )

  test('is not given to somebody who has twenty waiting', async ({ server, newCustomer, seed, ask, scriptKeys }) => {
    const { contact } = (await newCustomer()).shopUsers
    await seed.addParticipation(contact, 1)
    const request = { documentKeys: await scriptKeys(contact, 1), name: 'A' }
    const headers = await server.headersOf(contact)
    const statuses = []
    for (let count = 0; count <= 20; count += 1) statuses.push((await ask(headers, request)).status)
    expect([statuses.slice(0, 20), statuses[20]]).toEqual([Array<number>(20).fill(200), 429])
  })
})
