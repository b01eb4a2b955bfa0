import { Histogram } from 'prom-client'
import { Webhook } from 'standardwebhooks'
import type { Change } from '@customer-center/contract/change'
import type { JobContext } from '../../feature/services.ts'
import { errorCode } from '../../platform/database/errors.ts'
import { currentTrace, traceparent } from '../../platform/lib/trace.ts'
import { ownMetric } from '../../platform/metrics/metric.ts'
import { defineJob } from '../../platform/queue/job.ts'
import { findChange } from '../change/change.repository.ts'
import { describeChange } from '../change/changed-rows.ts'
import {
  type DeliveryKey,
  findBusyWebhooks,
  findWebhook,
  noteFailing,
  webhookDeliveryName
} from './webhook.repository.ts'

const [minute, hour] = [60, 3600]

// A receiver that restarts is back within seconds or minutes; a receiver that fails over a weekend gets three days.
const pauses = [5, 30, 2 * minute, 10 * minute, hour, 5 * hour, 12 * hour, 24 * hour, 32 * hour] as const

const delay = new Histogram({
  ...ownMetric('webhook_delay_seconds', 'Time from a change to the receiver that took it'),
  buckets: [1, 2.5, 5, 10, 30, 60, 300, 1800, 7200, 86_400]
})

export const webhookDeliveryJob = defineJob<DeliveryKey, JobContext>({
  name: webhookDeliveryName,
  outgoing: true,
  failedDays: ({ auditDays }) => auditDays,
  options: () => ({
    retryLimit: pauses.length,
    retryDelaySeconds: pauses,
    timeoutSeconds: 60,
    heartbeatTimeoutSeconds: 15,
    concurrency: 40
  }),
  findBusy: findBusyWebhooks,
  async run({ db }, { data: { webhookId, changeId }, signal }) {
    const webhook = await findWebhook(db, webhookId)
    const stored = webhook && (await findChange(db, webhook.providerId, changeId))
    // The webhook was removed, or the change is older than the audit.
    if (!stored) return undefined
    const reason = await sendWebhook({ ...webhook, change: describeChange(stored) }, signal)
    if (reason === undefined) {
      delay.observe((Date.now() - stored.at.getTime()) / 1000)
      return (trx) => noteFailing(trx, webhookId, false)
    }
    await noteFailing(db, webhookId, true)
    throw new Error(reason)
  }
})

const timeLimitMs = 10_000

interface WebhookMessage {
  readonly url: string
  readonly secret: string
  readonly change: Change
}

/** Returns a type such as `contacts.update`: the resource of the first row, which is the saved one, and its action. */
const typeOf = ({ rows, action }: Change): string => `${rows[0]?.resource ?? 'nothing'}.${action}`

function failureOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return `no answer within ${timeLimitMs / 1000} s`
  const cause = error instanceof Error ? error.cause : undefined
  return `no connection (${errorCode(cause) || 'unknown'})`
}

/**
 * Sends a change to a receiver, signed according to the Standard Webhooks specification. The same change always has the
 * same `webhook-id`, by which the receiver recognises it; `traceparent` has the trace of its job.
 * @returns the reason why the delivery failed; undefined after a success
 */
async function sendWebhook({ url, secret, change }: WebhookMessage, stop: AbortSignal): Promise<string | undefined> {
  const body = JSON.stringify({ type: typeOf(change), timestamp: change.at, data: change })
  const id = `change_${change.id}`
  const at = new Date()
  const trace = currentTrace()
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'customer-center',
        ...(trace && { traceparent: traceparent(trace) }),
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(secret).sign(id, at, body)
      },
      body,
      // Redirects are refused: data of a customer goes only to addresses that an operator has named.
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(timeLimitMs), stop])
    })
    // The answer's body is irrelevant, so it is not read.
    await response.body?.cancel()
    return response.ok ? undefined : `answered ${response.status}`
  } catch (error) {
    // The process ends: another one sends it.
    stop.throwIfAborted()
    return failureOf(error)
  }
}
