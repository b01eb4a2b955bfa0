import type { FastifyRequest } from 'fastify'
import { throttleAttempts } from '../../../account/index.ts'
import type { Services } from '../../../feature/services.ts'
import type { Db } from '../../../platform/database/query.ts'
import { networksOf } from '../../../platform/http/client-address.ts'
import { tokenHash } from '../../../platform/lib/tokens.ts'

export interface LinkRequest {
  readonly Params: { readonly token: string }
}

/**
 * Finds the object that the link of a request names; undefined for wrong, used and expired links alike.
 * @throws Refusal `tooManyLogins` after too many such links from one address
 */
export async function findLinked<Found extends object>(
  { db, config }: Pick<Services, 'db' | 'config'>,
  request: FastifyRequest<LinkRequest>,
  find: (db: Db, linkHash: Buffer, providerId?: number) => Promise<Found | undefined>
) {
  const linkHash = tokenHash(request.params.token)
  const attempt = { account: linkHash.toString('hex'), networks: networksOf(request.ip) }
  const found = await throttleAttempts(db, attempt, () => find(db, linkHash, config.providerId))
  return found && { ...found, shop: config.shop, linkHash }
}
