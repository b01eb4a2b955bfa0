import { Pool } from 'pg'
import { readConfig } from '../platform/config/config.ts'
import type { CommandContext } from '../platform/operator/command.ts'

/** A context for a test that runs a command by itself. */
export const commandContext: CommandContext = {
  config: readConfig({}),
  /** Connects to nothing. */
  pool: new Pool(),
  contents: () => import('../features.ts'),
  report: () => undefined,
  signal: new AbortController().signal
}
