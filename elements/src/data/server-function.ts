import { mimeTypeOf } from '@customer-center/contract/document'
import { poll } from '@customer-center/contract/limits'
import {
  type AsyncResult,
  AsyncStatus,
  type FunctionStart,
  getAsyncResult,
  startFunction
} from '@customer-center/contract/server-function'
import { decodeBase64 } from '../client/base64.ts'
import { CallError } from '../client/call-error.ts'
import type { AppContext } from '../context/app-context.ts'
import { sleep } from '../lib/timers.ts'
import { fileNameOf } from '../lib/file-name.ts'
import { idempotencyKey } from '../lib/idempotency-key.ts'

/** Name and content of a file that the server has made. */
export interface MadeFile {
  name: string
  blob: Blob
}

/**
 * Lets the server begin, and tells the number under which it works. One job, even where the call goes out again: after an expired session,
 * or by a browser that lost the connection. Throws CallError.
 */
export async function startServerFunction(
  { call }: AppContext,
  functionName: FunctionStart['functionName'],
  parameter: URLSearchParams
): Promise<string> {
  const data: FunctionStart = { functionName, parameter: parameter.toString(), async: true }
  const started: { jobId?: unknown } | null = await call(startFunction, { body: { data }, headers: idempotencyKey() })
  const jobId = started?.jobId
  if (typeof jobId === 'number' || (typeof jobId === 'string' && jobId !== '')) return String(jobId)
  throw new CallError('unreadable')
}

/** Why no file came, although the server may still make it. */
class PollEnded extends Error {
  override readonly name = 'PollEnded'
}

/**
 * Waits for the file by the rule of section 7: at once and up to ten times more, each time a second longer after the one before; not again
 * when the server is done, has given up or has refused. Ends with the life of the element. Throws CallError or PollEnded.
 */
export async function pollFile(
  app: AppContext,
  jobId: string,
  fileName: string,
  onWorking: () => void = () => undefined
): Promise<MadeFile> {
  for (let attempt = 0; ; attempt += 1) {
    if (attempt > 0) await sleep(attempt * poll.stepMs, app.signal)
    const last = attempt === poll.retries
    try {
      const result = await readResult(app, jobId)
      if (result.status === AsyncStatus.done) return fileOf(result, fileName)
      if (result.status === AsyncStatus.working) onWorking()
      if (last) throw new PollEnded('The server works longer than the elements ask')
    } catch (error) {
      if (last || !isRetryable(error)) throw error
    }
  }
}

/** A server that has given up says so in place of a status; nothing that is asked again could change it. */
class Broken extends CallError {}

/**
 * Whether a file may come although there was none. A refusal with a sentence, a job of somebody else's and one that is gone stay so. Time
 * heals the rest: no answer, one of something in between that cannot be read, and a server that has too much to do or is being started.
 */
export function isRetryable(error: unknown): boolean {
  if (error instanceof PollEnded) return true
  if (!(error instanceof CallError) || error instanceof Broken) return false
  const { failure, status } = error
  return failure !== 'refused' || status === 408 || status === 429 || status > 500
}

async function readResult({ call }: AppContext, jobId: string): Promise<Partial<AsyncResult>> {
  const result: Partial<AsyncResult> | null = await call(getAsyncResult, { query: { jobId } })
  if (result?.status === AsyncStatus.failed) throw new Broken('refused')
  return result ?? {}
}

function fileOf({ fileData }: Partial<AsyncResult>, fileName: string): MadeFile {
  const bytes = typeof fileData === 'string' ? decodeBase64(fileData) : null
  if (!bytes) throw new Broken('unreadable')
  // A stroke in a caption is no path.
  const name = fileNameOf(fileName.replace(/[/\\]/g, '-'))
  return { name, blob: new Blob(bytes, { type: mimeTypeOf(name) }) }
}
