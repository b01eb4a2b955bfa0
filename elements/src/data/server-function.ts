import { fileNameAbout, fileNameOf } from '@customer-center/contract/file-name'
import { jobPolling } from '@customer-center/contract/limits'
import {
  AsyncStatus,
  type FunctionStart,
  getAsyncResult,
  jobFields,
  listJobs,
  maxJobCaption,
  removeJob,
  startFunction
} from '@customer-center/contract/server-function'
import { CallError } from '../client/call-error.ts'
import { decodeFile } from '../client/decode-file.ts'
import { rowOf, rowsOf } from '../client/rows.ts'
import { serializeId } from '../client/saved-row.ts'
import type { RowOf } from '../client/wire-format.ts'
import type { AppContext } from '../context/app-context.ts'
import { idempotencyKey } from '../lib/idempotency-key.ts'
import { sleep } from '../lib/timers.ts'
import { warnOfUnknownValue } from '../lib/warn-of-unknown-value.ts'
import { callFeature, hasFeature } from './backend-feature.ts'

const map = { noun: 'job', fields: jobFields } as const
const as = rowOf(map)

/** A job as the backend answers it; members that the call does not have are null. */
export type ListedJob = RowOf<typeof map>

export interface FunctionRequest {
  readonly functionName: FunctionStart['functionName']
  readonly parameter: URLSearchParams
  /** The document's name in the person's list; left out for a document in no list. */
  readonly caption?: string
}

/** Reads the person's jobs of the last day, from any tab and device; null where the backend lists none. */
export async function startedJobs(app: AppContext): Promise<ListedJob[] | null> {
  if (!hasFeature(app, 'jobs')) return null
  return callFeature(app, listJobs, { as: rowsOf(map), signal: app.signal })
}

/** Takes a failed job out of the backend's list, if it has one. Throws CallError. */
export async function removeFailedJob(app: AppContext, jobId: string): Promise<void> {
  if (!hasFeature(app, 'jobs')) return
  await app.call(removeJob, { body: { data: { jobId: serializeId(app.config.format, map, 'jobId', jobId) } } })
}

/**
 * Starts a job and returns its number. It is started once, even if the call is repeated after an expired session, after
 * the fresh login that a copy of one's data needs, or by a browser that lost the connection. Throws CallError.
 */
export async function startServerFunction(
  app: AppContext,
  { functionName, parameter, caption }: FunctionRequest
): Promise<string> {
  const start: FunctionStart = { functionName, parameter: parameter.toString(), async: true }
  // Another backend may refuse a member that it does not know.
  const data = hasFeature(app, 'jobs') ? { ...start, caption: caption?.slice(0, maxJobCaption) } : start
  const body = { data }
  const { jobId } = await app.call(startFunction, { as, body, idempotencyKey: idempotencyKey() })
  if (jobId !== null) return jobId
  throw new CallError('unreadable')
}

/** Error of a poll that ended before there was a file, which the server may still make. */
class PollTimeoutError extends Error {
  override readonly name = 'PollTimeoutError'
}

/**
 * Polls for the file: at once and up to ten times more, each time after a pause that is a second
 * longer; until the server has finished, failed or refused, or `app.signal` is aborted. A backend that announces `jobs`
 * says itself when it gives up: it is polled as long as it works on the file, and given up after as many failures in a
 * row as another backend gets requests. Throws CallError or PollTimeoutError.
 */
export async function pollFile(
  app: AppContext,
  jobId: string,
  fileName: string,
  onWorking: () => void = () => undefined
) {
  const goesOn = hasFeature(app, 'jobs')
  let failures = 0
  for (let attempt = 0; ; attempt += 1) {
    const ms = Math.min(attempt, jobPolling.retries) * jobPolling.stepMs
    if (ms > 0 && !app.pausing.get()) await sleep(ms, app.signal, app.pausing.subscribe)
    // A pause ends the wait, and the poll after it comes too early to count.
    if (ms > 0 && app.pausing.get()) {
      attempt -= 1
      failures -= 1
    }
    const last = attempt >= jobPolling.retries && !goesOn
    try {
      const result = await readResult(app, jobId)
      failures = 0
      if (result.status === AsyncStatus.done) return fileOf(result, fileName)
      if (result.status === AsyncStatus.working) onWorking()
      if (last) throw new PollTimeoutError('The server takes longer than the elements poll')
    } catch (error) {
      failures += 1
      // A backend that does not list its jobs may not know one yet.
      const isUnknown = !goesOn && error instanceof CallError && error.status === 404
      if (last || failures > jobPolling.retries || !(isUnknown || isRetryable(error))) throw error
    }
  }
}

/** The job has failed for good; polling again cannot change that. */
class JobFailedError extends CallError {}

/**
 * Tells whether a later poll may bring the file. A refusal with a sentence, another person's job and a job that is gone
 * are final. All other failures may pass: no response, an unreadable one from a proxy, and a server that is overloaded
 * or starting.
 */
export function isRetryable(error: unknown): boolean {
  if (error instanceof PollTimeoutError) return true
  if (!(error instanceof CallError) || error instanceof JobFailedError) return false
  const { failure, status } = error
  return failure !== 'refused' || status === 408 || status === 429 || status > 500
}

async function readResult(app: AppContext, jobId: string): Promise<ListedJob> {
  const result = await app.call(getAsyncResult, { as, query: { jobId }, repeats: 0 })
  warnOfUnknownValue('state of a job', result.status, Object.values(AsyncStatus))
  if (result.status === AsyncStatus.failed && hasFeature(app, 'jobs')) throw new JobFailedError('refused')
  return result
}

function fileOf({ fileData }: Pick<ListedJob, 'fileData'>, fileName: string) {
  // A caption may have slashes, which do not separate folders.
  const name = isZip(fileData) ? zipNameOf(fileName) : fileNameOf(fileName.replace(/[/\\]/g, '-'))
  const file = decodeFile(name, fileData)
  if (!file) throw new JobFailedError('unreadable')
  return isZip(fileData) ? { name, blob: zipOf(file.blob) } : file
}

// Tells whether the file of a job begins like a ZIP file, which runs nothing, whatever a backend puts into it.
const isZip = (fileData: unknown): boolean => typeof fileData === 'string' && fileData.startsWith('UEsDB')
const zipOf = (blob: Blob): Blob => blob.slice(0, blob.size, 'application/zip')

/** The caption of several confirmations: the day, or the first one, then the event, then how many in brackets. */
const bulkCaption = /^(\d\d)\.(\d\d)\.(\d{4})(?: – [\d.]+)? (.+) \([^()]*\)$/

/** Returns the name of a file with several confirmations: the event before its day. */
function zipNameOf(fileName: string): string {
  const caption = fileName.replace(/\.(?:pdf|zip)$/, '')
  const [, day, month, year, event] = bulkCaption.exec(caption) ?? []
  return fileNameAbout(
    event === undefined ? caption : `Teilnahmebestätigungen ${event} ${year}-${month}-${day}`,
    '.zip'
  )
}
