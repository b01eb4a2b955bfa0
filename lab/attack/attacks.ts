import { setTimeout as wait } from 'node:timers/promises'
import { authorized } from '../../testing/server/calls.ts'
import { findBinaries } from '../../testing/server/postgres-binaries.ts'
import type { Trial, TrialRoom } from '../trial/trial.ts'
import { drawings } from './drawings.ts'
import { fourServers } from './four-servers.ts'
import { timeByKindOfHash } from './login-times.ts'
import { overload } from './overload.ts'
import { slowPasswords } from './slow-passwords.ts'
import { type Attack, startTarget, type Target } from './target.ts'
import { uploads } from './uploads.ts'
import { worstCost } from './worst-cost.ts'

/** Starts a customer who works while the server is attacked. */
async function startWorking({ url, newCustomer }: Target) {
  const headers = await authorized(url, (await newCustomer()).shopUsers.admin)
  const end = new AbortController()
  let [calls, lost] = [0, 0]
  const work = async () => {
    while (!end.signal.aborted) {
      calls += 1
      const signal = AbortSignal.timeout(10_000)
      const answer = await fetch(`${url}/api/contact`, { headers, signal }).catch(() => null)
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

let target: Promise<Target> | undefined

/** Makes the trial of an attack, in which a customer's calls without an answer are broken promises, too. */
const whileSomebodyWorks = ({ name, run }: Attack): Trial => ({
  name,
  missing: () => (findBinaries() ? undefined : 'PostgreSQL'),
  async run() {
    target ??= startTarget()
    const attacked = await target
    const stopWorking = await startWorking(attacked)
    const outcome = run(attacked)
    const { calls, lost } = await outcome.then(stopWorking, stopWorking)
    console.log(`  ${lost} of ${calls} calls of a customer were lost meanwhile`)
    const { tried, broken } = await outcome
    return { tried, broken: broken + lost }
  }
})

export const attacks: TrialRoom = {
  trials: {
    'time-by-kind-of-hash': whileSomebodyWorks(timeByKindOfHash),
    'slow-passwords': whileSomebodyWorks(slowPasswords),
    overload: whileSomebodyWorks(overload),
    'worst-cost': whileSomebodyWorks(worstCost),
    uploads: whileSomebodyWorks(uploads),
    drawings,
    'four-servers': whileSomebodyWorks(fourServers)
  },
  table: ['SECURITY.md', 'attacks'],
  triedByTests: {
    'every call with every right and without a login': 'server/src/platform/http/rights.test.ts',
    "reads of another company's things with each parameter and each right": 'server/src/platform/http/rights.test.ts',
    "saves with another company's keys and with fields that nobody may set":
      'server/src/records/saving/random-writes.slow.test.ts',
    'injections and malformed values in each parameter and field': 'server/src/platform/http/malformed.slow.test.ts',
    "calls of other pages with the person's cookies": 'server/src/platform/http/cross-origin.test.ts',
    'tokens that were altered, ended, renewed twice or used for what they are not':
      'server/src/account/session/session.test.ts',
    'processes that are killed in the middle of a save': 'server/src/records/saving/killed-saves.slow.test.ts',
    'cookies that somebody planted at one of several shops': 'server/src/shops.test.ts',
    'calls that may give access, in a login that is too old': 'server/src/people/shop-user/fresh-login.test.ts',
    'guesses from many networks, at many accounts, and in other spellings of a name':
      'server/src/account/session/throttle.slow.test.ts',
    'bodies and headers that come letter by letter': 'server/src/platform/http/time-limits.slow.test.ts',
    'links and passwords that were mailed to an address which is another one now':
      'server/src/people/mail/password-mail/corrected-address.slow.test.ts',
    'mails of each purpose to one address, again and again': 'server/src/mails/mails-by-purpose.slow.test.ts',
    "contacts at strangers' addresses with links for names": 'server/src/mails/login-mail-limit.slow.test.ts'
  },
  close: async () => (await target)?.close()
}
