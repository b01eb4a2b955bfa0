import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import type { Draft } from './issuer.ts'
import type { IssuedKind, Printed } from './payload.ts'

/** Whom a letter is about: a contact of a customer. */
export interface LetterOwner {
  readonly company: number
  readonly id: number
  readonly pvaid: number
}

export interface IssuedLetter {
  readonly number: string
  readonly kind: IssuedKind
  readonly printed: Printed
  readonly provider: string
  readonly withdrawnAt: Date | null
  readonly withdrawnReason: string | null
}

/** Makes a draft count: from the commit of this transaction on the public page knows it. */
export async function registerLetter(
  trx: Kysely<Tables>,
  { company, id, pvaid }: LetterOwner,
  { number, kind, keyId, printed, sha256 }: Omit<Draft, 'pdf'>
): Promise<void> {
  await trx
    .insertInto('issued_letters')
    .values({
      number,
      company,
      id,
      pvaid,
      kind,
      key_id: keyId,
      printed: JSON.stringify(printed),
      sha256,
      withdrawn_at: null,
      withdrawn_reason: null
    })
    .execute()
}

/** The one public read: by what stands on the letter or by the file's bytes, whoever asks. */
export async function findIssuedLetter(
  db: Kysely<Tables>,
  by: { readonly number: string } | { readonly sha256: string }
): Promise<IssuedLetter | undefined> {
  const [column, value] = 'number' in by ? (['number', by.number] as const) : (['sha256', by.sha256] as const)
  const row = await db
    .selectFrom('issued_letters as letter')
    .innerJoin('providers', 'providers.company', 'letter.company')
    .where(`letter.${column}`, '=', value)
    .select([
      'letter.number',
      'letter.kind',
      'letter.printed',
      'providers.name as provider',
      'letter.withdrawn_at as withdrawnAt',
      'letter.withdrawn_reason as withdrawnReason'
    ])
    .executeTakeFirst()
  return row && { ...row, printed: row.printed as Printed }
}

/**
 * Withdraws a letter for good; a second time changes nothing.
 * @param reason is shown to nobody but operators
 * @returns whether there is such a letter
 */
export async function withdrawLetter(db: Kysely<Tables>, number: string, reason: string): Promise<boolean> {
  const { rows } = await sql`
    update issued_letters
    set withdrawn_at = coalesce(withdrawn_at, now()), withdrawn_reason = coalesce(withdrawn_reason, ${reason})
    where number = ${number} returning number`.execute(db)
  return rows.length > 0
}
