import { setTimeout as pause } from 'node:timers/promises'
import { today } from '@customer-center/contract/dates'
import { BusinessError } from '@customer-center/contract/envelope'
import { AsyncStatus } from '@customer-center/contract/server-function'
import {
  getAsyncResultSchema,
  listJobsSchema,
  startFunctionSchema
} from '@customer-center/contract/server-function.schema'
import type { FastifyInstance } from 'fastify'
import { findLetterhead, type Letterhead } from '../../company/index.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { isPlainText } from '../../platform/http/clean-text.ts'
import { jsonWithFile } from '../../platform/http/base64-json.ts'
import { Failed, JsonPieces } from '../../platform/http/envelope-text.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { route } from '../../platform/http/route.ts'
import { noteSecurityEvent } from '../../platform/http/security-event.ts'
import type { Services } from '../../platform/services.ts'
import { readIdempotencyKey, runOnce } from '../../platform/saving/idempotency.ts'
import { authorize } from './authorize.ts'
import { contentHashOf, isLetterRequest, readSingleLetter } from './content-hash.ts'
import {
  findDocumentJob,
  findSameLetter,
  listDocumentJobs,
  queueOf,
  readResult,
  type StartedDocumentJob,
  startDocumentJob
} from './document-job.repository.ts'
import { type DocumentRequest, parseDocumentRequest } from './document-request.ts'

const chunkBytes = 96 * 1024

/** In chunks, so that an answer to a slow client waits in its connection and not as another copy of the document. */
function* chunksOf(file: Buffer): Generator<Buffer, void> {
  for (let at = 0; at < file.length; at += chunkBytes) yield file.subarray(at, at + chunkBytes)
}

/**
 * Milliseconds between the looks for the result of a job that has just been started. A letter takes some 50 ms, and a client that
 * hears "not yet" asks again after a second. Another process may make the letter, so it is the database that knows.
 */
const pollMs = [25, 50, 100, 200, 400]

/** The job, at once, or after a moment if it is so new that its end is worth waiting for. */
async function awaitDocumentJob(
  db: Services['db'],
  caller: Caller,
  jobId: string
): Promise<StartedDocumentJob | undefined> {
  let job = await findDocumentJob(db, caller, jobId)
  for (const ms of job?.recent ? pollMs : []) {
    if (!job || job.status >= AsyncStatus.done) break
    await pause(ms)
    job = await findDocumentJob(db, caller, jobId)
  }
  return job
}

/** The job of a letter that the person has already had made today and that would be the same again; a second one would only be another genuine letter. */
async function findMade(
  db: Services['db'],
  services: Pick<Services, 'config' | 'typesetter'>,
  caller: Actor,
  request: DocumentRequest,
  letterhead: Letterhead | undefined
): Promise<string | undefined> {
  const same = isLetterRequest(request) ? await findSameLetter(db, caller, request) : undefined
  if (!same || !letterhead || !isLetterRequest(request)) return undefined
  const { letter } = await readSingleLetter(db, caller, request, today())
  return contentHashOf(services, caller, letter, letterhead) === same.contentHash ? same.jobId : undefined
}

/** The wire's server functions: they start document jobs and return their state and result. */
export function documentJobRoutes(app: FastifyInstance, services: Services): void {
  const { config, db, jobNotifier } = services
  route(app, startFunctionSchema, async ({ body, caller, request: call }) => {
    const { functionName, parameter, caption } = body.data
    if (caption !== undefined && !isPlainText(caption)) throw new Refusal('badValue', { name: 'caption' })
    const request = parseDocumentRequest(functionName, parameter)
    await authorize(db, caller, request, config.routeRights)
    // Whoever finds an open session must not take along at once what is known of its owner.
    if (request.name === 'DataCopy' && !caller.hasFreshLogin) throw new Refusal('loginTooOldForCopy')
    // A file for programs has none.
    const isJson = request.name === 'DataCopy' && request.format === 'JSON'
    const letterhead = isJson ? undefined : await findLetterhead(db, caller.company)
    const start = async (trx: typeof db) => ({
      jobId:
        (await findMade(trx, services, caller, request, letterhead)) ??
        (await startDocumentJob(trx, caller, request, body.data, config))
    })
    const onceKey = await readIdempotencyKey(call, caller)
    const started = await inTransaction(db, (trx) => runOnce(trx, caller, onceKey, () => start(trx)))
    jobNotifier.notify(queueOf(request))
    if (request.name === 'DataCopy') noteSecurityEvent(call, 'data-copy-asked')
    return started
  })

  route(app, listJobsSchema, ({ caller }) => listDocumentJobs(db, caller))

  route(app, getAsyncResultSchema, async ({ query: { jobId }, caller }) => {
    const job = await awaitDocumentJob(db, caller, jobId)
    if (!job) throw new Refusal('noSuchJob')
    const { name, parameter, status, error } = job
    if (error !== null) return new Failed({ jobId, status, fileData: null }, BusinessError.notAvailable, [error])
    // A right or a participation that is gone closes the document.
    await authorize(db, caller, parseDocumentRequest(name, parameter), config.routeRights)
    if (status !== AsyncStatus.done) return { jobId, status, fileData: null }
    const file = await readResult(db, jobId)
    if (!file) throw new Refusal('noSuchJob')
    return new JsonPieces(jsonWithFile({ jobId, status }, 'fileData', chunksOf(file)))
  })
}
