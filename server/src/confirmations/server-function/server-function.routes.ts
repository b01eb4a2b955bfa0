import { setTimeout as pause } from 'node:timers/promises'
import { BusinessError } from '@customer-center/contract/envelope'
import { today } from '@customer-center/contract/dates'
import { AsyncStatus } from '@customer-center/contract/server-function'
import { getAsyncResultSchema, startFunctionSchema } from '@customer-center/contract/server-function.schema'
import type { FastifyInstance } from 'fastify'
import { inTransaction } from '../../platform/database/transaction.ts'
import { Failed, JsonPieces } from '../../platform/http/raw-json.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { route } from '../../platform/http/route.ts'
import type { Services } from '../../platform/services.ts'
import { once, onceKeyOf } from '../../platform/saving/once.ts'
import { permit, readRequest } from './function-request.ts'
import {
  findFunction,
  readFile,
  serverFunctionName,
  type StartedFunction,
  startFunction
} from './server-function.repository.ts'

// Divisible by three, so that padding stands at the end alone.
const pieceBytes = 96 * 1024

/** In pieces, so that an answer to a slow client waits in its connection and not as one more copy of the document. */
async function* withFile(jobId: string, file: Buffer): AsyncGenerator<string, void> {
  yield `{"jobId":"${jobId}","status":${AsyncStatus.done},"fileData":"`
  for (let at = 0; at < file.length; at += pieceBytes) yield file.toString('base64', at, at + pieceBytes)
  yield '"}'
}

/**
 * ms between the looks for a result that was asked for just now. A letter takes some 50 ms, and whoever heard that it is not there would ask
 * again after a second. A process of its own may make it, so it is the database that knows.
 */
const looksMs = [25, 50, 100, 200, 400]

/** What a poll is about: at once, but for a request that is so new that its end is worth a moment. */
async function awaitFunction(db: Services['db'], caller: Actor, jobId: string): Promise<StartedFunction | undefined> {
  let started = await findFunction(db, caller, jobId)
  for (const ms of started?.fresh ? looksMs : []) {
    if (!started || started.status >= AsyncStatus.done) break
    await pause(ms)
    started = await findFunction(db, caller, jobId)
  }
  return started
}

/** Starts what is made in the background, and tells its state to whoever asked for it. */
export function serverFunctionRoutes(app: FastifyInstance, { config, db, jobNotifier }: Services): void {
  route(app, startFunctionSchema, async ({ body, caller, request: asked }) => {
    const { functionName, parameter } = body.data
    const request = readRequest(functionName, parameter)
    await permit(db, caller, request, config.routeRights, today())
    const start = async (trx: typeof db) => ({ jobId: await startFunction(trx, caller, request, parameter, config) })
    const onceKey = await onceKeyOf(asked, caller)
    const started = await inTransaction(db, (trx) => once(trx, caller, onceKey, () => start(trx)))
    jobNotifier.notify(serverFunctionName)
    return started
  })

  route(app, getAsyncResultSchema, async ({ query: { jobId }, caller }) => {
    const started = await awaitFunction(db, caller, jobId)
    if (!started) throw new Refusal('noSuchJob')
    const { name, parameter, status, error, date } = started
    if (error !== null) return new Failed({ jobId, status, fileData: null }, BusinessError.notAvailable, [error])
    // What was asked for with a right that is gone, or for a participation that is gone, is nobody's any more.
    await permit(db, caller, readRequest(name, parameter), config.routeRights, date)
    if (status !== AsyncStatus.done) return { jobId, status, fileData: null }
    const file = await readFile(db, jobId)
    if (!file) throw new Refusal('noSuchJob')
    return new JsonPieces(withFile(jobId, file))
  })
}
