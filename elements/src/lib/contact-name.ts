import type { Contact } from '@customer-center/contract/contact'
import type { RuntimeConfig } from '@customer-center/contract/runtime-config'
import { byLetters } from './sort-rows.ts'

export type ContactNameParts = Pick<Contact, 'title' | 'firstName' | 'lastName' | 'postNominalTitle'>
type NameFormat = Pick<RuntimeConfig, 'contactNameFormat'>

/**
 * Returns a full name in its two parts: with the option contactNameFormat the last name in bold, then
 * comma, first name and titles; without it nothing is bold.
 */
export function formatName(
  { title, firstName, lastName, postNominalTitle }: ContactNameParts,
  { contactNameFormat }: NameFormat
): { bold: string; plain: string } {
  if (!contactNameFormat) return { bold: '', plain: joinNames(title, firstName, lastName, postNominalTitle) }
  const bold = joinNames(lastName)
  const rest = joinNames(firstName, title, postNominalTitle)
  return { bold, plain: bold && rest ? `, ${rest}` : rest }
}

/** Returns the same name as plain text: in an option, a caption, the name of a file or a button. */
export function fullName(name: ContactNameParts, format: NameFormat): string {
  const { bold, plain } = formatName(name, format)
  return `${bold}${plain}`
}

function joinNames(...parts: (string | null)[]): string {
  return parts.filter((part) => part !== null && part.trim() !== '').join(' ')
}

/**
 * Sorts by last name, then first name, whatever their case. Our server has sorted the rows already; another backend may
 * not have. Ten thousand comparisons by a collator take a tenth of the time until the first rows are painted, so the
 * collator only decides where plain letters do not.
 */
export function sortByName<Row extends Pick<ContactNameParts, 'firstName' | 'lastName'>>(rows: Row[]): Row[] {
  const lastName = (row: Row) => row.lastName ?? ''
  const firstName = (row: Row) => row.firstName ?? ''
  const compare = (one: Row, other: Row) =>
    byLetters.compare(lastName(one), lastName(other)) || byLetters.compare(firstName(one), firstName(other))
  const sorted = rows.every((row, index) => {
    const before = rows[index - 1]
    return before === undefined || isPlainlyBefore(lastName(before), lastName(row)) || compare(before, row) <= 0
  })
  return sorted ? rows : rows.toSorted(compare)
}

/**
 * Tells whether any collator agrees: the texts are plain letters and digits up to and including their first difference.
 */
function isPlainlyBefore(one: string, other: string): boolean {
  for (let at = 0; at < one.length; at += 1) {
    const [left, right] = [rank(one.charCodeAt(at)), rank(other.charCodeAt(at))]
    if (left === 0 || right === 0) return false
    if (left !== right) return left < right
  }
  return false
}

/** Returns the rank of a character: digits before letters, whatever their case; 0 for everything else. */
function rank(code: number): number {
  if (code >= 65 && code <= 90) return code + 32
  return (code >= 48 && code <= 57) || (code >= 97 && code <= 122) ? code : 0
}
