import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chown, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { readConfig } from '../../server/src/platform/config/config.ts'
import { openDatabase } from '../../server/src/platform/database/connection.ts'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import { freePort } from '../free-port.ts'
import { findBinaries } from './postgres-binaries.ts'

const run = promisify(execFile)

/** The migrated database of which every test file gets a copy. */
export const templateName = 'customer_center_template'

/** Returns the user that root lends PostgreSQL, which refuses to run as root. */
export async function ownerOf(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined
  for (const user of ['postgres', 'nobody']) {
    const found = await run('id', ['-u', user]).catch(() => undefined)
    if (found) return { uid: Number(found.stdout), gid: Number((await run('id', ['-g', user])).stdout) }
  }
  return undefined
}

// Script of a shell that outlives an abort of the tests, kill -9 included: its input then ends, and it stops the server
// and clears up. Each line of its input starts a server that has ended again.
const keeper = `server=$1 data=$2; shift 2
"$server" -D "$data/pg" "$@" &
while read -r _; do wait $!; "$server" -D "$data/pg" "$@" & done
kill -INT $!; wait $!; rm -rf "$data"`

/** Waits until a server answers, for as long as it lives. */
export async function answers(url: string, alive: () => boolean): Promise<void> {
  for (;;) {
    const client = new Client(url)
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (!alive()) throw error
      await wait(50)
    }
  }
}

export interface PostgresServer {
  /** The address, which ends with a slash. */
  readonly url: string
  /** Starts a server that has ended, as a service manager does, and waits until it answers; returns whether it had. */
  readonly restartIfEnded: () => Promise<boolean>
  readonly stop: () => Promise<void>
}

/**
 * Starts a PostgreSQL of its own in a scratch folder, with the template in it.
 *
 * @param settings each `name=value`
 * @param folder the parent of the scratch folder
 * @param env more variables of its environment
 * @throws Error where there is no binary
 */
export async function startPostgres(
  settings: readonly string[] = [],
  folder = tmpdir(),
  env: Readonly<Record<string, string>> = {}
): Promise<PostgresServer> {
  const binaries = findBinaries()
  if (!binaries) throw new Error('This needs a PostgreSQL binary.')
  const owner = await ownerOf()
  const scratch = await mkdtemp(join(folder, 'customer-center-postgres-'))
  const password = randomBytes(16).toString('hex')
  const passwordFile = join(scratch, 'password')
  await writeFile(passwordFile, password)
  if (owner) await Promise.all([scratch, passwordFile].map((path) => chown(path, owner.uid, owner.gid)))
  const options = { ...owner, cwd: scratch, env: { ...process.env, LC_ALL: 'C.UTF-8', ...env } }
  const access = ['-U', 'postgres', '-A', 'scram-sha-256', '--pwfile', passwordFile]
  await run(join(binaries, 'initdb'), ['-D', join(scratch, 'pg'), '-E', 'UTF8', '--no-sync', ...access], options)
  const port = await freePort()
  const all = ['listen_addresses=127.0.0.1', 'max_connections=200', ...settings].flatMap((one) => ['-c', one])
  const address = ['-p', String(port), '-k', scratch]
  const child = spawn('/bin/sh', ['-c', keeper, 'sh', join(binaries, 'postgres'), scratch, ...address, ...all], {
    ...options,
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true
  })
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/`
  const isUp = () => answers(`${url}postgres`, () => child.exitCode === null)
  await isUp()
  await runOn(`${url}postgres`, `create database ${templateName}`)
  const template = await openDatabase({
    ...readConfig({}),
    databaseUrl: url + templateName,
    databasePool: 1,
    dataFolder: scratch
  })
  await migrate(template.background)
  await template.close()
  return {
    url,
    async restartIfEnded() {
      for (;;) {
        try {
          await runOn(`${url}postgres`, 'select')
          return false
        } catch (error) {
          // A server that recovers answers, and starts by itself.
          if ((error as { code?: string }).code === 'ECONNREFUSED') break
          await wait(50)
        }
      }
      child.stdin.write('\n')
      await isUp()
      return true
    },
    async stop() {
      const exit = once(child, 'exit')
      child.stdin.end()
      await exit
    }
  }
}

/** Runs one statement on a connection of its own. */
export async function runOn(url: string, statement: string): Promise<void> {
  const client = new Client(url)
  // The statement fails as well when the server ends.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
