import { readFileSync } from 'node:fs'
import type { ResourceRow } from '../platform/importing/run/import-rows.ts'
import catalogue from './catalogue.json' with { type: 'json' }

const drawing = (name: string) =>
  `data:image/svg+xml;base64,${readFileSync(new URL(`../../src/demo/${name}.svg`, import.meta.url)).toString('base64')}`

/** The provider's company of the demo shop. */
export const company = 1

/** The demo's provider, with what its letterhead needs. */
export const providerRow = {
  ...catalogue.provider,
  logo: drawing('logo'),
  signature: drawing('signature')
} satisfies ResourceRow<'provider'>
