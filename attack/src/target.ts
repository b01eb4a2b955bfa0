import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../scripts/lib/run.ts'
import { readConfig } from '../../server/src/platform/config/config.ts'
import { type Database, openDatabase } from '../../server/src/platform/database/connection.ts'
import { openStorage } from '../../server/src/platform/storage/storage.ts'
import { addCompany, type TestCompany } from '../../server/src/testing/company.ts'
import { type MailServer, startMailServer } from '../../server/src/testing/mail-server.ts'
import { startPostgres } from '../../server/src/testing/postgres.ts'
import { seed } from '../../server/src/testing/seed.ts'
import { createPostgresDatabase } from '../../server/src/testing/test-database.ts'

interface Server {
  readonly url: string
  readonly close: () => Promise<void>
}

/** The built server on a PostgreSQL of its own, with the parts that an attack may look at afterwards. */
export interface Target {
  readonly url: string
  readonly database: Database
  readonly mails: MailServer
  readonly shelves: ReturnType<typeof seed>
  /** Starts another server on the same database, with other settings. */
  readonly startServer: (settings: Record<string, string>) => Promise<Server>
  /** Adds a customer that no other attack knows, with a contact for each right. */
  readonly newCompany: (provider?: number) => Promise<TestCompany>
  readonly close: () => Promise<void>
}

async function startProcess(settings: Record<string, string>): Promise<Server> {
  const process_ = fork(`${root}/server/dist/programs/main.js`, {
    cwd: root,
    env: { ...process.env, ...settings },
    execArgv: []
  })
  const [message] = (await once(process_, 'message')) as [{ listening: string }]
  return {
    url: message.listening,
    async close() {
      const exit = once(process_, 'exit')
      process_.kill('SIGTERM')
      await exit
    }
  }
}

/** @throws Error where there is no PostgreSQL */
export async function startTarget(): Promise<Target> {
  const postgres = await startPostgres()
  if (!postgres) throw new Error('The attacks need a PostgreSQL binary.')
  const { url: databaseUrl } = await createPostgresDatabase(postgres.url, 'migrated')
  const dataFolder = mkdtempSync(join(tmpdir(), 'customer-center-attack-'))
  const mails = await startMailServer()
  const database = await openDatabase({ ...readConfig({}), databaseUrl, databasePool: 2, dataFolder: '' })
  const settings = {
    DATABASE_URL: databaseUrl,
    DATA_FOLDER: dataFolder,
    PORT: '0',
    LOG_LEVEL: 'fatal',
    // The many addresses of an attacker are loopback addresses, or those of a proxy's header.
    TRUST_PROXY: '127.0.0.1',
    PUBLIC_URL: 'https://center.example',
    SMTP_URL: mails.url.href,
    MAIL_FROM: 'office@center.example'
  }
  const server = await startProcess(settings)
  let last = 10_000
  return {
    url: server.url,
    startServer: (others) => startProcess({ ...settings, ...others }),
    database,
    mails,
    shelves: seed(database.db, openStorage({ dataFolder, storage: { kind: 'folder' } })),
    newCompany: (provider = 1) => addCompany(database.db, (last += 100), provider),
    async close() {
      await server.close()
      await mails.close()
      await database.close()
      await postgres.stop()
      rmSync(dataFolder, { recursive: true, force: true })
    }
  }
}
