import { once } from 'node:events'
import { extname } from 'node:path'
import { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { errorMessage } from './errors.ts'

/** The storage of the embedded database: a folder, or memory, optionally filled from a dump of a data folder. */
export type EmbeddedSource = { readonly folder: string } | { readonly snapshot?: Uint8Array }

export interface Engine {
  /** A connection as `pg` expects it: a socket that talks to the worker. */
  readonly stream: () => Duplex
  /** Starts the engine if it does not run; rejects with PGlite's reason if it cannot. */
  readonly start: () => Promise<Worker>
  readonly close: () => Promise<void>
}

// The tests run the sources, where Node strips the types itself, and the product runs dist/.
const workerFile = new URL(`./pglite-worker${extname(import.meta.url)}`, import.meta.url)

const terminate = 'X'.codePointAt(0)

/** PostgreSQL's protocol, message by message, through the worker's port. `pg` corks, so that a query is one message. */
class WorkerSocket extends Duplex {
  #worker: Worker | undefined
  readonly #start: () => Promise<Worker>

  constructor(start: () => Promise<Worker>) {
    super()
    this.#start = start
  }

  connect(): void {
    this.#join().catch((error: unknown) => this.destroy(new Error(errorMessage(error), { cause: error })))
  }

  async #join(): Promise<void> {
    this.#worker = (await this.#start()).on('message', this.#receive).once('exit', this.#lost)
    this.emit('connect')
  }

  // `pg` calls this for a TCP socket; a worker has no use for it.
  setNoDelay(): void {}
  setKeepAlive(): void {}
  ref(): void {}
  unref(): void {}

  readonly #receive = (bytes: Uint8Array): void => {
    this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  }

  readonly #lost = (): void => {
    this.#worker = undefined
    this.destroy(new Error('The embedded database stopped.'))
  }

  override _read(): void {}

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error) => void): void {
    const bytes = Buffer.concat(chunks.map(({ chunk }) => chunk))
    // The engine has no session to end and would stop.
    if (bytes[0] !== terminate) this.#worker?.postMessage({ kind: 'bytes', bytes }, [])
    done()
  }

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#worker?.off('message', this.#receive).off('exit', this.#lost).postMessage({ kind: 'reset' }, [])
    this.#worker = undefined
    done(error)
  }
}

/** Starts PGlite in a worker thread, so that a long query does not block the event loop. */
export function embeddedEngine(source: EmbeddedSource): Engine {
  let running: Promise<Worker> | undefined

  async function launch(): Promise<Worker> {
    // The worker gets no other environment variables: with those of `node --watch` it would send messages that are
    // taken for the engine's.
    const { NODE_OPTIONS = '' } = process.env
    const worker = new Worker(workerFile, { workerData: source, env: { NODE_OPTIONS } })
    worker.once('exit', () => (running = undefined))
    await once(worker, 'message')
    // An error always ends the worker, and the end of the worker fails the connection. Without a listener, the error
    // would end the process.
    worker.on('error', () => undefined)
    return worker
  }

  const start = () => (running ??= launch())
  return {
    stream: () => new WorkerSocket(start),
    start,
    async close() {
      const worker = await running?.catch(() => undefined)
      if (!worker) return
      const exit = once(worker, 'exit')
      worker.postMessage({ kind: 'close' }, [])
      await exit
    }
  }
}
