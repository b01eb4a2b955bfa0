import { fileURLToPath } from 'node:url'
import { fontFiles, readCoverage } from './fonts.ts'
import type { LetterData } from './letter-data.ts'
import { createPlainText, plainData } from './plain-text.ts'
import { startTypst, type Typst } from './typst-process.ts'

// Build (dist/letters) and sources (src/letters) lie equally deep: both find the templates in the sources.
const templateFolder = fileURLToPath(new URL('../../src/letters/templates/', import.meta.url))

export interface Letters {
  /**
   * Sets a letter as PDF/UA-1. Same data, same bytes.
   * @throws Error in English, naming the template and what is wrong with it or with its data; later letters are not affected.
   */
  render<Name extends keyof LetterData>(template: Name, data: LetterData[Name]): Promise<Uint8Array>
  /** Ends the process that sets letters; unfinished ones are rejected. */
  close(): Promise<void>
}

export interface LettersOptions {
  /** The provider's own folder: a file in it takes the place of the shipped one of the same name. */
  templates?: string
  /** Milliseconds that one letter may take. */
  timeLimit?: number
}

/** Starts the process that sets letters. @throws Error when Typst or a font is missing. */
export const openLetters = async (options: LettersOptions = {}): Promise<Letters> => {
  const plain = createPlainText(readCoverage())
  const setup = { templates: templateFolder, own: options.templates ?? '', fonts: fontFiles }
  const start = (): Promise<Typst> => startTypst(setup, options.timeLimit ?? 30_000)
  let typst = await start()
  let closed = false
  let last: Promise<unknown> = Promise.resolve()

  const set = async (template: string, data: string): Promise<Uint8Array> => {
    if (closed) throw new Error('letters are closed')
    if (!typst.alive()) typst = await start()
    try {
      return await typst.compile(template, data)
    } catch (error) {
      throw new Error(`letter ${template} failed: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error
      })
    }
  }

  return {
    async render(template, data) {
      if (!/^[a-z]+(-[a-z]+)*$/.test(template)) throw new Error(`no such letter template: ${template}`)
      const json = JSON.stringify(plainData(data, plain))
      const job = last.then(() => set(template, json))
      last = job.catch(() => undefined)
      return job
    },
    async close() {
      closed = true
      await typst.end()
    }
  }
}
