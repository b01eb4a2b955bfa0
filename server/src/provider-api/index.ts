import type { Feature } from '../feature/feature.ts'
import { keptTables } from '../platform/database/retention.ts'
import { providerApi } from './provider-api.ts'
import { providerChecks } from './provider-checks.ts'
import { keyGauges } from './provider-key/provider-key.repository.ts'
import { queueDeliveries } from './webhook/queue-deliveries.ts'
import { webhookDeliveryJob } from './webhook/webhook-delivery.job.ts'

/** The API for the provider's own programs, with their keys. */
export const provider: Feature = {
  plugins: [providerApi],
  jobs: [webhookDeliveryJob],
  metrics: [keyGauges],
  repeated: [{ everyMs: 2000, run: queueDeliveries }],
  retention: [
    keptTables('until you remove them by a command', 'provider_keys', 'webhooks'),
    {
      of: ['done', 'failed'],
      kind: 'folder',
      kept: '`IMPORT_DAYS`, in the folder of `sync`, which deletes them itself'
    }
  ],
  checks: providerChecks
}

export { insertKey, listKeys, revokeKey, sleepKeys } from './provider-key/provider-key.repository.ts'
export { newKey } from './provider-key/provider-key.ts'
export { sleepWebhooks } from './webhook/webhook.repository.ts'
