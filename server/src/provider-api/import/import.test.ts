// On both databases: rows come into the embedded one by a copy in memory.

import { createHash, randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { describe, expect } from 'vitest'
import { importResourceNames } from '@customer-center/contract/import/resources'
import { type Asked, ndjson, test } from '../../../../testing/server/import-fixtures.ts'
import { addProviderKey } from '../../../../testing/server/provider-keys.ts'

describe('rows of the provider', () => {
  test('come in as NDJSON or as CSV, packed or not, in the name of the key', async ({ ask, db, writer }) => {
    const first = await ask('/imports/customers', {
      method: 'POST',
      body: ndjson({ externalId: 'C-1', lastName: 'Bau GmbH' }, { externalId: 'C-2', lastName: 'Holz GmbH' })
    })
    expect([first.status, first.text]).toEqual([200, first.text])
    expect(first.json).toMatchObject({ read: 2, created: 2, refused: 0 })
    expect(first.headers.get('import-run')).toBe(first.json['runId'])
    const csv = Buffer.from('externalId;lastName;place\r\nC-1;Bär GmbH;Wörgl\r\n', 'latin1')
    const second = await ask('/imports/customers', { method: 'POST', type: 'text/csv', body: gzipSync(csv) })
    expect(second.json).toMatchObject({ read: 1, updated: 1 })
    const entries = await db
      .selectFrom('audit_entries')
      .select(['provider_key', 'changes'])
      .where('provider_key', '=', writer.id)
      .execute()
    expect(entries).toMatchObject([
      {
        provider_key: writer.id,
        changes: { KND_NACHNAME: { old: 'Bau GmbH', new: 'Bär GmbH' }, KND_ORT: { old: null, new: 'Wörgl' } }
      }
    ])
  })

  test('that were refused can be fetched, corrected and sent again', async ({ ask }) => {
    const csv =
      'externalId;lastName;emailAddress\nC-10;Gut GmbH;\n"C;11";;\nC-12;Schlecht GmbH;keine\nC-13;zu;viele;Zellen\n'
    const { json } = await ask('/imports/customers', { method: 'POST', type: 'text/csv', body: csv })
    expect(json).toMatchObject({ read: 4, created: 2, refused: 2, refusedFields: 1 })
    const run = `/imports/${String(json['runId'])}`
    expect((await ask(run)).json).toMatchObject({ state: 'done', resource: 'customers', refused: 2, line: 5, share: 1 })
    expect((await ask(run)).json['reasons']).toEqual(json['reasons'])
    const refusals = (await ask(`${run}/refusals`)).text.trim().split('\n')
    expect(refusals.map((line) => JSON.parse(line) as object)).toMatchObject([
      { line: 3, field: 'lastName', value: null, sentence: 'lastName must not be empty.' },
      {
        line: 4,
        field: 'emailAddress',
        value: 'keine',
        sentence: 'emailAddress must be one e-mail address. The row was taken without it.'
      },
      { line: 5, field: null, sentence: 'The row has 4 cells instead of 3.' }
    ])
    const { text, headers } = await ask(`${run}/refused-rows`)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(text).toBe('externalId;lastName;emailAddress\n"C;11";;\nC-12;Schlecht GmbH;keine\nC-13;zu;viele;Zellen\n')
    const corrected = text
      .replace('"C;11";;', 'C-11;Elf GmbH;')
      .replace('keine', '')
      .replace('zu;viele;Zellen', 'Drei GmbH;')
    const again = await ask('/imports/customers', { method: 'POST', type: 'text/csv', body: corrected })
    expect(again.json).toMatchObject({ created: 2, unchanged: 1, refused: 0 })
  })

  test('that were refused keep no hash of a password', async ({ ask, db, own }) => {
    const { contact, shoplight } = own.shopUsers
    const hash = '$2b$04$abcdefghijklmnopqrstuuA7XG9y0nB1vT0bK6KcZ2s0pQ1xW9yZ.'
    const hashes = () =>
      db.selectFrom('shop_users').select(['contact_id', 'password_hash']).orderBy('contact_id').execute()
    const before = await hashes()
    const [row, other] = [
      { contact: contact.externalId, emailAddress: 'keine', rights: 3, passwordHash: hash },
      { contact: shoplight.externalId, emailAddress: 'u1@firma.example', rights: 9, passwordHash: hash }
    ]
    const lines = [Object.keys(row), Object.values(row), Object.values(other), [shoplight.externalId, hash]]
    const bodies = [
      ['text/csv', lines.map((cells) => cells.join(';')).join('\n')],
      ['application/x-ndjson', `${ndjson(row, other)}{"contact":"${shoplight.externalId}","passwordHash":"${hash}"`]
    ] as const
    for (const [type, body] of bodies) {
      const { json } = await ask('/imports/shop-users', { method: 'POST', type, body })
      expect(json).toMatchObject({ read: 3, refused: 3 })
      expect(JSON.stringify(await db.selectFrom('import_refusals').selectAll().execute())).not.toContain('$2b$')
      const { text } = await ask(`/imports/${String(json['runId'])}/refused-rows`)
      const corrected = text.replace('keine', `u0-${type.length}@firma.example`).replace('9', '3')
      const again = await ask('/imports/shop-users', { method: 'POST', type, body: corrected })
      expect(again.json).toMatchObject({ read: 2, refused: 0 })
      expect(await hashes()).toEqual(before)
    }
  })

  test('that are nested deeper than any stack, or named by what cannot be stored, stop no other', async ({ ask }) => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000)
    const names = [String.raw`\u0000`, String.raw`\ud800`, String.raw`\ud801`]
    const unstorable = names.map((name) => `{"externalId":"${name}","lastName":7}\n`).join('')
    for (const [resource, member] of [
      ['contacts', 'lastName'],
      ['contacts', 'shoeSize'],
      ['shop-users', 'emailAddress']
    ] as const) {
      const body = `{"externalId":"D","${member}":${deep}}\n${unstorable}`
      const { status, json } = await ask(`/imports/${resource}`, { method: 'POST', body })
      expect([resource, member, status, json['refused']]).toEqual([resource, member, 200, 4])
      const one = `{"${member}":${deep}}`
      expect((await ask(`/${resource}/N`, { method: 'PUT', type: 'application/json', body: one })).status).toBe(400)
    }
  })

  test('are refused as a whole with a problem where the body is none, or the run is another one', async ({ ask }) => {
    const post = (path: string, body: string, type?: string) =>
      ask(path, { method: 'POST', body, ...(type !== undefined && { type }) })
    const unknown = await post('/imports/customers', 'externalId;shoeSize\n1;2\n', 'text/csv')
    expect([unknown.status, unknown.json['detail']]).toEqual([400, expect.stringContaining('"shoeSize" is unknown')])
    expect((await post('/imports/customers?mode=all', '')).status).toBe(400)
    expect((await post('/imports/customers?run=1', '')).status).toBe(400)
    const json = await post('/imports/customers', '{}', 'application/json')
    expect([json.status, json.json['detail']]).toEqual([415, expect.stringContaining('openapi.json says which')])
    expect((await post('/imports/shoes', '{}')).status).toBe(404)
    const run = randomUUID()
    expect((await post(`/imports/customers?run=${run}`, '')).status).toBe(200)
    const other = await post(`/imports/contacts?run=${run}`, '')
    expect([other.status, other.json['detail']]).toEqual([409, 'The run is one of another kind: begin a new one.'])
    const few = await post('/imports/customers?mode=replace', '')
    expect([few.status, few.json['detail']]).toEqual([409, expect.stringContaining('Nothing was removed')])
  })

  test('go on after a client that went away, with the same run', async ({ ask }) => {
    const run = randomUUID()
    const lastName = 'Weg '.repeat(40)
    const lines = Array.from({ length: 1200 }, (_, index) => ndjson({ externalId: `W-${index}`, lastName }))
    const isBegun = async () => Number((await ask(`/imports/${run}`)).json['line'] ?? 0) > 0
    let sent = 0
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        if (sent === 0) controller.enqueue(Buffer.from(lines.slice(0, (sent = 1000)).join('')))
        else
          await expect
            .poll(isBegun)
            .toBe(true)
            .finally(() => controller.error(new Error('gone')))
      }
    })
    await expect(ask(`/imports/customers?run=${run}`, { method: 'POST', body })).rejects.toThrow()
    const again = async () => {
      const { status, json } = await ask(`/imports/customers?run=${run}`, { method: 'POST', body: lines.join('') })
      return { status, ...json }
    }
    // The batch that was under way may still commit: until then the run is somebody else's (409).
    await expect.poll(again).toMatchObject({ status: 200, read: 1200, created: 1200 })
  })
})

test('a run gives way to people: while they are served its batches are small', async ({ server, ask, own }) => {
  const run = randomUUID()
  // The beginning of a body is looked at before its rows are read.
  const row = (n: number) => Buffer.from(ndjson({ externalId: `S-${n}`, lastName: 'Still '.repeat(20) }))
  let sent = 0
  const seen: unknown[] = []
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { read = 0 } = (await ask(`/imports/${run}`)).json
      seen.push(read)
      // While nobody is served, a batch has 250 rows.
      if (Number(read) > 0 || sent === 249) return controller.close()
      await server.call(own.shopUsers.admin, '/webshopuser/getcurrentwebshopuser')
      for (const until = sent === 0 ? 200 : sent + 1; sent < until; sent += 1) controller.enqueue(row(sent))
    }
  })
  expect((await ask(`/imports/customers?run=${run}`, { method: 'POST', body })).json).toMatchObject({ created: sent })
  expect(Number(seen.at(-1))).toBeGreaterThanOrEqual(200)
})

describe('a key of the provider', () => {
  test('brings in what its scopes say, and sees the runs of those alone', async ({ ask, db, own, twin }) => {
    const { key } = await addProviderKey(db, { providerId: own.providerId, scopes: ['write:invoices', 'read'] })
    for (const resource of importResourceNames) {
      const { status } = await ask(`/imports/${resource}`, { key, method: 'POST', body: '' })
      expect([resource, status]).toEqual([resource, resource === 'invoices' ? 200 : 403])
    }
    const { json } = await ask('/imports/customers', { method: 'POST', body: '' })
    const foreign = await addProviderKey(db, { providerId: twin.providerId, scopes: ['write'] })
    const reader = await addProviderKey(db, { providerId: own.providerId, scopes: ['read', 'sessions'] })
    for (const end of ['', '/refusals', '/refused-rows']) {
      const answers = await Promise.all([
        ask(`/imports/${String(json['runId'])}${end}`, { key }),
        ask(`/imports/${String(json['runId'])}${end}`, { key: foreign.key }),
        ask(`/imports/${randomUUID()}${end}`)
      ])
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
      expect(answers[0].status).toBe(404)
      expect((await ask(`/imports/${String(json['runId'])}${end}`, { key: reader.key })).status).toBe(403)
    }
  })

  test('does not reach the rows of another provider’s run, nor its rows', async ({ ask, db, own, twin }) => {
    const foreign = await addProviderKey(db, { providerId: twin.providerId, scopes: ['write'] })
    await ask('/imports/customers', { method: 'POST', body: ndjson({ externalId: 'MINE', lastName: 'Meine GmbH' }) })
    const answer = await ask('/imports/contacts', {
      key: foreign.key,
      method: 'POST',
      body: ndjson({ externalId: 'X', customer: 'MINE', lastName: 'Fremd' })
    })
    expect(answer.json).toMatchObject({ created: 0, refused: 1 })
    expect(own.providerId).not.toBe(twin.providerId)
  })

  test('finds no run of another provider: its number is one that nobody has used', async ({ ask, db, twin }) => {
    const foreign = await addProviderKey(db, { providerId: twin.providerId, scopes: ['write'] })
    const { json } = await ask('/imports/customers', {
      method: 'POST',
      body: ndjson({ externalId: 'R-1', lastName: 'Erste GmbH' }, { externalId: 'R-2' })
    })
    const [used, unused] = [String(json['runId']), randomUUID()]
    const answersTo = async (run: string) => {
      const call = async (path: string, asked: Asked = {}) => {
        const { status, text } = await ask(path, { ...asked, key: foreign.key })
        return [status, text.replaceAll(run, 'RUN').replaceAll(/"startedAt":"[^"]+"/g, '')]
      }
      const reads = [`/imports/${run}`, `/imports/${run}/refusals`, `/imports/${run}/refused-rows`]
      const before = await Promise.all(reads.map((path) => call(path)))
      const body = ndjson({ externalId: 'R-3' }, { externalId: 'R-4', lastName: 'Eigene GmbH' })
      const posted = await call(`/imports/customers?dryRun=true&run=${run}`, { method: 'POST', body })
      return [...before, posted, ...(await Promise.all(reads.map((path) => call(path))))]
    }
    const answers = await answersTo(used)
    expect(answers.map(([status]) => status)).toEqual([404, 404, 404, 200, 200, 200, 200])
    expect(answers).toEqual(await answersTo(unused))
    expect((await ask(`/imports/${used}`)).json).toMatchObject({ read: 2, created: 1, refused: 1, dryRun: false })
  })
})

describe('a file of a document', () => {
  const pdf = Buffer.from('%PDF-1.7 a file of the provider')
  const sha256 = createHash('sha256').update(pdf).digest('hex')

  test('is stored once, by its SHA-256, and then opened by who may', async ({ ask, db, own, server }) => {
    const put = (body: string | Buffer, hash = sha256) =>
      ask(`/files/${hash}`, { method: 'PUT', type: 'application/pdf', body })
    expect((await put(pdf)).status).toBe(204)
    expect((await put(pdf)).status).toBe(204)
    const stored = await db.selectFrom('stored_files').select(['sha256', 'size_bytes']).execute()
    expect(stored).toEqual([{ sha256, size_bytes: pdf.length }])
    expect((await put('%PDF-1.7 another', 'b'.repeat(64))).json['detail']).toBe(
      'The SHA-256 of the body is not the one of the address.'
    )
    const script = '<script>alert(1)</script>'
    const hash = createHash('sha256').update(script).digest('hex')
    expect((await put(script, hash)).json['detail']).toBe(
      'It is XML with a DOCTYPE, a style sheet or elements of HTML or SVG.'
    )
    expect((await put(pdf, 'x')).status).toBe(400)
    const common = {
      externalId: 'D',
      kind: 'invoice',
      customer: own.customerNumber,
      caption: 'Rechnung',
      fileName: 'Rechnung.pdf'
    }
    const document = await ask('/imports/documents', { method: 'POST', body: ndjson({ ...common, sha256 }) })
    expect(document.json).toMatchObject({ created: 1 })
    const unsent = ndjson({ ...common, externalId: 'D-2', sha256: 'c'.repeat(64) })
    const { json } = await ask('/imports/documents', { method: 'POST', body: unsent })
    expect((await ask(`/imports/${String(json['runId'])}/refusals`)).text).toContain(
      'sha256 names no file that was sent.'
    )
    // PowerShell prints the hash so.
    const inCapitals = ndjson({ ...common, sha256: sha256.toUpperCase() })
    expect((await ask('/imports/documents', { method: 'POST', body: inCapitals })).json).toMatchObject({ unchanged: 1 })
    expect((await put(pdf, sha256.toUpperCase())).status).toBe(204)
    const invoice = { externalId: 'I', customer: own.customerNumber, document: 'D', no: 'R-1', date: '2026-01-02' }
    expect((await ask('/imports/invoices', { method: 'POST', body: ndjson(invoice) })).json).toMatchObject({
      created: 1
    })
    const list = await server.call<{ documentHash: string }[]>(own.shopUsers.admin, '/eventmanager/invoicebysubscriber')
    const documentKey = list.envelope.responseData[0]?.documentHash ?? ''
    const opened = await server.call<Record<string, string>>(
      own.shopUsers.admin,
      `/dms/getdoc?documentKey=${documentKey}`
    )
    expect(Buffer.from(opened.envelope.responseData['DOK_DATEN'] ?? '', 'base64').equals(pdf)).toBe(true)
    expect(server.log()).not.toContain('internal')
  })
})

test('the API describes every import with the schema of its rows', async ({ server }) => {
  const document = (await (await fetch(`${server.url}/provider/v1/openapi.json`)).json()) as {
    paths: Record<string, { post?: { requestBody: { content: Record<string, { schema: { $ref: string } }> } } }>
    components: { schemas: Record<string, { properties: Record<string, object> }> }
  }
  for (const resource of importResourceNames) {
    const body = document.paths[`/provider/v1/imports/${resource}`]?.post?.requestBody
    const name = body?.content['application/x-ndjson']?.schema.$ref.split('/').at(-1) ?? ''
    expect(Object.keys(document.components.schemas[name]?.properties ?? {}).length, resource).toBeGreaterThan(2)
  }
})
