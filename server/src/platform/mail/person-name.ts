import { oneLine } from './one-line.ts'

/** The parts of a name that a greeting uses. */
export interface NameParts {
  readonly title: string | null
  readonly firstName: string | null
  readonly lastName: string | null
  readonly postNominalTitle: string | null
}

/** Title, first name, last name, post-nominal title; empty if all of them are missing. */
export function personName({ title, firstName, lastName, postNominalTitle }: NameParts): string {
  return [title, firstName, lastName, postNominalTitle]
    .map((part) => oneLine(part ?? ''))
    .filter((part) => part !== '')
    .join(' ')
}
