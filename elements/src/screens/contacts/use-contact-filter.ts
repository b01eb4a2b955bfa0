import { useEffect, useMemo } from 'react'
import type { ContactReader, ListedContact } from '../../data/contact.ts'
import { matcherOf, searchKey } from '../../client/name-search.ts'
import type { Status } from './list-memory.ts'

/** The contacts of a status whose name holds the search (section 5). One without a status counts as active. */
export function useContactFilter(
  contacts: readonly ListedContact[] | undefined,
  read: ContactReader,
  status: Status,
  search: string
): readonly ListedContact[] | undefined {
  const keys = useMemo(
    () => once(() => (contacts ?? []).map((one) => searchKey(read(one, 'firstName'), read(one, 'lastName')))),
    [contacts, read]
  )
  // Ready before the first letter is typed, and not before the first row is drawn.
  useEffect(() => {
    const soon = setTimeout(keys, 200)
    return () => clearTimeout(soon)
  }, [keys])

  return useMemo(() => {
    const matches = search.trim() === '' ? null : matcherOf(search)
    const active = status === '1'
    return contacts?.filter(
      (one, index) => (read(one, 'active') ?? true) === active && (!matches || matches(keys()[index] ?? ''))
    )
  }, [contacts, read, status, search, keys])
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => (made ??= { value: make() }).value
}
