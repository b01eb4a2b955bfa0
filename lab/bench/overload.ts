import { addCustomer, testPassword, type TestShopUser } from '../../testing/server/customer.ts'
import { type PostgresProduct, startPostgresProduct } from '../../testing/server/postgres-product.ts'
import { openSession } from '../../testing/server/sessions.ts'
import { type Measurement, median, ms, quantile, times } from '../trial/measurement.ts'
import { postmasterOf } from './cpu.ts'
import { measureCrowds } from './crowd.ts'
import { startLoad } from './load/load.ts'
import { callAs, type LoadCall, type LoadOrder, type LoadResult } from './load/order.ts'

const callsPerSecond = 300
const loginsPerSecond = 500
const slowSockets = 1000
/** Number of companies; four people of each can log in. */
const companies = 125
const sessionsOfOne = 16
const seconds = 15
/** Time until an attack is under way, which is longer than the server gives a slow body. */
const warmUp = 7
const leastAnswered = 0.99
/** Time in ms that a person does not notice. It is a person's, so the machine does not count. */
const maxP99 = 100
/** Limit of sockets: no attacker has more, and those of a server that does not answer would be used up in the end. */
const maxPending = 2000

const attackers = (count: number) =>
  Array.from({ length: count }, (_, index) => `127.0.${1 + Math.floor(index / 100)}.${1 + (index % 100)}`)

const variants: readonly { readonly name: string; readonly addresses: readonly string[] }[] = [
  // The address is the office's own: people who are logged in and attackers are behind one router.
  { name: 'one address', addresses: ['127.0.0.1'] },
  { name: '200 addresses', addresses: attackers(200) }
]

/** Login with the right password, which costs the server most. */
const loginOf = ({ customerNumber, userName }: TestShopUser): LoadCall => ({
  method: 'POST',
  path: '/api/getToken',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams({ customerNumber, userName, password: testPassword }).toString()
})

/** Returns the times of successful calls, and Infinity for each other. */
const timesOf = ({ answered, refused }: LoadResult): number[] => [...answered, ...refused.map(() => Infinity)]

/**
 * Measures whether people who are logged in are answered beside more calls than the server carries, and while strangers
 * attack. The calls come from processes of their own.
 *
 * @param rounds how often each load is measured
 */
export async function benchOverload(rounds = 3): Promise<Measurement[]> {
  const product = await startPostgresProduct()
  const { db } = product.database
  const users: TestShopUser[] = []
  const many: string[] = []
  for (let providerId = 0; providerId < companies; providerId += 1) {
    const { admin, shopfull, contact, shoplight } = (await addCustomer(db, 1000 + providerId * 10)).shopUsers
    users.push(admin, shopfull, contact, shoplight)
    many.push(await openSession(db, admin))
  }
  const [crowd, other] = [(await addCustomer(db, 5000)).shopUsers.admin, (await addCustomer(db, 5010)).shopUsers.admin]
  const one = await Promise.all(Array.from({ length: sessionsOfOne }, () => openSession(db, crowd)))
  try {
    const attacks = await measureAttacks(product, users, many)
    // Last, as it pins PostgreSQL to a core.
    const server = await product.start('main', { LOG_LEVEL: 'fatal' })
    const postmaster = await postmasterOf(product.databaseUrl)
    const person = await openSession(db, other)
    return [...(await measureCrowds({ server, postmaster, many, one, person }, rounds)), ...attacks]
  } finally {
    await product.close()
  }
}

async function measureAttacks(
  { database, start }: PostgresProduct,
  users: readonly TestShopUser[],
  tokens: readonly string[]
): Promise<Measurement[]> {
  const [people, strangers] = [await startLoad(), await startLoad()]
  const results: Measurement[] = []
  for (const { name, addresses } of variants) {
    // Failed and successful logins of one attack count in the next.
    await database.pool.query('delete from login_attempts')
    const server = await start('main')
    const calls = tokens.map((token) => callAs(token))
    const callAsPeople = (duration: Pick<LoadOrder, 'warmUp' | 'seconds'>) =>
      people.run({ url: server.url, calls, pace: { perSecond: callsPerSecond }, ...duration })
    const calm = timesOf(await callAsPeople({ warmUp: 2, seconds: 5 }))
    const attack = strangers.run({
      url: server.url,
      calls: users.map(loginOf),
      pace: { perSecond: loginsPerSecond, maxPending },
      warmUp,
      addresses,
      slowSockets
    })
    const measured = await callAsPeople({ warmUp, seconds })
    strangers.stop()
    results.push(compare(name, measured, await attack, quantile(calm, 0.99)))
    await server.end()
  }
  await Promise.all([people.end(), strangers.end()])
  return results
}

function compare(name: string, measured: LoadResult, attack: LoadResult, usual: number): Measurement {
  const took = timesOf(measured)
  const answered = measured.answered.length / took.length
  const p99 = quantile(took, 0.99)
  const logins = Object.entries(attack.statuses).map(([status, count]) => `${(count / seconds).toFixed(0)}/s ${status}`)
  return {
    name: `${callsPerSecond} calls/s beside ${slowSockets} slow sockets and ${loginsPerSecond} logins/s from ${name}: p99; p50 ${ms(median(took))}, ${(answered * 100).toFixed(1)} % answered; logins ${logins.join(', ')}; the loads were ${ms(measured.late)} and ${ms(attack.late)} late`,
    ours: ms(p99),
    floor: ms(usual),
    ratio: times(p99 / Math.max(1, usual)),
    limit: `≥ ${leastAnswered * 100} % answered, p99 ≤ ${ms(maxP99)}`,
    kept: answered >= leastAnswered && p99 <= maxP99
  }
}
