import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findBinaries, findProgram } from '../../server/src/testing/postgres-binaries.ts'
import { freePort, ownerOf } from '../../server/src/testing/postgres.ts'

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

/** Starts the cluster and waits until it is whole. */
export async function startCluster(): Promise<Cluster> {
  const scratch = mkdtempSync(join(tmpdir(), 'customer-center-cluster-'))
  const owner = await ownerOf()
  const own = (path: string) => owner && chownSync(path, owner.uid, owner.gid)
  own(scratch)
  const password = randomBytes(16).toString('hex')
  // The PATH may have links to some of the programs; Patroni needs all.
  const binaries = dirname(realpathSync(join(findBinaries() ?? '', 'postgres')))
  const [client, peer] = [await freePort(), await freePort()]

  function start(program: string, args: readonly string[]): ChildProcess {
    const env = { ...process.env, LC_ALL: 'C.UTF-8', PATH: `${binaries}:/usr/bin:/bin:/usr/sbin`, HOME: scratch }
    return spawn(findProgram(program) ?? '', args, { ...owner, env, cwd: scratch, stdio: 'ignore' })
  }

  const url = (port: number) => `http://127.0.0.1:${port}`
  const etcd = start('etcd', [
    `--data-dir=${join(scratch, 'etcd')}`,
    `--listen-client-urls=${url(client)}`,
    `--advertise-client-urls=${url(client)}`,
    `--listen-peer-urls=${url(peer)}`,
    `--initial-advertise-peer-urls=${url(peer)}`,
    `--initial-cluster=default=${url(peer)}`
  ])

  function configOf(name: string, port: number, restPort: number, folder: string): object {
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

  const members: Member[] = []
  for (const name of ['one', 'two', 'three']) {
    const [port, restPort, folder] = [await freePort(), await freePort(), join(scratch, name)]
    mkdirSync(folder)
    own(folder)
    const file = join(folder, 'patroni.yml')
    writeFileSync(file, JSON.stringify(configOf(name, port, restPort, folder)))
    members.push({ name, port, restPort, folder, patroni: start('patroni', [file]) })
  }

  /** Reads the state of all members, from any that answers. */
  async function readState(): Promise<State> {
    for (const { restPort } of members) {
      const answer = await fetch(`${url(restPort)}/cluster`).catch(() => undefined)
      if (answer?.ok) return ((await answer.json()) as { members: State }).members
    }
    return []
  }

  const cluster: Cluster = {
    password,
    members,
    async killPrimary(withPatroni) {
      const leader = (await readState()).find(({ role }) => role === 'leader')
      const member = members.find(({ name }) => name === leader?.name)
      if (!member) throw new Error('The cluster has no primary.')
      if (withPatroni) member.patroni.kill('SIGKILL')
      process.kill(Number(readFileSync(join(member.folder, 'pg/postmaster.pid'), 'utf8').split('\n', 1)[0]), 'SIGKILL')
      if (!withPatroni) return
      void wait((ttl + 15) * 1000).then(() => {
        member.patroni = start('patroni', [join(member.folder, 'patroni.yml')])
      })
    },
    async whole() {
      for (;;) {
        const roles = (await readState()).filter(({ state }) => /^(running|streaming)$/.test(state))
        const has = (role: string) => roles.some((one) => one.role === role)
        if (roles.length === 3 && has('leader') && has('sync_standby')) return
        if (members.every(({ patroni }) => patroni.exitCode !== null)) throw new Error('Patroni does not start.')
        await wait(500)
      }
    },
    async stop() {
      const all = [...members.map(({ patroni }) => patroni), etcd]
      // Patroni stops its PostgreSQL.
      for (const child of all) {
        const exit = once(child, 'exit')
        child.kill('SIGTERM')
        if (child.exitCode === null && child.signalCode === null) await exit
      }
      rmSync(scratch, { recursive: true, force: true })
    }
  }
  await cluster.whole()
  return cluster
}
