import { type CheckOutcome, type Checks, warningFault } from '../platform/operator/check.ts'
import { type ListedKey, listKeys } from './provider-key/provider-key.repository.ts'
import { type ListedWebhook, listWebhooks } from './webhook/webhook.repository.ts'

const inDays = (days: number): string => new Date(Date.now() + days * 24 * 3_600_000).toISOString()

/** Warns of keys by the given time of each. */
function judge(keys: readonly ListedKey[], what: string, timeOf: (key: ListedKey) => string): CheckOutcome {
  if (keys.length === 0) return 'there are none'
  return warningFault(`Keys ${what}: ${keys.map((key) => `${key.id} of ${key.name} ${timeOf(key)}`).join(', ')}.`)
}

const lastUse = ({ lastUsedAt, createdAt }: ListedKey): string => lastUsedAt ?? createdAt

const sentenceOf = ({ id, url, reason, waiting, nextTryAt }: ListedWebhook): string =>
  `The webhook ${id} to ${url} fails (${reason ?? 'unknown'}): ${waiting} changes wait, the next try is ${nextTryAt === null ? 'never' : `at ${nextTryAt}`}.`

export const providerChecks: Checks = {
  async 'expiring-keys'(_config, db) {
    const keys = (await listKeys(db)).filter(({ revokedAt }) => revokedAt === null)
    const hasSuccessor = ({ providerId, name }: ListedKey) =>
      keys.some((key) => key.providerId === providerId && key.name === name && key.expiresAt > inDays(30))
    const isEnding = ({ expiresAt }: ListedKey) => expiresAt > inDays(-30) && expiresAt < inDays(30)
    const ending = keys.filter((key) => isEnding(key) && !hasSuccessor(key))
    return judge(ending, 'end, or have ended, without a successor', ({ expiresAt }) => `at ${expiresAt}`)
  },
  async 'unused-keys'(_config, db) {
    const keys = (await listKeys(db)).filter(({ revokedAt, expiresAt }) => revokedAt === null && expiresAt > inDays(0))
    const unused = keys.filter((key) => lastUse(key) < inDays(-90))
    return judge(unused, 'are unused for 90 days', (key) => `since ${lastUse(key)}`)
  },
  async 'failing-webhooks'(_config, db) {
    const failing = (await listWebhooks(db)).filter((webhook) => webhook.failing)
    return failing.length === 0 ? 'none fails' : warningFault(failing.map(sentenceOf).join('\n'))
  }
}
