import { Agent } from 'node:http'
import { connect } from 'node:net'
import { addCompany, testPassword, type TestUser } from '../../server/src/testing/company.ts'
import { startPostgresProduct } from '../../server/src/testing/postgres-product.ts'
import { openSession } from '../../server/src/testing/sessions.ts'
import { type Measurement, median, ms, quantile, times } from './measurement.ts'
import { callFor, every, send } from './open-load.ts'
import { measureTenfold } from './tenfold.ts'

const callsPerSecond = 300
const loginsPerSecond = 500
const slowSockets = 1000
/** Number of companies; four people of each can log in. */
const companies = 125
const seconds = 15
/** Time until an attack is under way, which is longer than the server gives a slow body. */
const warmUpSeconds = 7
const leastAnswered = 0.99
const mostP99 = 100
/** Limit of sockets: no attacker has more, and those of a server that does not answer would be used up in the end. */
const mostPending = 2000

const attackers = (count: number) =>
  Array.from({ length: count }, (_, index) => `127.0.${1 + Math.floor(index / 100)}.${1 + (index % 100)}`)

const variants: readonly { readonly name: string; readonly addresses: readonly string[] }[] = [
  // The address is the office's own: people who are logged in and attackers are behind one router.
  { name: 'one address', addresses: ['127.0.0.1'] },
  { name: '200 addresses', addresses: attackers(200) }
]

/** Keeps sockets open that send a login's head and one letter of its body, and opens another when one is ended. */
function holdSlowSockets(url: string, addresses: readonly string[]): () => void {
  const port = Number(new URL(url).port)
  const open = new Set<ReturnType<typeof connect>>()
  let isOver = false
  const add = (index: number) => {
    if (isOver) return
    const socket = connect({ port, host: '127.0.0.1', localAddress: addresses[index % addresses.length] ?? '' })
    open.add(socket)
    socket.write(
      'POST /api/getToken HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\nc'
    )
    socket.on('error', () => undefined).resume()
    socket.on('close', () => {
      open.delete(socket)
      setTimeout(add, 100, index)
    })
  }
  for (let index = 0; index < slowSockets; index += 1) add(index)
  return () => {
    isOver = true
    for (const socket of open) socket.destroy()
  }
}

/** Logs people in with their right passwords, which costs the server most. */
function sendLogins(url: string, addresses: readonly string[], users: readonly TestUser[]) {
  const agents = addresses.map((localAddress) => new Agent({ keepAlive: true, localAddress }))
  const statuses = new Map<number, number>()
  let pending = 0
  const stop = every(loginsPerSecond, (count) => {
    const [user, agent] = [users[count % users.length], agents[count % agents.length]]
    if (!user || !agent || pending >= mostPending) return
    const { customerNumber, userName } = user
    const body = new URLSearchParams({ customerNumber, userName, password: testPassword }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    pending += 1
    void send(url, { path: '/api/getToken', method: 'POST', headers, body, agent }).then((status) => {
      pending -= 1
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    })
  })
  return {
    statuses,
    stop() {
      stop()
      for (const agent of agents) agent.destroy()
    }
  }
}

/** Returns the times of successful calls, and Infinity for each other. */
const timesOf = (calls: Awaited<ReturnType<typeof callFor>>): number[] =>
  calls.map(({ status, took }) => (status === 200 ? took : Infinity))

/**
 * Measures whether people who are logged in are answered while strangers attack. The calls come at their times, however
 * late the answers of others are, and are measured from then on: a server that stands still gets no fewer calls for it.
 */
export async function benchOverload(): Promise<Measurement[]> {
  const { database, start, close } = await startPostgresProduct()
  const users: TestUser[] = []
  const tokens: string[] = []
  for (let company = 0; company < companies; company += 1) {
    const { admin, shopfull, contact, shoplight } = (await addCompany(database.db, 1000 + company * 10)).users
    users.push(admin, shopfull, contact, shoplight)
    tokens.push(await openSession(database.db, admin))
  }
  const results: Measurement[] = []
  try {
    const calmServer = await start('main', { LOG_LEVEL: 'fatal' })
    results.push(await measureTenfold(calmServer.url, tokens))
    await calmServer.end()
    for (const { name, addresses } of variants) {
      // Failed and successful logins of one attack count in the next.
      await database.pool.query('delete from login_attempts')
      const server = await start('main')
      try {
        await callFor(2, server.url, tokens, callsPerSecond)
        const calm = timesOf(await callFor(5, server.url, tokens, callsPerSecond))
        const letGo = holdSlowSockets(server.url, addresses)
        const logins = sendLogins(server.url, addresses, users)
        await callFor(warmUpSeconds, server.url, tokens, callsPerSecond)
        logins.statuses.clear()
        const took = timesOf(await callFor(seconds, server.url, tokens, callsPerSecond))
        const attack = [...logins.statuses].map(([status, count]) => `${(count / seconds).toFixed(0)}/s ${status}`)
        logins.stop()
        letGo()
        const answered = took.filter(Number.isFinite).length / took.length
        const [p99, usual] = [quantile(took, 0.99), quantile(calm, 0.99)]
        results.push({
          name: `${callsPerSecond} calls/s beside ${slowSockets} slow sockets and ${loginsPerSecond} logins/s from ${name}: p99; p50 ${ms(median(took))}, ${(answered * 100).toFixed(1)} % answered; logins ${attack.join(', ')}`,
          ours: ms(p99),
          floor: ms(usual),
          ratio: times(p99 / Math.max(1, usual)),
          limit: `≥ ${leastAnswered * 100} % answered, p99 ≤ ${ms(mostP99)}`,
          kept: answered >= leastAnswered && p99 <= mostP99
        })
      } finally {
        await server.end()
      }
    }
    return results
  } finally {
    await close()
  }
}
