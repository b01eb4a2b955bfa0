import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import PostalMime from 'postal-mime'
import { errorCode } from '../platform/database/errors.ts'
import { mailFolder } from '../platform/mail/mailer.ts'
import type { Services } from '../platform/services.ts'
import { demoAccounts } from './accounts.ts'
import { findCourses } from './demo.repository.ts'
import { hostSessionRoute } from './host-session.ts'

/** A mail in the folder. */
interface StoredMail {
  /** Name of the mail's file. */
  readonly name: string
  /** The date in ISO 8601, or empty. */
  readonly date: string
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Returns the file names of the mails. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    const names = await readdir(folder)
    return names.filter((name) => name.endsWith('.eml'))
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
  const newest = (await namesIn(folder)).toSorted().toReversed().slice(0, limit)
  return Promise.all(newest.map((name) => readMail(folder, name)))
}

const mostMails = 20

/**
 * Adds the routes for the shop page, only with the setting DEMO: the demo's accounts with their well-known passwords,
 * sessions for them, the courses to come, and the mails that no mail server took, with their number, which each view of the
 * page fetches. Where mails go out by SMTP, there are neither mails nor number.
 */
export function demoRoutes(app: FastifyInstance, { config, db }: Pick<Services, 'config' | 'db'>): void {
  const schema = { hide: true }
  app.get('/demo/accounts.json', { schema }, async () => demoAccounts)
  app.get('/demo/courses.json', { schema }, async () => findCourses(db))
  hostSessionRoute(app, { db })
  if (config.mail.kind !== 'folder') return
  app.get('/demo/mails.json', { schema }, async (_request, reply) => {
    void reply.header('cache-control', 'no-store')
    return readMailFolder(mailFolder(config.dataFolder), mostMails)
  })
  app.get('/demo/mail-count.json', { schema }, async (_request, reply) => {
    void reply.header('cache-control', 'no-store')
    return { count: (await namesIn(mailFolder(config.dataFolder))).length }
  })
}
