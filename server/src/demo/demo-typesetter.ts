import { fileURLToPath } from 'node:url'
import { letterTemplates } from '../confirmations/index.ts'
import type { Config } from '../platform/config/config.ts'
import { createTypesetter, type Typesetter } from '../platform/typesetting/typesetter.ts'

const demoTemplates = fileURLToPath(new URL('../../src/demo/templates/', import.meta.url))

/** A typesetter for the demo's invoices and scripts, which share letterhead and style with the letters. */
export function createDemoTypesetter(config: Pick<Config, 'letterTemplates'>): Typesetter {
  return createTypesetter({ folders: [letterTemplates, demoTemplates], overrides: config.letterTemplates })
}
