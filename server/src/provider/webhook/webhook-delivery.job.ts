import { defineHistogram } from '../../platform/metrics/metric.ts'
import { defineJob } from '../../platform/queue/job.ts'
import type { JobContext } from '../../platform/services.ts'
import { findChange } from '../change/change.repository.ts'
import { describeChange } from '../change/changed-rows.ts'
import { type DeliveryKey, findBusyWebhooks, webhookDeliveryName } from './delivery.repository.ts'
import { sendWebhook } from './send-webhook.ts'
import { findWebhook, noteFailing } from './webhook.repository.ts'

const [minute, hour] = [60, 3600]

// A receiver that restarts is back within seconds or minutes; one that is broken over a weekend gets three days.
const pauses = [5, 30, 2 * minute, 10 * minute, hour, 5 * hour, 12 * hour, 24 * hour, 32 * hour] as const

const delay = defineHistogram(
  'webhook_delay_seconds',
  'Time from a change to the receiver that took it',
  [1, 2.5, 5, 10, 30, 60, 300, 1800, 7200, 86_400]
)

/** Delivers a change to one receiver. */
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
    const stored = webhook && (await findChange(db, webhook.company, changeId))
    // The webhook was removed meanwhile, or the change is older than the audit is kept.
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
