import type { Endpoint } from '@customer-center/contract/endpoint'
import type { CallAnswer } from './envelope.ts'

// The rules by which an answer with a status of success refuses its call (docs/decisions/0124-answers-of-others.md).

/** Returns the rule of a call: a write is refused by its number, a read by sentences in place of data. */
export const refusalOf = ({ method }: Pick<Endpoint<never, never, never>, 'method'>) =>
  method === 'GET' ? refusesRead : refusesWrite

const refusesRead = ({ data, errors }: CallAnswer): boolean => errors.length > 0 && isEmpty(data)
const refusesWrite = ({ restCode }: CallAnswer): boolean => restCode !== 0

/** Tells whether there is no data: none, an empty list, or a row of empty members. */
function isEmpty(data: unknown): boolean {
  const members: unknown[] = typeof data === 'object' && data !== null ? Object.values(data) : [data]
  return members.every((one) => one === null || one === '')
}

/** Makes the rule of a call whose answer may have other members than the one that was asked for, such as a file. */
export function refusesUnless<Read>(isThere: (read: Read) => boolean): (answer: CallAnswer) => boolean {
  return ({ read, restCode, errors }) => (restCode !== 0 || errors.length > 0) && !isThere(read() as Read)
}

/** The rule of a login (section 4): only a token with HTTPReturnCode 200 logs in. */
export const refusesLogin = (answer: CallAnswer): boolean => answer.code !== 200 || refusesUnless(hasToken)(answer)

export function hasToken(data: unknown): boolean {
  const { access_token: token } = (data ?? {}) as { access_token?: string | number | null }
  return String(token ?? '').trim() !== ''
}
