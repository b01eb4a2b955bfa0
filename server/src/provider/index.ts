import type { Feature } from '../platform/feature.ts'
import { anyCommand } from '../platform/operator/command.ts'
import { createKeyCommand, listKeysCommand, revokeKeyCommand } from './provider-key/commands.ts'
import {
  addWebhookCommand,
  listFailedWebhooksCommand,
  listWebhooksCommand,
  removeWebhookCommand,
  resendWebhookCommand
} from './webhook/commands.ts'
import { queueDeliveries } from './webhook/queue-deliveries.ts'
import { webhookDeliveryJob } from './webhook/webhook-delivery.job.ts'
import { checkCommand } from './check/check.command.ts'
import { eraseCommand } from './erase/erase.command.ts'
import { exportCommand } from './export/export.command.ts'
import { importCommand } from './import/import.command.ts'
import { initCommand } from './init/init.command.ts'
import { providerApi } from './provider-api.ts'

/** What the provider's own programs may ask of the server, and the keys that they ask with. */
export const provider: Feature = {
  plugins: [providerApi],
  jobs: [webhookDeliveryJob],
  repeated: [{ everyMs: 1000, run: queueDeliveries }],
  commands: ({ features, imports, personalData, jobs }) => [
    anyCommand(checkCommand(features)),
    anyCommand(importCommand(imports)),
    anyCommand(exportCommand(imports)),
    anyCommand(eraseCommand(personalData)),
    anyCommand(initCommand(imports, jobs)),
    anyCommand(createKeyCommand),
    anyCommand(listKeysCommand),
    anyCommand(revokeKeyCommand),
    anyCommand(addWebhookCommand),
    anyCommand(listWebhooksCommand),
    anyCommand(removeWebhookCommand),
    anyCommand(listFailedWebhooksCommand),
    anyCommand(resendWebhookCommand)
  ]
}

export { checkCommand, checkSurroundings, type Finding } from './check/check.command.ts'
export { defaultRows } from './init/default-rows.ts'
export { initCommand } from './init/init.command.ts'
export { type Erased, eraseCommand } from './erase/erase.command.ts'
export { exportCommand } from './export/export.command.ts'
export { dataFile } from './import/import-file.ts'
export {
  importCommand,
  type Imported,
  type ImportedFile,
  type ImportProgress,
  newRunId
} from './import/import.command.ts'
export { createKeyCommand, keyName, listKeysCommand, revokeKeyCommand } from './provider-key/commands.ts'
export {
  addWebhookCommand,
  listFailedWebhooksCommand,
  listWebhooksCommand,
  receiverUrl,
  removeWebhookCommand,
  resendWebhookCommand
} from './webhook/commands.ts'
export { newWebhookSecret } from './webhook/webhook-secret.ts'
export { newKey } from './provider-key/key-text.ts'
export { type Scope, scopes } from './provider-key/scopes.ts'
