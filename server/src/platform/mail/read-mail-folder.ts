import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { codeOf } from '../database/failures.ts'

/** A mail that was written into the folder. */
export interface WrittenMail {
  /** Its file. */
  readonly name: string
  /** ISO 8601, or empty. */
  readonly date: string
  readonly to: string
  readonly subject: string
  readonly text: string
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    // Nothing has been written yet.
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}

async function readMail(folder: string, name: string): Promise<WrittenMail> {
  const { date = '', to = [], subject = '', text = '' } = await PostalMime.parse(await readFile(join(folder, name)))
  return { name, date, to: to.map(({ address }) => address ?? '').join(', '), subject, text }
}

/** The newest mails of the folder that mails are written to, at most `most`. */
export async function readMailFolder(folder: string, most: number): Promise<WrittenMail[]> {
  // Names begin with the time.
  const newest = (await namesIn(folder))
    .filter((name) => name.endsWith('.eml'))
    .toSorted()
    .toReversed()
    .slice(0, most)
  return Promise.all(newest.map((name) => readMail(folder, name)))
}
