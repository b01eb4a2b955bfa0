import type { Contact } from '@customer-center/contract/contact'
import type { RuntimeConfig } from '@customer-center/contract/runtime-config'

export type ContactNameParts = Pick<Contact, 'title' | 'firstName' | 'lastName' | 'postNominalTitle'>
type NameFormat = Pick<RuntimeConfig, 'contactNameFormat'>

/**
 * Returns a full name in its two parts (section 3): with the option contactNameFormat the last name in bold, then
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
