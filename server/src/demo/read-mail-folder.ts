import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { errorCode } from '../platform/database/errors.ts'

/** A mail in the folder. */
export interface StoredMail {
  /** Its file name. */
  readonly name: string
  /** The date in ISO 8601, or empty. */
  readonly date: string
  readonly to: string
  readonly subject: string
  readonly text: string
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    // No mail has been written yet.
    if (errorCode(error) === 'ENOENT') return []
    throw error
  }
}

async function readMail(folder: string, name: string): Promise<StoredMail> {
  const { date = '', to = [], subject = '', text = '' } = await PostalMime.parse(await readFile(join(folder, name)))
  return { name, date, to: to.map(({ address }) => address ?? '').join(', '), subject, text }
}

/** Reads the newest mails of the mail folder, at most `limit`. */
export async function readMailFolder(folder: string, limit: number): Promise<StoredMail[]> {
  // File names begin with the time.
  const newest = (await namesIn(folder))
    .filter((name) => name.endsWith('.eml'))
    .toSorted()
    .toReversed()
    .slice(0, limit)
  return Promise.all(newest.map((name) => readMail(folder, name)))
}
