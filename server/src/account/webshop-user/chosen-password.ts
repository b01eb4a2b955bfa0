import type { Config } from '../../platform/config/config.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { hashPassword } from '../session/passwords.ts'

/**
 * The stored form of a password that a person chose; null without one. It takes as long as all the rest of a save, so it is made
 * before rows are locked.
 * @throws Refusal `passwordTooShort`
 */
export async function hashChosenPassword(
  password: string | null | undefined,
  { minimumPasswordLength: least }: Pick<Config, 'minimumPasswordLength'>
): Promise<string | null> {
  if (typeof password !== 'string') return null
  if (password.length < least) throw new Refusal('passwordTooShort', { least: String(least) })
  return hashPassword(password)
}
