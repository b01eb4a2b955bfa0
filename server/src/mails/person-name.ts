import { oneLine } from '../platform/mail/mail-text.ts'

/** Long parts around a dot are those of a domain; titles such as M.Sc. and Dr.techn. have short ones. */
const looksLikeLink = /[:/\\@。]|\bwww\b|[\p{L}\p{N}-]{6}\.[\p{L}\p{N}]|[\p{L}\p{N}]\.[\p{L}\p{N}-]{6}/iu

/**
 * Prepares a name for a mail. Mail programs make links of texts that look like the address of a page, so that anybody
 * who may enter a name could have this server mail links to strangers.
 * @returns empty for a name that looks like a link
 */
export function withoutLinks(name: string): string {
  const line = oneLine(name.normalize('NFKC'))
  // M.Sc. and bit.ly are the same to a mail program: with a space behind the dot neither is a link.
  return looksLikeLink.test(line) ? '' : line.replace(/\.(?=[\p{L}\p{N}])/gu, '. ')
}

/** The parts of a name that a greeting uses. */
export interface PersonNameParts {
  readonly title: string | null
  readonly firstName: string | null
  readonly lastName: string | null
  readonly postNominalTitle: string | null
}

/**
 * Title, first name, last name, post-nominal title; empty if all of them are missing, or one of them looks like a link.
 */
export function personName({ title, firstName, lastName, postNominalTitle }: PersonNameParts): string {
  const parts = [title, firstName, lastName, postNominalTitle].filter((part) => part !== null && part.trim() !== '')
  const shown = parts.map((part) => withoutLinks(part ?? ''))
  return shown.includes('') ? '' : shown.join(' ')
}
