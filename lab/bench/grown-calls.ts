import { setTimeout as rest } from 'node:timers/promises'
import { runProvider } from '../../testing/process.ts'
import { addCustomer, type TestCustomer, testPassword } from '../../testing/server/customer.ts'
import { identifiers } from '../../testing/server/identifiers.ts'
import type { PostgresProduct } from '../../testing/server/postgres-product.ts'
import { callsOfPrograms, callsOfPeople } from '../../testing/server/program-calls.ts'
import { addProviderKey, keyScopes } from '../../testing/server/provider-keys.ts'
import { requestsOfAllCalls } from '../../testing/server/random-calls.ts'
import { openSession } from '../../testing/server/sessions.ts'
import { type AnswerCount, countAnswers } from './load/answers.ts'

const callsOfEach = 12
const events = 20

/** Adds a customer whose lists have the same rows whatever the tables have beside them. */
async function addOwn({ database: { db }, shelves: add }: PostgresProduct): Promise<TestCustomer> {
  const own = await addCustomer(db, 100)
  for (let event = 1; event <= events; event += 1) {
    await add.addEvent(event, '2026-03-02')
    await add.addScript(event)
    await add.addOrder(own, event, '2026-01-01 09:00:00Z')
    await add.addInvoice(own.customerId, `R-${event}`, '2026-02-01')
    await add.addWebinar(own.customerId, `Webinar ${event}`)
    for (const user of [own.shopUsers.contact, own.shopUsers.admin])
      await add.addParticipation(user, event, { order_no: event })
  }
  return own
}

/** Tells whether a status is one of these calls': a call that is refused for its data has statements as well. */
const isExpected = (status: string): boolean => Number(status) < 500 && status !== '429'

/** Sends a request whose answer nobody reads. */
async function send(answers: AnswerCount, url: string, init: RequestInit): Promise<void> {
  const answer = await fetch(url, { ...init, redirect: 'manual' })
  await answer.arrayBuffer()
  answers.add({ [answer.status]: 1 })
  if (!isExpected(String(answer.status))) console.log(`${init.method ?? 'GET'} ${url}: ${answer.status}`)
}

async function askAsPerson(
  { database: { db } }: PostgresProduct,
  url: string,
  own: TestCustomer,
  answers: AnswerCount
): Promise<void> {
  const { admin, contact } = own.shopUsers
  const things = { eventId: '1', no: '1', participantId: '1', ASP_PVAID: String(contact.contactId) }
  for (const { method, url: path, headers, payload } of requestsOfAllCalls(identifiers(own, things), callsOfEach)) {
    const authorization = await openSession(db, admin)
    const body = method === 'GET' ? {} : { body: payload }
    await send(answers, url + path, { method, headers: { ...headers, authorization }, ...body })
  }
  for (const password of [testPassword, 'falsch']) {
    const form = { customerNumber: own.customerNumber, userName: contact.userName, password, getRefreshToken: 'true' }
    await send(answers, `${url}/api/getToken`, { method: 'POST', body: new URLSearchParams(form) })
  }
}

async function askAsProgram(
  { database: { db } }: PostgresProduct,
  url: string,
  own: TestCustomer,
  round: number,
  answers: AnswerCount
): Promise<void> {
  const { key } = await addProviderKey(db, { scopes: keyScopes })
  for (const { method, path, type, body } of [...callsOfPrograms(own, round), ...callsOfPeople(own)])
    await send(answers, `${url}/provider/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(type !== undefined && { 'content-type': type }) },
      ...(body !== undefined && { body })
    })
}

/** Commands that read or write single rows; exports and backups read all. */
const commandsOf = ({ shopUsers: { contact, shopfull } }: TestCustomer): string[] => [
  `shop-user find ${contact.userName}`,
  'shop-user find --access sent --company 1',
  ...['letters', 'mails', 'logins', 'send-reset', 'end-sessions'].map(
    (word) => `shop-user ${word} ${contact.userName}`
  ),
  ...['lock', 'unlock', 'send-access'].map((word) => `shop-user ${word} ${shopfull.userName}`),
  'jobs list',
  'jobs list --failed',
  'key list',
  'webhook list',
  'webhook failed',
  'letter revoke 0000-0000-0000 Bench',
  'check'
]

/** Runs every call of people and programs, the jobs that follow, and the commands. */
export async function callEverything(product: PostgresProduct): Promise<AnswerCount> {
  const answers = countAnswers(isExpected)
  const own = await addOwn(product)
  const settings = {
    PUBLIC_URL: 'https://center.example',
    DATABASE_POOL: '4',
    // Plans with times and pages take longer than the statement alone.
    DATABASE_QUERY_MS: '60000',
    LOG_LEVEL: 'fatal',
    TRUST_PROXY: '127.0.0.1'
  }
  const { url, end } = await product.start('main', settings)
  // The first run of a statement on a connection reads the catalogue as well.
  for (const round of [1, 2]) {
    await askAsPerson(product, url, own, answers)
    await askAsProgram(product, url, own, round, answers)
  }
  await send(answers, `${url}/metrics`, {})
  const env = { ...settings, DATABASE_URL: product.databaseUrl, DATA_FOLDER: product.dataFolder }
  for (const words of commandsOf(own)) await runProvider(words.split(' '), env)
  for (let open = 1; open > 0; await rest(200)) {
    const { rows } = await product.database.pool.query<{ open: number }>(
      `select count(*)::int as open from jobs where ended_at is null and due_at < now() + interval '5 s'`
    )
    open = rows[0]?.open ?? 0
  }
  await end()
  return answers
}
