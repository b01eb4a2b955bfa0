import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useAppContext } from '../../context/app-context.ts'
import { contacts } from '../../data/contact.ts'
import { eventDocuments } from '../../data/document.ts'
import { personEvents } from '../../data/dossier.ts'
import { invoices } from '../../data/invoice.ts'
import { orders } from '../../data/order.ts'
import { opensRoute } from '../../data/rights.ts'
import { searchIndex, searchText } from '../../lib/name-search.ts'
import { timers } from '../../lib/timers.ts'
import { useText } from '../../texts/texts.ts'
import { actsOf, documentsIn, type FoundRow, rowsShown } from './found-rows.ts'

export interface SearchGroup {
  readonly heading: string
  /** The first rows that are found, each with a key that is unique among all groups. */
  readonly options: readonly (FoundRow & { readonly key: string })[]
  /** Number of all rows that are found. */
  readonly count: number
  /** The query of the list; null for acts, which no call reads. */
  readonly query: UseQueryResult | null
}

/** Limit of the rows of a group; more is typed to find others. */
const maxShown = 8
/** Time for drawing an answer, in ms. */
const drawMs = 50

/**
 * Searches the lists that the person may open, and the acts; nothing typed finds the acts alone. The lists are read by
 * the queries of their screens. Contacts are read again only after a save, since they may be ten thousand.
 */
export function useSearchGroups(typed: string): readonly SearchGroup[] {
  const text = useText()
  const app = useAppContext()
  const show = useMemo(() => rowsShown(text, app), [text, app])
  const acts = useMemo(() => actsOf(text, app), [text, app])
  const enabled = (route: Parameters<typeof opensRoute>[1]) => ({ enabled: opensRoute(app, route) })
  const events = useQuery(personEvents(app))
  const people = useQuery({ ...contacts(app), ...enabled('mydata/contacts'), staleTime: Infinity })
  const documents = useQuery({ ...eventDocuments(app), ...enabled('scripts'), select: documentsIn })
  const billed = useQuery({ ...invoices(app), ...enabled('invoices') })
  const ordered = useQuery({ ...orders(app), ...enabled('orders') })
  // The first key finds the index made: to make it takes a slow phone longer than a key may.
  const { data } = people
  useEffect(() => data && timers.after(drawMs, () => void findRows(data, show.contact, 'e')), [data, show])
  const groups = [
    useGroup(typed, text('orders.events'), events, show.event),
    useGroup(typed, text('contacts.heading'), people, show.contact),
    useGroup(typed, text('overview.documentsHeading'), documents, show.document),
    useGroup(typed, text('invoices.heading'), billed, show.invoice),
    useGroup(typed, text('orders.heading'), ordered, show.order),
    useGroup(typed, text('search.acts'), null, showAct, typed === '' ? acts.own : acts.all)
  ]
  // A list that was read before the person's right was lowered is still in the cache.
  return groups.filter(({ query }) => query?.isEnabled !== false)
}

function useGroup<Row>(
  typed: string,
  heading: string,
  query: UseQueryResult<readonly Row[]> | null,
  show: (row: Row) => FoundRow,
  rows = typed === '' ? undefined : query?.data
): SearchGroup {
  const found = useMemo(() => (rows ? findRows(rows, show, typed) : []), [rows, show, typed])
  const options = withKeys(heading, found.slice(0, maxShown).map(show))
  return { heading, options, count: found.length, query }
}

/** Gives the rows keys that stay theirs when their list is read again. Rows that show the same are told apart by their places. */
function withKeys(heading: string, rows: readonly FoundRow[]): SearchGroup['options'] {
  const keys = rows.map(({ title, details = '', path }) => [heading, title, details, path].join('\n'))
  return rows.map((row, index) => {
    const key = keys[index]!
    return { ...row, key: keys.indexOf(key) === index ? key : `${key}\n${index}` }
  })
}

const showAct = (act: FoundRow) => act

const indexes = new WeakMap<object, ReturnType<typeof searchIndex>>()

/** Returns the rows in whose texts every typed word is found. */
function findRows<Row>(rows: readonly Row[], show: (row: Row) => FoundRow, typed: string): readonly Row[] {
  const textOf = ({ title, details = '', hidden = '' }: FoundRow) => searchText(`${title} ${details} ${hidden}`)
  const index = indexes.get(rows) ?? searchIndex(rows.map((row) => textOf(show(row))))
  indexes.set(rows, index)
  const [first = [], ...others] = searchText(typed).split(' ').map(index)
  const sets = others.map((places) => new Set(places))
  return first.filter((place) => sets.every((set) => set.has(place))).map((place) => rows[place]!)
}
