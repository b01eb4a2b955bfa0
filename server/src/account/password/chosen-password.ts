import { setImmediate as nextTurn, setTimeout as rest } from 'node:timers/promises'
import type { MatchExtended, ZxcvbnFactory, ZxcvbnResult } from '@zxcvbn-ts/core'
import { shopUserFields } from '@customer-center/contract/shop-user'
import type { Services } from '../../feature/services.ts'
import { requireFreshLogin } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { RouteCall } from '../../platform/http/route.ts'
import { createSemaphore } from '../../platform/lib/semaphore.ts'
import { limits } from '../../platform/limits/limits.ts'
import type { PersonKey } from '../../platform/personal-data/person.ts'
import { listPersonalTerms, type PasswordOwner } from './password-owner.repository.ts'
import { hashPassword, normalPassword } from './passwords.ts'

const { max: longestPassword } = shopUserFields.password

const refusals = {
  tooShort: 'passwordTooShort',
  tooLong: 'passwordTooLong',
  blank: 'passwordBlank',
  common: 'passwordCommon',
  own: 'passwordOwn'
} as const

/**
 * Tells why a password must not be chosen for its owner; undefined for a good one.
 * @param by the person who chose the password
 * @param entered names and addresses that will be stored together with the password
 */
export async function findMistake(
  { db, config: { minimumPasswordLength: least } }: Pick<Services, 'db' | 'config'>,
  typed: string,
  owner: PasswordOwner,
  by: PersonKey,
  entered: readonly unknown[] = []
): Promise<keyof typeof refusals | undefined> {
  const password = normalPassword(typed)
  if (password.length < least) return 'tooShort'
  if (password.length > longestPassword) return 'tooLong'
  if (password !== password.trim()) return 'blank'
  const known = await listPersonalTerms(db, owner)
  const own = [...known, ...entered.filter((value) => typeof value === 'string')]
  return guessability(password, own, `${by.providerId}/${by.contactId}`)
}

/**
 * Hashes a chosen password, without a turn; returns null without one. Hashing takes as long as the rest of a save, so
 * call it before rows are locked. Requires a login within the last ten minutes, as every new password does.
 * @throws Refusal `loginTooOld`, `passwordTooShort`, `passwordTooLong`, `passwordBlank`, `passwordCommon`, `passwordOwn`
 */
export async function hashChosenPassword(
  services: Pick<Services, 'db' | 'config'>,
  call: RouteCall<unknown, unknown>,
  password: string | null | undefined,
  owner: PasswordOwner,
  entered: readonly unknown[] = []
): Promise<string | null> {
  if (typeof password !== 'string') return null
  const { caller, request } = call
  requireFreshLogin(caller)
  return request.server.admission.withoutTurn(call, async () => {
    const mistake = await findMistake(services, password, owner, caller, entered)
    const { minimumPasswordLength: least } = services.config
    if (mistake) throw new Refusal(refusals[mistake], { least: String(least), most: String(longestPassword) })
    return hashPassword(password)
  })
}

/**
 * Runs the work of each key one after the other with pauses, so that a key takes at most one `share`th of the time,
 * even for many simultaneous requests. Occasional requests do not wait.
 */
function pacePerKey(share: number): <Result>(key: string, work: () => Promise<Result>) => Promise<Result> {
  const lines = new Map<string, Promise<void>>()
  return async (key, work) => {
    let begun = 0
    const done = (lines.get(key) ?? Promise.resolve()).then(() => {
      begun = performance.now()
      return work()
    })
    const line = done
      .catch(() => undefined)
      .then(() => rest((performance.now() - begun) * (share - 1), undefined, { ref: false }))
      .then(() => {
        if (lines.get(key) === line) lines.delete(key)
      })
    lines.set(key, line)
    return done
  }
}

/** Reason why an attacker would try a password early. */
type Guessable = 'common' | 'own'

/**
 * Threshold in guesses: more than an account takes in a year (docs/decisions/0009-throttling.md), and fewer than for
 * six random characters.
 */
const fewGuesses = 100_000
/** Limit of characters that are judged; more add no information and take long. */
const longest = 40

let estimator: Promise<ZxcvbnFactory> | undefined

/** Loads the dictionaries with the first chosen password: they take 35 MB and a third of a second. */
async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Factory }, common, german] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-de')
  ])
  return new Factory({
    dictionary: { ...common.dictionary, ...german.dictionary },
    graphs: common.adjacencyGraphs,
    l33tMaxSubstitutions: 16
  })
}

/** Returns names and addresses, both whole and split into words. */
function wordsOf(texts: readonly string[]): string[] {
  const parts = texts.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
  return [...new Set(parts)].filter((part) => part.length >= 3)
}

// The judgements that one person requests take at most a tenth of the time, and the thread does other work before each.
const pace = pacePerKey(10)
const oneAtATime = createSemaphore(limits.passwordJudgements.most)

/**
 * Judges whether a password is easy to guess: a common password, a word, a year, a pattern of keys, or facts known
 * about its owner, also with a character or two before or after it.
 * @param own names, addresses and numbers of the owner and the provider
 * @param by the person who asks: simultaneous requests of one person run one after the other, with pauses
 * @returns undefined for a good one
 */
async function guessability(password: string, own: readonly string[], by: string): Promise<Guessable | undefined> {
  estimator ??= load()
  const zxcvbn = await estimator
  const words = wordsOf(own)
  const start = password.slice(0, longest)
  const check = (text: string) =>
    oneAtATime.run(async () => {
      await nextTurn()
      return judge(zxcvbn.check(text, words))
    })
  return pace(by, async () => {
    const found = await check(start)
    // Names that are separated by other characters are as easy to guess.
    return found ?? ((await check(start.replace(/[^\p{L}\p{N}]/gu, ''))) === 'own' ? 'own' : undefined)
  })
}

const isIn = (name: string) => (match: MatchExtended) => 'dictionaryName' in match && match['dictionaryName'] === name
const [isOwn, isCommon] = [isIn('userInputs'), isIn('passwords-common')]

function judge({ password, guesses, sequence }: ZxcvbnResult): Guessable | undefined {
  const known = sequence.filter((match) => isOwn(match) || isCommon(match)).map(({ token }) => token.length)
  const isNearlyKnown = known.reduce((sum, length) => sum + length, 0) > password.length * 0.75
  if (guesses >= fewGuesses && !isNearlyKnown) return undefined
  return sequence.some(isOwn) ? 'own' : 'common'
}
