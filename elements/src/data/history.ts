import { infiniteQueryOptions } from '@tanstack/react-query'
import type { FieldTable, Id } from '@customer-center/contract/field-codes'
import { getHistory, type HistoryChange, type HistoryEntry, historyFields } from '@customer-center/contract/history'
import type { FieldMap } from '../client/fields.ts'
import { plainRows, listedRows } from '../client/rows.ts'
import type { AppContext } from '../context/app-context.ts'
import { callFeature } from './backend-feature.ts'
import { fieldName } from './row-fields.ts'

/** The subject of a history: a contact, an invoice address, or with neither the company. */
export interface HistoryOf {
  readonly pvaid?: Id
  readonly no?: Id
}

/** The change of a field, by our name of it. */
export interface NamedChange extends Omit<HistoryChange, 'code'> {
  readonly name: string
}

export interface NamedEntry extends Omit<HistoryEntry, 'changes'> {
  readonly changes: readonly NamedChange[]
}

const entryMap = { noun: 'history', fields: historyFields } as const

/** Our name for the number of an invoice that somebody has mailed, which the company's history reports. */
export const sentInvoice = 'sentInvoice'

/** Our name for a contact that came from another company or went there. */
export const movedContact = 'movedContact'

const text = (id: Id | undefined) => (id === undefined ? undefined : String(id))

/** Query: the changes of a row, the latest first, in pages. Changes of fields that are not known here are left out. */
export function history<Fields extends FieldTable>(app: AppContext, map: FieldMap<Fields>, of: HistoryOf) {
  const { fieldCodes } = app.config
  function named({ changes, ...entry }: HistoryEntry): NamedEntry {
    const known = listedRows<HistoryChange>(changes).flatMap(({ code, ...change }) => {
      const reported = code === 'contact' ? movedContact : code === 'no' && map.noun === 'customer' && sentInvoice
      const name = reported || fieldName(map, fieldCodes, code)
      return name === undefined ? [] : [{ ...change, name }]
    })
    return { ...entry, changes: known }
  }
  return infiniteQueryOptions({
    queryKey: ['history', map.noun, of],
    queryFn: async ({ pageParam, signal }) => {
      const query = { pvaid: text(of.pvaid), no: text(of.no), before: pageParam }
      const page: { entries?: unknown; next?: string | null } | null = await callFeature(app, getHistory, {
        query,
        signal
      })
      return { entries: plainRows<HistoryEntry>(entryMap, fieldCodes, page?.entries).map(named), next: page?.next }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0
  })
}
