import texts from './findings.json' with { type: 'json' }

export type FindingKind = keyof typeof texts.kinds

/** What an answer has that the elements cannot use, or not as it is meant. */
export interface BackendFinding {
  readonly kind: FindingKind
  /** `warning`: worth a look, and no failure. */
  readonly level: 'fault' | 'warning'
  /** The member by its code, with those that it is in; of an envelope `responseData`; otherwise the part of the answer. */
  readonly member: string
  /** What came, with the value cut short, and how often. */
  readonly seen: string
  /** What the elements show. */
  readonly shows: string
  /** What to change in the backend. */
  readonly remedy: string
}

const kinds: Readonly<Record<FindingKind, { level?: string; shows: string; remedy: string }>> = texts.kinds

export function findingOf(kind: FindingKind, member: string, seen: string, shows = kinds[kind].shows): BackendFinding {
  const { level, remedy } = kinds[kind]
  return { kind, level: level === 'warning' ? level : 'fault', member, seen, shows, remedy }
}

/** What the elements show without a member that they need although the contract lets it be null, by noun and name. */
export const shownWithout: Readonly<Record<string, Readonly<Record<string, string>>>> = texts.needed

const longest = 60
const secret = /token|password|passwort/i

/** Writes a value for a person, cut short; never a token, a password or a file. */
export function shortValue(value: unknown, member = ''): string {
  if (value === undefined) return 'nothing'
  if (secret.test(member)) return 'a value that is not repeated here'
  const text = JSON.stringify(value, (name, one: unknown) => (secret.test(name) ? '…' : one)) ?? typeof value
  return text.length > longest ? `${text.slice(0, longest)}… (${text.length} characters)` : text
}
