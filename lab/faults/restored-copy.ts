import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { readConfig } from '../../server/src/platform/config/config.ts'
import { openDatabase } from '../../server/src/platform/database/connection.ts'
import { addWebhookCommand } from '../../server/src/provider/webhook/webhook.command.ts'
import { runProvider, startProgram } from '../../testing/process.ts'
import { commandContext } from '../../testing/server/command-context.ts'
import { addCompany, type TestCompany } from '../../testing/server/company.ts'
import { startMailServer } from '../../testing/server/mail-server.ts'
import { findProgram } from '../../testing/server/postgres-binaries.ts'
import { startPostgres } from '../../testing/server/postgres.ts'
import { queuePasswordMail } from '../../testing/server/queue-mails.ts'
import { save } from '../../testing/server/saves.ts'
import { openSession } from '../../testing/server/sessions.ts'
import { createPostgresDatabase } from '../../testing/server/test-database.ts'
import { startReceiver } from '../../testing/server/webhook-receiver.ts'
import type { Fault } from './fault.ts'

type Env = Record<string, string>
const run = promisify(execFile)
const mails = 20
const saves = 5
/** Time to watch: the work in the background looks once a second for something to do. */
const watchMs = 10_000

const startServer = (env: Env) => startProgram('main', { LOG_LEVEL: 'silent', ...env })

const openOriginal = (env: Env) => openDatabase(readConfig(env))

/**
 * Queues mails and changes before the copy: changes of which the original's webhook was not told. No process of the
 * original is left.
 */
async function prepare(env: Env, receiver: { readonly url: string; readonly secret: string }): Promise<void> {
  // The first start records the identity of the database.
  await (await startServer(env)).kill()
  const empty = await openOriginal(env)
  const companies: TestCompany[] = []
  for (let number = 1; number <= mails; number += 1) companies.push(await addCompany(empty.db, number * 100))
  const sessions = await Promise.all(companies.slice(0, saves).map(({ users }) => openSession(empty.db, users.admin)))
  await empty.close()
  const { url, kill } = await startServer(env)
  for (const authorization of sessions) await save(url, { authorization }, ['PUT', '/customer'], { KND_ORT: 'Graz' })
  await kill()
  const { db, close } = await openOriginal(env)
  await addWebhookCommand.run(db, { ...receiver, company: 1 }, commandContext)
  await db.updateTable('webhooks').set({ txid: '0', change_id: 0 }).execute()
  await db.transaction().execute(async (trx) => {
    for (const { users } of companies) await queuePasswordMail(trx, users.admin)
  })
  await close()
}

/** Counts the mails and deliveries of the copy before its release and after. */
async function tryCopy(env: Env, count: () => number): Promise<{ before: number; after: number }> {
  const first = count()
  const { kill } = await startServer(env)
  await wait(watchMs)
  const before = count() - first
  const { code } = await runProvider(['check'], env)
  if (code !== 1) throw new Error('The check of a copy finds nothing.')
  await runProvider(['outgoing', 'release'], env)
  const end = Date.now() + 60_000
  while (count() - first < mails + saves && Date.now() < end) await wait(100)
  await kill()
  return { before, after: count() - first - before }
}

export const restoredCopy: Fault = {
  name: 'a dump is restored into another database, and a data folder copied, each with mails and webhooks in its queue; mails and webhooks that left before the release, or not after it',
  missing: () => (findProgram('pg_dump') ? undefined : 'pg_dump'),
  async run() {
    const postgres = await startPostgres()
    const [mailServer, receiver] = [await startMailServer(), await startReceiver()]
    const folder = mkdtempSync(join(tmpdir(), 'customer-center-copies-'))
    const settings = { SMTP_URL: mailServer.url.href, MAIL_FROM: 'kundencenter@akademie.example' }
    const count = () => mailServer.arrived.length + receiver.received.length
    const [original, copy] = [
      await createPostgresDatabase(postgres.url, 'migrated'),
      await createPostgresDatabase(postgres.url, 'empty')
    ]
    const onServer = { DATABASE_URL: original.url, DATA_FOLDER: join(folder, 'server') }
    await prepare(onServer, receiver)
    await run('/bin/sh', ['-c', 'pg_dump "$0" | psql -q "$1"', original.url, copy.url])
    const ofServer = await tryCopy({ ...settings, ...onServer, DATABASE_URL: copy.url }, count)
    const embedded = { DATA_FOLDER: join(folder, 'embedded') }
    await prepare(embedded, receiver)
    cpSync(embedded.DATA_FOLDER, join(folder, 'copied'), { recursive: true, preserveTimestamps: true })
    const ofFolder = await tryCopy({ ...settings, DATA_FOLDER: join(folder, 'copied') }, count)
    await mailServer.close()
    await receiver.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
    const through = ofServer.after + ofFolder.after
    console.log(`  before the release: ${ofServer.before} of the dump, ${ofFolder.before} of the folder`)
    const tried = 2 * (mails + saves)
    return { tried, through, lost: ofServer.before + ofFolder.before + Math.max(0, tried - through) }
  }
}
