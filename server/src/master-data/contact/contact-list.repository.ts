import { contactFields } from '@customer-center/contract/contact'
import { versionCode } from '@customer-center/contract/field-codes'
import { Right } from '@customer-center/contract/rights'
import { CompiledQuery, type Kysely } from 'kysely'
import { fieldStatements } from '../../platform/database/field-statements.ts'
import { jsonArray, jsonLiteral } from '../../platform/database/json-text.ts'
import { flagValue, listText, textValue } from '../../platform/database/list-text.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Caller, CallerList } from '../../platform/http/caller.ts'
import { RawJson } from '../../platform/http/raw-json.ts'
import { places, type StoredName, storedNames } from './contact.columns.ts'

function valueOfField(name: StoredName): string {
  const { table, column } = places[name]
  const value = `${table}.${column}`
  if (name === 'webshopRights') return 'coalesce(s.rights, 0)'
  if (contactFields[name].kind === 'text') return textValue(value)
  return contactFields[name].kind === 'flag' ? flagValue(value) : value
}

const valueOf = new Map<string, string>([
  ...storedNames.map((name): [string, string] => [contactFields[name].code, valueOfField(name)]),
  [versionCode, 'c.version']
])
const jsonOf = new Map([...valueOf].map(([code, value]): [string, string] => [code, jsonLiteral(value)]))

// What German readers expect is ICU's order without a language: ä beside a, ß as ss, capitals and small letters alike but for a tie.
const byName = `p.last_name collate "und-x-icu", p.first_name collate "und-x-icu", c.pvaid`

const mostKept = 16
const kept = new Map<string, CallerList>()

/**
 * Those of listContacts without a filter, in the caller's own statement.
 * @returns undefined for fields that cannot be read, and beyond the sets of fields for which a connection keeps statements
 */
export function contactsOfCaller(asked: readonly string[]): CallerList | undefined {
  const codes = [...valueOf.keys()].filter((code) => asked.includes(code))
  const name = codes.join()
  const known = kept.get(name)
  if (known || kept.size === mostKept || codes.length < new Set(asked).size) return known
  const contacts = listText(Object.fromEntries([...valueOf].filter(([code]) => codes.includes(code))), byName)
  const list = {
    ...contacts,
    sql: `
  select ${contacts.sql}
  from contacts c
  join persons p on p.company = c.contact_company and p.id = c.contact_id
  left join shop_users s on s.company = c.company and s.pvaid = c.pvaid and s.id = c.id
  where c.company = caller.company and c.id = caller.id and (caller.rights <> ${Right.contact} or c.pvaid = caller.pvaid)`
  }
  kept.set(name, list)
  return list
}

export interface ContactFilter {
  readonly pvaid?: number | undefined
  readonly shopEmail?: string | undefined
}

// $1 is the company, $2 the customer, then what the filter holds.
const statementsFor = (filters: string) =>
  fieldStatements(
    jsonOf,
    (contact) => `
  select ${jsonArray(contact, byName)} as json
  from contacts c
  join persons p on p.company = c.contact_company and p.id = c.contact_id
  left join shop_users s on s.company = c.company and s.pvaid = c.pvaid and s.id = c.id
  where c.company = $1::int and c.id = $2::int ${filters}`
  )

const byPvaid = 'and c.pvaid = $3::int'
const byEmail = (parameter: string) => `and lower(s.email_address) = lower(${parameter})`

const statements = {
  all: statementsFor(''),
  pvaid: statementsFor(byPvaid),
  email: statementsFor(byEmail('$3')),
  both: statementsFor(`${byPvaid} ${byEmail('$4')}`)
}

function statementOf({ pvaid, shopEmail }: ContactFilter) {
  if (pvaid === undefined) return shopEmail === undefined ? statements.all : statements.email
  return shopEmail === undefined ? statements.pvaid : statements.both
}

/**
 * The contacts of the caller's customer by last name, then first name; with the right `contact` only the caller itself.
 * @param codes fields of the answer, as `resFields` gives them
 */
export async function listContacts(
  db: Kysely<Tables>,
  { company, id, pvaid, right }: Caller,
  codes: readonly string[],
  filter: ContactFilter
): Promise<RawJson> {
  const own = right === 'contact'
  if (own && filter.pvaid !== undefined && filter.pvaid !== pvaid) return new RawJson('[]')
  const narrowed = own ? { ...filter, pvaid } : filter
  const values = [company, id, narrowed.pvaid, narrowed.shopEmail].filter((value) => value !== undefined)
  const { rows } = await db.executeQuery<{ json: string }>(CompiledQuery.raw(statementOf(narrowed)(codes), values))
  return new RawJson(rows[0]?.json ?? '[]')
}
