import { fallbackRoute, isRoute } from '@customer-center/contract/routes'
import {
  defaultRuntimeConfig as defaults,
  linkNames,
  readRuntimeConfig,
  readValue,
  type RuntimeConfig
} from '@customer-center/contract/runtime-config'

// A page may give any number of names, each of any length.
const longestName = 60
const mostListed = 20
const mostSaid = 200

/** What the console has said, for whichever element. */
const said = new Set<string>()

/**
 * What the elements do not use, because its name is unknown or its value of the wrong kind.
 *
 * @param config as it was given
 * @param ownTexts those of the page or the provider, by their ids
 * @param texts those that can be replaced
 */
export function unusedSettings(config: unknown, ownTexts: object | null = null, texts: object = {}): string[] {
  const given = { ...(config as Record<string, unknown> | null) }
  const { allowedRoutes, images, routeRights, links } = readRuntimeConfig(given)
  const isKey = (key: string): key is keyof RuntimeConfig => Object.hasOwn(defaults, key)
  const hasScreen = (route: unknown) => route === fallbackRoute || isRoute(route)
  return [
    ...unused(
      'key',
      Object.keys(given),
      (key) => isKey(key) && readValue(key, given[key] ?? defaults[key]) !== undefined
    ),
    ...unused('allowedRoutes', allowedRoutes, hasScreen),
    ...unused('images', Object.keys(images), hasScreen),
    ...unused('routeRights', Object.keys(routeRights), hasScreen),
    ...unused('links', Object.keys(links), (name) => linkNames.some((one) => one === name)),
    ...unused('texts', Object.keys(ownTexts ?? {}), (id) => Object.hasOwn(texts, id))
  ]
}

function unused<Name>(kind: string, names: readonly Name[], isKnown: (name: Name) => boolean): string[] {
  return names.filter((name) => !isKnown(name)).map((name) => `${kind} ${JSON.stringify(name)?.slice(0, longestName)}`)
}

/** As many of them as somebody may read. */
export function listed(names: readonly string[]): string {
  const more = names.length - mostListed
  return names.slice(0, mostListed).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

/** Says each of {@link unusedSettings} once in the console. */
export function warnOfUnused(...settings: Parameters<typeof unusedSettings>): void {
  const news = unusedSettings(...settings).filter((one) => !said.has(one))
  if (news.length === 0 || said.size > mostSaid) return
  for (const one of news) said.add(one)
  // oxlint-disable-next-line no-console -- for the developer of the page
  console.warn(
    `These settings are not used, since nobody knows them or their values are of the wrong kind: ${listed(news)}.`
  )
}
