import { letterheadOf } from '../../server/src/company/letterhead/letterhead.ts'
import { letterheadFiles } from '../../server/src/confirmations/letter/letter-typesetter.ts'
import type { Typesetter } from '../../server/src/platform/typesetting/typesetter.ts'

const square = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><path d="M0 0h2v2H0z" fill="#a31245"/></svg>'

/** A row of `providers` with every value of a letterhead. */
export const providerRow = {
  provider_id: 1,
  name: 'Bildungshaus Süd GmbH',
  trade_name: 'Bildungshaus Süd',
  claim: 'Kurse mit Weitblick',
  street: 'Seeweg 7',
  plz: '8010',
  place: 'Graz',
  country: 'Österreich',
  phone_number: '+43 316 5550',
  email_address: 'office@sued.example',
  home_page: 'https://www.sued.example/',
  uid_nr: 'ATU12345678',
  register_no: 'FN 123456 a',
  register_court: 'Landesgericht Graz',
  bank: 'Südbank',
  iban: 'AT02 2081 5000 0000 0001',
  bic: 'SUEDAT2G',
  signatory: 'Mag. Ines Hofer',
  signatory_role: 'Geschäftsführung',
  colour: '#7a1f4b',
  logo: `data:image/svg+xml;base64,${Buffer.from(square).toString('base64')}`,
  signature: `data:image/svg+xml;base64,${Buffer.from(square).toString('base64')}`
}

const found = letterheadOf(providerRow)
if (!found) throw new Error('The letterhead of the tests is not complete.')
export const letterhead = found

/**
 * Wraps a typesetter, so that its documents have the letterhead of `providerRow`, for tests of templates by themselves.
 */
export function withLetterhead(typesetter: Typesetter): Typesetter {
  return {
    ...typesetter,
    render: async (template, data, options) =>
      typesetter.render(template, data, { files: await letterheadFiles(typesetter, letterhead), ...options })
  }
}
