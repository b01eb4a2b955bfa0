import { Pool } from 'pg'
import { readConfig } from '../../server/src/platform/config/config.ts'
import type { CommandContext } from '../../server/src/platform/operator/command.ts'

export const commandContext: CommandContext = {
  config: readConfig({}),
  /** Connects to nothing. */
  pool: new Pool(),
  contents: () => import('../../server/src/features.ts'),
  report: () => undefined,
  signal: new AbortController().signal
}
