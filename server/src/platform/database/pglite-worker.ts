import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { timeZone } from '@customer-center/contract/dates'

type WorkerRequest = { kind: 'bytes'; bytes: Uint8Array } | { kind: 'reset' } | { kind: 'close' }

const port = parentPort
if (!port) throw new Error('This file runs as a worker only.')

const { folder, snapshot }: { folder?: string; snapshot?: Uint8Array<ArrayBuffer> } = workerData

const database = await PGlite.create({
  ...(folder && { dataDir: folder }),
  ...(snapshot && { loadDataDir: new Blob([snapshot]) })
})

// A broken session may leave a transaction or a setting behind; in PostgreSQL, its process would end with it.
async function beginSession() {
  await database.exec('rollback')
  await database.exec('discard all')
  await database.exec(`set time zone '${timeZone}'`)
}

await beginSession()

/**
 * Runs one message. It does not use execProtocolRaw, which also parses each answer and never frees the result, half a
 * kilobyte for each statement.
 */
async function runBytes(bytes: Uint8Array) {
  const parts: Uint8Array<ArrayBuffer>[] = []
  // A part is a view of the engine's memory, which the next part overwrites, so it is copied.
  await database.execProtocolRawStream(bytes, { onRawData: (part) => void parts.push(part.slice()) })
  const [first, ...others] = parts
  if (first && others.length === 0) return first
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

async function answerRequest(request: WorkerRequest) {
  if (request.kind === 'bytes') {
    const bytes = await runBytes(request.bytes)
    port?.postMessage(bytes, [bytes.buffer])
  } else if (request.kind === 'reset') {
    // The end of the last session may arrive after the order to close.
    if (!database.closed) await beginSession()
  } else {
    await database.close()
    port?.close()
  }
}

// Messages run one after the other, in the order of arrival. A failure here is a broken engine, since SQL errors arrive
// as bytes. It ends the worker, and the next connection starts a new worker, which recovers from the write-ahead log.
let last = Promise.resolve()
port.on('message', (request: WorkerRequest) => {
  last = last.then(() => answerRequest(request))
})
port.postMessage('ready')
