import { infiniteQueryOptions } from '@tanstack/react-query'
import { textField } from '@customer-center/contract/field-codes'
import { getHistory, historyFields } from '@customer-center/contract/history'
import { rowOf } from '../client/rows.ts'
import type { FieldMap, RowOf } from '../client/wire-format.ts'
import type { AppContext } from '../context/app-context.ts'
import { callFeature } from './backend-feature.ts'
import { fieldName } from './row-values.ts'

/** The subject of a history: a contact, an invoice address, or with neither the company. */
export interface HistoryOf {
  readonly pvaid?: string
  readonly no?: string
}

/** The change of a field, by our name of it. */
export interface NamedChange {
  readonly name: string
  readonly old: string | boolean | null
  readonly new: string | boolean | null
}

export interface NamedEntry extends Omit<HistoryEntry, 'changes'> {
  readonly changes: readonly NamedChange[]
}

const changes = { fields: { code: textField('code'), old: textField('old'), new: textField('new') } }
const entries = { noun: 'history', fields: historyFields, lists: { changes } } as const
const as = rowOf({ fields: { next: textField('next') }, lists: { entries } })

type HistoryEntry = RowOf<typeof entries>

/** Our name for the number of an invoice that somebody has mailed, which the company's history reports. */
export const sentInvoice = 'sentInvoice'

/** Our name for a contact that came from another company or went there. */
export const movedContact = 'movedContact'

/** Query: the changes of a row, the latest first, in pages. Changes of fields that are not known here are left out. */
export function history(app: AppContext, map: FieldMap, of: HistoryOf) {
  function named(entry: HistoryEntry): NamedEntry {
    const known = entry.changes.flatMap(({ code, ...change }): NamedChange[] => {
      const reported = code === 'contact' ? movedContact : code === 'no' && map.noun === 'customer' && sentInvoice
      const name = reported || fieldName(app.config.format, map, code)
      if (name === undefined) return []
      const isFlag = map.fields[name]?.kind === 'flag'
      // Our server answers with values of any kind, a backend of another make with texts, in which 1 may be a flag.
      const shown = (value: string | number | boolean | null) => {
        if (value === null) return null
        return isFlag ? ['true', '1'].includes(String(value)) : String(value)
      }
      return [{ name, old: shown(change.old), new: shown(change.new) }]
    })
    return { ...entry, changes: known }
  }
  return infiniteQueryOptions({
    queryKey: ['history', map.noun, of],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...of, before: pageParam }
      const page = await callFeature(app, getHistory, { as, query, signal })
      return { entries: page.entries.map(named), next: page.next }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0
  })
}
