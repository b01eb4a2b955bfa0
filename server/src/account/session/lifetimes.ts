import { type RawBuilder, sql } from 'kysely'

export interface Lifetimes {
  readonly sessionMinutes: number
  readonly refreshHours: number
}

/** Returns an SQL expression for the end of a login, however often it is used and renewed. */
export function familyEnd(loggedInAt: RawBuilder<unknown>, { refreshHours }: Pick<Lifetimes, 'refreshHours'>) {
  return sql<Date>`${loggedInAt} + make_interval(hours => ${refreshHours}::int)`
}

/** Returns an SQL expression for the end of an access token that is not used again; never after its family. */
export function idleEnd(loggedInAt: RawBuilder<unknown>, lifetimes: Lifetimes) {
  const { sessionMinutes } = lifetimes
  return sql<Date>`least(now() + make_interval(mins => ${sessionMinutes}::int), ${familyEnd(loggedInAt, lifetimes)})`
}

/** SQL expression for the seconds until a token that has just been stored ends. */
export const secondsLeft = sql<number>`floor(extract(epoch from expires_at - now()))::int`.as('expiresIn')
