import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { commandContext } from '../../../../testing/server/command-context.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'
import { ndjson } from '../../../../testing/server/import-fixtures.ts'
import { newFolder, sharedFolder } from '../../../../testing/server/new-folder.ts'
import { exportCommand } from '../export/export.command.ts'
import { textOf } from './import-report.ts'
import { importCommand } from './import.command.ts'

const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex')
const pdf = (text: string) => `%PDF-1.7 ${text}`

const folders = sharedFolder()

const test = serverTest
  .extend('context', { scope: 'file' }, () => ({
    ...commandContext,
    config: { ...commandContext.config, dataFolder: join(folders, 'data') }
  }))
  .extend(
    'bring',
    { scope: 'file' },
    ({ db, own, context }) =>
      async (files: Record<string, string>, runId = randomUUID()) => {
        const folder = await newFolder()
        for (const [name, text] of Object.entries(files)) {
          await mkdir(dirname(join(folder, name)), { recursive: true })
          await writeFile(join(folder, name), text)
        }
        const { providerId } = own
        const input = { path: folder, providerId, mode: 'upsert', dryRun: false, runId } as const
        const imported = await importCommand.run(db, input, context)
        return { ...imported, text: textOf({ ...imported, sources: [], unended: [] }).replaceAll(`${folder}/`, '') }
      }
  )
  .extend('shaOf', { scope: 'file' }, ({ db }) => async (externalId: string) => {
    const found = await db
      .selectFrom('documents')
      .select(['sha256', 'file'])
      .where('external_id', '=', externalId)
      .executeTakeFirst()
    return [found?.sha256, found?.file]
  })
  // Their invoices name these customers.
  .extend('customers', { scope: 'file', auto: true }, ({ own, foreign }) => [own, foreign])

const event = ndjson({ externalId: 'E-FILES', caption: 'Seminar' })
const script = (externalId: string, more: object) => ({
  externalId,
  kind: 'script',
  event: 'E-FILES',
  caption: 'Skriptum',
  fileName: 'Skriptum.pdf',
  ...more
})

describe('files of documents', () => {
  test('are found by their name, and later bytes replace those of their own', async ({ bring, shaOf }) => {
    const [first, second, other] = [pdf('one'), pdf('two'), pdf('other')]
    const { files } = await bring({
      'events.ndjson': event,
      'documents.ndjson': ndjson(
        script('BY-NAME', { file: 'Skriptum.pdf' }),
        script('OTHER', { file: 'anderes.pdf' }),
        script('BY-HASH', { sha256: sha256Of(first) })
      ),
      'files/Skriptum.pdf': first,
      'files/anderes.pdf': other
    })
    expect(files.map(({ created, refused }) => [created, refused])).toEqual([
      [1, 0],
      [3, 0]
    ])
    const drop = await bring({ 'files/Skriptum.pdf': second })
    expect(drop.text).toBe('Documents whose file was exchanged: 1\n')
    expect(await shaOf('BY-NAME')).toEqual([sha256Of(second), 'Skriptum.pdf'])
    expect(await shaOf('OTHER')).toEqual([sha256Of(other), 'anderes.pdf'])
    expect(await shaOf('BY-HASH')).toEqual([sha256Of(first), null])
    const again = await bring({
      'documents.ndjson': ndjson(script('BY-NAME', { file: 'Skriptum.pdf' })),
      'files/Skriptum.pdf': second
    })
    expect([again.exchanged, again.files[0]?.unchanged]).toEqual([0, 1])
  })

  test('that are missing, unnamed or named twice otherwise are said by name', async ({ bring, shaOf }) => {
    const { files, text } = await bring({
      'events.ndjson': event,
      'documents.ndjson': ndjson(
        script('MISSING', { file: 'fehlt.pdf' }),
        script('NONE', {}),
        script('BOTH', { file: 'lose.pdf', sha256: sha256Of(pdf('one')) })
      ),
      'files/da.pdf': pdf('one'),
      'files/lose.pdf': pdf('nobody')
    })
    expect(files[1]?.reasons.map(({ sentence }) => sentence).toSorted()).toEqual([
      'A new row needs sha256 or file.',
      expect.stringContaining('file names another one than sha256.'),
      'file names no file that was sent.'
    ])
    expect(text).toContain('lose.pdf is stored, but no document names it.\n')
    expect(await shaOf('MISSING')).toEqual([undefined, undefined])
  })

  test('find their invoice by its number, unless nobody knows whose it is', async ({ bring, db, shaOf }) => {
    const invoice = (externalId: string, no: string, customer = 'K100') => ({
      externalId,
      no,
      customer,
      date: '2026-11-02'
    })
    const [one, two] = [pdf('R-1'), '<?xml version="1.0" encoding="UTF-8"?>\n<Invoice xmlns="urn:x"/>']
    const rows = ndjson(invoice('I-1', 'R-1'), invoice('I-2', 'R-2'), invoice('I-3', 'R-2', 'K200'))
    const { attached, refusedFiles } = await bring({
      'invoices.ndjson': rows,
      'invoices/R-1.pdf': one,
      'invoices/R-1.xml': two,
      'invoices/R-2.pdf': pdf('R-2'),
      'invoices/R-9.pdf': pdf('R-9'),
      'invoices/Liste.docx': 'PK\u0003\u0004'
    })
    expect(attached).toBe(2)
    expect(refusedFiles.toSorted((a, b) => a.file.localeCompare(b.file))).toEqual([
      { file: 'invoices/Liste.docx', sentence: 'Its name is not the number of an invoice with .pdf or .xml.' },
      {
        file: 'invoices/R-2.pdf',
        sentence: 'Several invoices have the number R-2: name the file in a row of documents.'
      },
      { file: 'invoices/R-9.pdf', sentence: 'No invoice has the number R-9.' }
    ])
    expect(await shaOf('invoices/R-1.pdf')).toEqual([sha256Of(one), 'invoices/R-1.pdf'])
    const stored = await db
      .selectFrom('invoices')
      .select(['external_id', 'document_id', 'xml_document_id'])
      .where('external_id', 'in', ['I-1', 'I-2', 'I-3'])
      .orderBy('external_id')
      .execute()
    expect(stored.map(({ document_id: own, xml_document_id: xml }) => [own !== null, xml !== null])).toEqual([
      [true, true],
      [false, false],
      [false, false]
    ])
    const newer = pdf('R-1, new')
    const again = await bring({ 'invoices.ndjson': rows, 'invoices/R-1.pdf': newer })
    expect([again.attached, again.files[0]?.unchanged]).toEqual([1, 3])
    expect(await shaOf('invoices/R-1.pdf')).toEqual([sha256Of(newer), 'invoices/R-1.pdf'])
    const other = await bring({
      'invoices.ndjson': ndjson(invoice('I-4', 'R-1', 'K200')),
      'invoices/R-1.pdf': pdf('R-1 of somebody else')
    })
    expect([other.attached, other.refusedFiles.length]).toEqual([0, 1])
    expect(await shaOf('invoices/R-1.pdf')).toEqual([sha256Of(newer), 'invoices/R-1.pdf'])
  })

  test('of invoices are attached by an import that continues, also those that came after it began', async ({
    bring,
    db,
    shaOf
  }) => {
    const invoice = (no: string) => ({ externalId: `I-${no}`, no, customer: 'K100', date: '2026-11-02' })
    const runId = randomUUID()
    const later = { 'invoices/R-21.pdf': pdf('R-21') }
    const rows = { 'invoices.ndjson': ndjson(invoice('R-20'), invoice('R-21')) }
    expect((await bring({ ...rows, ...later }, runId)).attached).toBe(1)
    const again = await bring({ ...rows, 'invoices/R-20.pdf': pdf('R-20'), ...later }, runId)
    expect(again.attached).toBe(2)
    expect(await shaOf('invoices/R-20.pdf')).toEqual([sha256Of(pdf('R-20')), 'invoices/R-20.pdf'])
    const stored = await db
      .selectFrom('invoices')
      .select(['external_id', 'document_id'])
      .where('external_id', 'in', ['I-R-20', 'I-R-21'])
      .orderBy('external_id')
      .execute()
    expect(stored.map(({ document_id: own }) => own !== null)).toEqual([true, true])
  })

  test('are refused in the order of their names', async ({ bring }) => {
    const second = 'ä.pdf'.normalize('NFC')
    const { refusedFiles } = await bring({
      'files/a.pdf': 'neither',
      [`files/${second.normalize('NFD')}`]: pdf('one'),
      [`files/${second}`]: pdf('two')
    })
    expect(refusedFiles.map(({ file }) => basename(file))).toEqual(['a.pdf', second])
  })

  test('whose names differ by the form of Unicode alone are refused but for the first', async ({ bring, shaOf }) => {
    const [composed, decomposed] = ['Prüfung.pdf'.normalize('NFC'), 'Prüfung.pdf'.normalize('NFD')]
    const { files, refusedFiles, text } = await bring({
      'events.ndjson': event,
      'documents.ndjson': ndjson(script('TWO-FORMS', { file: composed })),
      [`files/${composed}`]: pdf('composed'),
      [`files/${decomposed}`]: pdf('decomposed'),
      'files/Heft.pdf': pdf('other')
    })
    expect(files.map(({ refused }) => refused)).toEqual([0, 0])
    expect(refusedFiles).toHaveLength(1)
    expect(text).toContain(
      `files/${composed} was refused: Another file has this name in another form of Unicode: keep one of them.\n`
    )
    expect(await shaOf('TWO-FORMS')).toEqual([sha256Of(pdf('decomposed')), composed])
  })

  test('of one invoice are refused one by one, and all where its row is', async ({ bring, db }) => {
    const invoice = (no: string) => ({ externalId: `I-${no}`, no, customer: 'K100', date: '2026-11-02' })
    const xml = (no: string) => `<Invoice xmlns="urn:x">${no}</Invoice>`
    await sql`create function refuse_file() returns trigger language plpgsql as
      $$ begin raise numeric_value_out_of_range; end $$`.execute(db)
    await sql`create trigger refuse_file before update on invoices for each row when (new.no = 'R-31')
      execute function refuse_file()`.execute(db)
    await sql`create trigger refuse_file before insert on documents for each row
      when (new.external_id = 'invoices/R-30.xml') execute function refuse_file()`.execute(db)
    const { attached, refusedFiles } = await bring({
      'invoices.ndjson': ndjson(invoice('R-30'), invoice('R-31')),
      'invoices/R-30.pdf': pdf('R-30'),
      'invoices/R-30.xml': xml('R-30'),
      'invoices/R-31.pdf': pdf('R-31'),
      'invoices/R-31.xml': xml('R-31')
    })
    await sql`drop function refuse_file cascade`.execute(db)
    expect(refusedFiles.map(({ file }) => file).toSorted()).toEqual([
      'invoices/R-30.xml',
      'invoices/R-31.pdf',
      'invoices/R-31.xml'
    ])
    expect(attached).toBe(1)
  })

  test('end an import that cannot store one of them, which then stores no other', async ({ bring, context, own }) => {
    const stored = join(context.config.dataFolder, 'documents', String(own.providerId), 'files')
    const texts = Array.from({ length: 100 }, (_, number) => pdf(`end ${number}`))
    const files = Object.fromEntries(texts.map((text, index) => [`files/${1000 + index}.pdf`, text]))
    // A folder in the place of the first one.
    await mkdir(join(stored, sha256Of(texts[0] ?? ''), 'x'), { recursive: true })
    await expect(bring(files)).rejects.toThrow('Writing the file')
    const left = await readdir(stored)
    expect(left.length).toBeLessThan(texts.length)
    await bring({ 'files/danach.pdf': pdf('afterwards') })
    expect((await readdir(stored)).toSorted()).toEqual([...left, sha256Of(pdf('afterwards'))].toSorted())
  })

  test('are exported under the names by which rows find them', async ({ bring, context, db, own }) => {
    await bring({
      'events.ndjson': event,
      'documents.ndjson': ndjson(script('EXPORTED', { file: 'Ausfuhr.pdf' })),
      'files/Ausfuhr.pdf': pdf('export')
    })
    const path = join(folders, 'export')
    await exportCommand.run(db, { path, providerId: own.providerId, withSecrets: false }, context)
    expect(await readdir(join(path, 'files'))).toContain('Ausfuhr.pdf')
    const line = (await readFile(join(path, 'documents.ndjson'), 'utf8'))
      .split('\n')
      .find((one) => one.includes('"EXPORTED"'))
    expect(JSON.parse(line ?? '{}')).toMatchObject({ file: 'Ausfuhr.pdf', sha256: sha256Of(pdf('export')) })
    const input = { path, providerId: own.providerId, mode: 'upsert', dryRun: false, runId: randomUUID() } as const
    const { files } = await importCommand.run(db, input, context)
    const documents = files.find(({ file }) => file.endsWith('documents.ndjson'))
    expect([documents?.updated, documents?.created, documents?.refused]).toEqual([0, 0, 0])
  })
})
