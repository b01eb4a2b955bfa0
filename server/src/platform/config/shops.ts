import type { Config } from './config.ts'
import { shopPath } from './config-file.ts'
import { publicBase } from './public-url.ts'

/**
 * The configuration of each of several shops; none for a server with one shop. Page and links of the provider are a shop's own: those
 * of another company would be wrong.
 */
export function shopConfigs(config: Config): readonly Config[] {
  return config.shops.map(({ mailFrom, shopUrl = '', links = {}, ...shop }) => ({
    ...config,
    ...shop,
    shopUrl,
    links,
    publicUrl: `${publicBase(config)}${shopPath(shop)}`,
    mail: { ...config.mail, ...(mailFrom !== undefined && { from: mailFrom }) }
  }))
}

/** Where something happens that mails or letters follow from. */
export interface Place {
  /** The provider's company. */
  readonly company: number
  /** The shop's appKey; missing: the first shop of the company. */
  readonly shop?: string | undefined
}

/** The configuration of a shop: what mails and letters to its customers are made with. */
export function configOf(config: Config, { company, shop }: Place): Config {
  if (config.company !== undefined) return config
  const shops = shopConfigs(config).filter((each) => each.company === company)
  return shops.find(({ appKey }) => appKey === shop) ?? shops[0] ?? config
}

/** The shop that a configuration is of, among several. */
export function shopOf({ company, appKey }: Pick<Config, 'company' | 'appKey'>): string | undefined {
  return company === undefined ? undefined : appKey
}

/** Whether what belongs to a company may be seen in the shop of this configuration. */
export function isOfShop({ company }: Pick<Config, 'company'>, owner: { readonly company: number }): boolean {
  return company === undefined || company === owner.company
}

/** Whether people log in on pages with this configuration: not on those of a server with several shops, outside of each. */
export function hasLogin({ company, shops }: Pick<Config, 'company' | 'shops'>): boolean {
  return company !== undefined || shops.length === 0
}

/** Whose customers may log in with an appKey, and in which of several shops; undefined where the server has one, for all companies. */
export interface LoginScope {
  readonly company: number | undefined
  readonly shop: string | undefined
}

/**
 * Whom a login is for. Pages whose configuration has no appKey send none, and are those of the one shop of the server, or of the shop
 * below whose path they call.
 * @returns undefined for an appKey that is not known here
 */
export function loginScope(config: Config, appKey: string | undefined): LoginScope | undefined {
  const given = appKey ?? ''
  if (hasLogin(config))
    return given === '' || given === config.appKey ? { company: config.company, shop: shopOf(config) } : undefined
  const shop = config.shops.find((each) => each.appKey === given)
  return shop && { company: shop.company, shop: shop.appKey }
}
