import { Right, rightName } from '@customer-center/contract/rights'
import type { Kysely } from 'kysely'
import { OperatorError } from '../../platform/config/operator-error.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { type FoundUser, findNamedUsers } from './user.repository.ts'

/** Tells an operator why a name is not that of one user; undefined where it is. */
export function whyNotOne(found: readonly FoundUser[]): string | undefined {
  if (found.length === 0) return 'no user has this e-mail address, external ID or number'
  if (found.length === 1) return undefined
  return `several users: ${found.map((user) => `${user.company}/${user.pvaid}`).join(', ')}`
}

/** @throws OperatorError unless it is the name of one user */
export async function findOneUser(db: Kysely<Tables>, name: string, company: number | null): Promise<FoundUser> {
  const found = (await findNamedUsers(db, [name], company)).get(name) ?? []
  const [user] = found
  const reason = whyNotOne(found)
  if (!user || reason) throw new OperatorError(`${name}: ${reason}.`)
  return user
}

const whyNoLogin = ({ right, active }: FoundUser) =>
  right === rightName(Right.none) ? 'has no right' : active ? undefined : 'is inactive'

/** Tells why an access cannot be mailed, whatever was mailed before. */
export const whyNoAccess = (user: FoundUser): string | undefined =>
  whyNoLogin(user) ?? (user.access === 'chosen' ? 'has a password already' : undefined)

/** Tells why no link to replace a password can be mailed. */
export const whyNoReset = (user: FoundUser): string | undefined =>
  whyNoLogin(user) ?? (user.access === 'chosen' ? undefined : 'has no password yet: user send-access mails one')
