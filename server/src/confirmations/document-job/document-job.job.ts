import { Counter } from 'prom-client'
import type { JobContext } from '../../feature/services.ts'
import { errorMessage } from '../../platform/database/errors.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { noteJobEvent } from '../../platform/http/security-event.ts'
import { ownMetric } from '../../platform/metrics/metric.ts'
import { defineJob, type JobRun, UnrecoverableJobError } from '../../platform/queue/job.ts'
import { dataCopyDocument } from '../data-copy/make-data-copy.ts'
import type { DocumentKind, DocumentRequest, FunctionName } from '../document/define-document.ts'
import { evaluationDocument } from '../evaluation/make-evaluation.ts'
import { hourRecordLetter } from '../hour-record/hour-record-letter.ts'
import { participationLetter, participationLetters } from '../participation/participation-letter.ts'
import { registerLetter } from '../verification/issued-letter.repository.ts'
import {
  beginDocumentJob,
  type BegunDocumentJob,
  countFailure,
  type DocumentJobData,
  documentJobName,
  largeDocumentJobName,
  failDocumentJob,
  finishDocumentJob
} from './document-job.repository.ts'

const documents: readonly DocumentKind[] = [
  participationLetter,
  participationLetters,
  hourRecordLetter,
  evaluationDocument,
  dataCopyDocument
]

/**
 * Parses the parameter string of a server function. Does not check whether the actor may use its ids; `authorize` does.
 * @throws Refusal `badValue`, or the refusal of a request that asks for too much
 */
export function parseDocumentRequest(name: FunctionName, parameter: string): DocumentRequest {
  const kind = documents.find((each) => each.name === name)
  if (!kind) throw new Error(`No document is made by ${name}.`)
  return kind.parse(parameter)
}

/**
 * Limit of failures of one document. Their reason is usually permanent: the template or the data. A killed process is
 * no failure.
 */
const maxFailures = 3

const notMade = (): string => new Refusal('documentNotMade').sentence

const lettersIssued = new Counter(ownMetric('letters_total', 'Letters that this process has issued'))

/** Makes the document outside any transaction; its letters become valid in the transaction that ends the job. */
async function makeDocument(
  context: JobContext,
  jobId: string,
  { name, parameter, ...begun }: BegunDocumentJob,
  signal: AbortSignal
): Promise<void> {
  const { config, db } = context
  const { actor } = begun
  const request = parseDocumentRequest(name, parameter)
  await request.authorize(db, actor, config.routeRights)
  const { file, letters = [], contentHash } = await request.make(context, { ...begun, signal })
  const { providerId, customerId } = actor
  const issued = await inTransaction(db, async (trx) => {
    // If a booking was cancelled while its letter was rendered, the letter must not become valid.
    if (letters.length > 0) await request.authorize(trx, actor, config.routeRights)
    if (!(await finishDocumentJob(trx, jobId, file, contentHash))) return []
    for (const { letter, ...owner } of letters) await registerLetter(trx, { providerId, customerId, ...owner }, letter)
    return letters
  })
  lettersIssued.inc(issued.length)
  for (const { contactId } of issued.filter(({ renamed }) => renamed))
    noteJobEvent(context.log, 'letter-in-new-name', { providerId, contactId }, { actor, jobId })
}

async function runDocumentJob(
  context: JobContext,
  { data: { jobId }, signal }: JobRun<DocumentJobData>
): Promise<void> {
  const { db } = context
  const begun = await beginDocumentJob(db, jobId)
  // The job has expired, or an earlier process stored the result and died before it could tell the queue.
  if (!begun) return
  try {
    await makeDocument(context, jobId, begun, signal)
  } catch (error) {
    if (error instanceof Refusal) return failDocumentJob(db, jobId, error.sentence)
    if (!signal.aborted && (await countFailure(db, jobId)) >= maxFailures) {
      await failDocumentJob(db, jobId, notMade())
      throw new UnrecoverableJobError(errorMessage(error))
    }
    throw error
  }
}

/**
 * Makes the documents that customers start. If the process is killed at any point, the job runs again and never makes a
 * second letter.
 */
export const documentJob = defineJob<DocumentJobData, JobContext>({
  name: documentJobName,
  // The retries are for killed processes. Rendering has 30 seconds; the rest of the timeout is for the database. Two
  // jobs run at once, since two processes render documents, and a confirmation need not wait for an hour record of
  // hundreds of rows.
  options: () => ({
    retryLimit: 100,
    retryDelaySeconds: 0,
    timeoutSeconds: 120,
    heartbeatTimeoutSeconds: 10,
    concurrency: 2
  }),
  run: runDocumentJob,
  onFailed: (trx, { jobId }) => failDocumentJob(trx, jobId, notMade())
})

/** Job for large documents, which run one at a time. */
export const largeDocumentJob = defineJob<DocumentJobData, JobContext>({
  ...documentJob,
  name: largeDocumentJobName,
  options: (config) => ({ ...documentJob.options(config), concurrency: 1 })
})
