import texts from './findings.json' with { type: 'json' }

export type FindingKind = keyof typeof texts.kinds

/** A part of an answer that the elements cannot use, or not as it is meant. */
export interface BackendFinding {
  readonly kind: FindingKind
  /** `warning`: worth a look, and no failure. */
  readonly level: 'fault' | 'warning'
  /** The member by its code, with those that it is in; of an envelope `responseData`; otherwise the part of the answer. */
  readonly member: string
  /** The value that came, cut short, and how often. */
  readonly seen: string
  /** Consequence on the screen. */
  readonly shows: string
  /** Change that the backend needs. */
  readonly remedy: string
}

const kinds: Readonly<Record<FindingKind, { level?: string; shows: string; remedy: string }>> = texts.kinds

export function findingOf(kind: FindingKind, member: string, seen: string, shows = kinds[kind].shows): BackendFinding {
  const { level, remedy } = kinds[kind]
  return { kind, level: level === 'warning' ? level : 'fault', member: line(member), seen: line(seen), shows, remedy }
}

/** Signs that a terminal obeys, or that turn a line around. */
const controls = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu
const longestLine = 250

/** Writes a text of a backend as one line of the report, which no backend may lay out or fill. */
const line = (text: string) => cut(text.replace(controls, ' '), longestLine)

const cut = (text: string, length: number) =>
  text.length > length ? `${text.slice(0, length)}… (${text.length} characters)` : text

type ShownWithout = Readonly<Record<string, Readonly<Record<string, string>>>>

/**
 * Tells whether the contract's document has a member as required. The others that the elements need a read may leave
 * out by RES_FIELDS, and some rows have none.
 */
export const isRequired = (noun: string, name: string): boolean =>
  (texts.required as ShownWithout)[noun]?.[name] !== undefined

/** Returns the consequence of a missing member that the elements need; undefined for another member. */
export const shownWithout = (noun: string, name: string): string | undefined =>
  (texts.required as ShownWithout)[noun]?.[name] ?? (texts.needed as ShownWithout)[noun]?.[name]

const longest = 60
/** Names of members that nobody may repeat. */
export const secretName = /token|password|passwort/i

/** Writes a value for a person, cut short; never a token, a password or a file. */
export function shortValue(value: unknown, member = '', length = longest): string {
  if (value === undefined) return 'nothing'
  if (secretName.test(member)) return 'a value that is not repeated here'
  const text = JSON.stringify(value, (name, one: unknown) => (secretName.test(name) ? '…' : one)) ?? typeof value
  return cut(text.replace(controls, ' '), length)
}

/** As few signs of a secret as are hidden where a text was cut short within it. */
const fewest = 8

/** Replaces each occurrence of secrets in a text, also as JSON and forms write them. */
export function withoutSecrets(text: string, secrets: Iterable<string>): string {
  for (const secret of secrets)
    for (const written of new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])) {
      if (written === '') continue
      const start = written.slice(0, fewest)
      for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + 1)) {
        let end = start.length
        while (end < written.length && text[at + end] === written[end]) end++
        text = `${text.slice(0, at)}…${text.slice(at + end)}`
      }
    }
  return text
}
