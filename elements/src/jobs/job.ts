import { JobState, JobType } from '@customer-center/contract/job'
import type { MadeFile } from '../data/server-function.ts'

/** A confirmation that the person asked for (section 3). */
export interface Job {
  readonly id: string
  readonly type: (typeof JobType)[keyof typeof JobType]
  readonly caption: string
  readonly state: (typeof JobState)[keyof typeof JobState]
  /** The server's number for it; null until the server has begun. */
  readonly jobId: string | null
  /** When it was asked for, in ms since 1970. */
  readonly since: number
  readonly file: MadeFile | null
  /** Why it failed, as a sentence. */
  readonly reason: string | null
}

/** The part of a job that outlives a reload: no file, which the server keeps. */
export type KeptJob = Omit<Job, 'file' | 'reason'>

/** Files are named by the caption (section 9). */
export function fileNameFor({ caption }: Pick<Job, 'caption'>): string {
  return `${caption}.pdf`
}

/** A job out of the browser's storage, where anybody may have written; null if it is none. */
export function readKeptJob(value: unknown): KeptJob | null {
  if (typeof value !== 'object' || value === null) return null
  const { id, type, caption, state, jobId, since } = value as Record<string, unknown>
  if (typeof id !== 'string' || typeof caption !== 'string' || typeof since !== 'number') return null
  const knownType = Object.values(JobType).find((one) => one === type)
  const knownState = Object.values(JobState).find((one) => one === state)
  if (knownType === undefined || knownState === undefined) return null
  return { id, caption, since, type: knownType, state: knownState, jobId: typeof jobId === 'string' ? jobId : null }
}
