import { sql } from 'kysely'
import type { Db } from '../../platform/database/query.ts'
import { expiringTable } from '../../platform/database/retention.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { limits } from '../../platform/limits/limits.ts'

/** A ZIP file that somebody may fetch once. */
export interface ZipDownload {
  readonly providerId: number
  readonly contactId: number
  /** The login that requested it. */
  readonly family: string
  /** The name of the file, with its extension. */
  readonly name: string
  readonly documentKeys: readonly string[]
}

/**
 * Limits of addresses that wait for their download. A browser starts it at once, so an address need not be valid for
 * longer.
 */
const { most: maxWaiting, seconds: goodForSeconds } = limits.zipAddresses

/** @returns false when too many of the person's addresses wait */
export async function storeZipDownload(
  db: Db,
  { providerId, contactId, family }: Pick<Caller, 'providerId' | 'contactId' | 'family'>,
  { name, documentKeys }: Pick<ZipDownload, 'name' | 'documentKeys'>,
  tokenHash: Buffer
): Promise<boolean> {
  const { rows } = await sql`
    insert into zip_downloads (token_hash, provider_id, contact_id, family, name, document_keys, expires_at)
    select ${tokenHash}::bytea, ${providerId}::int, ${contactId}::int, ${family}::uuid, ${name}::text, ${documentKeys}::text[],
           now() + make_interval(secs => ${goodForSeconds})
    where (
      select count(*) from zip_downloads where provider_id = ${providerId} and contact_id = ${contactId} and expires_at > now()
    ) < ${maxWaiting}
    returning 1`.execute(db)
  return rows.length > 0
}

/** Consumes an address that may be opened here. The address of another company than the shop's stays valid. */
export async function takeZipDownload(
  db: Db,
  tokenHash: Buffer,
  providerId?: number
): Promise<ZipDownload | undefined> {
  const { rows } = await sql<ZipDownload & { good: boolean }>`
    delete from zip_downloads where token_hash = ${tokenHash} and (${providerId ?? null}::int is null or provider_id = ${providerId ?? null})
    returning provider_id as "providerId", contact_id as "contactId", family, name, document_keys as "documentKeys", expires_at > now() as good`.execute(
    db
  )
  return rows[0]?.good ? rows[0] : undefined
}

export const zipDownloadRetention = expiringTable('zip_downloads', 'a minute', () => sql`expires_at < now()`)
