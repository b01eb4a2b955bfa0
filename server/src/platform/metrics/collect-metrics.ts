import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { connect } from 'node:tls'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Config } from '../config/config.ts'
import type { Database } from '../database/connection.ts'
import { type MetricContext, type MetricSample, type SharedGauges, metricPrefix, ownMetrics } from './metric.ts'

interface MetricParts extends Pick<MetricContext, 'jobs'> {
  readonly config: Config
  readonly database: Pick<Database, 'db' | 'pool' | 'certificateEnd'>
  readonly gauges: readonly SharedGauges[]
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

export interface Metrics {
  readonly registries: readonly Registry[]
  /** Brings the gauges up to date. */
  readonly look: () => Promise<void>
}

const ofProcess: SharedGauges['gauges'] = {
  database_up: ['Whether the database answered the latest look, 15 seconds ago at most'],
  database_pool: ['Connections to the database: open, idle of these, and callers that wait for one', 'state'],
  clock_offset_seconds: ['Seconds by which the clock of this machine is ahead of that of the database'],
  certificate_end_timestamp_seconds: ['When the certificate ends that a service shows, in Unix time', 'service']
}

/** Time in ms for which a result of the database stays valid: the interval of a usual scrape. */
const cacheMs = 15_000
/** Limit of all queries of a scrape in ms; the scraper waits for ten seconds. */
const longestMs = 5000

// The timer that measures the delay takes 0.2 % of a core at 20 ms, and twice as much at the library's 10 ms.
collectDefaultMetrics({ register: ownMetrics, eventLoopMonitoringPrecision: 20 })

/** Reads all gauges of the installation, one statement after the other: a scrape takes one connection. */
async function lookAt({ database: { db }, gauges, jobs }: MetricParts): Promise<MetricSample[]> {
  const askedAt = Date.now()
  const { rows } = await sql<{ now: number }>`select extract(epoch from clock_timestamp())::float8 as now`.execute(db)
  const offset = (askedAt + Date.now()) / 2000 - (rows[0]?.now ?? 0)
  const samples: MetricSample[] = [
    ['database_up', 1],
    ['clock_offset_seconds', offset]
  ]
  for (const { read } of gauges) samples.push(...(await read({ db, jobs })))
  return samples
}

/**
 * Queries the database if the last result is too old, once for all simultaneous callers; after a failure, again at
 * once.
 */
function cachedLook(parts: MetricParts): () => Promise<readonly MetricSample[]> {
  let found: readonly MetricSample[] | undefined
  let until = 0
  let underWay: Promise<readonly MetricSample[]> | undefined
  async function look(): Promise<readonly MetricSample[]> {
    const late = pause(longestMs, undefined, { ref: false })
    const looking = lookAt(parts).catch((error: unknown) => parts.log.warn({ err: error }, 'metrics cannot be read'))
    found = (await Promise.race([looking, late])) ?? undefined
    until = performance.now() + cacheMs
    return found ?? [['database_up', 0]]
  }
  return async () => {
    if (found && performance.now() < until) return found
    return (underWay ??= look().finally(() => (underWay = undefined)))
  }
}

/** Combines the metrics of a process: its own counters and the gauges of the whole installation. */
export function createMetrics(parts: MetricParts): Metrics {
  const registry = new Registry()
  const gauges = new Map(
    [ofProcess, ...parts.gauges.map((one) => one.gauges)]
      .flatMap(Object.entries<SharedGauges['gauges'][string]>)
      .map(([name, [help, ...labelNames]]) => [
        name,
        new Gauge({ name: metricPrefix + name, help, labelNames, registers: [registry] })
      ])
  )
  const look = cachedLook(parts)
  const { pool } = parts.database
  const certificates = watchCertificates(parts.config, parts.database)
  return {
    registries: [ownMetrics, registry],
    async look() {
      const read = await look()
      const states = { open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }
      const ofPool = Object.entries(states).map(([state, value]): MetricSample => ['database_pool', value, { state }])
      for (const gauge of gauges.values()) {
        gauge.reset()
        // A gauge without labels starts with a zero that nobody has measured.
        gauge.remove({})
      }
      for (const [name, value, labels = {}] of [...read, ...ofPool, ...certificates()])
        gauges.get(name)?.set(labels, value)
    }
  }
}

const everyMs = 3_600_000
const timeoutMs = 5000
const ports: Readonly<Record<string, number>> = { 'https:': 443, 'smtps:': 465, 'smtp:': 587 }

/** Connects to a mail server, and passes the connection on when the server is ready for TLS. */
function startTls(host: string, port: number, then: (socket: Socket) => void): void {
  const asks = ['EHLO localhost\r\n', 'STARTTLS\r\n']
  let answer = ''
  const socket = connectPlain({ host, port, timeout: timeoutMs })
  socket.on('error', () => undefined).on('timeout', () => socket.destroy())
  const answered = (bytes: Buffer) => {
    answer += bytes.toString('latin1')
    // The last line of an answer has a space after its number.
    const [, status] = /^(\d)\d\d .*\r\n$/m.exec(answer) ?? []
    if (status === undefined && answer.length < 10_000) return
    answer = ''
    const ask = asks.shift()
    if (status !== '2') socket.destroy()
    else if (ask === undefined) then(socket.off('data', answered))
    else socket.write(ask)
  }
  socket.on('data', answered)
}

/** Reads the end of a service's certificate, trusted or not. */
function readEnd(address: string, tell: (end: number) => void): void {
  const url = URL.parse(address)
  const port = Number(url?.port) || ports[url?.protocol ?? '']
  if (!url || !(url.protocol in ports) || port === undefined) return
  const servername = isIP(url.hostname) ? '' : url.hostname
  // The connection only reads the certificate; nothing else is sent.
  const look = (begun?: Socket) => {
    const to = begun ? { socket: begun } : { host: url.hostname, port, timeout: timeoutMs }
    const socket = connect({ ...to, servername, rejectUnauthorized: false }, () => {
      tell(Date.parse(socket.getPeerCertificate().valid_to))
      socket.destroy()
    })
    socket.on('error', () => undefined).on('timeout', () => socket.destroy())
  }
  if (url.protocol === 'smtp:') startTls(url.hostname, port, look)
  else look()
}

/**
 * Watches the ends of services' certificates: of the database on each new connection, of others every hour.
 * @returns the known ends, without waiting
 */
function watchCertificates(
  { publicUrl, storage, mail }: Config,
  { certificateEnd }: Pick<Database, 'certificateEnd'>
): () => MetricSample[] {
  const endpoint = storage.kind === 's3' ? storage.endpoint : ''
  const services = { public_url: publicUrl, storage: endpoint, mail: mail.kind === 'smtp' ? mail.url.href : '' }
  const ends = new Map<string, number>()
  let next = 0
  return () => {
    ends.set('database', certificateEnd())
    const isDue = performance.now() >= next
    if (isDue) next = performance.now() + everyMs
    if (isDue) for (const [service, url] of Object.entries(services)) readEnd(url, (end) => ends.set(service, end))
    const known = [...ends].filter(([, end]) => !Number.isNaN(end))
    return known.map(([service, end]) => ['certificate_end_timestamp_seconds', end / 1000, { service }])
  }
}
