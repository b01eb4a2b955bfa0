import type { ReactNode } from 'react'
import { errorSentence } from '../client/call-error.ts'
import { LoadFailed } from '../parts/load-failed.tsx'

/** The part of a query's result that is needed here: from `useQuery`, or from {@link allQueries}. */
export interface QueryResult<Data> {
  readonly data: Data | undefined
  readonly error: unknown
  readonly isFetching: boolean
  readonly refetch: () => Promise<unknown>
}

export interface QueryStateProps<Data> {
  query: QueryResult<Data>
  /** The sentence for a failed load. */
  failed: string
  /** Shown while loading. */
  skeleton: ReactNode
  /** Shown instead of data that `isEmpty`, which by default is a list without rows. */
  empty?: ReactNode
  isEmpty?: (data: Data) => boolean
  children: (data: Data) => ReactNode
}

/** Shows the state of a query: loading, failed (with 'Erneut versuchen'), empty, or its data, which stays if a refetch fails. */
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
  return (
    <LoadFailed message={failed} reason={errorSentence(error, '')} busy={isFetching} onRetry={() => void refetch()} />
  )
}

function isEmptyList(data: unknown): boolean {
  return Array.isArray(data) && data.length === 0
}

/** Combines queries into one. It has data when all have data; `refetch` repeats the queries that have none. */
export function allQueries<const Data extends readonly unknown[]>(
  ...queries: { readonly [Index in keyof Data]: QueryResult<Data[Index]> }
): QueryResult<Data> {
  const all: readonly unknown[] = queries.map(({ data }) => data)
  const missing = queries.filter(({ data }) => data === undefined)
  return {
    data: missing.length === 0 ? (all as Data) : undefined,
    error: missing.find(({ error }) => error)?.error ?? null,
    isFetching: missing.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(missing.map(({ refetch }) => refetch()))
  }
}
