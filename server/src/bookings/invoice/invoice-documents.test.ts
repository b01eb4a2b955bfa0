import { createHash, randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { type Invoice, listInvoicesSchema } from '@customer-center/contract/invoice'
import { commandContext } from '../../../../testing/server/command-context.ts'
import { ndjson, test as importTest } from '../../../../testing/server/import-fixtures.ts'
import { sharedFolder } from '../../../../testing/server/new-folder.ts'
import { importCommand } from '../../operator/import/import.command.ts'
import { openStorage } from '../../platform/storage/storage.ts'

const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex')
const pdf = '%PDF-1.7 R-1'
const xml =
  '<?xml version="1.0" encoding="UTF-8"?>\n<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>'

const dataFolder = sharedFolder()

const test = importTest
  .extend('config', { scope: 'file' }, () => ({ ...commandContext.config, dataFolder }))
  .extend('overrides', { scope: 'file' }, ({ config }) => ({ storage: openStorage(config) }))
  .extend('put', { scope: 'file' }, ({ ask }) => (text: string | Buffer) => {
    const hash = createHash('sha256').update(text).digest('hex')
    return ask(`/files/${hash}`, { method: 'PUT', type: 'application/octet-stream', body: text })
  })
  .extend('send', { scope: 'file' }, ({ ask }) => async (resource: string, ...rows: object[]) => {
    const { json } = await ask(`/imports/${resource}`, { method: 'POST', body: ndjson(...rows) })
    const { text } = await ask(`/imports/${String(json['runId'])}/refusals`)
    return { ...json, refusals: text }
  })
  .extend('list', ({ server, own }) => async () => {
    const { envelope } = await server.call<Invoice[]>(own.shopUsers.admin, '/eventmanager/invoicebysubscriber')
    return listInvoicesSchema.data.parse(envelope.responseData)
  })
  .extend('open', ({ server, own, foreign }) => async (documentKey: string | null | undefined, isForeign = false) => {
    const user = isForeign ? foreign.shopUsers.admin : own.shopUsers.admin
    const { status, envelope } = await server.call<Record<string, string> | null>(
      user,
      `/dms/getdoc?documentKey=${documentKey}`
    )
    const { DOK_NAME: name, DOK_DATEN: data = '' } = envelope.responseData ?? {}
    return { status, name, text: Buffer.from(data, 'base64').toString() }
  })
  .extend('data', { scope: 'file', auto: true }, async ({ put, send }) => {
    await put(pdf)
    await put(xml)
    const common = { kind: 'invoice', customer: 'K100', caption: 'Rechnung R-1' }
    await send(
      'documents',
      { ...common, externalId: 'PDF', fileName: 'R-1.pdf', sha256: sha256Of(pdf) },
      { ...common, externalId: 'XML', fileName: 'R-1.xml', sha256: sha256Of(xml) }
    )
  })

const invoice = (externalId: string, more: object = {}) => ({
  externalId,
  customer: 'K100',
  no: externalId,
  date: '2026-03-01',
  ...more
})

describe('an invoice', () => {
  test('without a document is listed, and gets its PDF and XML later', async ({ send, list, open }) => {
    expect(await send('invoices', invoice('R-1'))).toMatchObject({ created: 1, refused: 0 })
    expect(await list()).toMatchObject([{ no: 'R-1', date: '2026-03-01', documentHash: null, documents: null }])
    await send('invoices', invoice('R-1', { xml: 'XML' }))
    const [alone] = await list()
    expect(alone).toMatchObject({ fileName: 'R-1.xml', documents: null })
    expect(await open(alone?.documentHash)).toEqual({ status: 200, name: 'R-1.xml', text: xml })
    expect(await open(alone?.documentHash, true)).toMatchObject({ status: 404 })
    await send('invoices', invoice('R-1', { document: 'PDF' }))
    const [both] = await list()
    expect(both?.documents?.map(({ fileName }) => fileName)).toEqual(['R-1.pdf', 'R-1.xml'])
    expect(both?.documentHash).toBe(both?.documents?.[0]?.documentHash)
    expect(both?.documents?.[1]?.documentHash).toBe(alone?.documentHash)
    expect(await open(both?.documentHash)).toMatchObject({ name: 'R-1.pdf', text: pdf })
    expect(await send('invoices', invoice('R-1', { document: 'PDF', xml: 'XML' }))).toMatchObject({ unchanged: 1 })
  })

  test('never shows the document of another customer', async ({ send, list, foreign }) => {
    const theirs = { kind: 'invoice', customer: foreign.customerNumber, caption: 'Fremd', sha256: sha256Of(xml) }
    await send('documents', { ...theirs, externalId: 'THEIRS', fileName: 'fremd.xml' })
    await send('invoices', invoice('R-2', { xml: 'THEIRS' }), invoice('R-3', { document: 'THEIRS' }))
    const shown = (await list()).filter(({ no }) => no !== 'R-1')
    expect(shown.map(({ documentHash, documents }) => [documentHash, documents])).toEqual([
      [null, null],
      [null, null]
    ])
  })

  test('keeps its XML when a full set of documents lacks it, or somebody deletes it', async ({ ask, send, list }) => {
    await send('invoices', invoice('R-1', { document: null, xml: 'XML' }))
    await ask('/imports/documents?mode=replace&maxRemoved=1', { method: 'POST', body: '' })
    const deleted = await ask('/documents/XML', { method: 'DELETE' })
    expect([deleted.status, deleted.json['detail']]).toEqual([409, expect.stringContaining('An invoice refers to it.')])
    expect((await list()).find(({ no }) => no === 'R-1')).toMatchObject({ fileName: 'R-1.xml' })
  })
})

describe('a file of XML', () => {
  test.for([
    ['with a byte order mark', `\ufeff${xml}`],
    ['without a declaration', '<rsm:CrossIndustryInvoice xmlns:rsm="urn:x"/>'],
    ['in a Latin encoding', Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>Ä</a>', 'latin1')]
  ] as const)('is stored %s', async ([, text], { put }) => {
    expect((await put(text as string)).status).toBe(204)
  })

  test.for([
    ['a DOCTYPE', '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
    ['a style sheet', '<?xml version="1.0"?><?xml-stylesheet href="https://evil.example/x.xsl"?><a/>'],
    ['a page', '<h:html xmlns:h="http://www.w3.org/1999/xhtml"><h:script>alert(1)</h:script></h:html>'],
    ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>']
  ])('is refused with %s', async ([, text], { put }) => {
    const { status, json } = await put(text!)
    expect([status, json['detail']]).toEqual([
      400,
      'It is XML with a DOCTYPE, a style sheet or elements of HTML or SVG.'
    ])
  })

  test.for([
    ['in UTF-16, where a DOCTYPE could hide', Buffer.from(`\ufeff<?xml version="1.0"?><a/>`, 'utf16le')],
    ['in UTF-7, where a DOCTYPE could hide', '<?xml version="1.0" encoding = "utf-7"?>+ADwAIQ-DOCTYPE a>']
  ] as const)('is refused %s', async ([, text], { put }) => {
    expect((await put(text as string)).json['detail']).toMatch(/^It is neither a PDF/)
  })

  test('belongs to an invoice: a script with such a name is refused', async ({ send }) => {
    await send('events', { externalId: 'E', caption: 'Kurs', fromDate: '2026-01-01' })
    const script = { externalId: 'S', kind: 'script', caption: 'Skript', fileName: 'a.xml', sha256: sha256Of(xml) }
    const { refusals } = await send('documents', { ...script, event: 'E' })
    expect(refusals).toContain('ends in .xml, as only documents of invoices may.')
  })
})

test.for(['call', 'folder'] as const)(
  'a file that the storage has lost is there again once it is sent by a %s',
  async (way, { config, db, own, put, send, list, open }) => {
    const pdf9 = '%PDF-1.7 R-9'
    const row = { externalId: 'R-9', sha256: sha256Of(pdf9) }
    await put(pdf9)
    await send('documents', { ...row, kind: 'invoice', customer: 'K100', caption: 'Rechnung', fileName: 'R-9.pdf' })
    await send('invoices', invoice('R-9', { document: 'R-9' }))
    const key = (await list()).find(({ no }) => no === 'R-9')?.documentHash
    expect(await open(key)).toMatchObject({ status: 200, text: pdf9 })
    await rm(join(config.dataFolder, 'documents', `${own.providerId}`, 'files', sha256Of(pdf9)))
    expect(await open(key)).toMatchObject({ text: '' })
    if (way === 'call') await put(pdf9)
    else {
      const path = join(config.dataFolder, 'sent')
      await mkdir(join(path, 'files'), { recursive: true })
      await writeFile(join(path, 'files', 'R-9.pdf'), pdf9)
      await writeFile(join(path, 'documents.ndjson'), JSON.stringify(row))
      const input = { path, providerId: own.providerId, mode: 'upsert', dryRun: false, runId: randomUUID() } as const
      const { files, refusedFiles } = await importCommand.run(db, input, { ...commandContext, config })
      expect([files[0]?.unchanged, refusedFiles]).toEqual([1, []])
    }
    expect(await open(key)).toMatchObject({ status: 200, text: pdf9 })
  }
)
