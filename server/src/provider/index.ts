import type { Feature } from '../platform/feature.ts'
import { anyCommand } from '../platform/operator/command.ts'
import { placeInThisServer } from '../platform/saving/audit-retention.ts'
import { createKeyCommand, listKeysCommand, revokeKeyCommand } from './provider-key/commands.ts'
import { providerApi } from './provider-api.ts'

/** What the provider's own programs may ask of the server, and the keys that they ask with. */
export const provider: Feature = {
  plugins: [providerApi],
  startChecks: [async (_config, db) => placeInThisServer(db)],
  commands: [anyCommand(createKeyCommand), anyCommand(listKeysCommand), anyCommand(revokeKeyCommand)]
}

export { checkCommand, checkSurroundings, type Finding } from './check/check.command.ts'
export { createKeyCommand, keyName, listKeysCommand, revokeKeyCommand } from './provider-key/commands.ts'
export { newKey } from './provider-key/key-text.ts'
export { type Scope, scopes } from './provider-key/scopes.ts'
