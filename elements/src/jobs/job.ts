import { JobState, JobType } from '@customer-center/contract/job'
import type { LoadedFile } from '../parts/document-tab.ts'

/** A confirmation that the person has requested (section 3). */
export interface Job {
  readonly id: string
  readonly type: (typeof JobType)[keyof typeof JobType]
  readonly caption: string
  readonly state: (typeof JobState)[keyof typeof JobState]
  /** The server's number for it; null until the server has started. */
  readonly jobId: string | null
  /** When it was requested, in ms since 1970. */
  readonly since: number
  readonly file: LoadedFile | null
  /** Why it failed, as a sentence. */
  readonly reason: string | null
}

/** What is stored over a reload; the server keeps the file. */
export type PersistedJob = Omit<Job, 'file' | 'reason'>

/** Files are named by the caption (section 9). */
export function fileNameFor({ caption }: Pick<Job, 'caption'>): string {
  return `${caption}.pdf`
}

/** Validates a job from the browser's storage, which other scripts can write to; null if it is invalid. */
export function parsePersistedJob(value: unknown): PersistedJob | null {
  if (typeof value !== 'object' || value === null) return null
  const { id, type, caption, state, jobId, since } = value as Record<string, unknown>
  if (typeof id !== 'string' || typeof caption !== 'string' || typeof since !== 'number') return null
  const knownType = Object.values(JobType).find((one) => one === type)
  const knownState = Object.values(JobState).find((one) => one === state)
  if (knownType === undefined || knownState === undefined) return null
  return { id, caption, since, type: knownType, state: knownState, jobId: typeof jobId === 'string' ? jobId : null }
}
