import type { Database } from '../../server/src/platform/database/connection.ts'
import { openStorage } from '../../server/src/platform/storage/storage.ts'
import type { Running } from '../../testing/process.ts'
import { addCompany, type TestCompany } from '../../testing/server/company.ts'
import { type MailServer, startMailServer } from '../../testing/server/mail-server.ts'
import { startPostgresProduct } from '../../testing/server/postgres-product.ts'
import { seed } from '../../testing/server/seed.ts'

/** The built server on a PostgreSQL of its own, with the parts that an attack may look at afterwards. */
export interface Target {
  readonly url: string
  readonly database: Database
  readonly mails: MailServer
  readonly shelves: ReturnType<typeof seed>
  /** Starts another server on the same database, with other settings. */
  readonly startServer: (settings: Record<string, string>) => Promise<Running>
  /** Adds a customer that no other attack knows, with a contact for each right. */
  readonly newCompany: (provider?: number) => Promise<TestCompany>
  readonly close: () => Promise<void>
}

/**
 * @param more settings of its server
 * @throws Error where there is no PostgreSQL
 */
export async function startTarget(more: Readonly<Record<string, string>> = {}): Promise<Target> {
  const { database, dataFolder, start, close } = await startPostgresProduct()
  const mails = await startMailServer()
  const settings = {
    LOG_LEVEL: 'fatal',
    // The many addresses of an attacker are loopback addresses, or those of a proxy's header.
    TRUST_PROXY: '127.0.0.1',
    PUBLIC_URL: 'https://center.example',
    SMTP_URL: mails.url.href,
    MAIL_FROM: 'office@center.example'
  }
  const { url } = await start('main', { ...settings, ...more })
  let last = 10_000
  return {
    url,
    startServer: (others) => start('main', { ...settings, ...others }),
    database,
    mails,
    shelves: seed(database.db, openStorage({ dataFolder, storage: { kind: 'folder' } })),
    // The server gives new contacts the numbers behind the highest one, of which some attacks cause hundreds.
    newCompany: (provider = 1) => addCompany(database.db, (last += 10_000), provider),
    async close() {
      await close()
      await mails.close()
    }
  }
}
