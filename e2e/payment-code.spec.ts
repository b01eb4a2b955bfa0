import { randomOf } from '../testing/random.ts'
import { readCodes } from '../testing/read-codes.ts'
import { expect, test } from './support/test.ts'

const rounds = 8
const rowsOfRound = 25
// Mostly letters of one byte: a code of more than 331 bytes has a shorter text.
const letters = 'Äpfel & Söhne, Graz-Umgebung <i> „Ö3“ łódź 0123, Rechnung und Kundennummer, Linz'

const oneSpace = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
/** Adds the check digits of an Austrian account, or of a creditor reference, to its other digits. */
const checked = (country: string, codes: string, rest: string) =>
  `${country}${String(98n - (BigInt(rest + codes + '00') % 97n)).padStart(2, '0')}${rest}`

function randomInvoice(random: (end: number) => number, controlNo: number) {
  const digits = (length: number) => Array.from({ length }, () => random(10)).join('')
  const words = (length: number) => Array.from({ length }, () => letters[random(letters.length)]).join('')
  const reference = [`R ${words(random(160))}`, checked('RF', '2715', digits(12)), null][random(3)]
  return {
    companyNo: 1,
    controlNo,
    no: `${controlNo}/26`,
    date: '2026-11-01',
    documentHash: null,
    amount: `${1 + random(10 ** (1 + random(8)))}.${digits(2)}`,
    currency: 'EUR',
    dueDate: '2099-01-01',
    isPaid: false,
    iban: checked('AT', '1029', digits(16)),
    payee: `A${words(1 + random(90))}`,
    paymentReference: reference
  }
}

/** The fields that a banking app has to find. */
function fieldsOf({ no, amount, iban, payee, paymentReference }: ReturnType<typeof randomInvoice>): string {
  const isStructured = paymentReference?.startsWith('RF') === true
  const text = oneSpace(paymentReference ?? '') || no
  return [
    'BCD',
    '002',
    '1',
    'SCT',
    '',
    oneSpace(payee).slice(0, 70).trim(),
    iban,
    `EUR${amount}`,
    '',
    ...(isStructured ? [text] : ['', text.slice(0, 140).trim()])
  ].join('\n')
}

test.use({ viewport: { width: 900, height: 1000 } })

for (const colorScheme of ['light', 'dark'] as const) {
  test(`another program reads each code of random invoices field by field: ${colorScheme}`, async ({
    center,
    account,
    page
  }) => {
    test.slow()
    await page.emulateMedia({ colorScheme })
    const seed = Math.floor(Math.random() * 2 ** 31)
    const random = randomOf(seed)
    const read: string[] = []
    const expected: string[] = []
    for (let round = 0; round < rounds / 2; round += 1) {
      const rows = Array.from({ length: rowsOfRound }, (_, index) =>
        randomInvoice(random, round * rowsOfRound + index + 1)
      )
      expected.push(...rows.map(fieldsOf))
      const answer = { responseData: rows, responseResult: { HTTPReturnCode: 200, RESTReturnCode: 0, Errors: [] } }
      await page.route('**/api/eventmanager/invoicebysubscriber', (route) => route.fulfill({ json: answer }))
      if (round === 0) await center.enter(account('admin'), 'invoices')
      else await page.reload()
      await page.getByRole('button', { name: /offen/ }).first().click()
      await expect(page.locator('.kc-payment-code svg'), `seed ${seed}`).toHaveCount(rowsOfRound)
      const codes = await readCodes(new Uint8Array(await page.screenshot({ fullPage: true })))
      read.push(...codes.map(({ text }) => text))
    }
    expect(read.toSorted(), `seed ${seed}`).toEqual(expected.toSorted())
  })
}
