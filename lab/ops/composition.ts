import { chmodSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../testing/free-port.ts'
import { scratchFolder } from '../../testing/product.ts'
import { type MailServer, startMailServer } from '../../testing/server/mail-server.ts'
import { findBinaries } from '../../testing/server/postgres-binaries.ts'
import { startPostgres } from '../../testing/server/postgres.ts'
import { createPostgresDatabase } from '../../testing/server/test-database.ts'
import { haproxy, lacksForProxy, startProxy } from '../proxy/proxy.ts'
import { initWords, linkIn } from './first-login.ts'

export type ProgramSettings = Readonly<Record<string, string>>

/** The product's programs: those of this folder, or those of the image. */
export interface Programs {
  /** Starts a server or a worker and waits until it is ready. */
  readonly start: (
    program: 'main' | 'worker',
    settings: ProgramSettings
  ) => Promise<{ readonly end: () => Promise<void> }>
  /** Runs a command of the provider. */
  readonly command: (words: readonly string[], settings: ProgramSettings) => Promise<void>
}

/** What ops/compose/compose.yaml has, as processes of this machine, and a mail server that keeps every mail. */
export interface Composition {
  /** The proxy's address. */
  readonly url: string
  readonly certificate: Buffer
  readonly mailServer: MailServer
  /** The link by which the first person chooses a password. */
  readonly link: string
  /** Ends everything and deletes the data. */
  readonly stop: () => Promise<void>
}

export function lacksForComposition(): string | undefined {
  return findBinaries() ? lacksForProxy(haproxy) : 'postgresql'
}

/**
 * Starts PostgreSQL, two servers, a worker, HAProxy with TLS and a mail server, on scratch data, and makes the first
 * provider.
 *
 * @param port of the proxy
 */
export async function startComposition({ start, command }: Programs, port: number): Promise<Composition> {
  const folder = await scratchFolder('composition')
  const dataFolder = join(folder, 'data')
  await mkdir(dataFolder)
  // The programs of an image have a user of their own, who passes this folder.
  chmodSync(folder, 0o755)
  const postgres = await startPostgres()
  const { url: databaseUrl } = await createPostgresDatabase(postgres.url, 'empty')
  const mailServer = await startMailServer()
  const url = `https://localhost:${port}`
  const settings = {
    DATABASE_URL: databaseUrl,
    DATA_FOLDER: dataFolder,
    PUBLIC_URL: url,
    SMTP_URL: mailServer.url.href,
    MAIL_FROM: 'kundencenter@berg-akademie.example',
    TRUST_PROXY: '127.0.0.1',
    DRAIN_SECONDS: '5',
    JOBS: 'worker',
    LOG_LEVEL: 'warn'
  }
  const ports = [await freePort(), await freePort()] as const
  const running: Awaited<ReturnType<Programs['start']>>[] = []
  // The first server makes the tables.
  for (const each of ports) running.push(await start('main', { ...settings, PORT: String(each) }))
  running.push(await start('worker', settings))
  const proxy = await startProxy(haproxy, ports, { port })
  await proxy.ready()
  await command(initWords, settings)
  const { mail } = await mailServer.mail(1)
  return {
    url,
    certificate: proxy.certificate,
    mailServer,
    link: linkIn(mail.text ?? ''),
    async stop() {
      await proxy.end()
      await Promise.all(running.map(({ end }) => end()))
      await Promise.all([mailServer.close(), postgres.stop()])
      await rm(folder, { recursive: true })
    }
  }
}
