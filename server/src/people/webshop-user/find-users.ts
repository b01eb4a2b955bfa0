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

/** Tells why an access cannot be mailed, whatever was mailed before. */
export function whyNoAccess({ right, active, access }: FoundUser): string | undefined {
  if (right === rightName(Right.none)) return 'has no right'
  if (!active) return 'is inactive'
  return access === 'chosen' ? 'has a password already' : undefined
}
