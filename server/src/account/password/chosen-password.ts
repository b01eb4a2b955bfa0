import { setImmediate as nextTurn, setTimeout as rest } from 'node:timers/promises'
import type { MatchExtended, ZxcvbnFactory, ZxcvbnResult } from '@zxcvbn-ts/core'
import type { Db } from '../../platform/database/query.ts'
import { type Caller, requireFreshLogin } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { createSemaphore } from '../../platform/lib/semaphore.ts'
import { limits } from '../../platform/limits/limits.ts'
import type { PersonKey } from '../../platform/personal-data/person.ts'
import type { Services } from '../../platform/services.ts'
import { listKnownFacts, type PasswordOwner } from './password-owner.repository.ts'
import { hashPassword } from './passwords.ts'

/**
 * Tells why a password is too easy to guess for its owner; undefined for a good one.
 * @param by who chose it
 * @param entered names and addresses that are to be stored together with it
 */
export async function findWeakness(
  db: Db,
  password: string,
  owner: PasswordOwner,
  by: PersonKey,
  entered: readonly unknown[] = []
): Promise<Guessable | undefined> {
  const known = await listKnownFacts(db, owner)
  const own = [...known, ...entered.filter((value) => typeof value === 'string')]
  return guessability(password, own, `${by.provider}/${by.contact}`)
}

/**
 * Hashes a password that a person chose; null without one. The hash takes as long as all the rest of a save, so the
 * caller makes it before rows are locked, and only after a login of the last ten minutes, which every password needs.
 * @throws Refusal `loginTooOld`, `passwordTooShort`, `passwordCommon`, `passwordOwn`
 */
export async function hashChosenPassword(
  { db, config: { minimumPasswordLength: least } }: Pick<Services, 'db' | 'config'>,
  caller: Caller,
  password: string | null | undefined,
  owner: PasswordOwner,
  entered: readonly unknown[] = []
): Promise<string | null> {
  if (typeof password !== 'string') return null
  requireFreshLogin(caller)
  if (password.length < least) throw new Refusal('passwordTooShort', { least: String(least) })
  const weakness = await findWeakness(db, password, owner, caller, entered)
  if (weakness) throw new Refusal(weakness === 'own' ? 'passwordOwn' : 'passwordCommon')
  return hashPassword(password)
}

/**
 * Runs the work of each key one after the other, with rests between: a key takes at most one `share`th of the time,
 * however much is asked for at once. A caller who asks now and then does not wait.
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

/** The reason why an attacker would guess a password among the first. */
type Guessable = 'common' | 'own'

/**
 * Threshold in guesses: more than an account takes in a year (docs/decisions/0009-throttling.md), and fewer than for
 * six random characters.
 */
const fewGuesses = 100_000
/** A longer beginning adds no information, and takes long to judge. */
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

/** Returns names and addresses, whole and in their parts. */
function wordsOf(texts: readonly string[]): string[] {
  const parts = texts.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
  return [...new Set(parts)].filter((part) => part.length >= 3)
}

// Judgements of one person take a tenth of the time, and other work of the thread gets its turn before each.
const pace = pacePerKey(10)
const oneAtATime = createSemaphore(limits.passwordJudgements.most)

/**
 * Judges whether a password is soon guessed: a common one, a word, a year or a pattern of keys, or made of facts that
 * are known about its owner; also with a character or two around it.
 * @param own names, addresses and numbers of the owner and the provider
 * @param by who asks: many at once are judged one after the other, with rests between
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
    // Characters between two names make them no less known.
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
