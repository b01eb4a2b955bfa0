import type { Config } from './config.ts'
import { linkNames } from './setting-types.ts'
import texts from './texts.json' with { type: 'json' }

/** A page of the provider, under the name that people read. */
export interface ProviderLink {
  readonly label: string
  readonly url: string
}

/** The provider's pages that LINKS names, in the order of the elements' foot. */
export function providerLinks({ links }: Pick<Config, 'links'>): readonly ProviderLink[] {
  return linkNames.flatMap((name) => {
    const url = links[name]
    return url === undefined ? [] : [{ label: texts.links[name], url }]
  })
}
