import { findLetterhead } from '../../company/index.ts'
import { configOf, type Place } from '../../platform/config/shops.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { SecurityEventName } from '../../platform/lib/security-event-name.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { Job, JobRun } from '../../platform/queue/job.ts'
import { UnrecoverableJobError } from '../../platform/queue/unrecoverable-job-error.ts'
import type { JobContext } from '../../platform/services.ts'
import { makeDataCopy } from '../data-copy/make-data-copy.ts'
import { authorizeEvaluation, makeEvaluation } from '../evaluation/make-evaluation.ts'
import { readBulk } from '../letter/participation-letter.ts'
import { registerLetter } from '../verification/issued-letter.repository.ts'
import { type LetterSigner, openLetterSigner, type SignedFile } from '../verification/letter-signer.ts'
import { signTogether } from '../verification/sign-together.ts'
import { authorize } from './authorize.ts'
import { contentHashOf, readSingleLetter } from './content-hash.ts'
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
import { type DocumentRequest, parseDocumentRequest } from './document-request.ts'

/** A document that fails does so for a lasting reason: its template, its data. A killed process does not count as a failure. */
const maxFailures = 3

const notMade = (): string => new Refusal('documentNotMade').sentence

/** By the address that letters name: each shop has its own. */
const signers = new WeakMap<JobContext, Map<string, Promise<LetterSigner>>>()

async function signerOf(context: JobContext, place: Place): Promise<LetterSigner> {
  const config = configOf(context.config, place)
  const ofContext = signers.get(context) ?? new Map<string, Promise<LetterSigner>>()
  signers.set(context, ofContext)
  const signer = ofContext.get(config.publicUrl) ?? openLetterSigner(config, context.db, context.typesetter)
  ofContext.set(config.publicUrl, signer)
  try {
    return await signer
  } catch (error) {
    ofContext.delete(config.publicUrl)
    throw error
  }
}

/** Renders what a request is about, and hashes what a single letter says; nothing of it is valid yet. */
async function signed(
  context: JobContext,
  request: Exclude<DocumentRequest, { readonly name: 'Evaluation' | 'DataCopy' }>,
  { actor, date, serialNumber }: BegunDocumentJob,
  signal: AbortSignal
): Promise<SignedFile & { readonly contentHash?: string }> {
  const { db } = context
  const letterhead = await findLetterhead(db, actor.company)
  if (request.name === 'StandardLetters') {
    const letters = await readBulk(db, actor, request, date)
    return signTogether(await signerOf(context, actor), letters, letterhead, request.format, signal)
  }
  const { letter, ...contact } = await readSingleLetter(db, actor, request, date)
  // Before it is rendered: a template that changes meanwhile makes the hash an old one, and no letter is taken for a new one.
  const contentHash = contentHashOf(context, actor, letter, letterhead)
  const one = await (await signerOf(context, actor)).sign(letter, letterhead, serialNumber)
  return { file: one.pdf, letters: [{ ...contact, letter: one }], contentHash }
}

/** Makes the document outside any transaction; letters become valid in one transaction with the job's end. */
async function make(context: JobContext, jobId: string, begun: BegunDocumentJob, signal: AbortSignal): Promise<void> {
  const { config, db, typesetter } = context
  const { name, parameter, date, actor } = begun
  const request = parseDocumentRequest(name, parameter)
  await authorize(db, actor, request, config.routeRights)
  if (request.name === 'Evaluation') {
    const evaluation = await authorizeEvaluation(db, actor, request)
    await finishDocumentJob(db, jobId, await makeEvaluation(db, typesetter, evaluation, date))
    return
  }
  if (request.name === 'DataCopy') {
    await finishDocumentJob(db, jobId, await makeDataCopy(context, actor, request, date))
    return
  }
  const { company, id } = actor
  const { file, letters, contentHash } = await signed(context, request, begun, signal)
  const issued = await inTransaction(db, async (trx) => {
    if (!(await finishDocumentJob(trx, jobId, file, contentHash))) return []
    for (const { letter, ...contact } of letters) await registerLetter(trx, { company, id, ...contact }, letter)
    return letters
  })
  for (const { pvaid } of issued.filter(({ renamed }) => renamed)) {
    const event: SecurityEventName = 'letter-in-new-name'
    context.log.info(
      { event, person: `${company}/${pvaid}`, actor: `${actor.company}/${actor.pvaid}`, jobId },
      'security event'
    )
  }
}

async function run(context: JobContext, { data: { jobId }, signal }: JobRun<DocumentJobData>): Promise<void> {
  const { db } = context
  const begun = await beginDocumentJob(db, jobId)
  // Its process died after the result was stored and before the queue knew, or the job has expired.
  if (!begun) return
  try {
    await make(context, jobId, begun, signal)
  } catch (error) {
    if (error instanceof Refusal) return failDocumentJob(db, jobId, error.sentence)
    if (!signal.aborted && (await countFailure(db, jobId)) >= maxFailures) {
      await failDocumentJob(db, jobId, notMade())
      throw new UnrecoverableJobError(error instanceof Error ? error.message : 'unknown')
    }
    throw error
  }
}

/** Makes the documents that customers start. A kill at any point leaves a job that runs again, and never a second letter. */
export const documentJob: Job<DocumentJobData, JobContext> = {
  name: documentJobName,
  // As many retries as processes may die; a document has 30 seconds, the rest is for the database. Two at once, since two
  // processes set documents, and a confirmation need not wait for an hour record of hundreds of rows.
  options: () => ({
    retryLimit: 100,
    retryDelaySeconds: 0,
    timeoutSeconds: 120,
    heartbeatTimeoutSeconds: 10,
    concurrency: 2
  }),
  run,
  onFailed: ({ db }, { jobId }) => failDocumentJob(db, jobId, notMade())
}

/** Evaluations, copies of data, and several letters at once: one at a time. */
export const largeDocumentJob: Job<DocumentJobData, JobContext> = {
  ...documentJob,
  name: largeDocumentJobName,
  options: (config) => ({ ...documentJob.options(config), concurrency: 1 })
}
