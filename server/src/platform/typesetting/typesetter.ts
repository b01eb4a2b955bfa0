import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { createSemaphore } from '../lib/semaphore.ts'
import { fontFiles, readCoverage } from './fonts.ts'
import { breakable, createPlainText, plainData, type PlainText } from './plain-text.ts'
import { templateFiles } from '../lib/template-files.ts'
import { openTypstPool, type TypstPool } from './typst-pool.ts'
import { startTypst } from './typst-process.ts'

declare const dataOf: unique symbol

/** The name of a template's file without `.typ`, which knows what data the template reads. */
export type Template<Data extends object> = string & { readonly [dataOf]?: Data }

/** Files that a document reads beside its template, by name; each takes the place of one in the folders. */
export type DocumentFiles = Readonly<Record<string, Uint8Array>>

interface RenderOptions {
  /** Of large ones, which take seconds, one is rendered at a time, so that a process stays free for the small ones. */
  readonly size?: 'small' | 'large'
  readonly files?: DocumentFiles
}

/** Makes PDF documents from templates. */
export interface Typesetter {
  /** Starts the first process before a document needs it. @throws Error when Typst or a font is missing; the next call tries again */
  start(): Promise<void>
  /**
   * Renders a document as PDF/UA-1. Same data and files, same bytes.
   * @throws Error in English that names the template and what is wrong with it or with its data; later documents are not affected
   */
  render<Data extends object>(
    template: Template<Data>,
    data: NoInfer<Data>,
    options?: RenderOptions
  ): Promise<Uint8Array>
  /** A copy of data in which every text reads as a document shows it, for places that repeat what a document says. */
  plainText<Data extends object>(data: Data): Promise<Data>
  /** Changes with the files of the templates: whether a document would look as it did. */
  templatesVersion(): string
  /** Ends the processes; unfinished documents are rejected. */
  close(): Promise<void>
}

export interface TypesetterOptions {
  /** Folders of templates; a file takes the place of one with the same name in an earlier folder. */
  readonly folders: readonly string[]
  /** The provider's folder (LETTER_TEMPLATES), laid over the others; empty: none. */
  readonly overrides?: string
  /** Milliseconds that one document may take. */
  readonly timeLimitMs?: number
  /** How many documents are rendered at once, each by another process; default: two, so that one can be large. */
  readonly processes?: number
}

/** A typesetter whose processes start with the first document: a server that renders none does not pay for their memory. */
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
        // No document is made, either: its own error says what is wrong.
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
