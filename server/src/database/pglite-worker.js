// JavaScript, because Node 20 starts a worker from its file as it lies there: the tests run the sources, the product
// runs dist/, and this file is the same in both.
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'

/** @typedef {{ kind: 'bytes', bytes: Uint8Array } | { kind: 'reset' } | { kind: 'close' }} Request */

const port = parentPort
if (!port) throw new Error('This file runs as a worker only.')

/** @type {{ folder?: string, snapshot?: Uint8Array<ArrayBuffer> }} */
const { folder, snapshot } = workerData

const database = await PGlite.create({
  ...(folder && { dataDir: folder }),
  ...(snapshot && { loadDataDir: new Blob([snapshot]) })
})

// A session that broke off may leave a transaction or a setting behind; PostgreSQL would end it with its process.
async function beginSession() {
  await database.exec('rollback')
  await database.exec('discard all')
  await database.exec("set time zone 'Europe/Vienna'")
}

await beginSession()

/** @param {Request} request */
async function answer(request) {
  if (request.kind === 'bytes') {
    const bytes = (await database.execProtocolRaw(request.bytes)).slice()
    port?.postMessage(bytes, [bytes.buffer])
  } else if (request.kind === 'reset') {
    // The last session's end may arrive after the order to close.
    if (!database.closed) await beginSession()
  } else {
    await database.close()
    port?.close()
  }
}

// One after the other, in the order of arrival. A failure here is no SQL error (those are bytes) but a broken engine:
// the worker ends by it, and the next connection starts a new one, which recovers from the write-ahead log.
let last = Promise.resolve()
port.on('message', (/** @type {Request} */ request) => {
  last = last.then(() => answer(request))
})
port.postMessage('ready')
