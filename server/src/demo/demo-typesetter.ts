import { fileURLToPath } from 'node:url'
import { letterheadOf } from '../company/index.ts'
import { letterheadFiles, letterTemplates } from '../confirmations/index.ts'
import type { Config } from '../platform/config/config.ts'
import { columnName } from '../platform/database/column-name.ts'
import { createTypesetter, type Typesetter } from '../platform/typesetting/typesetter.ts'
import { providerRow } from './provider.ts'

const demoTemplates = fileURLToPath(new URL('../../src/demo/templates/', import.meta.url))

/** The provider's row in its stored form, before it is stored. */
const storedProvider = Object.fromEntries(
  Object.entries(providerRow).map(([name, value]) => [columnName(name), value])
) as unknown as Parameters<typeof letterheadOf>[0]

/** Creates a typesetter for the demo's invoices and scripts, which share letterhead and style with the letters. */
export function createDemoTypesetter(config: Pick<Config, 'letterTemplates'>): Typesetter {
  const typesetter = createTypesetter({ folders: [letterTemplates, demoTemplates], overrides: config.letterTemplates })
  const letterhead = letterheadOf(storedProvider)
  let made: ReturnType<typeof letterheadFiles> | undefined
  return {
    ...typesetter,
    async render(template, data, options) {
      made ??= letterhead && letterheadFiles(typesetter, letterhead)
      const files = await made
      return typesetter.render(template, data, { ...options, ...(files && { files }) })
    }
  }
}
