import { JobState, JobType } from '@customer-center/contract/job'
import { AsyncStatus, type StartedJob } from '@customer-center/contract/server-function'
import type { LoadedFile } from '../parts/document-tab.ts'

/** A file that the person has requested: a confirmation (section 3), or of the copy of the own data. */
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

/** Files are named by the caption (section 9), which of a copy has the extension already: a copy is two files. */
export function fileNameFor({ type, caption }: Pick<Job, 'type' | 'caption'>): string {
  return type === JobType.dataCopy ? caption : `${caption}.pdf`
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

const jobTypes: Readonly<Partial<Record<string, Job['type']>>> = {
  StandardLetter: JobType.participationConfirmation,
  StandardLetters: JobType.participationConfirmation,
  TimesheetLetter: JobType.educationPassport,
  DataCopy: JobType.dataCopy
}
const jobStates: Readonly<Partial<Record<number, Job['state']>>> = {
  [AsyncStatus.requested]: JobState.requested,
  [AsyncStatus.done]: JobState.finished,
  [AsyncStatus.failed]: JobState.failed
}

/** A job as a backend lists it; null for what no screen shows, such as evaluations. */
export function readStartedJob({ jobId, functionName, caption, status, startedAt }: StartedJob): PersistedJob | null {
  const type = jobTypes[functionName]
  const since = Date.parse(startedAt)
  if (type === undefined || Number.isNaN(since)) return null
  const id = String(jobId)
  return { id, type, caption, state: jobStates[status] ?? JobState.working, jobId: id, since }
}
