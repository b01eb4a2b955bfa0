import { buildApp } from '../app.ts'
import { readConfig, SettingsError } from '../platform/config/config.ts'
import { openDatabase } from '../platform/database/connection.ts'
import { codeOf, DatabaseError } from '../platform/database/failures.ts'
import { migrate } from '../platform/database/migrate.ts'
import { seedDemo } from '../demo/seed.ts'
import { lazyLetters } from '../platform/typesetting/lazy-letters.ts'
import { openLetters } from '../platform/typesetting/letters.ts'
import type { Queue } from '../platform/queue/start-queue.ts'
import { createJobNotifier } from '../platform/queue/job-notifier.ts'
import { openStorage } from '../platform/storage/storage.ts'
import { StorageError } from '../platform/storage/storage-error.ts'
import { openSigningKey, SigningKeyError } from '../confirmations/verification/signing-key.ts'
import { startWork } from './start-work.ts'

/** What stops the start, in the operator's words. */
class StartError extends Error {}

function listenFailure(error: unknown, host: string, port: number): StartError {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `The port ${port} is taken: stop what uses it, or set PORT to another one.`,
    EACCES: `The port ${port} may not be used by this user: set PORT to another one, such as 3000.`,
    EADDRNOTAVAIL: `This machine has no address ${host}: set HOST to one that it has.`,
    ENOTFOUND: `The name ${host} is not known: set HOST to an address of this machine.`
  }
  const reason = reasons[codeOf(error)] ?? `The server cannot listen on ${host}, port ${port} (${codeOf(error)}).`
  return new StartError(reason, { cause: error })
}

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const database = await openDatabase(config)
  const storage = openStorage(config)
  await migrate(database.db)
  // A broken one stops the start, and not the first letter that a customer waits for.
  if (config.jobs === 'server') await openSigningKey(config, database.db)
  if (config.demo) {
    await seedDemo({ db: database.db, storage, openLetters: () => openLetters({ templates: config.letterTemplates }) })
  }
  const letters = lazyLetters({ templates: config.letterTemplates })
  const jobNotifier = createJobNotifier()
  const app = await buildApp({ config, db: database.db, storage, letters, jobNotifier })

  async function stop(signal: string, queue: Promise<Queue | undefined>): Promise<void> {
    app.log.info({ signal }, 'stopping')
    // Takes nothing new and waits for what runs.
    await app.close()
    await (await queue)?.stop()
    await letters.close()
    storage.close()
    await database.close()
  }

  try {
    const listening = await app.listen({ host: config.host, port: config.port })
    // Whoever started this process as a child need not read the log to learn the port that PORT=0 gave. With the callback nothing
    // fails when that one has gone meanwhile.
    process.send?.({ listening }, undefined, undefined, () => undefined)
  } catch (error) {
    await database.close()
    throw listenFailure(error, config.host, config.port)
  }
  // Begins when the first page may already be asked for, which shall not wait for it.
  const work =
    config.jobs === 'server' ? startWork({ config, database, letters, log: app.log, jobNotifier }) : undefined
  const queue = Promise.resolve(work)
  queue.catch(fail)
  // Only the first: a second signal ends the process at once, as everybody expects.
  process.once('SIGTERM', (signal) => void stop(signal, queue).catch(fail))
  process.once('SIGINT', (signal) => void stop(signal, queue).catch(fail))
}

const expected = [SettingsError, DatabaseError, StorageError, SigningKeyError, StartError]

function fail(error: unknown): void {
  const known = error instanceof Error && expected.some((kind) => error instanceof kind)
  const text = error instanceof Error ? (known ? error.message : error.stack) : String(error)
  process.stderr.write(`${text}\n`, () => process.exit(1))
}

await main().catch(fail)
