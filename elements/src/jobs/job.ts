import {
  AsyncStatus,
  functionNames,
  type FunctionStart,
  JobState,
  JobType
} from '@customer-center/contract/server-function'
import type { ListedJob } from '../data/server-function.ts'
import type { LoadedFile } from '../parts/documents/document-tab.ts'

/** A file that the person has requested: a confirmation, or a part of the copy of their data. */
export interface DocumentJob {
  readonly id: string
  readonly type: (typeof JobType)[keyof typeof JobType]
  readonly caption: string
  readonly state: (typeof JobState)[keyof typeof JobState]
  /** The server's number of the job; null until the server has started it. */
  readonly jobId: string | null
  /** The time of the request, in ms since 1970. */
  readonly since: number
  readonly file: LoadedFile | null
  /** The reason of the failure, as a sentence. */
  readonly reason: string | null
  /** The request; null while it is not known. */
  readonly start: Pick<FunctionStart, 'functionName' | 'parameter'> | null
  /** Tries a failed job once more; null for a job whose request is not known here. */
  readonly retry: (() => void) | null
}

/** The part of a job that is stored over a reload; the server keeps the file. */
export type PersistedJob = Omit<DocumentJob, 'file' | 'reason' | 'retry'>

/**
 * Returns the name of a job's file: its caption. The caption of a data copy has the extension already,
 * since a copy is two files.
 */
export function fileNameFor({ type, caption }: Pick<DocumentJob, 'type' | 'caption'>): string {
  return type === JobType.dataCopy ? caption : `${caption}.pdf`
}

/** Validates a job from the browser's storage, which other scripts can write to; null if it is invalid. */
export function parsePersistedJob(value: unknown): PersistedJob | null {
  if (typeof value !== 'object' || value === null) return null
  const { id, type, caption, state, jobId, since, start } = value as Record<string, unknown>
  if (typeof id !== 'string' || typeof caption !== 'string' || typeof since !== 'number') return null
  const knownType = Object.values(JobType).find((one) => one === type)
  const knownState = Object.values(JobState).find((one) => one === state)
  if (knownType === undefined || knownState === undefined) return null
  const known = { id, caption, since, type: knownType, state: knownState }
  return { ...known, jobId: typeof jobId === 'string' ? jobId : null, start: parseStart(start) }
}

function parseStart(value: unknown): DocumentJob['start'] {
  const { functionName: name, parameter } = (value ?? {}) as Record<string, unknown>
  const functionName = functionNames.find((one) => one === name)
  return functionName && typeof parameter === 'string' ? { functionName, parameter } : null
}

const jobTypes: Readonly<Partial<Record<string, DocumentJob['type']>>> = {
  StandardLetter: JobType.participationConfirmation,
  StandardLetters: JobType.participationConfirmation,
  TimesheetLetter: JobType.hourRecord,
  DataCopy: JobType.dataCopy
}
const jobStates: Readonly<Partial<Record<number, DocumentJob['state']>>> = {
  [AsyncStatus.requested]: JobState.requested,
  [AsyncStatus.done]: JobState.finished,
  [AsyncStatus.failed]: JobState.failed
}

/** Reads a job of a backend's list; null for a job that no screen shows, such as evaluations. */
export function readStartedJob({ jobId, functionName, caption, status, startedAt }: ListedJob): PersistedJob | null {
  const type = jobTypes[functionName ?? '']
  const since = Date.parse(startedAt ?? '')
  if (type === undefined || jobId === null || Number.isNaN(since)) return null
  const state = jobStates[status ?? Number.NaN] ?? JobState.working
  return { id: jobId, type, caption: caption ?? '', state, jobId, since, start: null }
}
