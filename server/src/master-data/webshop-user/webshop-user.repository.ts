import type { Kysely } from 'kysely'
import type { Wire } from '@customer-center/contract/field-codes'
import { versionCode } from '@customer-center/contract/field-codes'
import { mayChangeParticipant, rightName } from '@customer-center/contract/rights'
import { webshopUserFields } from '@customer-center/contract/webshop-user'
import type { Tables } from '../../platform/database/tables.ts'
import type { Caller } from '../../platform/http/caller.ts'

interface Row {
  email_address: string
  rights: number
  version: number
}

function toWire(row: Row, codes: readonly string[]): Wire {
  const all: Wire = {
    [webshopUserFields.emailAddress.code]: row.email_address,
    [webshopUserFields.webshopRights.code]: row.rights,
    [webshopUserFields.changeParticipantAllowed.code]: mayChangeParticipant(rightName(row.rights)),
    [versionCode]: row.version
  }
  return Object.fromEntries(codes.map((code) => [code, all[code] ?? null]))
}

/** The company's shop users for an admin, by e-mail address; the own one for everybody else. */
export async function listWebshopUsers(
  db: Kysely<Tables>,
  caller: Caller,
  codes: readonly string[],
  only: 'own' | 'permitted'
): Promise<Wire[]> {
  let query = db
    .selectFrom('shop_users')
    .innerJoin('contacts', (join) =>
      join.onRef('contacts.company', '=', 'shop_users.company').onRef('contacts.pvaid', '=', 'shop_users.pvaid')
    )
    .select(['shop_users.email_address', 'shop_users.rights', 'contacts.version'])
    .where('shop_users.company', '=', caller.company)
    .where('shop_users.id', '=', caller.id)
    .orderBy('shop_users.email_address')
  if (only === 'own' || caller.right !== 'admin') query = query.where('shop_users.pvaid', '=', caller.pvaid)
  const rows = await query.execute()
  return rows.map((row) => toWire(row, codes))
}
