import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { fontFiles, readCoverage } from './fonts.ts'
import type { LetterData } from '../../confirmations/letter/letter-data.ts'
import { breakable, createPlainText, plainData } from './plain-text.ts'
import { openTypstPool } from './typst-pool.ts'
import { startTypst } from './typst-process.ts'

// Build (dist/) and sources (src/) are equally deep: both find the templates in the sources.
const templateFolder = fileURLToPath(new URL('../../../src/platform/typesetting/templates/', import.meta.url))

export interface Letters {
  /**
   * Sets a letter as PDF/UA-1. Same data, same bytes.
   * @throws Error in English, naming the template and what is wrong with it or with its data; later letters are not affected.
   */
  render<Name extends keyof LetterData>(template: Name, data: LetterData[Name]): Promise<Uint8Array>
  /** A copy of data in which every text reads as a letter shows it: for what is told of a letter elsewhere. */
  plain<Data extends object>(data: Data): Promise<Data>
  /** Ends the processes that set letters; unfinished ones are rejected. */
  close(): Promise<void>
}

export interface LettersOptions {
  /** The provider's own folder: a file in it takes the place of the shipped one of the same name. */
  templates?: string
  /** Milliseconds that one letter may take. */
  timeLimit?: number
  /** How many letters are set at once, each by a process of its own; two, where the machine has two processors. */
  processes?: number
}

/** Starts the first process that sets letters. @throws Error when Typst or a font is missing. */
export const openLetters = async (options: LettersOptions = {}): Promise<Letters> => {
  const plain = createPlainText(readCoverage())
  const setup = { templates: templateFolder, own: options.templates ?? '', fonts: fontFiles }
  const size = options.processes ?? Math.min(2, availableParallelism())
  const pool = await openTypstPool(size, () => startTypst(setup, options.timeLimit ?? 30_000))

  return {
    async render(template, data) {
      if (!/^[a-z]+(-[a-z]+)*$/.test(template)) throw new Error(`no such letter template: ${template}`)
      const json = JSON.stringify(plainData(data, (text) => breakable(plain(text))))
      try {
        return await pool.run((typst) => typst.compile(template, json))
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        throw new Error(`letter ${template} failed: ${reason}`, { cause: error })
      }
    },
    plain: async <Data extends object>(data: Data) => plainData(data, plain) as Data,
    close: () => pool.end()
  }
}
