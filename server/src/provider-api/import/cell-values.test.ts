import { describe, expect } from 'vitest'
import { ndjson, test as importTest } from '../../../../testing/server/import-fixtures.ts'
import { addProviderKey } from '../../../../testing/server/provider-keys.ts'

const csv = (...lines: string[]) => `${lines.join('\r\n')}\r\n`

const test = importTest
  .extend('reader', { scope: 'file' }, async ({ db, own }) =>
    addProviderKey(db, { providerId: own.providerId, name: 'reader', scopes: ['read'] })
  )
  .extend('send', { scope: 'file' }, ({ ask }) => async (resource: string, ...lines: string[]) => {
    const { json } = await ask(`/imports/${resource}`, { method: 'POST', type: 'text/csv', body: csv(...lines) })
    const { text } = await ask(`/imports/${String(json['runId'])}/refusals`)
    const refusals = text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as { field: string; value: string | null; sentence: string })
    return { counts: json, refusals: refusals.map(({ field, value, sentence }) => [field, value, sentence]) }
  })
  .extend('stored', { scope: 'file' }, ({ ask, reader }) => {
    return async (path: string, ...members: string[]) => {
      const { json } = await ask(path, { key: reader.key })
      return members.map((member) => json[member])
    }
  })

describe('cells as programs write them', () => {
  test('are amounts', async ({ send, stored }) => {
    const cells = [
      ['1548.00-', '-1548.00'],
      ['1.548,00-', '-1548.00'],
      ['€ 1.290,00', '1290.00'],
      ['1.290,5 EUR', '1290.50'],
      ["1'290.00", '1290.00'],
      ['1 290,00', '1290.00'],
      ['1,548.00', '1548.00'],
      ['1548.0000', '1548.00'],
      ['12,5', '12.50'],
      ['-€ 1.290,00', '-1290.00'],
      ['- € 1.290,00', '-1290.00'],
      ['−1.290,00', '-1290.00'],
      ['€ 1.290,-', '1290.00'],
      ['1.290,-- EUR', '1290.00'],
      ['(12,50)', '-12.50'],
      ['(€ 1.290,00)', '-1290.00'],
      ['€ (12,50)', '-12.50'],
      ['-   €', '0.00']
    ] as const
    await send('customers', 'externalId;lastName', 'AMOUNT;Huber GmbH')
    const header = 'externalId;customer;no;date;amount;currency'
    const rows = cells.map(([cell], n) => `A-${n};AMOUNT;R-${n};01.02.2026;${cell};EUR`)
    expect((await send('invoices', header, ...rows)).refusals).toEqual([])
    for (const [n, [cell, amount]] of cells.entries()) {
      const [read] = await stored(`/invoices/A-${n}`, 'amount')
      expect([cell, Number(read)]).toEqual([cell, Number(amount)])
    }
  })

  test('that are amounts have the currency of their row, or are refused', async ({ send, stored }) => {
    await send('customers', 'externalId;lastName', 'CHF;Huber GmbH')
    const { refusals } = await send(
      'invoices',
      'externalId;customer;no;date;amount;currency',
      "CHF-1;CHF;R-C1;01.02.2026;CHF 1'290.50;CHF",
      "CHF-2;CHF;R-C2;01.02.2026;CHF 1'290.50;EUR",
      'CHF-3;CHF;R-C3;01.02.2026;€ 90,00;CHF'
    )
    expect(refusals).toEqual([
      ['amount', "CHF 1'290.50", expect.stringContaining('amount is in CHF, and must be in EUR.')],
      ['amount', '€ 90,00', expect.stringContaining('amount is in €, and must be in CHF.')]
    ])
    expect((await stored('/invoices/CHF-1', 'amount')).map(Number)).toEqual([1290.5])
    await send('contacts', 'externalId;customer;lastName', 'CHF;CHF;Huber')
    await send('events', 'externalId;caption', 'CHF;Statik')
    const prices = ['CHF;CHF;CHF;CHF 90.00', 'EUR;CHF;CHF;€ 90,00']
    const booking = await send('participations', 'externalId;contact;event;price', ...prices)
    expect(booking.counts).toMatchObject({ created: 2, refused: 0, refusedFields: 1 })
    expect(booking.refusals).toEqual([['price', 'CHF 90.00', expect.stringContaining('must be in EUR')]])
  })

  test('that are amounts with a currency are refused where the row names none, also in a new version of a row', async ({
    send
  }) => {
    await send('customers', 'externalId;lastName', 'NONE;Huber GmbH')
    const header = 'externalId;customer;no;date;amount'
    const stored = await send('invoices', `${header};currency`, 'NONE-1;NONE;R-N1;01.02.2026;90,00;EUR')
    expect(stored.refusals).toEqual([])
    const sentence = expect.stringContaining('amount is in €, and the row names no currency.') as unknown
    const rows = ['NONE-1;NONE;R-N1;01.02.2026;€ 90,00', 'NONE-2;NONE;R-N2;01.02.2026;€ 90,00']
    const refusal = ['amount', '€ 90,00', sentence]
    expect((await send('invoices', header, ...rows)).refusals).toEqual([refusal, refusal])
    expect((await send('invoices', `${header};currency`, `${rows[1]};`)).refusals).toEqual([refusal])
  })

  test('that have lost leading zeros in a spreadsheet are other keys and other post codes', async ({
    send,
    stored
  }) => {
    await send('customers', 'externalId;lastName;plz', '00471;Huber GmbH;01067')
    const again = await send('customers', 'externalId;lastName;plz', '471;Huber GmbH;1067')
    expect([again.counts, again.refusals]).toEqual([expect.objectContaining({ created: 1, updated: 0 }), []])
    expect(await stored('/customers/00471', 'plz')).toEqual(['01067'])
    expect(await stored('/customers/471', 'plz')).toEqual(['1067'])
    const contact = await send('contacts', 'externalId;customer;lastName', 'ZERO;0471;Huber')
    expect(contact.refusals).toEqual([['customer', '0471', expect.stringContaining('names no row of customers')]])
  })

  test.for([
    ['€', 'EUR'],
    [' € ', 'EUR'],
    ['EUR', 'EUR']
  ])('are currencies: %s', async ([cell, currency], { send, stored }) => {
    await send('customers', 'externalId;lastName', 'CURRENCY;Huber GmbH')
    const line = `C;CURRENCY;R-2;01.02.2026;90,00;${cell}`
    expect((await send('invoices', 'externalId;customer;no;date;amount;currency', line)).refusals).toEqual([])
    expect(await stored('/invoices/C', 'currency')).toEqual([currency])
  })

  test('are days', async ({ send, stored }) => {
    const cells: readonly [string, string | null][] = [
      ['20261231', '2026-12-31'],
      ['31.12.2026 00:00:00', '2026-12-31'],
      ['2026-12-31 00:00:00', '2026-12-31'],
      ['46387', '2026-12-31'],
      ['31/12/2026', '2026-12-31'],
      ['2026/12/31', '2026-12-31'],
      ['2026/1/2', '2026-01-02'],
      ['31-12-2026', '2026-12-31'],
      ['01-02-2026', '2026-02-01'],
      ['00.00.0000', null],
      ['0000-00-00', null],
      ['00000000', null],
      ['46387,0', '2026-12-31'],
      ['30.12.1899', null],
      ['30.12.1899 00:00:00', null],
      ['00.01.1900', null],
      ['0', null],
      ...[
        '01.01.0001',
        '1.1.1601',
        '1753-01-01',
        '17530101',
        '01/01/1753',
        '01.01.1900',
        '31.12.9999',
        '12/31/9999'
      ].map((cell): [string, null] => [cell, null]),
      ['9999-12-31 23:59:59', null],
      ['1899-12-30T00:00:00', null],
      ['2958465', null],
      ['1950-01-01', '1950-01-01']
    ]
    const rows = cells.map(([cell], n) => `DAY-${n};Statik;${cell}`)
    expect((await send('events', 'externalId;caption;fromDate', ...rows)).refusals).toEqual([])
    for (const [n, [cell, day]] of cells.entries())
      expect([cell, await stored(`/events/DAY-${n}`, 'fromDate')]).toEqual([cell, [day]])
  })

  test.for<[string, string, boolean, number]>([
    ['J', 'Herr', true, 0],
    ['X', 'frau', true, 1],
    ['-1', 'Keine Angabe', true, 3],
    ['N', '1', false, 1]
  ])('are marks and salutations: %s, %s', async ([flag, salutation, newsletter, number], { send, stored }) => {
    await send('customers', 'externalId;lastName', 'MARK;Huber GmbH')
    const line = `MARK;MARK;Huber;${flag};${salutation}`
    expect((await send('contacts', 'externalId;customer;lastName;newsletter;salutation', line)).refusals).toEqual([])
    expect(await stored('/contacts/MARK', 'newsletter', 'salutation')).toEqual([newsletter, number])
  })

  test('are yes or no', async ({ send, stored }) => {
    await send('customers', 'externalId;lastName', 'FLAG;Huber GmbH')
    const words = [
      ...['ja', 'J', 'yes', 'Y', 'X', 'WAHR', 'true', '1', '-1'].map((word) => [word, true] as const),
      ...['nein', 'N', 'no', 'FALSCH', 'false', '0'].map((word) => [word, false] as const)
    ]
    const rows = words.map(([word], n) => `FLAG-${n};FLAG;Huber;${word}`)
    expect((await send('contacts', 'externalId;customer;lastName;newsletter', ...rows)).refusals).toEqual([])
    for (const [n, [word, isYes]] of words.entries())
      expect([word, await stored(`/contacts/FLAG-${n}`, 'newsletter')]).toEqual([word, [isYes]])
  })

  test('are whole numbers', async ({ send, stored }) => {
    const cells = { '1234': 1234, '1.234.567': 1_234_567, "1'234": 1234, '1234,00': 1234, '12,5': null, '1,290': null }
    await send('customers', 'externalId;lastName', 'NUMBER;Huber GmbH')
    const rows = Object.keys(cells).map((cell, n) => `NUMBER-${n};NUMBER;Huber;${cell}`)
    const { refusals } = await send('contacts', 'externalId;customer;lastName;sequenceNumber', ...rows)
    expect(refusals).toEqual([
      ['sequenceNumber', '12,5', expect.stringContaining('a whole number')],
      ['sequenceNumber', '1,290', expect.stringContaining('has two meanings')]
    ])
    for (const [n, number] of Object.values(cells).entries())
      if (number !== null) expect(await stored(`/contacts/NUMBER-${n}`, 'sequenceNumber')).toEqual([number])
  })

  test('that are a word of JavaScript are no marks', async ({ send }) => {
    await send('customers', 'externalId;lastName', 'MARK;Huber GmbH')
    const line = 'WORD;MARK;Huber;constructor'
    const { refusals } = await send('contacts', 'externalId;customer;lastName;newsletter', line)
    expect(refusals).toEqual([['newsletter', 'constructor', expect.stringContaining('ja or nein')]])
  })

  test('are times', async ({ send, stored }) => {
    const cells = [
      ['9:00', '09:00:00'],
      ['9.00', '09:00:00'],
      ['0900', '09:00:00'],
      ['0,375', '09:00:00'],
      ['0,354166667', '08:30:00'],
      ['30.12.1899 09:00:00', '09:00:00'],
      ['01.01.1753 09:00', '09:00:00']
    ] as const
    await send('events', 'externalId;caption', 'TIME;Statik')
    const rows = cells.map(([cell], n) => `TIME;${n};01.02.2026;${cell};17:00;8`)
    expect((await send('event-dates', 'event;dayNo;date;starts;ends;hours', ...rows)).refusals).toEqual([])
    for (const [n, [cell, time]] of cells.entries())
      expect([cell, await stored(`/event-dates/TIME/${n}`, 'starts')]).toEqual([cell, [time]])
  })

  test('that are 24:00 end a day, and do not begin one', async ({ send, stored }) => {
    await send('events', 'externalId;caption', 'END;Statik')
    const { refusals } = await send(
      'event-dates',
      'event;dayNo;date;starts;ends',
      'END;1;01.02.2026;18:00;24:00',
      'END;2;02.02.2026;24:00;2400'
    )
    expect(refusals).toEqual([['starts', '24:00', expect.stringContaining('starts must be a time such as 09:30.')]])
    expect(await stored('/event-dates/END/1', 'ends')).toEqual(['00:00:00'])
    expect(await stored('/event-dates/END/2', 'starts', 'ends')).toEqual([null, '00:00:00'])
    // Midnight has no limit of 12 hours.
    for (const [n, ends] of ['24:00', '24.00', '24:00:00', '2400', '00:00', '0000', '0.00'].entries()) {
      const day = `END;${n + 3};03.02.2026;08:00;${ends}`
      const { refusals: told } = await send('event-dates', 'event;dayNo;date;starts;ends', day)
      expect([ends, told]).toEqual([ends, []])
      expect([ends, await stored(`/event-dates/END/${n + 3}`, 'starts', 'ends')]).toEqual([
        ends,
        ['08:00:00', '00:00:00']
      ])
    }
  })

  test('that are times or parts of a day are left out', async ({ send, stored }) => {
    await send('events', 'externalId;caption', 'PART;Statik')
    const { refusals } = await send(
      'event-dates',
      'event;dayNo;date;starts;ends',
      'PART;1;01.02.2026;0.30;17:00',
      'PART;2;02.02.2026;0.00;08:00',
      'PART;3;03.02.2026;0,30;17:00'
    )
    expect(refusals).toEqual([['starts', '0.30', expect.stringContaining('has two meanings')]])
    expect(await stored('/event-dates/PART/2', 'starts')).toEqual(['00:00:00'])
    expect(await stored('/event-dates/PART/3', 'starts')).toEqual(['07:12:00'])
  })

  test('that are addresses have their domain in ASCII, and keys have one kind of blank', async ({ send, stored }) => {
    const { refusals } = await send(
      'customers',
      'externalId;lastName;emailAddress',
      'K\u00A01\u00A0;Müller\u00A0GmbH;buero@müller.example',
      'K 2;Bräu AG;info@bräu.example ',
      'K 3;Jäger AG;jäger@jäger.example',
      'K 4;Grün AG;info@grün.example/foo'
    )
    expect(refusals).toEqual([
      ['emailAddress', 'jäger@jäger.example', expect.stringContaining('e-mail address')],
      ['emailAddress', 'info@grün.example/foo', expect.stringContaining('e-mail address')]
    ])
    await send('contacts', 'externalId;customer;lastName', 'BLANK;K\u00A02;Huber')
    expect(await stored('/customers/K%201', 'lastName', 'emailAddress')).toEqual([
      'Müller\u00A0GmbH',
      'buero@xn--mller-kva.example'
    ])
    expect(await stored('/customers/K%202', 'emailAddress')).toEqual(['info@xn--bru-rla.example'])
    expect(await stored('/contacts/BLANK', 'customer')).toEqual(['K 2'])
  })

  test('that cannot be read and are optional are left out, and their rows come in', async ({ send, stored }) => {
    await send('customers', 'externalId;lastName;teleFax', `LEFT;Huber GmbH;${'1'.repeat(51)}`)
    await send('contacts', 'externalId;customer;lastName', 'LEFT;LEFT;Huber')
    await send('events', 'externalId;caption', 'LEFT;Statik')
    const booking = await send('participations', 'externalId;contact;event;price', 'LEFT;LEFT;LEFT;1.290')
    expect(booking.counts).toMatchObject({ created: 1, refused: 0, refusedFields: 1 })
    expect(await stored('/participations/LEFT', 'price')).toEqual(['0.00'])
    const login = 'LEFT;left@huber.example;3;5f4dcc3b5aa765d61d8327deb882cf99'
    const user = await send('shop-users', 'contact;emailAddress;rights;passwordHash', login)
    expect(user.counts).toMatchObject({ created: 1, refused: 0, refusedFields: 1 })
    expect(user.refusals).toEqual([['passwordHash', null, expect.stringContaining('The row was taken without it.')]])
    expect(await stored('/shop-users/LEFT', 'emailAddress', 'rights')).toEqual(['left@huber.example', 3])
    const header = 'externalId;customer;no;date;amount;currency'
    const invoice = await send('invoices', header, 'LEFT;LEFT;L-1;01.02.2026;1.290;EUR')
    expect(invoice.counts).toMatchObject({ created: 0, refused: 1 })
  })

  test('below a head that is there once more are rows, and that line is none', async ({ send }) => {
    const head = 'externalId;lastName'
    const { counts, refusals } = await send('customers', head, 'HEAD-1;Huber', head, 'HEAD-2;Maier')
    expect(counts).toMatchObject({ read: 2, created: 2 })
    expect(refusals).toEqual([])
  })

  test.for([
    ['a workbook', 'PK\u0003\u0004\u0014;\n', 'The file is a workbook of Excel and not CSV'],
    [
      'a page',
      ' <!DOCTYPE html>\n<table><tr><td>externalId</td></tr></table>\n',
      'The file is HTML or XML and not CSV'
    ],
    ['text of an old Mac', 'externalId;lastName\rK-1;Huber\r', 'The lines of the file end in CR alone']
  ] as const)('are none in what is not CSV: %s', async ([, body, sentence], { ask }) => {
    const { status, json } = await ask('/imports/customers', { method: 'POST', type: 'text/csv', body })
    expect([status, JSON.stringify(json)]).toEqual([400, expect.stringContaining(sentence)])
  })

  test.for([
    '#NAME?',
    '#NV',
    '#N/A',
    '#WERT!',
    '#VALUE!',
    '#BEZUG!',
    '#REF!',
    '#DIV/0!',
    '#ZAHL!',
    '#NULL!',
    '########'
  ])('that Excel writes in place of a value are refused by name: %s', async (cell, { send }) => {
    const { counts, refusals } = await send('customers', 'externalId;lastName;place', `ERROR;Huber;${cell}`)
    expect(counts).toMatchObject({ refused: 0, refusedFields: 1 })
    expect(refusals).toEqual([['place', cell, expect.stringContaining('what Excel writes where a formula fails')]])
  })

  test('with two meanings, or spoilt by Excel, are refused as they stand, with the German form', async ({ send }) => {
    await send('customers', 'externalId;lastName', 'TWO;Huber GmbH')
    const { refusals } = await send(
      'invoices',
      'externalId;customer;no;date;amount;currency',
      'I-1;TWO;1;01.02.2026;1.290;EUR',
      'I-2;TWO;2;01/02/2026;;',
      'I-3;TWO;3;31.02.2026;;',
      '4,35E+11;TWO;4;01.02.2026;;',
      'I-5;TWO;5;01.02.2026;viel;EUR',
      'I-6;TWO;6;01.02.26;;',
      'I-8;TWO;8;01.02.2026 10:00;;',
      'I-9;TWO;9;01.02.2026;12,505;EUR',
      '4,35641E+011;TWO;7;01.02.2026;;'
    )
    const saying = (text: string): unknown => expect.stringContaining(text)
    expect(refusals).toEqual([
      ['amount', '1.290', saying('amount has two meanings')],
      ['date', '01/02/2026', saying('write 01.02.2026')],
      ['date', '31.02.2026', 'date must be a day such as 31.12.2026.'],
      ['externalId', '4,35E+11', saying('as Excel shortens it')],
      ['amount', 'viel', saying('a number such as 1.234,50')],
      ['date', '01.02.26', saying('let a map say dates')],
      ['date', '01.02.2026 10:00', 'date must be a day such as 31.12.2026.'],
      ['amount', '12,505', saying('amount has two meanings')],
      ['externalId', '4,35641E+011', saying('as Excel shortens it')]
    ])
    const { refusals: texts } = await send('customers', 'externalId;lastName;phoneNumber', 'TWO;Huber GmbH;4,36E+11')
    expect(texts).toEqual([['phoneNumber', '4,36E+11', saying('as Excel shortens it')]])
  })

  test('of an event that ends before it begins are taken without the end', async ({ send, stored }) => {
    const row = 'TURNED;Statik;03.02.2026;01.02.2026'
    const { counts, refusals } = await send('events', 'externalId;caption;fromDate;toDate', row)
    expect(counts).toMatchObject({ created: 1, refused: 0, refusedFields: 1 })
    expect(refusals).toEqual([['toDate', '2026-02-01', expect.stringContaining('toDate must not be before fromDate.')]])
    expect(await stored('/events/TURNED', 'fromDate', 'toDate')).toEqual(['2026-02-03', null])
  })

  test('that are missing at the end of a row are empty, but not needed ones', async ({ ask, send, stored }) => {
    const { counts, refusals } = await send(
      'customers',
      'externalId;place;lastName;plz',
      'SHORT;Wien;Huber',
      'NEEDED;Wien',
      'LITTLE'
    )
    expect(counts).toMatchObject({ created: 1, refused: 2 })
    expect(refusals).toEqual([
      [null, null, 'The row has 2 cells instead of 4.'],
      [null, null, 'The row has 1 cell instead of 4.']
    ])
    expect(await stored('/customers/SHORT', 'lastName', 'plz')).toEqual(['Huber', null])
    const body = 'externalId;lastName;place;plz\nCUT;Hu'
    const { json } = await ask('/imports/customers', { method: 'POST', type: 'text/csv', body })
    expect(json).toMatchObject({ created: 0, refused: 1 })
  })

  test('of JSON are values as they are', async ({ ask }) => {
    const body = '{"externalId":"JSON","caption":"Statik","fromDate":"31.12.2026"}'
    const { json } = await ask('/imports/events', { method: 'POST', body })
    expect(json['reasons']).toMatchObject([
      { sentence: expect.stringContaining('fromDate must be a day as yyyy-MM-dd.') }
    ])
  })
})

test.for(['4E+10', '#NV'])('a key of JSON is no cell, but as it stands: %s', async (externalId, { ask, reader }) => {
  const body = ndjson({ externalId, lastName: 'Huber GmbH' })
  const { json } = await ask('/imports/customers', { method: 'POST', body })
  expect(json).toMatchObject({ created: 1 })
  const path = `/customers/${encodeURIComponent(externalId)}`
  expect((await ask(path, { key: reader.key })).json).toMatchObject({ externalId, lastName: 'Huber GmbH' })
  const change = { method: 'PUT', type: 'application/json', body: JSON.stringify({ place: 'Linz' }) }
  expect((await ask(path, change)).status).toBe(200)
  expect((await ask(path, { key: reader.key })).json).toMatchObject({ place: 'Linz' })
  expect((await ask(path, { method: 'DELETE' })).status).toBe(204)
})
