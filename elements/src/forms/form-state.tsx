import type { ReactNode } from 'react'
import { sentenceOf } from '../client/call-error.ts'
import { LoadFailed } from '../parts/load-failed.tsx'
import { Skeleton } from '../parts/skeleton.tsx'

/** What a form needs to know of the reads it waits for. */
export interface Reading {
  readonly data: unknown
  readonly error: unknown
  readonly isFetching: boolean
  readonly refetch: () => Promise<unknown>
}

export interface FormStateProps {
  readings: readonly Reading[]
  /** What failed, as a sentence. */
  failed: string
  children: () => ReactNode
}

/** A form as soon as all that it consists of is there; what failed is asked for again by 'Erneut versuchen'. */
export function FormState({ readings, failed, children }: FormStateProps) {
  const missing = readings.filter(({ data }) => data === undefined)
  const broken = missing.find(({ error }) => error)
  if (missing.length === 0) return children()
  if (!broken) return <Skeleton rows={6} />
  return (
    <LoadFailed
      message={failed}
      reason={sentenceOf(broken.error, '')}
      busy={missing.some(({ isFetching }) => isFetching)}
      onRetry={() => missing.forEach(({ refetch }) => void refetch())}
    />
  )
}
