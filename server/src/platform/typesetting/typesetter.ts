import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { createSemaphore } from '../lib/semaphore.ts'
import { templateFiles } from '../lib/template-files.ts'
import { fontFiles, readCoverage } from './fonts.ts'
import { breakable, createPlainText, plainData, type PlainText } from './plain-text.ts'
import { openTypstPool, type TypstPool } from './typst-pool.ts'
import { startTypst } from './typst-process.ts'

declare const dataOf: unique symbol

/** The name of a template's file without `.typ`, with the type of the data that the template reads. */
export type Template<Data extends object> = string & { readonly [dataOf]?: Data }

/** Files that a document reads beside its template, by name; each takes the place of one in the folders. */
export type DocumentFiles = Readonly<Record<string, Uint8Array>>

interface RenderOptions {
  /**
   * Size of the document: of large ones, which take seconds, one is rendered at a time, so that a process stays free
   * for the small ones.
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
   * Renders a document as PDF/UA-1. Same data and files, same bytes.
   * @throws Error in English that names the template and the fault in it or in its data; later documents are not
   * affected
   */
  render<Data extends object>(
    template: Template<Data>,
    data: NoInfer<Data>,
    options?: RenderOptions
  ): Promise<Uint8Array>
  /** Copies data so that every text reads as a document shows it, for places that repeat a document's content. */
  plainText<Data extends object>(data: Data): Promise<Data>
  /** Returns a version that changes with the files of the templates, as a document's look may. */
  templatesVersion(): string
  /** Ends the processes; unfinished documents are rejected. */
  close(): Promise<void>
}

export interface TypesetterOptions {
  /** Folders of templates; a file takes the place of one with the same name in an earlier folder. */
  readonly folders: readonly string[]
  /** The provider's folder (LETTER_TEMPLATES), laid over the others; empty if there is none. */
  readonly overrides?: string
  /** The limit for one document, in ms. */
  readonly timeLimitMs?: number
  /**
   * The number of documents that are rendered at once, each by another process; default: two, so that one can be large.
   */
  readonly processes?: number
}

/**
 * Creates a typesetter whose processes start with the first document: a server that renders none does not pay for their
 * memory.
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
    if (closed) throw new Error('letters are closed')
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
      if (!/^[a-z]+(-[a-z]+)*$/.test(template)) throw new Error(`no such letter template: ${template}`)
      const { plain, pool } = await start()
      const json = JSON.stringify(plainData(data, (text) => breakable(plain(text))))
      try {
        const compile = () => pool.run((typst) => typst.compile(template, json, files))
        return await (size === 'large' ? large.run(compile) : compile())
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        throw new Error(`letter ${template} failed: ${reason}`, { cause: error })
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
        // No document is made, either, and its own error tells the reason.
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
