import type { Running } from '../../testing/process.ts'
import { addCustomer, type TestCustomer } from '../../testing/server/customer.ts'
import { type MailServer, startMailServer } from '../../testing/server/mail-server.ts'
import { type PostgresProduct, startPostgresProduct } from '../../testing/server/postgres-product.ts'
import type { Outcome } from '../trial/trial.ts'

/** The built server on a PostgreSQL of its own, with the parts that an attack may look at afterwards. */
export interface Target extends Pick<PostgresProduct, 'database' | 'shelves'> {
  readonly url: string
  readonly mails: MailServer
  /** Starts another server on the same database, with other settings. */
  readonly startServer: (settings: Record<string, string>) => Promise<Running>
  /** Adds a customer that no other attack knows, with a contact for each right. */
  readonly newCustomer: (providerId?: number) => Promise<TestCustomer>
  readonly close: () => Promise<void>
}

/** A way in. */
export interface Attack {
  /** The subject, and after a semicolon the meaning of a broken promise. */
  readonly name: string
  readonly run: (target: Target) => Promise<Outcome>
}

/**
 * @param more settings of its server
 * @throws Error where there is no PostgreSQL
 */
export async function startTarget(more: Readonly<Record<string, string>> = {}): Promise<Target> {
  const { database, shelves, start, close } = await startPostgresProduct()
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
    shelves,
    // The server gives new contacts the numbers behind the highest one, of which some attacks cause hundreds.
    newCustomer: (providerId = 1) => addCustomer(database.db, (last += 10_000), providerId),
    async close() {
      await close()
      await mails.close()
    }
  }
}
