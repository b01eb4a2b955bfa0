import { setTimeout as drain } from 'node:timers/promises'
import { buildApp } from '../app.ts'
import { createLetterTypesetter } from '../confirmations/index.ts'
import { createDemoTypesetter } from '../demo/demo-typesetter.ts'
import { makeDemo, seedDemo } from '../demo/seed.ts'
import { checkStart, imports } from '../features.ts'
import { type Config, readConfig } from '../platform/config/config.ts'
import { openDatabase } from '../platform/database/connection.ts'
import { migrate } from '../platform/database/migrate.ts'
import { noteInstallation } from '../platform/database/outgoing.ts'
import { serveCommands } from '../platform/operator/serve-commands.ts'
import { createJobNotifier } from '../platform/queue/job-notifier.ts'
import { openStorage } from '../platform/storage/storage.ts'
import { listenOn, listenOnOtherLoopback } from './listen.ts'
import { loadCommands } from './provider/command-groups.ts'
import { endWithError, stopOnSignal } from './run-program.ts'
import { startWork } from './start-work.ts'

/** Puts the actual port for PORT=0 into the configuration for letters and mails, and into a link of the demo. */
function knownAddress(config: Config, listening: string): Config {
  const port = Number(new URL(listening).port) || config.port
  const shopUrl = config.demo && config.publicUrl === '' ? `http://localhost:${port}/` : ''
  return { ...config, port, shopUrl: config.shopUrl || shopUrl }
}

const contents = () => import('../features.ts')

/** Opens the database and the storage, and listens until a signal ends the process. */
export async function runServer(): Promise<void> {
  const config = readConfig(process.env)
  const database = await openDatabase(config)
  const storage = openStorage(config)
  const openLetters = async () => createDemoTypesetter(config)
  const [demo] = await Promise.all([
    // The PDF files are typeset while the tables are made, which takes the same time.
    config.demo ? makeDemo({ db: database.background, openLetters }) : undefined,
    migrate(database.background)
  ])
  // The demo takes any free port, and writes its mails to files.
  await noteInstallation(database, config, config.demo ? null : config.publicUrl)
  if (config.jobs === 'server') await checkStart(config, database.db)
  await seedDemo({ db: database.background, storage, imports }, demo)
  const typesetter = createLetterTypesetter(config)
  const jobNotifier = createJobNotifier()
  const stopping = new AbortController()
  const app = await buildApp({ config, database, storage, typesetter, jobNotifier, stopping: stopping.signal })
  const { isServing } = app.admission
  const endCommands =
    database.kind === 'embedded'
      ? await serveCommands(
          { config, contents, pool: database.pool, isServing },
          database.background,
          await loadCommands(),
          app.log
        )
      : undefined
  let listening: string
  try {
    listening = await listenOn(app, config.host, 'PORT', config.port)
    if (config.demo) await listenOnOtherLoopback(app, config.host, Number(new URL(listening).port), stopping.signal)
    // A parent process learns the actual port for PORT=0 from this message. The callback ignores the error if the
    // parent is gone.
    process.send?.({ listening }, undefined, undefined, () => undefined)
  } catch (error) {
    await endCommands?.()
    await database.close()
    throw error
  }
  // This starts when the first page can be requested, which must not wait for it.
  const queue = Promise.resolve(
    config.jobs === 'server'
      ? startWork({ config: knownAddress(config, listening), database, storage, typesetter, log: app.log, jobNotifier })
      : undefined
  )
  queue.catch(endWithError)
  stopOnSignal(async (signal) => {
    app.log.info({ signal }, 'stopping')
    stopping.abort()
    await drain(config.drainSeconds * 1000)
    // Takes no new requests, and waits for running ones.
    await app.close()
    await endCommands?.()
    await (await queue)?.stop()
    await typesetter.close()
    storage.close()
    await database.close()
  })
}
