import { fileURLToPath } from 'node:url'
import { letterheadOf } from '../account/index.ts'
import { letterheadFiles, letterTemplates } from '../confirmations/index.ts'
import type { Config } from '../platform/config/config.ts'
import { createTypesetter, type Typesetter } from '../platform/typesetting/typesetter.ts'
import { providerRow } from './provider.ts'

const demoTemplates = fileURLToPath(new URL('../../src/demo/templates/', import.meta.url))

/** A typesetter for the demo's invoices and scripts, which share letterhead and style with the letters. */
export function createDemoTypesetter(config: Pick<Config, 'letterTemplates'>): Typesetter {
  const typesetter = createTypesetter({ folders: [letterTemplates, demoTemplates], overrides: config.letterTemplates })
  const letterhead = letterheadOf(providerRow)
  return {
    ...typesetter,
    render: async (template, data, options) => {
      const files = letterhead && (await letterheadFiles(typesetter, letterhead))
      return typesetter.render(template, data, { ...options, ...(files && { files }) })
    }
  }
}
