import { expect, test } from 'vitest'
import { paymentCode } from './payment-code.ts'

const invoice = {
  amount: '1234.50',
  currency: 'EUR',
  iban: 'AT61 1904 3002 3457 3201',
  isPaid: false,
  no: '2026/4711',
  payee: 'Akademie GmbH',
  paymentReference: null
}

test('the code of an open invoice names payee, account, amount and the number of the invoice, as EPC069-12 says', () => {
  expect(paymentCode(invoice)?.split('\n')).toEqual([
    'BCD',
    '002',
    '1',
    'SCT',
    '',
    'Akademie GmbH',
    'AT611904300234573201',
    'EUR1234.50',
    '',
    '',
    '2026/4711'
  ])
})

test('a creditor reference is one for the bank; one with a mistake is a text', () => {
  expect(
    paymentCode({ ...invoice, paymentReference: 'RF18 5390 0754 7034' })
      ?.split('\n')
      .slice(9)
  ).toEqual(['RF18539007547034'])
  expect(
    paymentCode({ ...invoice, paymentReference: 'RF19 5390 0754 7034' })
      ?.split('\n')
      .slice(9)
  ).toEqual(['', 'RF19 5390 0754 7034'])
})

test('a text has at most 140 letters, a payee 70, and line breaks in either begin no new field', () => {
  const lines = paymentCode({ ...invoice, payee: `A\n${'B'.repeat(80)}`, paymentReference: `x\r\n${'y'.repeat(200)}` })
  expect(lines?.split('\n')).toHaveLength(11)
  expect(lines?.split('\n')[5]).toBe(`A ${'B'.repeat(68)}`)
  expect(lines?.split('\n')[10]).toBe(`x ${'y'.repeat(138)}`)
})

test('a payee of more than 70 letters is cut by whole letters', () => {
  const lines = paymentCode({ ...invoice, payee: `${'A'.repeat(69)}🏛🏛` })?.split('\n')
  expect(lines?.[5]).toBe(`${'A'.repeat(69)}🏛`)
})

test('a code has at most 331 bytes, of which an umlaut has two and other letters up to four', () => {
  const of = (paymentReference: string) => paymentCode({ ...invoice, payee: 'A'.repeat(70), paymentReference })
  for (const most of [`x${'Ü'.repeat(105)}`, `${'Ü'.repeat(102)}€🏛`]) {
    expect(of(most)).toContain(most)
    expect(of(`${most}x`)).toBeNull()
  }
})

test.each([
  ['a paid invoice', { isPaid: true }],
  ['another currency', { currency: 'CHF' }],
  ['no currency', { currency: null }],
  ['a credit note', { amount: '-5.00' }],
  ['nothing to pay', { amount: '0.00' }],
  ['no amount', { amount: null }],
  ['an amount that is no number', { amount: 'zehn' }],
  ['more than banks transfer', { amount: '1000000000.00' }],
  ['no account', { iban: null }],
  ['an account with a mistake', { iban: 'AT61 1904 3002 3457 3202' }],
  ['an account outside of the EEA', { iban: 'CH93 0076 2011 6238 5295 7' }],
  ['no payee', { payee: ' ' }]
])('there is no code for %s', (_, part) => {
  expect(paymentCode({ ...invoice, ...part })).toBeNull()
})
