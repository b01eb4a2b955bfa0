import { expect, test } from 'vitest'
import { decodeText, type KnownColumn, readPastedAddresses, readPastedTable } from './pasted-rows.ts'

const known: KnownColumn[] = [
  { name: 'lastName', titles: ['Nachname', 'ASP_NACHNAME'] },
  { name: 'eMailAddress', titles: ['E-Mail', 'ASP_EMAIL'] },
  { name: 'phoneNumber', titles: ['Telefon'] },
  { name: 'street', titles: ['Straße'] },
  { name: 'customField16', titles: ['Personalnummer'] }
]
const read = (text: string) => readPastedTable(text, known)
const cells = (text: string) => read(text)?.rows.map((row) => row.cells)
const one = [{ lastName: 'Maier', eMailAddress: 'eva@example.at' }]

test.each([
  ['copied from a spreadsheet', 'Nachname\tE-Mail\r\nMaier\teva@example.at\r\n'],
  ['saved with semicolons', 'Nachname;E-Mail\r\nMaier;eva@example.at'],
  ['saved with commas', 'Nachname,E-Mail\nMaier,eva@example.at'],
  ['with quoted cells', '"Nachname";"E-Mail"\n"Maier";"eva@example.at"'],
  ['with codes', 'ASP_NACHNAME;ASP_EMAIL\nMaier;eva@example.at'],
  ['with asterisks, blanks and capitals', ' NACHNAME * ;e-mail:\n Maier ; eva@example.at '],
  ['with rows that are empty', 'Nachname;E-Mail\n;\nMaier;eva@example.at\n \n']
])('rows are read: %s', (_, text) => {
  expect(cells(text)).toEqual(one)
})

test('titles are known without umlauts, in capitals and abbreviated, as those of imported files are', () => {
  expect(cells('STRASSE;Personal-Nr.\nRing 1;17')).toEqual([{ street: 'Ring 1', customField16: '17' }])
})

test('a separator, a line break and a quotation mark within quotes belong to the cell', () => {
  expect(cells('Nachname;E-Mail\n"Maier; ""Eva""\n2";x')).toEqual([{ lastName: 'Maier; "Eva"\n2', eMailAddress: 'x' }])
})

test('a column that nobody knows is named, and the second of two with the same title', () => {
  expect(read('Schuhgröße;Nachname;Nachname\n43;Maier;Huber')).toMatchObject({
    columns: ['lastName'],
    ignored: ['Schuhgröße', 'Nachname'],
    rows: [{ line: 2, cells: { lastName: 'Maier' } }]
  })
})

test('a row keeps its line in the table: empty ones count, before the titles, too', () => {
  const table = read('\n\tNachname\n\t\n\n1\tMaier\n\n2\tHuber\n')
  expect(table?.rows).toEqual([
    { line: 5, cells: { lastName: 'Maier' } },
    { line: 7, cells: { lastName: 'Huber' } }
  ])
})

test('a row that is too short has empty cells', () => {
  expect(cells('Nachname;E-Mail\nMaier')).toEqual([{ lastName: 'Maier', eMailAddress: '' }])
})

test('the apostrophe before what would be a formula is no part of the text', () => {
  expect(cells("Nachname;Telefon\n'Maier;'+43 1 5")).toEqual([{ lastName: "'Maier", phoneNumber: '+43 1 5' }])
})

test.each([
  ['without a title', 'Maier;eva@example.at'],
  ['with an open quotation mark', 'Nachname\n"Maier'],
  ['empty', ' \n ']
])('what is no table is not read: %s', (_, text) => {
  expect(read(text)).toBeNull()
})

test.each([
  ['anna.huber@firma.at', ['Anna', 'Huber']],
  ['anna-lena.huber2@firma.at', ['Anna-Lena', 'Huber']],
  ['anna.maria_huber@firma.at', ['Anna Maria', 'Huber']],
  ['a.huber@firma.at', ['', 'Huber']],
  ['huber@firma.at', ['', 'Huber']],
  ['"Anna Huber" <ah@firma.at>', ['Anna', 'Huber']],
  ['<anna.huber@firma.at>', ['Anna', 'Huber']],
  ['"Huber, Anna" <ah@firma.at>', ['Anna', 'Huber']],
  ['Huber, Anna <ah@firma.at>', ['Anna', 'Huber']],
  ["'Anna Huber' <ah@firma.at>", ['Anna', 'Huber']],
  ['"Huber, Anna \\"Nanni\\"" <ah@firma.at>', ['Anna Nanni', 'Huber']],
  ['anna.huber@firma.at <anna.huber@firma.at>', ['Anna', 'Huber']],
  ["'anna.huber@firma.at' <anna.huber@firma.at>", ['Anna', 'Huber']]
])('an address alone proposes the name of its owner: %s', (address, [firstName, lastName]) => {
  const table = readPastedAddresses(` ${address}; b@firma.at\n`, 'eMailAddress')
  expect(table).toMatchObject({ isProposed: true, columns: ['eMailAddress', 'firstName', 'lastName'] })
  expect(table?.rows).toHaveLength(2)
  expect(table?.rows[0]?.cells).toMatchObject({ firstName, lastName })
})

test.each([
  ['Outlook', '"Huber, Anna" <anna@x.example>; Max Muster <max@x.example>; eva@x.example;'],
  ['Outlook without quotation marks', 'Huber, Anna <anna@x.example>; Max Muster <max@x.example>; Eva <eva@x.example>'],
  ['another mail program', '"Huber, Anna" <anna@x.example>, Max Muster <max@x.example>, eva@x.example'],
  ['a column', '"Huber, Anna" <anna@x.example>\r\nMuster, Max <max@x.example>\r\n\r\neva@x.example\r\n']
])('each address of a list is a row, as %s separates and names them', (_, text) => {
  const rows = readPastedAddresses(text, 'eMailAddress')?.rows
  expect(rows?.map((row) => [row.line, ...Object.values(row.cells)])).toEqual([
    [1, 'anna@x.example', 'Anna', 'Huber'],
    [2, 'max@x.example', 'Max', 'Muster'],
    [3, 'eva@x.example', '', 'Eva']
  ])
})

test('a mistyped address is a row of its list, which the preview refuses, unless most rows are none', () => {
  const rows = readPastedAddresses('anna@x.example\neva.x.example\r\n\nMax <max@x.example>', 'eMailAddress')?.rows
  expect(rows?.map((row) => [row.line, ...Object.values(row.cells)])).toEqual([
    [1, 'anna@x.example', '', 'Anna'],
    [2, 'eva.x.example', '', ''],
    [3, 'max@x.example', '', 'Max']
  ])
  expect(readPastedAddresses('Guten Tag,\nanna@x.example', 'eMailAddress')).toBeNull()
})

test('a list in one line with a faulty entry is a row for each entry, whatever separates them', () => {
  const rowsOf = (text: string) =>
    readPastedAddresses(text, 'eMailAddress', ['Frau'])?.rows.map((row) => [row.line, ...Object.values(row.cells)])
  expect(
    rowsOf('"Huber, Anna" <anna@x.example>; Frau Eva Muster <eva@x.example>; lang@x.example, kaputt@, robin@x.example')
  ).toEqual([
    [1, 'anna@x.example', 'Anna', 'Huber'],
    [2, 'eva@x.example', 'Eva', 'Muster', 'Frau'],
    [3, 'lang@x.example', '', 'Lang'],
    [4, 'kaputt@', '', 'Kaputt'],
    [5, 'robin@x.example', '', 'Robin']
  ])
  expect(rowsOf('Huber, Anna <anna@x.example>; kaputt@; Muster, Max <max@x.example>,')).toEqual([
    [1, 'anna@x.example', 'Anna', 'Huber'],
    [2, 'kaputt@', '', 'Kaputt'],
    [3, 'max@x.example', 'Max', 'Muster']
  ])
})

// What takes more than linear time needs minutes for these, beyond the test's limit.
test.each(['a,', 'a@b ', '"', '<', ' ', 'a@b, "', '\\"', "a@'", '<a@b,', 'a <'])(
  'a text of a megabyte is refused at once, or read as more people than a table may have: %s',
  (part) => {
    const table = readPastedAddresses(`x${part.repeat(1_000_000 / part.length)}@@`, 'eMailAddress')
    expect(table?.rows.length ?? Infinity).toBeGreaterThan(1000)
  }
)

test.each([
  ['blanks', 'Herr Jan Peter Moser anna@x.example', ['Herr', 'Jan Peter', 'Moser']],
  ['cells of a spreadsheet', 'FRAU\tAnna\tHuber\tanna@x.example', ['FRAU', 'Anna', 'Huber']],
  ['an address in brackets', 'Frau Anna Huber <anna@x.example>', ['Frau', 'Anna', 'Huber']],
  ['an address in brackets and no name', 'Frau <anna@x.example>', ['Frau', '', 'Anna']],
  ['a running number', '1\tFrau\tAnna\tHuber\tanna@x.example', ['Frau', 'Anna', 'Huber']],
  ['number and titles between blanks', '1. Frau Mag.a (FH) Anna Huber anna@x.example', ['Frau', 'Anna', 'Huber']],
  ['titles and brackets', 'Univ.-Prof. DDr. med. Anna Huber, MSc, MBA <anna@x.example>', ['', 'Anna', 'Huber']],
  ['a title behind a comma', '"Huber, DI Anna" <anna@x.example>', ['', 'Anna', 'Huber']],
  ['a title and no name', 'Frau Dr. <anna@x.example>', ['Frau', '', 'Anna']],
  ['what only resembles titles', 'Ing-Marie E. Di Stefano <anna@x.example>', ['', 'Ing-Marie E. Di', 'Stefano']],
  ['a bullet', '• Anna Huber <anna@x.example>', ['', 'Anna', 'Huber']],
  ['an open quotation mark', '"Anna Huber <anna@x.example>', ['', 'Anna', 'Huber']]
])('an entry names a person before the address: %s', (_, line, [salutation, firstName, lastName]) => {
  const table = readPastedAddresses(`${line}\nb@x.example`, 'eMailAddress', ['Herr', 'Frau'])
  const person = { eMailAddress: 'anna@x.example', firstName, lastName }
  expect(table?.rows[0]).toEqual({ line: 1, cells: salutation ? { ...person, salutation } : person })
})

test.each([
  ['a table without heads, whose cells are separated', 'Frau;Anna;Huber;anna@x.example'],
  ['an address that is not at the end', 'Anna Huber anna@x.example Wien'],
  ['two addresses', 'anna@x.example Anna b@x.example']
])('lines of another form are no list: %s', (_, line) => {
  expect(readPastedAddresses(`${line}\n${line}`, 'eMailAddress', ['Frau'])).toBeNull()
})

test('titles go to the fields that the shop has for them, else they are named as not taken, once', () => {
  const lines = 'Dr. Anna Huber anna@x.example\nHerr DI Max Muster, MBA <max@x.example>\nDr. Ida Lang ida@x.example'
  const all = readPastedAddresses(lines, 'eMailAddress', ['Herr'], ['title', 'postNominalTitle'])
  expect(all?.rows.map((row) => [row.cells['title'], row.cells['postNominalTitle']])).toEqual([
    ['Dr.', undefined],
    ['DI', 'MBA'],
    ['Dr.', undefined]
  ])
  expect(all?.ignored).toEqual([])
  const none = readPastedAddresses(lines, 'eMailAddress', ['Herr'])
  expect(none?.ignored).toEqual(['Dr.', 'DI', 'MBA'])
  expect(none?.rows.flatMap((row) => Object.keys(row.cells))).not.toContain('title')
})

// What takes more than linear time needs minutes for these, beyond the test's limit.
test.each(['1 ', ',', 'Dr. ', 'Mag.a', ', Dr', ' MSc', 'Dr aa', 'D'])(
  'a list of a megabyte of long names is read at once: %s',
  (part) => {
    const entry = `${part.repeat(900 / part.length)}x<a@x.example>`
    expect(readPastedAddresses(Array(1000).fill(entry).join('\n'), 'eMailAddress')?.rows).not.toHaveLength(0)
  }
)

test('a line with two addresses or none is a row of its list, which the preview refuses', () => {
  const rows = readPastedAddresses(
    'Anna Huber\na@x.example Eva b@x.example\nc@x.example\nd@x.example\ne@x.example',
    'eMailAddress'
  )?.rows
  expect(rows?.map((row) => Object.values(row.cells))).toEqual([
    ['', 'Anna', 'Huber'],
    ['a@x.example Eva b@x.example', '', ''],
    ['c@x.example', '', ''],
    ['d@x.example', '', ''],
    ['e@x.example', '', '']
  ])
})

test('a text without a line is no list', () => {
  expect(readPastedAddresses(' \n ', 'eMailAddress')).toBeNull()
})

test.each([
  ['UTF-8', [0x4d, 0xc3, 0xbc]],
  ['UTF-8 with its mark', [0xef, 0xbb, 0xbf, 0x4d, 0xc3, 0xbc]],
  ['UTF-16LE with its mark', [0xff, 0xfe, 0x4d, 0, 0xfc, 0]],
  ['UTF-16BE with its mark', [0xfe, 0xff, 0, 0x4d, 0, 0xfc]],
  ['Windows-1252', [0x4d, 0xfc]]
])('a file in %s is read without its mark', (_, bytes) => {
  expect(decodeText(Uint8Array.from(bytes))).toBe('Mü')
})
