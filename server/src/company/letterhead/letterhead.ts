import type { Selectable } from 'kysely'
import { imagePattern, maxImageLength } from '@customer-center/contract/letterhead'
import type { Tables } from '../../platform/database/query.ts'
import { isLegible } from '../../platform/lib/colour.ts'

export type ProviderRow = Selectable<Tables['providers']>

const defaultColour = '#0b5563'

/** Required fields; without them a letter would not state who confirms, and how to reach the provider. */
const required = ['name', 'street', 'plz', 'place', 'signatory'] as const satisfies readonly (keyof ProviderRow)[]

/**
 * Tells whether the bytes match the claimed type. Without this check, the template would fail only when somebody
 * requests a letter.
 */
function isOfType(bytes: Buffer, type: string): boolean {
  if (type === 'png') return bytes.subarray(0, 8).toString('hex') === '89504e470d0a1a0a'
  if (type === 'jpeg') return bytes.subarray(0, 3).toString('hex') === 'ffd8ff'
  const text = bytes.toString('utf8').trim()
  return text.includes('<svg') && text.endsWith('>')
}

/** @returns undefined if the text is no data URL of an SVG, PNG or JPEG image */
export function imageOf(dataUrl: string) {
  const [, type = '', base64 = ''] = imagePattern.exec(dataUrl.slice(0, maxImageLength + 1)) ?? []
  const bytes = Buffer.from(base64, 'base64')
  if (dataUrl.length > maxImageLength || !isOfType(bytes, type)) return undefined
  const extension = type === 'png' ? 'png' : type === 'jpeg' ? 'jpg' : 'svg'
  return { extension, mediaType: `image/${type}`, bytes }
}

/**
 * Lists the problems that prevent documents, as English sentences for the operator that begin with the column's name.
 */
export function letterheadProblems(row: ProviderRow): string[] {
  const images = (['logo', 'signature'] as const).filter((name) => row[name] !== '' && !imageOf(row[name]))
  return [
    ...required.filter((name) => row[name].trim() === '').map((name) => `${name} is missing`),
    ...(row.colour === '' || isLegible(row.colour)
      ? []
      : ['colour is no #rrggbb that can be read on white (a contrast of 4.5)']),
    ...images.map((name) => `${name} is no data URL of an SVG, PNG or JPEG image of at most 300 kB`)
  ]
}

/**
 * Returns the provider's data for documents, under the names that templates read. Leaves out empty texts.
 * @returns undefined if there are `letterheadProblems`
 */
export function letterheadOf(row: ProviderRow) {
  if (letterheadProblems(row).length > 0) return undefined
  return {
    /** The name by which customers know the provider. */
    name: row.trade_name || row.name,
    /** The company's name in the register. */
    company: row.name,
    claim: row.claim,
    street: row.street,
    place: `${row.plz} ${row.place}`,
    town: row.place,
    country: row.country,
    phone: row.phone_number,
    email: row.email_address,
    web: row.home_page.replace(/^https?:\/\//, '').replace(/\/$/, ''),
    register: registerOf(row),
    vatNumber: row.uid_nr,
    bank: row.bank,
    iban: row.iban,
    bic: row.bic,
    signatory: row.signatory,
    signatoryRole: row.signatory_role,
    /** Colour of headings and lines, as `#rrggbb`. */
    colour: row.colour || defaultColour,
    // Images as data URLs.
    logo: row.logo,
    signature: row.signature
  }
}

export type Letterhead = NonNullable<ReturnType<typeof letterheadOf>>

/**
 * Formats number and court of the company register, which business letters and mails have to state (section 14 of
 * Austria's UGB).
 */
export function registerOf({
  register_no,
  register_court
}: Pick<ProviderRow, 'register_no' | 'register_court'>): string {
  return [register_no, register_court].filter((part) => part !== '').join(', ')
}
