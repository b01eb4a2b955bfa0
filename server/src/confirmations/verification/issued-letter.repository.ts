import { sql } from 'kysely'
import { type Db, timesAsText, type WithDates } from '../../platform/database/query.ts'
import type { PersonKey } from '../../platform/personal-data/person.ts'
import type { Letter } from '../letter/letter-content.ts'
import type { SignedLetter } from './letter-signer.ts'

export interface LetterOwner extends PersonKey {
  readonly customerId: number
  /** Whether the contact had another name when an attendance was recorded; default: no. */
  readonly renamed?: boolean
}

export interface IssuedLetter {
  readonly serialNumber: string
  readonly letter: Letter
  readonly provider: string
  readonly revokedAt: Date | null
  /** Whether the person had another name when an attendance was recorded; the other name is not revealed. */
  readonly renamed: boolean
}

/** Makes a letter valid: the public page finds it once this transaction has committed. */
export async function registerLetter(
  trx: Db,
  { providerId, customerId, contactId, renamed = false }: LetterOwner,
  { serialNumber, kind, keyId, content, sha256 }: Omit<SignedLetter, 'pdf'>
): Promise<void> {
  await sql`
    insert into issued_letters (number, provider_id, customer_id, contact_id, kind, key_id, printed, sha256, renamed)
    values (${serialNumber}, ${providerId}, ${customerId}, ${contactId}, ${kind}, ${keyId}, ${JSON.stringify(content)}, ${sha256},
            ${renamed})`.execute(trx)
}

/**
 * Finds letters by their printed number or by the file's bytes. This is the only read that needs no login. A file may
 * contain several letters. In the shop of a company, only letters of that company are found.
 */
export async function findIssuedLetters(
  db: Db,
  by: { readonly number: string } | { readonly sha256: string },
  providerId?: number
): Promise<readonly IssuedLetter[]> {
  const isAsked = 'number' in by ? sql`number = ${by.number}` : sql`sha256 = ${by.sha256}`
  const { rows } = await sql<IssuedLetter>`
    select number as "serialNumber", json_build_object('kind', kind, 'content', printed) as letter,
           providers.name as provider, withdrawn_at as "revokedAt", renamed
    from issued_letters join providers using (provider_id)
    where ${isAsked} and provider_id = coalesce(${providerId ?? null}, provider_id)
    order by printed->>'participant' collate "und-x-icu", number`.execute(db)
  return rows
}

export interface LetterRevocation {
  readonly revokedAt: string
  /** Whether the letter was already revoked; then its former reason stays. */
  readonly wasRevoked: boolean
}

/**
 * Revokes a letter permanently; a second call changes nothing.
 * @param reason is shown only to the provider's office
 * @param providerId the company of the provider; default: any
 * @returns undefined if there is no such letter
 */
export async function revokeLetter(
  db: Db,
  serialNumber: string,
  reason: string,
  providerId?: number
): Promise<LetterRevocation | undefined> {
  // The lock orders simultaneous calls of two operators.
  const { rows } = await sql<WithDates<LetterRevocation, 'revokedAt'>>`
    update issued_letters as letter
    set withdrawn_at = coalesce(before.withdrawn_at, now()),
        withdrawn_reason = coalesce(before.withdrawn_reason, ${reason})
    from (select * from issued_letters where number = ${serialNumber} and provider_id = coalesce(${providerId ?? null}, provider_id)
          for update) as before
    where letter.number = before.number
    returning letter.withdrawn_at as "revokedAt", before.withdrawn_at is not null as "wasRevoked"`.execute(db)
  return rows[0] && timesAsText(rows[0])
}
