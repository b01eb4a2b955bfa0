import type { Invoice } from './invoice.ts'

/** Digits of a text by ISO 7064, modulo 97: 1 for an account number or a creditor reference without a mistake. */
function remainder(text: string): number {
  const digits = (text.slice(4) + text.slice(0, 4)).replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  return Number(BigInt(digits) % 97n)
}

const isIban = (text: string) => /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(text) && remainder(text) === 1
/** Tells whether a text is a creditor reference (ISO 11649), which banks match by itself. */
const isCreditorReference = (text: string) => /^RF\d{2}[A-Z\d]{1,21}$/.test(text) && remainder(text) === 1

const plain = (text: string | number | null | undefined) =>
  String(text ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
const compact = (text: string | null | undefined) => (text ?? '').replaceAll(/\s/g, '').toUpperCase()

type PayableInvoice = Pick<Invoice, 'no'> &
  Partial<Pick<Invoice, 'amount' | 'currency' | 'iban' | 'isPaid' | 'payee' | 'paymentReference'>>

/**
 * Returns the text of the QR code with which a banking app fills in a transfer (EPC069-12, version 2, UTF-8); null for an
 * invoice that is paid, a credit note, another currency than the euro, or an account with a mistake. The BIC is left out,
 * as it may be within the SEPA.
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
  const name = plain(payee).slice(0, 70).trim()
  if (isPaid || currency !== 'EUR' || !/^(?!0\.00)\d{1,9}\.\d\d$/.test(euros) || name === '' || !isIban(account))
    return null
  const reference = plain(paymentReference) || plain(no)
  const structured = compact(reference)
  const lines = isCreditorReference(structured) ? [structured] : ['', reference.slice(0, 140).trim()]
  return ['BCD', '002', '1', 'SCT', '', name, account, `EUR${euros}`, '', ...lines].join('\n').trimEnd()
}
