import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useAppContext } from '../context/app-context.ts'
import { forgottenPasswordName } from '../context/router.ts'
import { clearDetail, useDetail } from '../context/use-detail.ts'
import { useAlert } from '../parts/dialogs/alert-dialog.tsx'

interface RowDetailOptions<Row, Key extends QueryKey> {
  /** Reads the list, for an address that somebody has followed or loaded again. */
  list: UseQueryOptions<Row[], Error, Row[], Key>
  /** Returns the name of a row in the address. An odd backend has rows without a name, which no address can open. */
  idOf: (row: Row) => string | null
  /** Whether the person may open rows. */
  mayOpen?: boolean
  /** The other details that the person may open, such as `new`. */
  others: readonly string[]
  /** The sentence about a detail that is not there. */
  unknown: string
}

/**
 * Returns the detail in place of a list: one of `others`, or a row of the list; `row` is null while the list is being
 * read. An address that names nothing leads to the list, with a sentence.
 */
export function useRowDetail<Row, Key extends QueryKey>({
  list,
  idOf,
  mayOpen = true,
  others,
  unknown
}: RowDetailOptions<Row, Key>) {
  const { router } = useAppContext()
  const { alert } = useAlert()
  const { detail, open, ...place } = useDetail()
  // The row stays as it was found: a new read of the list must not take a form away.
  const [found, setFound] = useState<{ detail: string; row: Row } | null>(null)
  /** Names a row by its id. A row whose id is the name of another detail gets a prefix. */
  const nameOf = (row: Row) => {
    const name = String(idOf(row))
    return [...others, forgottenPasswordName].includes(name) ? `row-${name}` : name
  }
  const isFound = found !== null && found.detail === detail
  const isSought = detail !== null && !isFound && !others.includes(detail)
  const query = useQuery({ ...list, enabled: isSought && mayOpen })
  const { data, isFetching } = query
  const row = isSought && mayOpen ? onlyOne(data, (one) => idOf(one) !== null && nameOf(one) === detail) : undefined
  if (isSought && row !== undefined) setFound({ detail, row })

  // A list from before the network failed does not prove that a row is missing.
  const isMissing = data !== undefined && !isFetching && !query.isError && !query.isPaused
  const isUnknown = isSought && row === undefined && (!mayOpen || isMissing)
  useEffect(() => {
    if (!isUnknown) return
    clearDetail(router)
    // A person who had forgotten a password has not asked for a row.
    if (detail !== forgottenPasswordName) void alert(unknown)
  }, [isUnknown, router, alert, unknown, detail])
  return {
    ...place,
    detail: isUnknown ? null : detail,
    row: isFound ? found.row : null,
    /** The state of the list while the row is sought there. */
    query: query.isError ? { ...query, data: undefined } : query,
    open,
    openRow: (next: Row) => {
      const name = nameOf(next)
      setFound({ detail: name, row: next })
      open(name)
    }
  }
}

/** Returns the only item that fits; undefined if several do. */
function onlyOne<Item>(items: readonly Item[] | undefined, fits: (item: Item) => boolean): Item | undefined {
  const [item, ...more] = items?.filter(fits) ?? []
  return more.length === 0 ? item : undefined
}
