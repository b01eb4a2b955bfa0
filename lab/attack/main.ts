import { setTimeout as wait } from 'node:timers/promises'
import { askedOf, endWith, writeTable } from '../../testing/runner.ts'
import { authorized } from '../../testing/server/calls.ts'
import type { Attack } from './attack.ts'
import { changedAddresses } from './changed-addresses.ts'
import { drawings } from './drawings.ts'
import { fourServers } from './four-servers.ts'
import { guessesBySpelling, guessesOfOneAddress, guessesOfOneNetwork } from './guesses.ts'
import { timeByKindOfHash } from './login-times.ts'
import { mailsToOne } from './mails-to-one.ts'
import { mails } from './mails.ts'
import { overload } from './overload.ts'
import { shopsCookies } from './shops-cookies.ts'
import { slowPasswords } from './slow-passwords.ts'
import { slowBodies, slowHeaders } from './slow-requests.ts'
import { staleLogins } from './stale-logins.ts'
import { startTarget, type Target } from './target.ts'
import { uploads, uploadsBeside } from './uploads.ts'
import { worstCost } from './worst-cost.ts'

const attacks: Readonly<Record<string, Attack>> = {
  'shops-cookies': shopsCookies,
  'stale-logins': staleLogins,
  'guesses-of-one-network': guessesOfOneNetwork,
  'guesses-of-one-address': guessesOfOneAddress,
  'guesses-by-spelling': guessesBySpelling,
  'time-by-kind-of-hash': timeByKindOfHash,
  'slow-passwords': slowPasswords,
  overload,
  'worst-cost': worstCost,
  'slow-bodies': slowBodies,
  'slow-headers': slowHeaders,
  uploads,
  'uploads-beside': uploadsBeside,
  drawings,
  'changed-addresses': changedAddresses,
  'mails-to-one': mailsToOne,
  mails,
  'four-servers': fourServers
}

/** Attacks that `npm test` tries against the same server, by the tests that do. */
const triedByTests: Readonly<Record<string, string>> = {
  'every call with every right and without a login': 'platform/http/rights.test.ts',
  "reads of another company's things with each parameter and each right": 'platform/http/rights.test.ts',
  "saves with another company's keys and with fields that nobody may set": 'platform/saving/random-writes.slow.test.ts',
  'injections and malformed values in each parameter and field': 'platform/http/malformed.slow.test.ts',
  "calls of other pages with the person's cookies": 'platform/http/cross-origin.test.ts',
  'tokens that were altered, ended, renewed twice or used for what they are not': 'account/session/session.test.ts',
  'processes that are killed in the middle of a save': 'platform/saving/killed-saves.slow.test.ts'
}

const asked = askedOf(attacks)

/** Starts a customer who works while the server is attacked. */
async function startWorking({ url, newCompany }: Target) {
  const headers = await authorized(url, (await newCompany()).users.admin)
  const end = new AbortController()
  let [calls, lost] = [0, 0]
  const work = async () => {
    while (!end.signal.aborted) {
      calls += 1
      const answer = await fetch(`${url}/api/contact`, { headers, signal: AbortSignal.timeout(10_000) }).catch(
        () => null
      )
      if (answer?.status !== 200) lost += 1
      await answer?.arrayBuffer()
      await wait(50)
    }
  }
  const working = work()
  return async () => {
    end.abort()
    await working
    return { calls, lost }
  }
}

interface Result {
  readonly name: string
  readonly tried: number
  readonly through: number
  /** Lost calls of a customer who works meanwhile. */
  readonly lost: string
}

const target = await startTarget()
const results: Result[] = []
try {
  for (const { part } of asked) {
    console.log(part.name)
    const stopWorking = await startWorking(target)
    const outcome = await part.run(target)
    const { calls, lost } = await stopWorking()
    results.push({ name: part.name, ...outcome, lost: `${lost} of ${calls}` })
  }
} finally {
  await target.close()
}
console.table(results)
console.log('npm test tries besides:')
for (const [name, test] of Object.entries(triedByTests)) console.log(`- ${name}: server/src/${test}`)
const rows = results.map(({ name, tried, through, lost }) => [
  ...name.split('; '),
  String(tried),
  String(through),
  lost
])
const head = ['Tried', 'Got through is', 'Tries', 'Got through', 'Lost']
if (asked.length === Object.keys(attacks).length) writeTable('SECURITY.md', 'attacks', [head, ...rows], 3)
const held = results.every(({ through, lost }) => through === 0 && lost.startsWith('0 '))
endWith(held, 'Something got through or was lost.')
