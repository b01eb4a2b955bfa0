import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { test as documentJobTest } from '../../../../testing/server/document-job-fixtures.ts'
import { confirmation, evaluation, hourRecord } from '../../../../testing/server/document-requests.ts'
import { eventually } from '../../../../testing/server/eventually.ts'
import { providerRow } from '../../../../testing/server/letterhead.ts'
import { newFolder } from '../../../../testing/server/new-folder.ts'
import { inspect, pagesOf, withoutPoppler, withoutQpdf } from '../../../../testing/server/pdf.ts'
import { changeRows } from '../../../../testing/server/rows.ts'
import { readPage } from '../../../../testing/server/verification.ts'
import { findStartWarnings } from '../../features.ts'

const test = documentJobTest
  .extend('settings', { scope: 'file' }, { routeRights: { 'confirmations/evaluation': ['admin'] } })
  .extend('evaluations', { scope: 'file', auto: true }, ({ seed }) =>
    seed.addEvaluations({ template: 'evaluation-costs' })
  )
  .extend('setProvider', ({ db }) => async (more: Partial<typeof providerRow> = {}) => {
    const row = { ...providerRow, ...more }
    await changeRows(db, 'providers', { provider_id: row.provider_id }, row)
  })

/** Images of a few pixels, and one that is far wider than high. */
const pngParts = [
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAEAQMAAACJA+yzAAAAA1BMVEWjEkUCBhsvAAAAC0lEQVQI12NggAAAAAgAAS8g3TEAAAAA',
  'SUVORK5CYII='
]
const jpegParts = [
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7',
  'gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8',
  'fHx8fHx8fHz/wAARCAABAAIDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QA',
  'FQEBAQAAAAAAAAAAAAAAAAAAAAX/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCOALT/2Q=='
]
const wideSvg = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 2"/>'
const png = `data:image/png;base64,${pngParts.join('')}`
const jpeg = `data:image/jpeg;base64,${jpegParts.join('')}`
const wide = `data:image/svg+xml;base64,${Buffer.from(wideSvg).toString('base64')}`

const sentence = /^Dokumente können derzeit nicht erstellt werden, weil Angaben für unseren Briefkopf fehlen\./

describe('a letterhead', () => {
  test.skipIf(withoutPoppler)(
    'is that of the company’s row in every document, and /verify names the same',
    async ({ booked, documentJobs, own, server, setProvider, work }) => {
      await setProvider()
      await work()
      const { admin, contact } = own.shopUsers
      const made = {
        letter: await documentJobs.made(contact, 'StandardLetter', confirmation(booked.first)),
        hours: await documentJobs.made(contact, 'TimesheetLetter', hourRecord([booked.first, booked.second])),
        costs: await documentJobs.made(admin, 'Evaluation', evaluation(1, 501))
      }
      for (const pdf of Object.values(made)) {
        const text = pagesOf(pdf).join('\n')
        for (const part of [
          'Bildungshaus Süd',
          'Kurse mit Weitblick',
          'Bildungshaus Süd GmbH',
          'Seeweg 7',
          '8010 Graz'
        ])
          expect(text).toContain(part)
        expect(text + inspect('pdfinfo', pdf)).not.toMatch(/donau|achleitner|uferpromenade|wien\s*,\s*\d/i)
      }
      const letter = pagesOf(made.letter).join('\n')
      for (const part of ['Mag. Ines Hofer', 'Geschäftsführung', 'FN 123456 a', 'Landesgericht Graz', 'AT02 2081'])
        expect(letter).toContain(part)
      expect(letter).toMatch(/Graz, \d{1,2}\. \p{L}+ \d{4}/u)
      const number = /\b(?:[0-9A-Z]{4}-){2}[0-9A-Z]{4}\b/.exec(letter)?.[0] ?? ''
      const form = new URLSearchParams({ number })
      const page = await readPage(await fetch(`${server.url}/verify`, { method: 'POST', body: form }))
      expect([page.result, page.text]).toEqual([
        'Echt',
        expect.stringContaining('Bildungshaus Süd GmbH hat diese Bestätigung ausge')
      ])
    }
  )

  test.skipIf(withoutPoppler)(
    'may lack all that is not required',
    async ({ booked, documentJobs, own, setProvider, work }) => {
      const nothing = Object.fromEntries(Object.keys(providerRow).map((name) => [name, '']))
      const { provider_id, name, street, plz, place, signatory } = providerRow
      await setProvider({ ...nothing, provider_id, name, street, plz, place, signatory })
      await work()
      const { contact } = own.shopUsers
      for (const [kind, parameter] of [
        ['StandardLetter', confirmation(booked.first)],
        ['TimesheetLetter', hourRecord([booked.first])]
      ] as const) {
        const text = pagesOf(await documentJobs.made(contact, kind, parameter)).join('')
        expect(text).toContain('Bildungshaus Süd GmbH')
        expect(text).not.toMatch(/Telefon|IBAN|BIC|UID/)
      }
    }
  )

  test.skipIf(withoutQpdf).for([
    ['PNG', png],
    ['JPEG', jpeg],
    ['SVG that is far wider than high', wide]
  ] as const)(
    'may have a logo and a signature as %s',
    async ([, image], { booked, documentJobs, own, setProvider, work }) => {
      await setProvider({ logo: image, signature: image })
      await work()
      const { contact } = own.shopUsers
      const jobId = await documentJobs.started(contact, 'StandardLetter', confirmation(booked.first))
      const alts = inspect(
        'qpdf',
        await documentJobs.file(contact, jobId),
        '--qdf',
        '--object-streams=disable',
        '--json'
      )
      for (const alt of ['Logo Bildungshaus Süd', 'Unterschrift von Mag. Ines Hofer']) expect(alts).toContain(alt)
    }
  )

  test('that changes makes a new letter', async ({ booked, documentJobs, own, setProvider, work }) => {
    await work()
    const { contact } = own.shopUsers
    const make = () => documentJobs.started(contact, 'StandardLetter', confirmation(booked.first))
    await setProvider()
    const first = await make()
    await documentJobs.file(contact, first)
    expect(await make()).toBe(first)
    await setProvider({ signatory: 'Dr. Neu' })
    expect(await make()).not.toBe(first)
  })

  test.for([
    ['no signatory', { signatory: '' }, 'signatory is missing'],
    ['a town of blanks', { place: ' ' }, 'place is missing'],
    ['a colour that nobody can read', { colour: '#ffee00' }, 'colour is no #rrggbb'],
    ['a word as colour', { colour: 'blue' }, 'colour is no #rrggbb'],
    ['a logo that is no image', { logo: 'data:image/png;base64,aGFsbG8=' }, 'logo is no data URL'],
    ['an address as signature', { signature: 'https://a.example/s.svg' }, 'signature is no data URL']
  ] as const)(
    'with %s lets no document begin, and the start says so',
    async ([, wrong, warning], { booked, config, db, documentJobs, own, setProvider }) => {
      await setProvider(wrong)
      expect((await findStartWarnings(config, db)).join()).toContain(warning)
      for (const [user, kind, parameter] of [
        [own.shopUsers.contact, 'StandardLetter', confirmation(booked.first)],
        [own.shopUsers.contact, 'TimesheetLetter', hourRecord([booked.first])],
        [own.shopUsers.admin, 'Evaluation', evaluation(1, 501)]
      ] as const) {
        const { envelope } = await documentJobs.start(user, kind, parameter)
        expect(envelope.responseResult).toMatchObject({
          RESTReturnCode: 110,
          Errors: [expect.stringMatching(sentence)]
        })
      }
      expect(await db.selectFrom('server_functions').select('job_id').execute()).toEqual([])
    }
  )

  test('that is lost ends the job with the reason', async ({ booked, documentJobs, own, setProvider, work }) => {
    const { contact } = own.shopUsers
    await setProvider()
    const jobId = await documentJobs.started(contact, 'StandardLetter', confirmation(booked.second))
    await setProvider({ signatory: '' })
    await work()
    await eventually(async () => {
      const { envelope } = await documentJobs.result(contact, jobId)
      expect(envelope.responseResult.Errors).toEqual([expect.stringMatching(sentence)])
    })
  })

  test('that is complete is not warned of', async ({ config, db, foreign: _foreign, setProvider }) => {
    await setProvider()
    expect(await findStartWarnings(config, db)).toEqual([])
  })

  test('in a folder of templates is named at the start', async ({ config, db, foreign: _foreign, setProvider }) => {
    await setProvider()
    const letterTemplates = await newFolder()
    const warnings = () => findStartWarnings({ ...config, letterTemplates }, db)
    for (const name of ['provider.json', 'logo.svg', 'signature.svg']) writeFileSync(join(letterTemplates, name), '{}')
    writeFileSync(join(letterTemplates, 'proof.typ'), '#image("signature.svg")')
    expect(await warnings()).toEqual(
      ['logo.svg', 'provider.json'].map((name) =>
        expect.stringContaining(`The file ${name} in the folder ${letterTemplates} of LETTER_TEMPLATES has no effect: `)
      )
    )
  })
})
