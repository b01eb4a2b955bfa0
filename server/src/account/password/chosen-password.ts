import type { Db } from '../../platform/database/query.ts'
import { type Caller, requireFreshLogin } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { PersonKey } from '../../platform/personal-data/person.ts'
import type { Services } from '../../platform/services.ts'
import { guessability, type Guessable } from './guessable-password.ts'
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
