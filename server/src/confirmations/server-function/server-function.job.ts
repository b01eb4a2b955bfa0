import { makeEvaluation } from '../evaluation/make-evaluation.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { Job, JobRun } from '../../platform/queue/job.ts'
import { UnrecoverableJobError } from '../../platform/queue/unrecoverable-job-error.ts'
import { registerLetter } from '../verification/issued-letter.repository.ts'
import { type Issuer, openIssuer } from '../verification/issuer.ts'
import type { JobContext } from '../../platform/services.ts'
import { permit, readRequest } from './function-request.ts'
import {
  beginFunction,
  type BegunFunction,
  countFailure,
  failFunction,
  finishFunction,
  type FunctionData,
  serverFunctionName
} from './server-function.repository.ts'

/** A letter that fails does so for a reason that stays: its template, its data. A killed process counts as none of these. */
const mostFailures = 3

const notMade = (): string => new Refusal('documentNotMade').sentence

const issuers = new WeakMap<JobContext, Promise<Issuer>>()

async function issuerOf(context: JobContext): Promise<Issuer> {
  const issuer = issuers.get(context) ?? openIssuer(context.config, context.db, context.typesetter)
  issuers.set(context, issuer)
  try {
    return await issuer
  } catch (error) {
    issuers.delete(context)
    throw error
  }
}

/** Makes the document outside of any transaction, and lets it count in one together with the state of the request. */
async function make(context: JobContext, jobId: string, begun: BegunFunction): Promise<void> {
  const { config, db, typesetter } = context
  const { name, parameter, letterNumber, date, requester } = begun
  const permitted = await permit(db, requester, readRequest(name, parameter), config.routeRights, date)
  if (permitted.kind === 'evaluation') {
    await finishFunction(db, jobId, await makeEvaluation(db, typesetter, permitted, date))
    return
  }
  const issuer = await issuerOf(context)
  const draft =
    permitted.kind === 'participation'
      ? await issuer.set(permitted.kind, permitted.printed, letterNumber)
      : await issuer.set(permitted.kind, permitted.printed, letterNumber)
  const { company, id } = requester
  await inTransaction(db, async (trx) => {
    if (await finishFunction(trx, jobId, draft.pdf))
      await registerLetter(trx, { company, id, pvaid: permitted.pvaid }, draft)
  })
}

async function run(context: JobContext, { data: { jobId }, signal }: JobRun<FunctionData>): Promise<void> {
  const { db } = context
  const begun = await beginFunction(db, jobId)
  // Its process died between the result and the note that it is done, or nobody wants it any more.
  if (!begun) return
  try {
    await make(context, jobId, begun)
  } catch (error) {
    if (error instanceof Refusal) return failFunction(db, jobId, error.sentence)
    if (!signal.aborted && (await countFailure(db, jobId)) >= mostFailures) {
      await failFunction(db, jobId, notMade())
      throw new UnrecoverableJobError(error instanceof Error ? error.message : 'unknown')
    }
    throw error
  }
}

/** Makes the documents that customers ask for. A kill at any point leaves a request that is run again, and never a second letter. */
export const serverFunctionJob: Job<FunctionData, JobContext> = {
  name: serverFunctionName,
  // As often as processes may die; a letter has 30 seconds, the rest is the database's. Two at once, since two processes set
  // letters, and a confirmation does not wait for an hour record of hundreds of rows.
  options: () => ({
    retryLimit: 100,
    retryDelaySeconds: 0,
    timeoutSeconds: 120,
    heartbeatTimeoutSeconds: 10,
    pollMs: 250,
    concurrency: 2
  }),
  run,
  onFailed: ({ db }, { jobId }) => failFunction(db, jobId, notMade())
}
