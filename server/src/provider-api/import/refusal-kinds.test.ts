import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { commandContext } from '../../../../testing/server/command-context.ts'
import { ndjson, test as importTest } from '../../../../testing/server/import-fixtures.ts'
import { newFolder } from '../../../../testing/server/new-folder.ts'
import { textOf } from '../../operator/import/import-report.ts'
import { importCommand } from '../../operator/import/import.command.ts'

/** Rows of which one is new, one lacks a name, one has a wrong value, and one a value that a customer has changed. */
const rowsOf = (name: string) => [
  { externalId: `${name}-1`, customer: 'K100', lastName: 'Neu' },
  { externalId: `${name}-2`, customer: 'K100' },
  { externalId: `${name}-3`, customer: 'K100', lastName: 'Feld', eMailAddress: 'keine' },
  { externalId: 'A104', place: 'Linz' }
]

const counts = { read: 4, created: 2, refused: 1, refusedFields: 1, conflicts: 1 }

const told = (
  [
    [2, 'row', 'lastName', 'A new row needs lastName.'],
    [3, 'field', 'eMailAddress', 'eMailAddress must be one e-mail address. The row was taken without it.'],
    [4, 'conflict', 'place', 'A customer has changed place meanwhile: the customer’s value stays.']
  ] as const
).map(([line, kind, field, sentence]) => ({ line, kind, field, sentence }))

const parsed = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

const test = importTest
  /** The provider's company, with a contact whose place a customer has changed. */
  .extend('providerId', { scope: 'file', auto: true }, async ({ server, own }) => {
    const saved = { ASP_PVAID: own.shopUsers.contact.contactId, ASP_ORT: 'Graz' }
    await server.save(own.shopUsers.admin, ['PUT', '/contact'], saved)
    return own.providerId
  })
  .extend('runCommand', async ({ db, providerId }) => {
    const folder = await newFolder()
    return async (rows: readonly object[], dryRun: boolean, how: { readonly onlyNew?: true } = {}) => {
      await writeFile(join(folder, 'contacts.ndjson'), ndjson(...rows))
      const input = { path: folder, providerId, mode: 'upsert', dryRun, runId: randomUUID(), ...how } as const
      const imported = { sources: [], unended: [], ...(await importCommand.run(db, input, commandContext)) }
      const refused = () => readFile(join(folder, 'contacts.refused.ndjson'), 'utf8')
      return { file: imported.files[0], text: textOf(imported), refused }
    }
  })

test('a row refused, a field left out and a value kept are told apart', async ({ ask }) => {
  const rows = rowsOf('HTTP')
  const { json } = await ask('/imports/contacts', { method: 'POST', body: ndjson(...rows) })
  expect(json).toMatchObject(counts)
  const run = `/imports/${String(json['runId'])}`
  expect(parsed((await ask(`${run}/refusals`)).text)).toMatchObject(told)
  const reasons = told.map((one) => ({ ...one, isReference: false, count: 1 }))
  expect(json['reasons']).toMatchObject([reasons[0], reasons[1], reasons[2]])
  expect((await ask(run)).json).toMatchObject({ ...counts, reasons: json['reasons'] })
  expect(parsed((await ask(`${run}/refused-rows`)).text)).toEqual(rows.slice(1, 3))
})

test('a command says the kinds in its JSON, and counts and sorts by them in its text', async ({ runCommand }) => {
  const rows = rowsOf('COMMAND')
  // Beyond a field left out, a row that names nobody is lost to another one.
  const lost = { externalId: 'COMMAND-5', customer: 'NOBODY', lastName: 'Verloren' }
  const { file, text, refused } = await runCommand([...rows, lost], false)
  expect(file).toMatchObject({ ...counts, read: 5, refused: 2 })
  expect(file?.reasons).toMatchObject([
    told[0],
    told[1],
    { line: 5, kind: 'row', field: 'customer', isReference: true },
    { ...told[2], known: true }
  ])
  expect(text.split('\n').map((line) => line.replace(/ in contacts.ndjson: .*?(?=\(line)/, ' '))).toEqual([
    'contacts.ndjson (NDJSON): 5 rows: 2 new, 1 unchanged, 2 refused, 1 without a field, 1 conflicts, 1 of these as in the last run',
    'Why, with causes before what follows from them:',
    '  1 (line 2)',
    '  1 (line 3: "keine")',
    '  1 (line 5: "NOBODY")',
    '  1 (line 4: "Linz")',
    '1 row of them only names another row that was refused or is missing.',
    expect.stringMatching(/^The refused rows are in .*contacts\.refused\.ndjson/),
    ''
  ])
  expect(parsed(await refused())).toEqual([...rows.slice(1, 3), lost])
})

test('a row that was taken without the hash of a password is an example of a dry run', async ({ runCommand }) => {
  const notes = '$2b$04$abcdefghijklmnopqrstuuA7XG9y0nB1vT0bK6KcZ2s0pQ1xW9yZ.'
  const row = { externalId: 'HASH', customer: 'K100', lastName: 'Feld', eMailAddress: notes }
  const { file } = await runCommand([row], true)
  expect(file).toMatchObject({ created: 1, refused: 0, refusedFields: 1 })
  expect(file?.reasons).toMatchObject([{ kind: 'field', sentence: expect.stringContaining('is not kept') }])
  expect(file?.examples).toEqual([{ externalId: 'HASH', customer: 'K100', lastName: 'Feld' }])
})

test('a single row says the kind of what stays, and of no refused row that it was taken', async ({ ask }) => {
  const put = (path: string, row: object) =>
    ask(path, { method: 'PUT', type: 'application/json', body: JSON.stringify(row) })
  const { status, json } = await put('/contacts/A104', { place: 'Linz' })
  expect([status, json['conflicts']]).toEqual([
    200,
    [{ kind: 'conflict', field: 'place', value: 'Linz', sentence: told[2]?.sentence }]
  ])
  for (const externalId of ['KIND-E', 'KIND-F']) await put(`/events/${externalId}`, { caption: 'Statik' })
  const booking = { contact: 'A104', event: 'KIND-E', state: 'waiting', rebookedTo: 'KIND-F' }
  const refused = await put('/participations/KIND-T', booking)
  expect([refused.status, refused.json['detail']]).toEqual([
    400,
    'rebookedTo must be empty where state is not rebooked.'
  ])
})

test('rows that were refused are counted by their reasons, the first cause first', async ({ ask }) => {
  await ask('/imports/customers', { method: 'POST', body: ndjson({ externalId: 'SC-1', lastName: 'Da GmbH' }) })
  const lost = Array.from({ length: 30 }, (_, n) => ({ externalId: `S-${n}`, customer: 'S-none', lastName: 'Lost' }))
  const wrong = [1, 2].map((n) => ({ externalId: `SW-${n}`, customer: 'SC-1', lastName: 'Weg', active: 'ja' }))
  const { json } = await ask('/imports/contacts', { method: 'POST', body: ndjson(...lost, ...wrong) })
  const follows = { isReference: true, count: 30, line: 1, value: 'S-none' }
  expect(json['reasons']).toMatchObject([
    {
      field: 'active',
      sentence: 'active must be true or false.',
      isReference: false,
      count: 2,
      line: 31,
      value: 'ja'
    },
    { field: 'customer', sentence: 'customer names no row of customers that is there.', ...follows }
  ])
})

test('what the last run of the same rows had, too, is counted as known, and a file of a batch has what is new', async ({
  ask,
  runCommand
}) => {
  const send = async (...rows: readonly object[]) =>
    (await ask('/imports/contacts', { method: 'POST', body: ndjson(...rows) })).json
  const kept = rowsOf('KNOWN')
  expect(await send(...kept)).toMatchObject({ refused: 1, refusedFields: 1, conflicts: 1, known: 0 })
  // Other lines, and another fault of one of the rows.
  const changed = { ...kept[2], eMailAddress: 'auch keine' }
  const again = await send({ externalId: 'KNOWN-0' }, kept[3] ?? {}, kept[1] ?? {}, changed)
  expect(again).toMatchObject({ refused: 2, refusedFields: 1, conflicts: 1, known: 2 })
  const reasons = again['reasons'] as { known: boolean; line: number }[]
  expect(reasons.map(({ known, line }) => [known, line])).toEqual([
    [false, 1],
    [false, 4],
    [true, 3],
    [true, 2]
  ])
  expect(await send(kept[1] ?? {})).toMatchObject({ refused: 1, known: 1 })
  // The row was taken in between.
  await send({ ...kept[1], lastName: 'Doch', active: true })
  expect(await send({ ...kept[2], customer: 'NOBODY' })).toMatchObject({ refused: 1, known: 0 })

  const rows = [{ externalId: 'KNOWN-5', customer: 'NOBODY', lastName: 'Verloren' }]
  await runCommand(rows, false)
  const next = [...rows, { externalId: 'KNOWN-6', customer: 'NOBODY', lastName: 'Neu' }]
  const all = await runCommand(next, false)
  expect([all.file?.known, parsed(await all.refused())]).toEqual([1, next])
  const more = [...next, { externalId: 'KNOWN-7', customer: 'NOBODY', lastName: 'Neuer' }]
  const batch = await runCommand(more, false, { onlyNew: true })
  expect(batch.text).toContain('3 refused, 2 of these as in the last run')
  expect(batch.file?.reasons).toMatchObject([{ count: 1, line: 3 }])
  expect(parsed(await batch.refused())).toEqual(more.slice(2))
  const none = await runCommand(more, false, { onlyNew: true })
  expect([none.file?.known, none.file?.refusedFile, none.text]).toEqual([
    3,
    null,
    'contacts.ndjson (NDJSON): 3 rows: 3 refused, 3 of these as in the last run\n'
  ])
})
