import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../testing/free-port.ts'
import { kill } from '../../testing/process.ts'
import { findBinaries, findProgram } from '../../testing/server/postgres-binaries.ts'
import { ownerOf } from '../../testing/server/postgres.ts'

/** One PostgreSQL with its Patroni. */
interface Member {
  readonly name: string
  readonly port: number
  /** The port at which Patroni answers `/primary`. */
  readonly restPort: number
  readonly folder: string
  patroni: ChildProcess
}

/** Three PostgreSQL under Patroni, which keeps its state in etcd. */
export interface Cluster {
  readonly password: string
  readonly members: readonly Member[]
  /**
   * Kills the primary with -9, at once.
   *
   * @param withPatroni whether Patroni dies with it, and starts again after its lease has ended
   */
  readonly killPrimary: (withPatroni: boolean) => Promise<void>
  /** Waits until there is a primary with a synchronous standby and a third member that follows. */
  readonly whole: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** Seconds for which a primary's lease lasts without a word of its Patroni. */
export const ttl = 20

/** As docs/operations/high-availability.md has it. */
const dynamic = {
  ttl,
  loop_wait: 5,
  retry_timeout: 5,
  primary_start_timeout: 0,
  synchronous_mode: true,
  synchronous_mode_strict: true,
  postgresql: { use_pg_rewind: true, use_slots: true, parameters: { max_connections: 200, wal_log_hints: 'on' } }
}

type State = readonly { readonly name: string; readonly role: string; readonly state: string }[]

/** Starts a program of the cluster as the owner of its folder. */
type Start = (program: string, args: readonly string[]) => ChildProcess

export async function startCluster(): Promise<Cluster> {
  const scratch = mkdtempSync(join(tmpdir(), 'customer-center-cluster-'))
  const owner = await ownerOf()
  const own = (path: string) => owner && chownSync(path, owner.uid, owner.gid)
  own(scratch)
  const password = randomBytes(16).toString('hex')
  // The PATH may have links to some of the programs; Patroni needs all.
  const binaries = dirname(realpathSync(join(findBinaries() ?? '', 'postgres')))
  const client = await freePort()
  const start: Start = (program, args) => {
    const env = { ...process.env, LC_ALL: 'C.UTF-8', PATH: `${binaries}:/usr/bin:/bin:/usr/sbin`, HOME: scratch }
    return spawn(findProgram(program) ?? '', args, { ...owner, env, cwd: scratch, stdio: 'ignore' })
  }
  const etcd = start('etcd', etcdArguments(join(scratch, 'etcd'), url(client), url(await freePort())))

  const members: Member[] = []
  for (const name of ['one', 'two', 'three']) {
    const [port, restPort, folder] = [await freePort(), await freePort(), join(scratch, name)]
    mkdirSync(folder)
    own(folder)
    const file = patroniFile(folder)
    writeFileSync(file, JSON.stringify(configOf({ name, port, restPort, folder }, { client, binaries, password })))
    members.push({ name, port, restPort, folder, patroni: start('patroni', [file]) })
  }

  const cluster: Cluster = {
    password,
    members,
    killPrimary: (withPatroni) => killPrimary(members, withPatroni, start),
    whole: () => whole(members),
    async stop() {
      // Patroni stops its PostgreSQL.
      for (const child of [...members.map(({ patroni }) => patroni), etcd]) await kill(child, 'SIGTERM')
      rmSync(scratch, { recursive: true, force: true })
    }
  }
  try {
    await cluster.whole()
  } catch (error) {
    await cluster.stop()
    throw error
  }
  return cluster
}

const url = (port: number): string => `http://127.0.0.1:${port}`

const patroniFile = (folder: string): string => join(folder, 'patroni.yml')

const etcdArguments = (folder: string, client: string, peer: string): string[] => [
  `--data-dir=${folder}`,
  `--listen-client-urls=${client}`,
  `--advertise-client-urls=${client}`,
  `--listen-peer-urls=${peer}`,
  `--initial-advertise-peer-urls=${peer}`,
  `--initial-cluster=default=${peer}`
]

/** Returns Patroni's configuration of a member. */
function configOf(
  { name, port, restPort, folder }: Omit<Member, 'patroni'>,
  { client, binaries, password }: { client: number; binaries: string; password: string }
): object {
  const rest = `127.0.0.1:${restPort}`
  return {
    scope: 'center',
    name,
    restapi: { listen: rest, connect_address: rest },
    etcd3: { host: `127.0.0.1:${client}` },
    bootstrap: { dcs: dynamic, initdb: [{ encoding: 'UTF8' }, 'data-checksums'] },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: join(folder, 'pg'),
      bin_dir: binaries,
      pgpass: join(folder, 'pgpass'),
      authentication: {
        superuser: { username: 'postgres', password },
        replication: { username: 'replicator', password }
      },
      parameters: { unix_socket_directories: folder },
      pg_hba: ['host replication replicator 127.0.0.1/32 scram-sha-256', 'host all all 127.0.0.1/32 scram-sha-256']
    }
  }
}

/** Reads the state of all members, from any that answers. */
async function readState(members: readonly Member[]): Promise<State> {
  for (const { restPort } of members) {
    const answer = await fetch(`${url(restPort)}/cluster`).catch(() => undefined)
    if (answer?.ok) return ((await answer.json()) as { members: State }).members
  }
  return []
}

async function killPrimary(members: readonly Member[], withPatroni: boolean, start: Start): Promise<void> {
  const leader = (await readState(members)).find(({ role }) => role === 'leader')
  const member = members.find(({ name }) => name === leader?.name)
  if (!member) throw new Error('The cluster has no primary.')
  if (withPatroni) member.patroni.kill('SIGKILL')
  process.kill(Number(readFileSync(join(member.folder, 'pg/postmaster.pid'), 'utf8').split('\n', 1)[0]), 'SIGKILL')
  if (!withPatroni) return
  void wait((ttl + 15) * 1000).then(() => {
    member.patroni = start('patroni', [patroniFile(member.folder)])
  })
}

async function whole(members: readonly Member[]): Promise<void> {
  for (;;) {
    const roles = (await readState(members)).filter(({ state }) => /^(running|streaming)$/.test(state))
    const has = (role: string) => roles.some((one) => one.role === role)
    if (roles.length === 3 && has('leader') && has('sync_standby')) return
    if (members.every(({ patroni }) => patroni.exitCode !== null)) throw new Error('Patroni does not start.')
    await wait(500)
  }
}
