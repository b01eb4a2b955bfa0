import { useEffect, useMemo } from 'react'
import { searchIndex, searchKey } from '../../../lib/name-search.ts'
import type { ContactReader, ListedContact } from '../../../data/contact.ts'
import type { Status } from './list-state.ts'

/** The contacts of a status whose name matches the search (section 5). One without a status counts as active. */
export function useContactFilter(
  contacts: readonly ListedContact[],
  read: ContactReader,
  status: Status,
  search: string
): readonly ListedContact[] {
  const ofStatus = useMemo(
    () => contacts.filter((one) => (read(one, 'active') ?? true) === (status === '1')),
    [contacts, read, status]
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

  return useMemo(() => {
    if (search.trim() === '') return ofStatus
    return index()(search).map((place) => ofStatus[place]!)
  }, [ofStatus, index, search])
}

function lazily<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => (made ??= { value: make() }).value
}
