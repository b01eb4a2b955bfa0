import { shopPath } from './config-file.ts'
import type { Config } from './config.ts'
import { publicBase } from './public-url.ts'

/**
 * Returns the configuration of every site, each with an API, elements and pages: first the one at the top, which of a
 * server with one shop is that shop, then each of several shops. A shop has its own page and links of the provider:
 * those of another company would be wrong.
 */
export function sitesOf(config: Config): readonly Config[] {
  const shops = config.shops.map(({ mailFrom = config.mail.from, shopUrl = '', links = {}, ...shop }) => {
    const path = shopPath(shop)
    const publicUrl = publicBase(config) + path
    const mail = { ...config.mail, from: mailFrom }
    return { ...config, ...shop, shop: shop.appKey, path, publicUrl, mail, shopUrl, links, shops: [] }
  })
  return [config, ...shops]
}

/** Tells whether a site has customers who log in; above the paths of several shops nobody does. */
export const isShop = ({ shops }: Config): boolean => shops.length === 0

/**
 * Returns the address of a screen in a site's page; empty where it is not known. A page that has something of its own
 * behind the `#` finds its way by it.
 * @param screen its path, with the query of a list
 */
export function screenUrl({ shopUrl, publicUrl }: Config, screen: string): string {
  const page = shopUrl || publicUrl
  return page === '' || page.includes('#') ? page : `${page}#/${screen}`
}

/** Company and shop of an event that mails or letters follow from. */
export interface Place {
  /** The provider's company. */
  readonly provider: number
  /** The shop's appKey; missing: the first shop of the company. */
  readonly shop?: string | undefined
}

/**
 * Finds the site for mails and letters to a shop's customers; that at the top for a company without a shop of its own.
 */
export function siteFor(config: Config, { provider, shop }: Place): Config {
  const sites = sitesOf(config).filter((site) => site.company === provider)
  return sites.find((site) => site.shop === shop) ?? sites[0] ?? config
}

/**
 * Finds the site of a call. Pages whose configuration has no appKey send none, and mean the site that they call.
 * @returns undefined for an appKey that is not known here
 */
export function siteByAppKey(config: Config, appKey = ''): Config | undefined {
  return appKey === '' ? config : sitesOf(config).find((site) => site.appKey === appKey)
}
