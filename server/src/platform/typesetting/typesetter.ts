import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { extname } from 'node:path'
import { createSemaphore } from '../lib/semaphore.ts'
import { templateFiles } from '../lib/template-files.ts'
import { fontFiles, readCoverage } from './fonts.ts'
import { breakOverlongWords, createPlainText, plainData, type PlainText } from './plain-text.ts'

// The tests run the sources, where Node strips the types itself, and the product runs dist/.
const workerFile = new URL(`./typst-worker${extname(import.meta.url)}`, import.meta.url)

/** Fonts load in 150 ms, but take far longer on a busy machine, since the process has the lowest priority. */
const startLimitMs = 30_000

type WorkerReply = { ready: true } | { pdf: Uint8Array } | { error: string }

/** One running Typst process; it takes one document at a time. */
interface Typst {
  alive(): boolean
  compile(template: string, data: string, files: Readonly<Record<string, Uint8Array>>): Promise<Uint8Array>
  end(): Promise<void>
}

/** Starts the process and waits until its fonts are loaded. */
const startTypst = async (
  setup: { readonly folders: readonly string[]; readonly overrides: string; readonly fonts: readonly string[] },
  timeLimitMs: number
): Promise<Typst> => {
  const child = fork(workerFile, [JSON.stringify(setup)], {
    serialization: 'advanced',
    execArgv: [],
    // An empty environment keeps the server's passwords and keys out of a process that reads foreign text.
    env: {},
    stdio: ['ignore', 'ignore', 'inherit', 'ipc']
  })
  // Requests come before documents.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  // A failed process is never used again, even before its exit is reported.
  let failed = false
  child.on('exit', () => (failed = true)).on('error', () => (failed = true))

  const reply = (limitMs: number): Promise<WorkerReply> =>
    new Promise((resolve, reject) => {
      const settle = (): void => {
        clearTimeout(timer)
        child.off('message', onMessage).off('exit', onExit).off('error', onError)
      }
      const onMessage = (message: WorkerReply): void => {
        settle()
        resolve(message)
      }
      const fail = (reason: string): void => {
        settle()
        failed = true
        // SIGKILL, since a busy native compiler never returns to the event loop, which would handle another signal.
        child.kill('SIGKILL')
        reject(new Error(reason))
      }
      const onError = (error: Error): void => fail(`the Typst process ended (${error.message})`)
      const onExit = (code: number | null, signal: string | null): void =>
        fail(`the Typst process ended (${signal ?? `code ${code}`})`)
      const timer = setTimeout(() => fail(`no document after ${limitMs} ms`), limitMs)
      child.on('message', onMessage).on('exit', onExit).on('error', onError)
    })

  await reply(startLimitMs)
  return {
    alive: () => !failed,
    async compile(template, data, files) {
      const answer = reply(timeLimitMs)
      child.send({ template, data, files })
      const result = await answer
      if ('pdf' in result) return result.pdf
      throw new Error('error' in result ? result.error : 'the Typst process sent no document')
    },
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
    }
  }
}

interface TypstPool {
  /** Runs the work with an exclusive process; waiting work gets a process in the order of the calls. */
  run<Result>(work: (typst: Typst) => Promise<Result>): Promise<Result>
  /** Ends the processes; running and waiting work is rejected. */
  end(): Promise<void>
}

/**
 * Opens a pool of up to `size` Typst processes. The first starts now, each further one when all are busy, since each
 * takes some 120 MB. A process that has ended is replaced on demand.
 * @throws Error when the first process cannot be started
 */
async function openTypstPool(size: number, start: () => Promise<Typst>): Promise<TypstPool> {
  const semaphore = createSemaphore(size)
  const idle = [await start()]
  const all = new Set(idle)
  let ended = false

  async function take(): Promise<Typst> {
    if (ended) throw new Error('the typesetter is closed')
    const typst = idle.pop()
    if (typst?.alive()) return typst
    if (typst) all.delete(typst)
    const started = await start()
    all.add(started)
    if (ended) await started.end()
    return started
  }

  return {
    run: (work) =>
      semaphore.run(async () => {
        const typst = await take()
        try {
          return await work(typst)
        } finally {
          idle.push(typst)
        }
      }),
    async end() {
      ended = true
      await Promise.all(Array.from(all, (typst) => typst.end()))
    }
  }
}

declare const dataOf: unique symbol

/** Name of a template's file without `.typ`, with the type of the data that the template reads. */
export type Template<Data extends object> = string & { readonly [dataOf]?: Data }

/** Files that a document reads beside its template, by name; each replaces the file of the same name in the folders. */
export type DocumentFiles = Readonly<Record<string, Uint8Array>>

interface RenderOptions {
  /**
   * Size of the document: only one large document, which takes seconds, is rendered at a time, so that a process stays
   * free for small ones.
   */
  readonly size?: 'small' | 'large'
  readonly files?: DocumentFiles
}

/** A renderer of PDF documents from templates. */
export interface Typesetter {
  /**
   * Starts the first process before a document needs it. @throws Error when Typst or a font is missing; the next call
   * tries again
   */
  start(): Promise<void>
  /**
   * Renders a document as PDF/UA-1; the same data and files give the same bytes.
   * @throws UnprintableName; Error in English that names the template and the fault in it or in its data; later documents are not
   * affected
   */
  render<Data extends object>(
    template: Template<Data>,
    data: NoInfer<Data>,
    options?: RenderOptions
  ): Promise<Uint8Array>
  /**
   * Copies data with every text as a document shows it, for places that repeat a document's content.
   * @throws UnprintableName
   */
  plainText<Data extends object>(data: Data): Promise<Data>
  /** Returns a version that changes with the templates' files, as the look of documents may. */
  templatesVersion(): string
  /** Ends the processes; unfinished documents are rejected. */
  close(): Promise<void>
}

export interface TypesetterOptions {
  /** Folders of templates; a file replaces the file of the same name in an earlier folder. */
  readonly folders: readonly string[]
  /** The provider's folder (LETTER_TEMPLATES), which has precedence over the others; empty if there is none. */
  readonly overrides?: string
  readonly timeLimitMs?: number
  /**
   * Number of documents that are rendered at once, each in a separate process; default: two, so that one can be large.
   */
  readonly processes?: number
}

/**
 * Creates a typesetter that starts its processes with the first document: a server without documents does not pay for
 * their memory.
 */
export function createTypesetter(options: TypesetterOptions): Typesetter {
  const { folders, overrides = '', timeLimitMs = 30_000, processes = 2 } = options
  let started: Promise<{ readonly plain: PlainText; readonly pool: TypstPool }> | undefined
  let closed = false
  const large = createSemaphore(1)

  async function open() {
    const plain = createPlainText(readCoverage())
    const setup = { folders, overrides, fonts: fontFiles }
    return { plain, pool: await openTypstPool(processes, () => startTypst(setup, timeLimitMs)) }
  }

  async function start() {
    if (closed) throw new Error('the typesetter is closed')
    started ??= open()
    try {
      return await started
    } catch (error) {
      started = undefined
      throw error
    }
  }

  return {
    start: async () => void (await start()),
    async render(template, data, { size = 'small', files = {} } = {}) {
      if (!/^[a-z]+(-[a-z]+)*$/.test(template)) throw new Error(`no such template: ${template}`)
      const { plain, pool } = await start()
      const json = JSON.stringify(plainData(data, (text, isName) => breakOverlongWords(plain(text, isName))))
      try {
        const compile = () => pool.run((typst) => typst.compile(template, json, files))
        return await (size === 'large' ? large.run(compile) : compile())
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        throw new Error(`document ${template} failed: ${reason}`, { cause: error })
      }
    },
    plainText: async <Data extends object>(data: Data) => plainData(data, (await start()).plain) as Data,
    templatesVersion() {
      const hash = createHash('sha256')
      try {
        for (const folder of overrides === '' ? folders : [...folders, overrides])
          for (const [name, { path }] of templateFiles(folder)) {
            const { size, mtimeMs } = statSync(path)
            hash.update(`${name} ${size} ${mtimeMs}\n`)
          }
      } catch {
        // No document can be made either, and the error of the first one tells the reason.
        return ''
      }
      return hash.digest('hex')
    },
    async close() {
      closed = true
      await (await started?.catch(() => undefined))?.pool.end()
    }
  }
}
