import { jobPolling } from '@customer-center/contract/limits'
import { getAsyncResult, jobFields, startFunction } from '@customer-center/contract/server-function'
import { CallError } from '../client/call-error.ts'
import type { CallEndpoint } from '../client/call.ts'
import type { AppContext } from '../context/app-context.ts'
import { evaluationParameter } from '../data/evaluation.ts'
import {
  hourRecordLetterNo,
  hourRecordParameter,
  participationLetterNo,
  participationParameter
} from '../data/letter.ts'
import { type FunctionRequest, pollFile, startServerFunction } from '../data/server-function.ts'
import type { BackendCheck } from './backend-check.ts'
import type { FailedCall } from './judge-failure.ts'
import type { ReadRows } from './read-calls.ts'

/** Lists the jobs that the person may start: a confirmation, an hour record, and the first evaluation that is a job. */
export function makeDocuments(check: BackendCheck, rows: ReadRows, left: string[], stop?: AbortSignal) {
  const { own, event, held, period, offers } = rows
  if (!own || !event) return [() => check.skip(startFunction, 'no event can be confirmed')]
  const { app } = check
  const evaluation = offers.find(({ interfaceId }) => Number(interfaceId) !== 0)
  const letter = async () => participationParameter(await participationLetterNo(app, event), own, event)
  const record = async () => hourRecordParameter(app, await hourRecordLetterNo(app), own, held.slice(0, 2), period)
  const make = (functionName: FunctionRequest['functionName'], parameter: URLSearchParams) =>
    makeDocument(check, { functionName, parameter }, left, stop)
  return [
    async () => make('StandardLetter', await letter()),
    ...(held.length > 0 ? [async () => make('TimesheetLetter', await record())] : []),
    ...(evaluation ? [() => make('Evaluation', evaluationParameter(evaluation, own, period.from, period.to))] : [])
  ]
}

async function makeDocument(check: BackendCheck, request: FunctionRequest, left: string[], stop?: AbortSignal) {
  const { functionName } = request
  const codeOf = (name: string) => check.codeOf({ noun: 'job', fields: jobFields }, name)
  let again = async (): Promise<unknown> => null
  const start = (app: AppContext) => {
    const call: CallEndpoint = (endpoint, options) => {
      again = () => check.request(endpoint, options)
      return app.call(endpoint, options)
    }
    return startServerFunction({ ...app, call }, request)
  }
  const noJob = ['no-job', codeOf('jobId'), `nothing for ${functionName}`] as const
  const jobId = await check.attempt(() => check.makeDocument(startFunction, start), noJob)
  if (jobId === null) return
  left.push(madeDocument(functionName))
  if (check.config.idempotencyKeys) {
    const { jobId: other = null } = ((await again().catch(() => null)) ?? {}) as { jobId?: string | null }
    if (other !== null && other !== jobId) {
      check.fault(startFunction, 'two-jobs', codeOf('jobId'), `${jobId} and ${other} for one Idempotency-Key`)
      left.push(madeDocument(functionName))
    }
  }
  const file = await check.attempt(
    () => pollJob(check, functionName, jobId, stop),
    ['job-without-file', codeOf('fileData'), `nothing with status 2 of ${functionName}`]
  )
  if (file && file.blob.type !== 'application/pdf') check.fault(getAsyncResult, 'no-pdf', codeOf('fileData'), file.name)
}

/**
 * Polls for a file as the elements do: a failure that may pass is none. A job of a backend that keeps jobs, which the
 * elements poll for as long as it works, is given up as soon as that of any other.
 */
function pollJob(check: BackendCheck, functionName: string, jobId: string, stop?: AbortSignal) {
  const { config, signal } = check.app
  const still = `no status 2 of ${functionName} within a minute`
  return check.makeDocument(getAsyncResult, async (_, judge) => {
    let polls = 0
    let failed: FailedCall | undefined
    const polled = check.appJudging((one) => (failed = one))
    const call: CallEndpoint = (endpoint, options) => {
      failed = undefined
      if ((polls += 1) > jobPolling.retries + 1) throw new Error(still)
      return polled.call(endpoint, options)
    }
    try {
      return await pollFile({ ...polled, call, signal: stop ?? signal }, jobId, `${functionName}.pdf`)
    } catch (error) {
      if (stop?.aborted) return null
      if (failed) judge(failed)
      if (error instanceof CallError) throw error
      const kind = config.features.includes('jobs') ? 'job-slow' : 'job-never-done'
      check.fault(getAsyncResult, kind, check.codeOf({ noun: 'job', fields: jobFields }, 'status'), still)
      return null
    }
  })
}

export const madeDocument = (functionName: string) =>
  `a document by POST ${startFunction.path} with ${functionName}, for as long as the backend keeps it`
