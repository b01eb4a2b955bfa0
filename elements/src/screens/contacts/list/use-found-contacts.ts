import { useEffect, useMemo } from 'react'
import { rightName } from '@customer-center/contract/rights'
import { useAppContext } from '../../../context/app-context.ts'
import { contactReader, type ListedContact } from '../../../data/contact.ts'
import { rightLabel } from '../../../data/rights.ts'
import { searchIndex, searchKey } from '../../../lib/name-search.ts'
import { byLetters, sortRows } from '../../../lib/sort-rows.ts'
import { useText } from '../../../texts/texts.ts'
import type { ContactSort, ContactStatus } from './list-state.ts'

interface ContactFilter {
  status: ContactStatus
  search: string
  sort: ContactSort
}

const none: readonly ListedContact[] = []

/**
 * Returns all contacts of a status, and those whose name matches the search (section 5), sorted; undefined before they are
 * loaded. One without a status counts as active.
 */
export function useFoundContacts(
  loaded: readonly ListedContact[] | undefined,
  { status, search, sort }: ContactFilter
): { rows: readonly ListedContact[] | undefined; all: readonly ListedContact[] } {
  const text = useText()
  const { config } = useAppContext()
  const read = contactReader(config.fieldCodes)
  const all = loaded ?? none
  const sorted = useMemo(() => {
    const { column, descending } = sort
    if (column === 'name') return descending ? all.toReversed() : all
    const valueOf = (one: ListedContact) =>
      column === 'email'
        ? (read(one, 'displayEmail') ?? '')
        : text(rightLabel(rightName(read(one, 'webshopRights') ?? 0), config.extendedWebshopRights))
    return sortRows(all, valueOf, descending, byLetters)
  }, [all, read, sort, text, config])
  const ofStatus = useMemo(
    () => sorted.filter((one) => (read(one, 'active') ?? true) === (status === '1')),
    [sorted, read, status]
  )
  const index = useMemo(() => {
    const keyOf = (one: ListedContact) => searchKey(read(one, 'firstName'), read(one, 'lastName'))
    return lazily(() => searchIndex(ofStatus.map(keyOf)))
  }, [ofStatus, read])
  // The index is built after the first rows are drawn and before the first letter is typed; a first search compiles its code.
  useEffect(() => {
    const timer = setTimeout(() => index()('e'), 200)
    return () => clearTimeout(timer)
  }, [index])

  const rows = useMemo(() => {
    if (!loaded) return undefined
    if (search.trim() === '') return ofStatus
    return index()(search).map((place) => ofStatus[place]!)
  }, [loaded, ofStatus, index, search])
  return { rows, all: ofStatus }
}

function lazily<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => (made ??= { value: make() }).value
}
