import type { ReactNode } from 'react'
import { sentenceOf } from '../client/call-error.ts'
import { LoadFailed } from '../parts/load-failed.tsx'

/** What a screen shows of a query: the result of `useQuery`, or of several by {@link allQueries}. */
export interface QueryResult<Data> {
  readonly data: Data | undefined
  readonly error: unknown
  readonly isFetching: boolean
  readonly refetch: () => Promise<unknown>
}

export interface QueryStateProps<Data> {
  query: QueryResult<Data>
  /** The sentence for a failure. */
  failed: string
  /** In place of the data until it is here. */
  skeleton: ReactNode
  /** In place of the data where `isEmpty` says so: by default for a list without rows. */
  empty?: ReactNode
  isEmpty?: (data: Data) => boolean
  children: (data: Data) => ReactNode
}

/**
 * A query's data as soon as it is here, or the skeleton, the empty state, or what failed with 'Erneut versuchen'. Data that is
 * here stays when fetching it again fails.
 */
export function QueryState<Data>({
  query: { data, error, isFetching, refetch },
  failed,
  skeleton,
  empty,
  isEmpty = isEmptyList,
  children
}: QueryStateProps<Data>) {
  if (data !== undefined) return empty !== undefined && isEmpty(data) ? empty : children(data)
  if (!error) return skeleton
  return <LoadFailed message={failed} reason={sentenceOf(error, '')} busy={isFetching} onRetry={() => void refetch()} />
}

function isEmptyList(data: unknown): boolean {
  return Array.isArray(data) && data.length === 0
}

/** Several queries as one, whose data is that of all; a retry fetches those that are still missing. */
export function allQueries<const Data extends readonly unknown[]>(
  ...queries: { readonly [Index in keyof Data]: QueryResult<Data[Index]> }
): QueryResult<Data> {
  const missing = queries.filter(({ data }) => data === undefined)
  return {
    data: missing.length === 0 ? (queries.map(({ data }) => data) as unknown as Data) : undefined,
    error: missing.find(({ error }) => error)?.error ?? null,
    isFetching: missing.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(missing.map(({ refetch }) => refetch()))
  }
}
