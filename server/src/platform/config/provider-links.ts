import { linkNames } from '@customer-center/contract/runtime-config'
import type { Config } from './config.ts'
import { changeableTexts } from './own-texts.ts'
import texts from './texts.json' with { type: 'json' }

export const linkTexts = changeableTexts('links', texts.links)

export interface ProviderLink {
  readonly label: string
  readonly url: string
}

/** Lists the provider's pages in LINKS, in the order of the elements' footer. */
export function providerLinks(config: Pick<Config, 'links' | 'own'>): readonly ProviderLink[] {
  const { links } = config
  const labels = linkTexts(config)
  return linkNames.flatMap((name) => {
    const url = links[name]
    return url === undefined ? [] : [{ label: labels[name], url }]
  })
}
