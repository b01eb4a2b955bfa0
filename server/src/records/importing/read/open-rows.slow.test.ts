import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { bytesInUse } from '../../../../../testing/server/metrics.ts'
import type { SourceRow } from '../rows.ts'
import { openRows, type OpenRowsOptions } from './open-rows.ts'

const fields = {
  externalId: { kind: 'text' },
  lastName: { kind: 'text', required: true },
  contactNo: { kind: 'number' },
  price: { kind: 'decimal' },
  active: { kind: 'flag' },
  date: { kind: 'date' },
  starts: { kind: 'time' },
  registeredAt: { kind: 'timestamp' },
  salutation: { kind: 'enum', choices: [1, 2] }
} as const

/** Yields pieces of a few bytes, which end anywhere. */
async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(content: string | Buffer, options: Partial<OpenRowsOptions> = {}, size = 7) {
  const opened = await openRows(inPieces(Buffer.from(content), size), { fields, ...options })
  const rows: SourceRow[] = []
  for await (const row of opened.rows) rows.push(row)
  return { ...opened, rows, encoding: opened.encoding() }
}

const valuesOf = (rows: readonly SourceRow[]) => rows.map((row) => ('value' in row ? row.value : row.refusal))
/** The characters begin at 0x80, where Latin-1 has control characters. */
const beyondLatin1 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'
const isNamed = (character: string) => character > 'ÿ'
/** `Ä`, `€` and the like are one byte each. */
const windows = (text: string) =>
  Buffer.from(
    Array.from(text, (character) =>
      isNamed(character) ? 0x80 + beyondLatin1.indexOf(character) : character.charCodeAt(0)
    )
  )

describe('a secret', () => {
  const withSecret = { ...fields, passwordHash: { kind: 'text', secret: true } } as const
  const hash = '$2b$04$abcdefghijklmnopqrstuu'

  test('is read, and left out of the text of a CSV row, so that sent again it changes nothing', async () => {
    const text =
      `externalId;lastName;passwordHash\nk-1;"Huber; ""Söhne""";${hash}\nk-2;Maier;\n` +
      `k-3;${hash}\nk-4;"${hash}\nk-5;Ernst;"${hash}" \n`
    const { rows } = await read(text, { fields: withSecret })
    expect(rows).toEqual([
      {
        line: 2,
        text: 'k-1;"Huber; ""Söhne""";',
        value: { externalId: 'k-1', lastName: 'Huber; "Söhne"', passwordHash: hash }
      },
      { line: 3, text: 'k-2;Maier;', value: { externalId: 'k-2', lastName: 'Maier', passwordHash: null } },
      ...[4, 5, 6].map((line) => ({ line, text: '', refusal: expect.any(String) as string }))
    ])
    const without = await read('externalId;lastName\nk-1\n', { fields: withSecret })
    expect(without.rows).toMatchObject([{ text: 'k-1' }])
  })

  test('is no member of the text of an NDJSON row, under whatever name', async () => {
    const text = [
      `{"externalId":"k-1","passwordHash":"${hash}","lastName":"Huber"}`,
      `{"externalId":"k-2","PasswordHash":"${hash}"}`,
      `{"externalId":"k-3","passwordHash":"${hash}"`,
      `["${hash}"]`
    ].join('\n')
    const { rows } = await read(text, { fields: withSecret, format: 'ndjson' })
    expect(rows).toEqual([
      {
        line: 1,
        text: '{"externalId":"k-1","lastName":"Huber"}',
        value: { externalId: 'k-1', lastName: 'Huber', passwordHash: hash }
      },
      { line: 2, text: '{"externalId":"k-2"}', value: { externalId: 'k-2', PasswordHash: hash } },
      ...[3, 4].map((line) => ({ line, text: '', refusal: expect.any(String) as string }))
    ])
  })
})

describe('rows of a CSV file', () => {
  test('leave out what cannot be cleared where its cell is empty', async () => {
    const filled = {
      ...fields,
      contactNo: { kind: 'number', notNull: true },
      active: { kind: 'flag', notNull: true }
    } as const
    const { rows } = await read('externalId;contactNo;active;date\nk-1;;;\nk-2;7;nein;\n', { fields: filled })
    expect(valuesOf(rows)).toEqual([
      { externalId: 'k-1', date: null },
      { externalId: 'k-2', contactNo: 7, active: false, date: null }
    ])
  })

  test('are read as a German Excel writes them: semicolons, decimal commas, German dates, Windows-1252', async () => {
    const text =
      'externalId;lastName;contactNo;price;active;date;starts;registeredAt;salutation\r\n' +
      'k-1;Müller;12;1.234,50;WAHR;1.2.2026;8:30;31.12.2026 23:59;2\r\n' +
      'k-2;"Huber; ""Söhne""";;-7,5;nein;;08:30:15;31.12.2026;\r\n'
    const read1 = await read(windows(text))
    expect(read1).toMatchObject({
      format: 'csv',
      separator: 'semicolon',
      encoding: 'windows-1252',
      isPacked: false,
      header: text.split('\r')[0]
    })
    expect(valuesOf(read1.rows)).toEqual([
      {
        externalId: 'k-1',
        lastName: 'Müller',
        contactNo: 12,
        price: '1234.50',
        active: true,
        date: '2026-02-01',
        starts: '08:30',
        registeredAt: '2026-12-31T23:59:00',
        salutation: 2
      },
      {
        externalId: 'k-2',
        lastName: 'Huber; "Söhne"',
        contactNo: null,
        price: '-7.5',
        active: false,
        date: null,
        starts: '08:30:15',
        registeredAt: '2026-12-31T00:00:00',
        salutation: null
      }
    ])
    const marked = await read(`\uFEFF${text}`)
    expect(marked).toMatchObject({ encoding: 'utf-8', rows: read1.rows })
    const packed = await read(gzipSync(text))
    expect(packed).toMatchObject({ encoding: 'utf-8', isPacked: true, rows: read1.rows })
  })

  test('have the characters of Windows-1252 that Latin-1 lacks, such as those that Word puts for quotes and dashes', async () => {
    const named = Array.from(beyondLatin1).filter(isNamed).join('')
    const { rows } = await read(windows(`externalId;lastName\nk-1;Saal „Störtebeker“ – 5 €\nk-2;${named}\n`))
    expect(valuesOf(rows)).toEqual([
      { externalId: 'k-1', lastName: 'Saal „Störtebeker“ – 5 €' },
      { externalId: 'k-2', lastName: named }
    ])
  })

  test.each([
    ['a comma', 'externalId,lastName\nk,"Huber, Eva"\n', 'comma'],
    ['a tab', 'externalId\tlastName\nk\tHuber, Eva\n', 'tab'],
    ['the separator that its first line names', 'sep=,\r\nexternalId,lastName\r\nk,"Huber, Eva"\r\n', 'comma']
  ])('are separated by %s', async (_name, text, separator) => {
    const { rows, ...opened } = await read(text)
    expect(opened).toMatchObject({ separator })
    expect(valuesOf(rows)).toEqual([{ externalId: 'k', lastName: 'Huber, Eva' }])
  })

  test('have the number of their first line, also after a line break within quotes', async () => {
    const { rows } = await read('externalId;lastName\r\nk-1;"Huber\r\nund Söhne"\r\n\r\n;;\r\n;\r\nk-2;Eva')
    expect(rows.map(({ line }) => line)).toEqual([2, 7])
    expect(rows[0]).toMatchObject({ text: 'k-1;"Huber\nund Söhne"', value: { lastName: 'Huber\nund Söhne' } })
    expect(valuesOf(rows).slice(1)).toEqual([{ externalId: 'k-2', lastName: 'Eva' }])
  })

  const quotes = 'A quote (") is opened and not closed; where quotes mean nothing, a map says quotes: false.'
  test.each([
    ['a quote that is never closed', 'k;"Huber', quotes],
    ['a quote that is opened twice', 'k;""Huber', expect.stringMatching(/^Its quotes/)],
    ['text after a closing quote', 'k;"Huber"x', expect.stringMatching(/^Its quotes/)],
    ['a quote within a text', 'k;Hub"er"', expect.stringMatching(/^Its quotes/)],
    ['a single quote within a text', 'k;5" Rohr', quotes],
    ['too few cells', 'k', 'The row has 1 cell instead of 2.'],
    ['too many cells', 'k;Huber;Eva', 'The row has 3 cells instead of 2.'],
    ['another separator', 'k,Huber', 'The row has 1 cell instead of 2.']
  ])('are refused for %s, with their text, and all others are read', async (_name, broken, refusal) => {
    const good = (count: number, from: number) =>
      Array.from({ length: count }, (_, index) => `k-${from + index};"Name ${index}"\n`).join('')
    const { rows } = await read(`externalId;lastName\n${good(3, 0)}${broken}\n${good(40, 3)}`)
    expect(rows).toHaveLength(44)
    expect(rows.filter((row) => 'refusal' in row)).toEqual([{ line: 5, text: broken, refusal }])
    expect(rows.map(({ line }) => line)).toEqual(Array.from({ length: 44 }, (_, index) => index + 2))
  })

  test('are read between several broken quotes, and at the end of the file', async () => {
    const { rows } = await read('externalId;lastName\na;"A\nb;B\nc;"C\nd;D\ne;"E\nf;F\n')
    expect(rows.map((row) => ('value' in row ? row.value['externalId'] : row.text))).toEqual([
      'a;"A',
      'b',
      'c;"C',
      'd',
      'e;"E',
      'f'
    ])
  })

  test('may be hundreds of thousands in one piece, also behind a quote that is never closed', async () => {
    const { rows } = await read(`externalId\n"k\n${'k\n'.repeat(300_000)}`, {}, 1e6)
    expect(rows.filter((row) => 'value' in row)).toHaveLength(300_000)
  })

  test('that are not UTF-8 in a file that is are refused alone', async () => {
    const { rows, encoding } = await read(
      Buffer.concat([Buffer.from('externalId;lastName\nk-1;Bär\nk-2;'), windows('Bär'), Buffer.from('\nk-3;Bär\n')])
    )
    expect(encoding).toBe('utf-8')
    expect(valuesOf(rows)).toEqual([
      { externalId: 'k-1', lastName: 'Bär' },
      'The line is not valid UTF-8.',
      { externalId: 'k-3', lastName: 'Bär' }
    ])
  })

  test('are read in UTF-16 where its mark says so, as Excel saves Unicode text', async () => {
    const text = '\uFEFFexternalId\tlastName\r\nk-1\tBär\r\nk-2\t„Łódź“\r\n'
    const utf16 = Buffer.from(text, 'utf16le')
    for (const bytes of [utf16, Buffer.from(utf16).swap16(), gzipSync(utf16)]) {
      const { rows, separator, encoding } = await read(bytes)
      expect([separator, encoding]).toEqual(['tab', 'utf-16'])
      expect(valuesOf(rows)).toEqual([
        { externalId: 'k-1', lastName: 'Bär' },
        { externalId: 'k-2', lastName: '„Łódź“' }
      ])
    }
  })

  test('that are short at the end of the file are refused, also behind an open quote', async () => {
    const { rows } = await read('externalId;lastName;price\na;"A;1\nb;B')
    expect(valuesOf(rows).slice(1)).toEqual(['The row has 2 cells instead of 3.'])
  })

  test('may have their first umlaut anywhere', async () => {
    const far = `externalId;lastName\n${'k;Huber\n'.repeat(5000)}`
    const { rows, encoding } = await read(windows(`${far}k;Bär\n`), {}, 4096)
    expect(encoding).toBe('windows-1252')
    expect(valuesOf(rows).at(-1)).toEqual({ externalId: 'k', lastName: 'Bär' })
  })

  test('keep what cannot be read, to be refused by its field', async () => {
    const { rows } = await read(
      'contactNo;price;active;date;starts;salutation\nzwölf;1,2,3;vielleicht;31.02.2026;9 Uhr;3\n'
    )
    expect(valuesOf(rows)).toEqual([
      { contactNo: 'zwölf', price: '1,2,3', active: 'vielleicht', date: '31.02.2026', starts: '9 Uhr', salutation: '3' }
    ])
  })

  test.each([
    ['externalId;lastNmae\nk;Huber\n', 'The column "lastNmae" is unknown. Known are externalId, lastName'],
    ['externalId;externalId\nk;l\n', 'The column externalId is there twice.'],
    [';\nk;l\n', 'The first line names no columns.'],
    ['"externalId;lastName\nk;l\n', 'The first line names no columns.'],
    [Buffer.from('externalId;lastName', 'utf16le'), undefined],
    [gzipSync('externalId;lastName\nk;Huber\n').subarray(0, 30), 'The file is broken: its gzip data'],
    ['$2y$10$.vGA1O9wmRjrwAVXD98HNOgsNpDczlqm3Jq7KnEd1rVAGv3Fykk1a;Huber\n', 'The column "…" is unknown.']
  ])('are none where the file is not what it should be: %j', async (content, sentence) => {
    await expect(read(content)).rejects.toThrow(sentence)
  })
})

describe('rows of an NDJSON file', () => {
  test('are objects, each a line; every other line is refused with its text', async () => {
    const lines = ['{"externalId":"k-1"}', '', '{"externalId":', '[]', 'null', '"text"', '{"price":1.5,"x":{}}']
    const { rows, ...opened } = await read(lines.join('\n'))
    expect(opened).toMatchObject({ format: 'ndjson', header: null, encoding: 'utf-8' })
    expect(rows.map(({ line, text }) => [line, text])).toEqual(
      lines.map((text, index) => [index + 1, text]).filter(([, text]) => text !== '')
    )
    expect(valuesOf(rows)).toEqual([
      { externalId: 'k-1' },
      'The line is not JSON.',
      'The line is no JSON object.',
      'The line is no JSON object.',
      'The line is no JSON object.',
      { price: 1.5, x: {} }
    ])
  })

  test('may end with the character by which DOS ends a file', async () => {
    const { rows } = await read('{"lastName":"Huber"}\r\n\u001A')
    expect(valuesOf(rows)).toEqual([{ lastName: 'Huber' }])
  })

  test('that are not UTF-8 are refused', async () => {
    const { rows } = await read(Buffer.concat([windows('{"lastName":"Bär"}'), Buffer.from('\n{"lastName":"Bär"}')]))
    expect(valuesOf(rows)).toEqual(['The line is not valid UTF-8.', { lastName: 'Bär' }])
  })

  test('a line without an end is refused, and not held', async () => {
    async function* endless(): AsyncGenerator<Buffer> {
      yield Buffer.from('{"lastName":"')
      for (let count = 0; count < 200; count += 1) yield Buffer.alloc(1024 * 1024, 'x')
      expect(bytesInUse() - before).toBeLessThan(100e6)
      yield Buffer.from('"}\n{"lastName":"Huber"}\n')
    }
    const before = bytesInUse()
    const { rows } = await openRows(endless(), { fields })
    const found: SourceRow[] = []
    for await (const row of rows) found.push(row)
    expect(valuesOf(found)).toEqual(['The line is too long.', { lastName: 'Huber' }])
    expect(found[0]?.text).toHaveLength(200)
  })

  test('end with a sentence where the file is larger than is allowed, packed or not', async () => {
    const text = '{"lastName":"Huber"}\n'.repeat(1000)
    for (const content of [text, gzipSync(text)])
      await expect(read(content, { maxBytes: 10_000 })).rejects.toThrow('The file is larger than 10000 bytes')
  })

  test('end with a sentence where they unpack to more than a hundred times their size, before the rest is unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, '\n'))
    await expect(read(bomb, {}, 65_536)).rejects.toThrow('unpacks to more than 100 times its size')
  })

  test('may be none', async () => {
    expect((await read('')).rows).toEqual([])
    expect((await read('', { format: 'ndjson' })).rows).toEqual([])
  })
})
