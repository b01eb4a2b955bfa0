import { shopPath } from './config-file.ts'
import type { Config } from './config.ts'
import { publicBase } from './public-url.ts'

/**
 * Returns the configuration of every site, each with an API, elements and pages: first the top site, which is the shop
 * if the server has only one, then each of several shops. The shops do not inherit page and links of the provider,
 * which belong to another company.
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

/** Tells whether customers log in at a site, which is not the case at the top site of several shops. */
export const isShop = ({ shops }: Config): boolean => shops.length === 0

/**
 * Returns the address of a screen in a site's page; empty if it is not known. A page with other content after the `#`
 * finds its way by it.
 * @param screen its path, with the query of a list
 */
export function screenUrl({ shopUrl, publicUrl }: Config, screen: string): string {
  const page = shopUrl || publicUrl
  return page === '' || page.includes('#') ? page : `${page}#/${screen}`
}

/** Company and shop of the event that causes a mail or a letter. */
export interface ShopKey {
  readonly providerId: number
  /** The shop's appKey; missing: the first shop of the company. */
  readonly shop?: string | undefined
}

/** Finds the site for mails and letters to a shop's customers; for a company without a shop, the top site. */
export function siteFor(config: Config, { providerId, shop }: ShopKey): Config {
  const sites = sitesOf(config).filter((site) => site.providerId === providerId)
  return sites.find((site) => site.shop === shop) ?? sites[0] ?? config
}

/**
 * Finds the site of a call. Pages without an appKey in their configuration send none, and mean the site that they call.
 * @returns undefined for an unknown appKey
 */
export function siteByAppKey(config: Config, appKey = ''): Config | undefined {
  return appKey === '' ? config : sitesOf(config).find((site) => site.appKey === appKey)
}
