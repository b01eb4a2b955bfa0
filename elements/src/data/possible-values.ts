import { queryOptions } from '@tanstack/react-query'
import { contactFields } from '@customer-center/contract/contact'
import { customerFields } from '@customer-center/contract/customer'
import type { FieldTable, FieldValues, Id } from '@customer-center/contract/field-codes'
import { compareFieldCount } from '@customer-center/contract/limits'
import { getPossibleValues, type PossibleValue, possibleValueFields } from '@customer-center/contract/possible-values'
import { codeOf, type FieldCodes, type FieldMap, resFields } from '../client/fields.ts'
import { plainRows } from '../client/rows.ts'
import type { AppContext } from '../context/app-context.ts'
import type { RowChanges } from './row-values.ts'

const valueMap = { noun: 'possible-value', fields: possibleValueFields } as const

export type FieldChoices<Name extends string> = Readonly<Partial<Record<Name, readonly PossibleValue[]>>>

type CompareField = Extract<keyof typeof customerFields, `compareField${number}`>

const compareFields = Array.from(
  { length: compareFieldCount },
  (_, index) => `compareField${index + 1}` as CompareField
)
const customFields = ['customField16', 'customField17'] as const

const customerMap = { noun: 'customer', fields: customerFields } as const
const contactMap = { noun: 'contact', fields: contactFields } as const

/** Query: the choices of the company's compare fields and of a contact's custom fields. */
export function possibleValues({ call, config: { fieldCodes } }: AppContext) {
  return queryOptions({
    queryKey: ['possible-values'],
    queryFn: async ({ signal }): Promise<FieldChoices<CompareField | (typeof customFields)[number]>> => {
      const codes = [
        resFields(customerMap, fieldCodes, compareFields),
        resFields(contactMap, fieldCodes, customFields)
      ].filter((code) => code !== '')
      // Without a code the query would ask for all lists.
      const lists: unknown =
        codes.length > 0 && (await call(getPossibleValues, { query: { RES_FIELDS: codes.join() }, signal }))
      const choices = <Fields extends FieldTable>(map: FieldMap<Fields>, names: readonly (keyof Fields & string)[]) =>
        names.map((name) => [name, readChoices(fieldCodes, lists, codeOf(map, fieldCodes, name))] as const)
      return Object.fromEntries([...choices(customerMap, compareFields), ...choices(contactMap, customFields)])
    }
  })
}

function readChoices(codes: FieldCodes, lists: unknown, code: string): PossibleValue[] {
  const list: unknown = typeof lists === 'object' && lists !== null ? Reflect.get(lists, code) : null
  return plainRows<FieldValues<typeof possibleValueFields>>(valueMap, codes, keyValuePairs(list)).flatMap(
    ({ key, value }) => (key === null ? [] : [{ key, value: value ?? String(key) }])
  )
}

/** Joins keys and values, which some backends send as two lists. */
function keyValuePairs(list: unknown): unknown {
  const { keyvalues, values } = (list ?? {}) as { keyvalues?: unknown; values?: unknown }
  if (!Array.isArray(keyvalues)) return list
  return keyvalues.map((key: unknown, index) => ({
    key,
    value: Array.isArray(values) ? (values[index] as unknown) : key
  }))
}

/** Returns the changes of a form with the chosen keys as the backend has sent them: a drop-down knows only texts. */
export function withSentKeys<Name extends string>(changes: RowChanges, offered: FieldChoices<Name>): RowChanges {
  const choiceKey = (name: string, value: Id | boolean) =>
    offered[name as Name]?.find(({ key }) => String(key) === value)?.key ?? value
  return Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, choiceKey(name, value)]))
}

/**
 * Returns the options of a drop-down. A stored value that is no longer offered stays among them, or saving would
 * silently lose it.
 */
export function optionsOf(offered: readonly PossibleValue[] = [], stored = ''): { value: string; label: string }[] {
  const options = offered.map(({ key, value }) => ({ value: String(key), label: value }))
  return stored === '' || options.some(({ value }) => value === stored)
    ? options
    : [...options, { value: stored, label: stored }]
}
