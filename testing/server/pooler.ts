import { type ChildProcess, spawn } from 'node:child_process'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { kill } from '../process.ts'
import { findProgram } from './postgres-binaries.ts'
import { answers, ownerOf } from './postgres.ts'

export interface Pooler {
  /** The address, with the user and password of the server's; ends with a slash. */
  readonly url: string
  readonly stop: () => Promise<void>
}

/**
 * Starts PgBouncer in transaction mode before a PostgreSQL server, for all its roles.
 * @param target address of the server with a superuser and a password; ends with a slash
 */
export async function startPooler(target: string): Promise<Pooler> {
  const program = findProgram('pgbouncer')
  if (!program) throw new Error('PgBouncer is not installed.')
  const { username, password, hostname, port: serverPort } = new URL(target)
  const owner = await ownerOf()
  const folder = await mkdtemp(join(tmpdir(), 'customer-center-pooler-'))
  const port = await freePort()
  const [settings, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'users.txt')]
  await writeFile(users, `"${username}" "${password}"\n`)
  await writeFile(
    settings,
    `[databases]
* = host=${hostname} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
auth_user = ${username}
pool_mode = transaction
max_client_conn = 1000
default_pool_size = 20
ignore_startup_parameters = options
`
  )
  if (owner) await Promise.all([folder, settings, users].map((path) => chown(path, owner.uid, owner.gid)))
  const child: ChildProcess = spawn(program, ['-q', settings], { ...owner, stdio: 'ignore' })
  const url = `postgres://${username}:${password}@127.0.0.1:${port}/`
  await answers(`${url}postgres`, () => child.exitCode === null)
  return {
    url,
    async stop() {
      await kill(child)
      await rm(folder, { recursive: true, force: true })
    }
  }
}
