import { withoutLinks } from './without-links.ts'

/** The parts of a name that a greeting uses. */
export interface NameParts {
  readonly title: string | null
  readonly firstName: string | null
  readonly lastName: string | null
  readonly postNominalTitle: string | null
}

/** Title, first name, last name, post-nominal title; empty if all of them are missing, or one of them looks like a link. */
export function personName({ title, firstName, lastName, postNominalTitle }: NameParts): string {
  const parts = [title, firstName, lastName, postNominalTitle].filter((part) => part !== null && part.trim() !== '')
  const shown = parts.map((part) => withoutLinks(part ?? ''))
  return shown.includes('') ? '' : shown.join(' ')
}
