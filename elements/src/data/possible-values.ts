import { queryOptions } from '@tanstack/react-query'
import type { customerFields } from '@customer-center/contract/customer'
import { compareFieldCount } from '@customer-center/contract/limits'
import { getPossibleValues, possibleValueFields } from '@customer-center/contract/possible-values'
import { isRow, readList } from '../client/rows.ts'
import { type FieldMap, resFields } from '../client/wire-format.ts'
import type { AppContext } from '../context/app-context.ts'
import { contactFieldMap } from './contact.ts'
import { customerFieldMap } from './customer.ts'

const valueMap = { noun: 'possible-value', fields: possibleValueFields } as const

interface PossibleValue {
  readonly key: string
  readonly value: string
}

export type FieldChoices<Name extends string> = Readonly<Partial<Record<Name, readonly PossibleValue[]>>>

type CompareField = Extract<keyof typeof customerFields, `compareField${number}`>

const compareFields = Array.from(
  { length: compareFieldCount },
  (_, index) => `compareField${index + 1}` as CompareField
)
const customFields = ['customField16', 'customField17'] as const

/** Query: the choices of the company's compare fields and of a contact's custom fields. */
export function possibleValues({ call, config: { format } }: AppContext) {
  return queryOptions({
    queryKey: ['possible-values'],
    queryFn: async ({ signal }): Promise<FieldChoices<CompareField | (typeof customFields)[number]>> => {
      const codes = [
        resFields(format, customerFieldMap, compareFields),
        resFields(format, contactFieldMap, customFields)
      ].filter((code) => code !== '')
      // Without a code the query would ask for all lists.
      const answer =
        codes.length > 0 && (await call(getPossibleValues, { query: { RES_FIELDS: codes.join() }, signal }))
      const lists = isRow(answer) ? answer : {}
      const choices = (map: FieldMap, names: readonly string[]) =>
        names.map((name) => {
          const code = format.codeOf(map, name)
          return [name, readList(format, valueMap, lists[code ?? ''], { row: lists, code })] as const
        })
      return Object.fromEntries([
        ...choices(customerFieldMap, compareFields),
        ...choices(contactFieldMap, customFields)
      ])
    }
  })
}

/**
 * Returns the options of a drop-down. A stored value that is no longer offered stays among them, or saving would
 * silently lose it.
 */
export function optionsOf(offered: readonly PossibleValue[] = [], stored = ''): { value: string; label: string }[] {
  const options = offered.map(({ key, value }) => ({ value: key, label: value }))
  return stored === '' || options.some(({ value }) => value === stored)
    ? options
    : [...options, { value: stored, label: stored }]
}
