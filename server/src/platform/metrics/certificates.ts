import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect } from 'node:tls'
import type { Config } from '../config/config.ts'
import type { Database } from '../database/connection.ts'
import type { MetricSample } from './metric.ts'

const everyMs = 3_600_000
const timeoutMs = 5000
const ports: Readonly<Record<string, number>> = { 'https:': 443, 'smtps:': 465, 'smtp:': 587 }

/** Connects to a mail server, and hands the connection on once the server is ready for TLS. */
function startTls(host: string, port: number, then: (socket: Socket) => void): void {
  const asks = ['EHLO localhost\r\n', 'STARTTLS\r\n']
  let answer = ''
  const socket = connectPlain({ host, port, timeout: timeoutMs })
  socket.on('error', () => undefined).on('timeout', () => socket.destroy())
  const answered = (bytes: Buffer) => {
    answer += bytes.toString('latin1')
    // The last line of an answer has a blank behind its number.
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

/** Reads when the certificate of a service ends, trusted or not. */
function readEnd(address: string, tell: (end: number) => void): void {
  const url = URL.parse(address)
  const port = Number(url?.port) || ports[url?.protocol ?? '']
  if (!url || !(url.protocol in ports) || port === undefined) return
  const servername = isIP(url.hostname) ? '' : url.hostname
  // Nothing else is sent: the certificate alone is looked at.
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
 * Watches when certificates of services end: of the database on each new connection, of others every hour.
 * @returns what is known by now, without waiting
 */
export function watchCertificates(
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
