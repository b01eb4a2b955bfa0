import type { TestShopUser } from './customer.ts'

/** One participation, as the lists of events name it. */
export interface Booked {
  readonly user: TestShopUser
  readonly eventId: number
  readonly participantId: number
  readonly no?: number
}

export const participationLetter = 11
export const hourRecordLetter = 12

type Changes = Readonly<Record<string, string | null>>

function written(parts: Record<string, string>, changes: Changes): URLSearchParams {
  const entries = Object.entries({ ...parts, ...changes }).flatMap(([name, value]) =>
    value === null ? [] : [[name, value] as [string, string]]
  )
  return new URLSearchParams(entries)
}

const ownerOf = ({ providerId, customerId, personId }: TestShopUser) => ({
  company: String(providerId),
  id: String(customerId),
  contactCompany: String(providerId),
  contactId: String(personId)
})

/** Writes the parameter of a participation confirmation; `changes` replaces values, null leaves one out. */
export function confirmation({ user, eventId, participantId }: Booked, changes: Changes = {}): string {
  const letter = { letterNo: String(participationLetter), format: 'PDF' }
  const event = { eventId: String(eventId), participantId: String(participantId) }
  return written({ ...letter, ...ownerOf(user), ...event }, changes).toString()
}

/** Writes the parameter of the confirmations of several participations in one holding; `changes` as above. */
export function bulkConfirmation(
  booked: readonly [Booked, ...Booked[]],
  format: 'PDF' | 'ZIP',
  changes: Changes = {}
): string {
  const [{ user, eventId, no = 1 }] = booked
  const { company, id } = ownerOf(user)
  const letter = { letterNo: String(participationLetter), format, company, id }
  const ids = booked.map(({ participantId }) => participantId).join(';')
  return written({ ...letter, eventId: String(eventId), no: String(no), participantIds: ids }, changes).toString()
}

/** Writes the parameter of an hour record; `constants` replaces single ones, null leaves one out. */
export function hourRecord(
  booked: readonly [Booked, ...Booked[]],
  { constants = {}, changes = {} }: { constants?: Readonly<Record<number, string | null>>; changes?: Changes } = {}
): string {
  const [{ user }] = booked
  const list = (value: (one: Booked) => number) => booked.map(value).join(';')
  const all: Record<number, string | null> = {
    1: list(({ eventId }) => eventId),
    2: list(({ participantId }) => participantId),
    3: list(({ no = 1 }) => no),
    4: String(user.customerId),
    5: String(user.providerId),
    6: String(user.personId),
    7: String(user.providerId),
    ...constants
  }
  const parameter = written({ letterNo: String(hourRecordLetter), ...ownerOf(user) }, changes)
  for (const [key, value] of Object.entries(all)) if (value !== null) parameter.append('const', `${key}:${value}`)
  return parameter.toString()
}

/** Writes the parameter of an evaluation about all of a customer. */
export function evaluation(providerId: number, interfaceId: number, changes: Changes = {}): string {
  const period = { from: '01.01.2026', to: '30.06.2026' }
  return written({ interfaceId: String(interfaceId), company: String(providerId), ...period }, changes).toString()
}
