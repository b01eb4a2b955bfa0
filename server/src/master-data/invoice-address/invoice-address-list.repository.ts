import { versionCode } from '@customer-center/contract/field-codes'
import { invoiceAddressFields } from '@customer-center/contract/invoice-address'
import { invoiceAddressKind } from '@customer-center/contract/limits'
import { CompiledQuery, type Kysely } from 'kysely'
import { jsonArray, jsonLiteral, jsonObject, jsonText } from '../../platform/database/json-text.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { RawJson } from '../../platform/http/raw-json.ts'
import { columns } from './invoice-address.columns.ts'

const jsonOf = new Map<string, string>([
  ...Object.entries(columns).map(([name, column]): [string, string] => {
    const { code, kind } = invoiceAddressFields[name as keyof typeof columns]
    return [code, (kind === 'number' ? jsonLiteral : jsonText)(column)]
  }),
  [versionCode, jsonLiteral('version')]
])

// ICU's order without a language, the one that both databases have: ä beside a, ß as ss, capitals only in a tie.
const byName = `name collate "und-x-icu", name1 collate "und-x-icu" nulls first, name2 collate "und-x-icu" nulls first, no`

/**
 * The invoice addresses of the caller's customer by name.
 * @param no the one with this number alone
 */
export async function listInvoiceAddresses(
  db: Kysely<Tables>,
  { company, id }: Caller,
  codes: readonly string[],
  no: number | undefined
): Promise<RawJson> {
  const address = jsonObject(Object.fromEntries(codes.map((code) => [code, jsonOf.get(code) ?? 'null'])))
  const statement = `
    select ${jsonArray(address, byName)} as json
    from invoice_addresses
    where company = $1 and id = $2 and type = ${invoiceAddressKind} and ($3::int is null or no = $3)`
  const { rows } = await db.executeQuery<{ json: string }>(CompiledQuery.raw(statement, [company, id, no ?? null]))
  return new RawJson(rows[0]?.json ?? '[]')
}
