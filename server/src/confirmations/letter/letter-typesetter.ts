import { fileURLToPath } from 'node:url'
import type { Config } from '../../platform/config/config.ts'
import { createTypesetter, type Typesetter } from '../../platform/typesetting/typesetter.ts'

/** The folder of the shipped templates. The build (dist/) is as deep as the sources (src/), and both read it from the sources. */
export const letterTemplates = fileURLToPath(new URL('../../../src/confirmations/letter/templates/', import.meta.url))

/** A typesetter for letters, with the provider's templates laid over the shipped ones. */
export function createLetterTypesetter(config: Pick<Config, 'letterTemplates'>): Typesetter {
  return createTypesetter({ folders: [letterTemplates], overrides: config.letterTemplates })
}
