import { buffer } from 'node:stream/consumers'
import type { Kysely } from 'kysely'
import type { Config } from '../../platform/config/config.ts'
import { OperatorError } from '../../platform/config/operator-error.ts'
import { errorMessage } from '../../platform/database/errors.ts'
import { isMigrated } from '../../platform/database/migrate.ts'
import { findHold, isIdentified } from '../../platform/database/outgoing.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Feature } from '../../platform/feature.ts'
import { mailFolder } from '../../platform/mail/mailer.ts'
import { checkSmtp } from '../../platform/mail/smtp.ts'
import { createSemaphore } from '../../platform/lib/semaphore.ts'
import { openStorage } from '../../platform/storage/storage.ts'
import { chooseFiles, readClock, readServerVersion } from './check.repository.ts'

export interface Finding {
  readonly of: string
  /** `warning`: the server runs, and something in it does not. */
  readonly state: 'fine' | 'warning' | 'failed'
  /** The finding or, where something is not fine, its remedy. */
  readonly sentence: string
}

type CheckOutcome = Omit<Finding, 'of'>

const fine = (sentence: string): CheckOutcome => ({ state: 'fine', sentence })
const warning = (sentence: string): CheckOutcome => ({ state: 'warning', sentence })

async function finding(of: string, look: () => Promise<CheckOutcome>): Promise<Finding> {
  try {
    return { of, ...(await look()) }
  } catch (error) {
    return { of, state: 'failed', sentence: errorMessage(error) }
  }
}

// Written again at each check, so that no check leaves more than one behind.
const probeKey = 'check/probe'

async function checkStorage(config: Config): Promise<CheckOutcome> {
  const storage = openStorage(config)
  try {
    const probe = new Date().toISOString()
    await storage.put(probeKey, Buffer.from(probe))
    const read = await buffer(await storage.getStream(probeKey))
    if (read.toString() !== probe) throw new OperatorError('A file that was written is read otherwise.')
    const { storage: settings, dataFolder } = config
    return fine(settings.kind === 's3' ? `the bucket ${settings.bucket}` : `the folder documents in ${dataFolder}`)
  } finally {
    storage.close()
  }
}

async function checkMail({ mail, dataFolder }: Config): Promise<CheckOutcome> {
  if (mail.kind === 'folder')
    return warning(`Nobody gets a mail: they are written into ${mailFolder(dataFolder)}. Set SMTP_URL and MAIL_FROM.`)
  const problem = await checkSmtp(mail)
  if (problem !== null)
    throw new OperatorError(`The mail server ${mail.url.host} cannot be used (${problem}): see SMTP_URL.`)
  return fine(`${mail.url.host}, from ${mail.from}`)
}

async function checkAddresses({ publicUrl, shopUrl, demo }: Config): Promise<CheckOutcome> {
  if (demo) return warning('DEMO is on: the passwords of its accounts are well known.')
  if (publicUrl === '') return warning('PUBLIC_URL is missing: links in mails and on letters lead nowhere.')
  return fine(`${publicUrl}, links in mails lead to ${shopUrl || publicUrl}`)
}

/** Checks everything that needs no open database. */
export const checkSurroundings = (config: Config): Promise<Finding[]> =>
  Promise.all([
    finding('settings', () => checkAddresses(config)),
    finding('storage', () => checkStorage(config)),
    finding('mail', () => checkMail(config))
  ])

async function checkDatabase(db: Kysely<Tables>): Promise<CheckOutcome> {
  const version = await readServerVersion(db)
  if (!(await isMigrated(db))) throw new OperatorError('It lacks migrations: start the server of this version once.')
  return fine(version.split(/ on |,/, 1)[0] ?? '')
}

/** Each is asked for at the storage: a bucket answers some hundred in a second. */
const mostFiles = 10_000

/**
 * Checks that the files are there that the database names: a backup may have brought back the one without the others.
 */
async function checkFiles(config: Config, db: Kysely<Tables>): Promise<CheckOutcome> {
  const rows = await chooseFiles(db, mostFiles)
  const storage = openStorage(config)
  const places = createSemaphore(32)
  try {
    const isWrong = await Promise.all(
      rows.map(({ key, size }) => places.run(async () => (await storage.size(key)) !== size))
    )
    const wrong = rows.filter((_row, index) => isWrong[index])
    const looked = `${rows.length} of ${rows[0]?.all ?? 0} files`
    if (wrong[0])
      throw new OperatorError(
        `Of ${looked} that the database names ${wrong.length} are missing or of another size, such as ${wrong[0].key}: bring them back from a backup of the storage, or import them again.`
      )
    return fine(`${looked} looked for, and found`)
  } finally {
    storage.close()
  }
}

const mostSeconds = 5

/** Sessions and letters are dated by one clock and compared with the other. */
async function checkClock(db: Kysely<Tables>): Promise<CheckOutcome> {
  const now = await readClock(db)
  const seconds = Math.abs((now?.getTime() ?? 0) - Date.now()) / 1000
  if (seconds > mostSeconds)
    throw new OperatorError(
      `The clocks of this machine and of the database differ by ${Math.round(seconds)} s: set both by NTP.`
    )
  return fine(new Date().toISOString())
}

async function checkOutgoing(db: Kysely<Tables>): Promise<CheckOutcome> {
  const hold = await findHold(db)
  if (hold !== null)
    throw new OperatorError(`${hold} No mail or webhook leaves until "npm run provider -- outgoing release".`)
  if (await isIdentified(db)) return fine('mails and webhooks leave')
  return warning(
    'A copy on another database server may not be noticed: grant execute on function pg_control_system() to the role of DATABASE_URL, then release outgoing.'
  )
}

/** Looks at all that the server needs. */
export async function checkInstallation(
  db: Kysely<Tables>,
  config: Config,
  features: readonly Feature[]
): Promise<Finding[]> {
  const checks = features.flatMap(({ startChecks }) => startChecks ?? [])
  const warnings = features.flatMap(({ startWarnings }) => startWarnings ?? [])
  const surroundings = await checkSurroundings(config)
  const database = await finding('database', () => checkDatabase(db))
  if (database.state === 'failed') return [...surroundings, database]
  return [
    ...surroundings,
    database,
    await finding('documents', () => checkFiles(config, db)),
    await finding('outgoing', () => checkOutgoing(db)),
    await finding('clock', () => checkClock(db)),
    await finding('templates, texts and signing key', async () => {
      for (const check of checks) await check(config, db)
      return fine('can be read')
    }),
    await finding('letterhead', async () => {
      const found = (await Promise.all(warnings.map((warn) => warn(config, db)))).flat()
      return found.length === 0 ? fine('complete') : warning(found.join('\n'))
    })
  ]
}
