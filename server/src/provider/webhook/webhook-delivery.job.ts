import { findChange } from '../change/change.repository.ts'
import { describeChange } from '../change/describe-change.ts'
import type { Conclusion, Job, JobName } from '../../platform/queue/job.ts'
import type { JobContext } from '../../platform/services.ts'
import { type DeliveryKey, findDelivery, noteDelivered, noteFailure } from './delivery.repository.ts'
import { sendWebhook } from './send-webhook.ts'

export const webhookDeliveryName: JobName<DeliveryKey> = 'webhook-delivery'

/** Delivers a change to one receiver, once. Another attempt is another job: `queue-deliveries.ts` knows when. */
export const webhookDeliveryJob: Job<DeliveryKey, JobContext> = {
  name: webhookDeliveryName,
  outgoing: true,
  options: () => ({
    // The retries are for a process that died and a database that was away.
    retryLimit: 5,
    retryDelaySeconds: 1,
    timeoutSeconds: 60,
    heartbeatTimeoutSeconds: 15,
    concurrency: 40
  }),
  async run({ db, log }, { data, signal }): Promise<Conclusion | undefined> {
    const delivery = await findDelivery(db, data)
    const stored = delivery && (await findChange(db, delivery.company, data.changeId))
    // The webhook was removed meanwhile, or the job came twice.
    if (!stored) return undefined
    const { attempts } = delivery
    const reason = await sendWebhook({ ...delivery, change: describeChange(stored) }, signal)
    if (reason === undefined) return (trx) => noteDelivered(trx, data)
    log.warn(
      { webhook: data.webhookId, change: data.changeId, attempts: attempts + 1, reason },
      'a webhook did not arrive'
    )
    return (trx) => noteFailure(trx, data, attempts, reason)
  }
}
