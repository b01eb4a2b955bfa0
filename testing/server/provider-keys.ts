import type { Db } from '../../server/src/platform/database/query.ts'
import { insertKey } from '../../server/src/provider-api/provider-key/provider-key.repository.ts'
import { newKey, type KeyScope } from '../../server/src/provider-api/provider-key/provider-key.ts'

export { keyScopes } from '../../server/src/provider-api/provider-key/provider-key.ts'

export interface TestKey {
  readonly id: number
  readonly key: string
}

/** Puts a key of a provider's company into the database, as the program does. */
export async function addProviderKey(
  db: Db,
  {
    providerId = 1,
    name = 'shop',
    scopes = ['sessions'] as readonly KeyScope[],
    expiresAt = new Date(Date.now() + 3_600_000)
  } = {}
): Promise<TestKey> {
  const { key, hash } = newKey()
  return { key, id: await insertKey(db, { providerId, name, scopes, hash, expiresAt }) }
}
