import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { today } from '@customer-center/contract/dates'
import { BusinessError } from '@customer-center/contract/envelope'
import {
  AsyncStatus,
  getAsyncResultSchema,
  listJobsSchema,
  removeJobSchema,
  startFunctionSchema
} from '@customer-center/contract/server-function'
import { findLetterhead } from '../../company/index.ts'
import type { Services } from '../../feature/services.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Actor } from '../../platform/http/caller.ts'
import { isPlainText } from '../../platform/http/clean-text.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { Failed, JsonPieces, jsonWithFile, type RouteCall, route } from '../../platform/http/route.ts'
import { noteSecurityEvent } from '../../platform/http/security-event.ts'
import { limits } from '../../platform/limits/limits.ts'
import { readIdempotencyKey, runOnce } from '../../records/saving/idempotency.ts'
import type { DocumentRequest } from '../document/define-document.ts'
import { parseDocumentRequest } from './document-job.job.ts'
import {
  findDocumentJob,
  findSameLetter,
  listDocumentJobs,
  queueOf,
  readResult,
  removeFailedJob,
  type StartedDocumentJob,
  startDocumentJob
} from './document-job.repository.ts'

const chunkBytes = 96 * 1024

/**
 * Cuts a file into chunks, so that an answer to a slow client does not keep another copy of the whole document in
 * memory.
 */
function* chunksOf(file: Buffer): Generator<Buffer, void> {
  for (let at = 0; at < file.length; at += chunkBytes) yield file.subarray(at, at + chunkBytes)
}

/**
 * Milliseconds between the queries for the result of a job that has just been started. A letter takes some 50 ms, while
 * a client that gets no result asks again only after a second. The database is queried because another process may make
 * the letter.
 */
const pollMs = [25, 50, 100, 200, 400]

/** Returns the job; waits a moment, without a turn, for the end of a job that has just been started. */
async function awaitDocumentJob(
  db: Services['db'],
  call: RouteCall<unknown, unknown>,
  jobId: string
): Promise<StartedDocumentJob | undefined> {
  const { caller, request } = call
  let job = await findDocumentJob(db, caller, jobId)
  for (const ms of job?.recent ? pollMs : []) {
    if (!job || job.status >= AsyncStatus.done) break
    await request.server.admission.withoutTurn(call, () => pause(ms))
    job = await findDocumentJob(db, caller, jobId)
  }
  return job
}

/**
 * Finds the job of a letter that the person already got today and whose content is unchanged, since a second letter
 * would only be another genuine copy.
 */
async function findMade(
  services: Pick<Services, 'config' | 'db' | 'typesetter'>,
  actor: Actor,
  documentRequest: DocumentRequest
): Promise<string | undefined> {
  const same = documentRequest.contentHash && (await findSameLetter(services.db, actor, documentRequest))
  if (!same) return undefined
  const contentHash = await documentRequest.contentHash(services, { actor, date: today() })
  return contentHash === same.contentHash ? same.jobId : undefined
}

/** Routes of the wire's server functions: they start document jobs and return their state and result. */
export function documentJobRoutes(app: FastifyInstance, services: Services): void {
  const { config, db, jobNotifier } = services
  const bodyLimit = Math.min(config.maxBodyBytes, limits.listBody.most)
  route(
    app,
    startFunctionSchema,
    async ({ body, caller, request }) => {
      const { functionName, parameter, caption } = body.data
      if (caption !== undefined && !isPlainText(caption)) throw new Refusal('badValue', { name: 'caption' })
      const documentRequest = parseDocumentRequest(functionName, parameter)
      await documentRequest.authorize(db, caller, config.routeRights)
      if (documentRequest.ofLogin && !caller.hasFreshLogin) throw new Refusal(documentRequest.ofLogin.tooOld)
      // The person who starts the document learns at once that the letterhead is missing.
      if (documentRequest.hasLetterhead) await findLetterhead(db, caller.providerId)
      const start = async (trx: typeof db) => ({
        jobId:
          (await findMade({ ...services, db: trx }, caller, documentRequest)) ??
          (await startDocumentJob(trx, caller, documentRequest, body.data, config))
      })
      const onceKey = await readIdempotencyKey(request, caller)
      const started = await inTransaction(db, (trx) => runOnce(trx, caller, onceKey, () => start(trx)))
      jobNotifier.notify(queueOf(documentRequest))
      if (documentRequest.ofLogin) noteSecurityEvent(request, documentRequest.ofLogin.event)
      return started
    },
    { bodyLimit }
  )

  route(app, listJobsSchema, ({ caller }) => listDocumentJobs(db, caller))

  route(app, removeJobSchema, async ({ body: { data }, caller }) => {
    await removeFailedJob(db, caller, data.jobId)
    return null
  })

  route(app, getAsyncResultSchema, async (call) => {
    const { jobId } = call.query
    const job = await awaitDocumentJob(db, call, jobId)
    if (!job) throw new Refusal('noSuchJob')
    const { name, parameter, status, error } = job
    if (error !== null) return new Failed({ jobId, status, fileData: null }, BusinessError.notAvailable, [error])
    // A document that is already made is refused, too, once the right or the attendance was removed.
    const isMade = status === AsyncStatus.done
    await parseDocumentRequest(name, parameter).authorize(db, call.caller, config.routeRights, isMade)
    if (!isMade) return { jobId, status, fileData: null }
    const file = await readResult(db, jobId)
    if (!file) throw new Refusal('noSuchJob')
    return new JsonPieces(jsonWithFile({ jobId, status }, 'fileData', chunksOf(file)))
  })
}
