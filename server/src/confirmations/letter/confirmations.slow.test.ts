import { mkdirSync, readFileSync, rmSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, onTestFinished, beforeAll, describe, expect, test } from 'vitest'
import { participation, proof, hourRecord } from '../../../../testing/server/confirmations.ts'
import { withLetterhead, providerRow } from '../../../../testing/server/letterhead.ts'
import { newFolder, sharedFolder } from '../../../../testing/server/new-folder.ts'
import {
  boxesOf,
  inspect,
  pagesOf,
  withoutPoppler,
  withoutQpdf,
  wordsBeyondPaper
} from '../../../../testing/server/pdf.ts'
import { letterheadOf } from '../../company/letterhead/letterhead.ts'
import type { Typesetter } from '../../platform/typesetting/typesetter.ts'
import { createLetterTypesetter, letterheadFiles } from './letter-typesetter.ts'

const about = {
  customer: 'Hochbau Lindner AG',
  participant: 'Anna Huber',
  customerNumber: '20583',
  from: '2026-01-01',
  until: '2026-11-20',
  date: '2026-11-20'
}

const data = {
  participation: { ...participation, proof },
  'hour-record': { ...hourRecord, proof },
  'evaluation-participants': {
    ...about,
    participants: [
      {
        name: 'Anna Huber',
        events: [{ caption: 'Lohnverrechnung', from: '2026-03-12', attended: true, hours: 1234.5 }]
      },
      { name: 'Paul Lang', events: [{ caption: 'Datenschutz', from: '2026-10-01', attended: false, hours: 8 }] }
    ]
  },
  'evaluation-costs': {
    ...about,
    events: [
      {
        caption: 'Lohnverrechnung',
        from: '2026-12-30',
        until: '2027-01-02',
        location: 'Wien',
        participants: 3,
        costs: 100_000
      },
      { caption: 'Datenschutz', participants: 0, costs: 0 }
    ]
  },
  'evaluation-attendance': {
    ...about,
    months: Array.from({ length: 11 }, (_, index) => ({
      month: `2026-${String(index + 1).padStart(2, '0')}`,
      booked: index,
      attended: index >> 1,
      hours: index * 3.5,
      missing: 0
    }))
  }
}

const copy = {
  title: 'Kopie der Daten',
  date: '2026-11-20',
  intro: ['Alle Daten.'],
  nothing: '',
  facts: [['Person', 'Anna Huber']],
  sections: [
    {
      heading: 'Anmeldungen',
      note: '',
      rows: Array.from({ length: 90 }, (_, index) => [
        ['Event', `Seminar ${index}`],
        ['Ort', 'Linz']
      ])
    }
  ]
}

type Kind = keyof typeof data

const unattended = { attended: 0, hours: 0, missing: 0 }

let typesetter: Typesetter

beforeAll(async () => {
  typesetter = withLetterhead(createLetterTypesetter({ letterTemplates: '' }))
})

afterAll(() => typesetter.close())

const set = (kind: Kind, more: object = {}) => typesetter.render(kind, { ...data[kind], ...more })

describe.each(Object.keys(data) as Kind[])('%s', (kind) => {
  test.skipIf(withoutPoppler || withoutQpdf)('is a tagged PDF/UA-1 with its fonts, the same each time', async () => {
    const pdf = await set(kind)
    expect(Buffer.compare(pdf, await set(kind))).toBe(0)
    expect(inspect('qpdf', pdf, '--check')).toContain('No syntax or stream encoding errors')
    expect(inspect('pdfinfo', pdf)).toMatch(/Title:\s+\S[^]*Author:\s+Bildungshaus Süd GmbH[^]*Tagged:\s+yes/)
    expect(inspect('pdfinfo', pdf, '-meta')).toMatch(/<pdfuaid:part>1</)
    const tree = inspect('pdfinfo', pdf, '-struct')
    expect(tree).toMatch(/^\s*H1/m)
    expect(tree).toMatch(/Table[^]*THead[^]*TH[^]*TBody[^]*TD/)
    const alts = inspect('qpdf', pdf, '--qdf', '--object-streams=disable', '--json')
    expect(alts).toContain('Logo Bildungshaus Süd')
    if ('proof' in data[kind]) expect(alts).toContain('Unterschrift von Mag. Ines Hofer')
    for (const font of inspect('pdffonts', pdf).trim().split('\n').slice(2))
      expect(font).toMatch(/^[A-Z]{6}\+.* yes yes yes /)
  })
})

describe.skipIf(withoutPoppler)('what a confirmation says', () => {
  test('a participation names person with titles, event, days, hours, place, signatory and number', async () => {
    const [page = '', ...others] = pagesOf(await set('participation'))
    expect(others).toEqual([])
    for (const part of [
      'Mag. Elisabeth Wögerbauer, MBA',
      'Steinbacher & Partner GmbH',
      '12.–13. März 2026',
      '14,5 Stunden',
      'Graz, 20. November 2026',
      'Mag. Ines Hofer',
      '7K3M-9QXR-2BVR',
      'center.example/verify'
    ])
      expect(page).toContain(part)
    expect(page).toMatch(/13\. März 2026\s+09:00–16:30\s+7,0\n/)
  })

  test('its title is found as the one word that it is', async () => {
    expect(boxesOf(await set('participation')).map(({ word }) => word)).toContain('Teilnahmebestätigung')
  })

  test('a recording without days says no day, and one hour is one Stunde', async () => {
    const { from: _from, until: _until, days: _days, ...rest } = data.participation
    const [page = ''] = pagesOf(await typesetter.render('participation', { ...rest, hours: 1 }))
    expect(page).toMatch(/1 Stunde\n/)
    expect(page).not.toContain('Termin')
  })

  test.each([['W'.repeat(200)], ['Dr. Maximiliane '.repeat(12)]])(
    '200 characters of a name stay on the page: %s',
    async (participant) => {
      const pages = pagesOf(await set('participation', { participant, event: participant }))
      expect(pages).toHaveLength(1)
      const letter = participant[0] ?? ''
      expect(pages.join('').split(letter).length).toBeGreaterThan(2 * (participant.split(letter).length - 1))
    }
  )
})

test.skipIf(withoutPoppler)(
  'all documents stand on the same paper: name, title, margins and footer, on each page with its number',
  async () => {
    const events = Array.from({ length: 60 }, () => ({ caption: 'Seminar', location: 'Linz', hours: 8 }))
    const pdfs = await Promise.all([
      ...(Object.keys(data) as Kind[]).map((kind) => set(kind)),
      set('hour-record', { events }),
      typesetter.render('data-copy', copy)
    ])
    const papers = pdfs.map((pdf) => {
      const pages = pagesOf(pdf)
      pages.forEach((page, index) => {
        expect(page).toContain(`Seite ${index + 1} von ${pages.length}`)
        for (const part of ['Seeweg 7', '+43 316 5550', 'AT02 2081', 'FN 123456 a', 'ATU12345678'])
          expect(page).toContain(part)
        if (index > 0) expect(page).toMatch(/^Bildungshaus Süd /)
      })
      const words = boxesOf(pdf)
      const placeOf = (...texts: string[]) => {
        const box = words.find(({ word }) => texts.includes(word))
        return box && { left: Math.round(box.left), height: Math.round(box.bottom - box.top) }
      }
      const { word, left, top } = words[0]!
      const title = placeOf('Teilnahmebestätigung', 'Stundennachweis', 'Events', 'Kosten', 'Teilnahmen', 'Kopie')
      return { brand: { word, left, top }, title, footer: ['Seeweg', 'AT02', 'FN'].map((part) => placeOf(part)) }
    })
    for (const paper of papers) expect(paper).toEqual(papers[0])
  }
)

describe.skipIf(withoutPoppler)('a name, wherever a letter has it,', () => {
  const names = new Set(['participant', 'customer', 'event', 'location', 'caption', 'name'])
  const each = async (name: string, look: (pages: string[], pdf: Uint8Array, kind: Kind) => void) => {
    for (const kind of Object.keys(data) as Kind[]) {
      const rows: object = JSON.parse(JSON.stringify(data[kind], (key, value) => (names.has(key) ? name : value)))
      const pdf = await set(kind, { ...rows, ...('proof' in data[kind] && { proof }) })
      look(pagesOf(pdf), pdf, kind)
    }
  }

  test.each([
    ['漢字 汉字 ひらがな 김민준', '漢字 汉字 ひらがな 김민준'],
    ['Ελένη Παπαδοπούλου', 'Ελένη Παπαδοπούλου'],
    ['#read("provider.json") *x* $y$ @z <b>', '#read("provider.json") *x* $y$ @z <b>'],
    ['<b>Anna</b> &amp;', '<b>Anna</b> &amp;'],
    ['Anna\u202E 000.1\u2066x\u200F', 'Anna 000.1x']
  ])('%j is printed as plain text', (name, shown) =>
    each(name, (pages, _, kind) => expect(pages.join(''), kind).toContain(shown))
  )

  test.each([['W'.repeat(200)], ['Dr. Maximiliane '.repeat(12)]])(
    'of 200 characters is there to the last one and stays on the paper, above each further page, too: %s',
    (name) =>
      each(name, (pages, pdf, kind) => {
        const [letter = ''] = name
        expect(pages.join('').split(letter).length, kind).toBeGreaterThanOrEqual(name.split(letter).length)
        expect(wordsBeyondPaper(pdf), kind).toEqual([])
        for (const page of pages.slice(1).filter((one) => one.startsWith('Bildungshaus')))
          expect(page, kind).toMatch(/^Bildungshaus Süd .*(…|2BVR)\n\n/)
      })
  )
})

describe.skipIf(withoutPoppler)('what an evaluation says', () => {
  test('hours of what was not attended do not count', async () => {
    const [page = ''] = pagesOf(await set('evaluation-participants'))
    expect(page).toMatch(/Summe\s+1\.234,5/)
    expect(page).toMatch(/Datenschutz\s+angemeldet\s+–/)
    expect(page).toMatch(/Summe\s+0,0\n/)
  })

  test('no page has rows without the name of the participant above them', async () => {
    const attended = (count: number, caption: string) =>
      Array.from({ length: count }, () => ({ caption, from: '2026-03-12', attended: true, hours: 1 }))
    const participants = [
      { name: 'Anna Huber', events: attended(60, 'Recht') },
      ...Array.from({ length: 8 }, (_, index) => ({ name: `Paul Lang ${index}`, events: attended(9, 'Lohn') })),
      { name: 'Eva Maier', events: attended(25, 'Umsatzsteuer '.repeat(15)) }
    ]
    const pdf = await set('evaluation-participants', { participants })
    const pages = pagesOf(pdf)
    expect(pages.length).toBeGreaterThan(4)
    for (const page of pages) expect(page.search(/Huber|Lang|Maier/)).toBeLessThan(page.search(/12\.03\.2026/))
    expect(pages.join('').match(/12\.03\.2026/g)).toHaveLength(60 + 8 * 9 + 25)
    expect(wordsBeyondPaper(pdf)).toEqual([])
  })

  test('costs are German amounts, for each participant too, and nothing is divided by nobody; an average is no sum', async () => {
    const [page = ''] = pagesOf(await set('evaluation-costs'))
    expect(page).toMatch(/Kosten netto\s+Schnitt je Teilnahme\s+2\s+3\s+1\.000,00 €\s+333,33 €\n/)
    expect(page).toMatch(/Summe\s+3\s+1\.000,00 €\n/)
    expect(page).toMatch(/30\.12\.2026–02\.01\.2027\s+Lohnverrechnung\s+3\s+333,33 €\s+1\.000,00 €/)
    expect(page).toMatch(/jederzeit\s+Datenschutz\s+0\s+–\s+0,00 €/)
  })

  test('the chart has a text for those who cannot see it, and a table has its numbers', async () => {
    const pdf = await set('evaluation-attendance')
    expect(inspect('qpdf', pdf, '--qdf', '--object-streams=disable', '--json')).toContain(
      'Balkendiagramm der Teilnahmen je Monat: 25 von 55 besucht'
    )
    const [page = ''] = pagesOf(pdf)
    expect(page).toMatch(/Februar 2026\s+1\s+0\s+0\s?%\s+3,5\n/)
    expect(page).toMatch(/Summe\s+55\s+25\s+192,5/)
  })

  test('a month without an event has no row, and the chart begins and ends with one that has', async () => {
    const month = (number: number, booked: number) => ({ month: `2026-0${number}`, booked, ...unattended })
    const of = async (...booked: number[]) => {
      const months = booked.map((each, index) => month(index + 1, each))
      return pagesOf(await set('evaluation-attendance', { months })).join('')
    }
    const page = await of(0, 3, 0, 2, 0)
    expect(page.match(/^(Jänner|Februar|März|April|Mai) 2026/gm)).toEqual(['Februar 2026', 'April 2026'])
    // The chart has these labels; a month between two others keeps its place.
    expect(page.match(/\b(Jän|Feb|Mär|Apr|Mai)\b/g)).toEqual(['Feb', 'Mär', 'Apr'])
    expect(await of(0, 0, 0)).toContain('In diesem Zeitraum gibt es keine Events.')
  })

  test.each([[0], [1], [240]])('%i months are drawn', async (length) => {
    const months = Array.from({ length }, (_, index) => ({
      month: `${2000 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`,
      booked: index * 1000,
      ...unattended,
      attended: index
    }))
    await expect(set('evaluation-attendance', { months })).resolves.toHaveProperty('length')
  })
})

describe.skipIf(withoutPoppler)('a folder of own templates', () => {
  const folder = join(sharedFolder(), 'own')

  test('changes one file and leaves the others; a change shows in the next letter, and what is removed is as shipped again', async () => {
    const shipped = readFileSync(new URL('./templates/proof.typ', import.meta.url), 'utf8')
    const proofNamed = (heading: string) => shipped.replace('ECHTHEIT PRÜFEN', heading)
    const own = withLetterhead(createLetterTypesetter({ letterTemplates: folder }))
    const text = async () => pagesOf(await own.render('participation', data.participation)).join('')
    onTestFinished(() => own.close())
    await expect(text()).rejects.toThrow(
      `document participation failed: the folder ${folder} of LETTER_TEMPLATES cannot be read (ENOENT)`
    )
    mkdirSync(folder)
    writeFileSync(join(folder, 'proof.typ'), proofNamed('STIMMT DAS'))
    expect(await text()).toContain('STIMMT DAS')
    writeFileSync(join(folder, 'proof.typ'), proofNamed('IST DAS ECHT'))
    expect(await text()).toContain('IST DAS ECHT')
    rmSync(join(folder, 'proof.typ'))
    expect(await text()).toContain('ECHTHEIT PRÜFEN')
    // The letterhead has one source.
    writeFileSync(join(folder, 'provider.json'), JSON.stringify({ name: 'Anders' }))
    expect(await text()).toContain('Bildungshaus Süd')
  })

  test('may be a mounted ConfigMap, whose files are links through a hidden one, and change as a whole', async () => {
    const mounted = await newFolder()
    const publish = (version: string) => {
      mkdirSync(join(mounted, version))
      writeFileSync(join(mounted, version, 'participation.typ'), `#panic("${version}")`)
      symlinkSync(version, join(mounted, '..data_tmp'))
      renameSync(join(mounted, '..data_tmp'), join(mounted, '..data'))
    }
    publish('..2026_11_22')
    symlinkSync('..data/participation.typ', join(mounted, 'participation.typ'))
    const own = withLetterhead(createLetterTypesetter({ letterTemplates: mounted }))
    await expect(own.render('participation', data.participation)).rejects.toThrow('..2026_11_22')
    publish('..2026_11_23')
    await expect(own.render('participation', data.participation)).rejects.toThrow('..2026_11_23')
    await own.close()
  })

  test('keeps no letter from being made by links in a circle that came after the start', async () => {
    const place = await newFolder()
    for (const name of ['one', 'two', 'three']) symlinkSync('.', join(place, name))
    symlinkSync('itself', join(place, 'itself'))
    const own = withLetterhead(createLetterTypesetter({ letterTemplates: place }))
    expect((await own.render('participation', data.participation)).length).toBeGreaterThan(1000)
    await own.close()
  })

  test.each([
    ['a path out of the folder', '#read("../letter-typesetter.ts")'],
    ['an absolute path', '#read("/../../../../../../etc/passwd")'],
    ['a link out of the folder', '#read("linked.txt")'],
    ['a package from the net', '#import "@preview/cetz:0.3.0"']
  ])('reads nothing outside of it: %s', async (_, source) => {
    const place = await newFolder()
    writeFileSync(join(place, 'participation.typ'), `#set document(title: "x", date: none)\n${source}`)
    symlinkSync('/etc/passwd', join(place, 'linked.txt'))
    const own = withLetterhead(createLetterTypesetter({ letterTemplates: place }))
    await expect(own.render('participation', data.participation)).rejects.toThrow(
      /^document participation failed: .*participation\.typ, line 2: /
    )
    await own.close()
  })
})

test.skipIf(withoutPoppler).each([
  ['participation', participation],
  ['hour-record', hourRecord]
] as const)('%s breaks no address of its footer in two', async (kind, content) => {
  const emailAddress = 'office@bildungshaus-sued-ost.example'
  const own = letterheadOf({
    ...providerRow,
    email_address: emailAddress,
    name: 'Bildungshaus Süd-Ost Steiermark GmbH'
  })
  const plain = createLetterTypesetter({ letterTemplates: '' })
  onTestFinished(() => plain.close())
  const files = await letterheadFiles(plain, own!)
  const pdf = await plain.render(kind, { ...content, proof }, { files })
  expect(boxesOf(pdf).map(({ word }) => word)).toContain(emailAddress)
  expect(wordsBeyondPaper(pdf)).toEqual([])
})
