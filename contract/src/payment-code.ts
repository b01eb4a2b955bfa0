import type { Invoice } from './invoice.ts'

/** Digits of a text by ISO 7064, modulo 97: 1 for an account number or a creditor reference without a mistake. */
function remainder(text: string): number {
  const digits = (text.slice(4) + text.slice(0, 4)).replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  return Number(BigInt(digits) % 97n)
}

/** Countries of the EEA, by the codes with which their account numbers begin: others need a BIC in the code. */
const eeaCountries = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' ')
)
/** Limit of a code's text, in bytes. */
const maxBytes = 331

/** Returns the number of a text's bytes in UTF-8; browser and Node share no typed encoder here. */
const bytesOf = (text: string) =>
  Array.from(text).reduce((sum, letter) => {
    const point = letter.codePointAt(0) ?? 0
    return sum + (point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4)
  }, 0)

/** Tells whether a text is an account number without a mistake to which a transfer needs no BIC. */
const isSepaIban = (text: string) =>
  /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(text) && eeaCountries.has(text.slice(0, 2)) && remainder(text) === 1
/** Tells whether a text is a creditor reference (ISO 11649), which banks match by itself. */
const isCreditorReference = (text: string) => /^RF\d{2}[A-Z\d]{1,21}$/.test(text) && remainder(text) === 1

const plain = (text: string | number | null | undefined) =>
  String(text ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
/** Cuts a text by whole characters, so that no surrogate pair is split. */
const cut = (text: string, most: number) => Array.from(text).slice(0, most).join('').trim()
const compact = (text: string | null | undefined) => (text ?? '').replaceAll(/\s/g, '').toUpperCase()

type PayableInvoice = Pick<Invoice, 'no'> &
  Partial<Pick<Invoice, 'amount' | 'currency' | 'iban' | 'isPaid' | 'payee' | 'paymentReference'>>

/**
 * Returns the text of the QR code with which a banking app fills in a transfer (EPC069-12, version 2, UTF-8); null for an
 * invoice that is paid, a credit note, another currency than the euro, an account with a mistake or outside of the EEA,
 * or a text that is too long. No invoice has a BIC, which is optional within the EEA.
 */
export function paymentCode({
  amount,
  currency,
  iban,
  isPaid,
  no,
  payee,
  paymentReference
}: PayableInvoice): string | null {
  const euros = Number(amount ?? Number.NaN).toFixed(2)
  const account = compact(iban)
  const name = cut(plain(payee), 70)
  if (isPaid || currency !== 'EUR' || !/^(?!0\.00)\d{1,9}\.\d\d$/.test(euros) || name === '' || !isSepaIban(account))
    return null
  const reference = plain(paymentReference) || plain(no)
  const structured = compact(reference)
  const lines = isCreditorReference(structured) ? [structured] : ['', cut(reference, 140)]
  const code = ['BCD', '002', '1', 'SCT', '', name, account, `EUR${euros}`, '', ...lines].join('\n').trimEnd()
  return bytesOf(code) > maxBytes ? null : code
}
