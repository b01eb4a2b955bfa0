import { type Checks, warning } from '../../platform/operator/check.ts'
import { type ListedWebhook, listWebhooks } from './webhook.repository.ts'

const sentenceOf = ({ id, url, reason, waiting, nextTryAt }: ListedWebhook): string =>
  `The webhook ${id} to ${url} fails (${reason ?? 'unknown'}): ${waiting} changes wait, the next try is ${nextTryAt === null ? 'never' : `at ${nextTryAt}`}.`

export const webhookChecks: Checks = {
  async 'failing-webhooks'(_config, db) {
    const failing = (await listWebhooks(db)).filter((webhook) => webhook.failing)
    return failing.length === 0 ? 'none fails' : warning(failing.map(sentenceOf).join('\n'))
  }
}
