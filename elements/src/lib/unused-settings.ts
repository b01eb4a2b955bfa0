import { backendFeatures } from '@customer-center/contract/backend-feature'
import { type FieldSpec, versionCode } from '@customer-center/contract/field-codes'
import { fieldTables, listNames } from '@customer-center/contract/field-tables'
import { rightNames } from '@customer-center/contract/rights'
import { fallbackRoute, isRoute } from '@customer-center/contract/routes'
import {
  defaultRuntimeConfig as defaults,
  linkNames,
  readRuntimeConfig,
  readValue,
  type RuntimeConfig,
  shortLanguage
} from '@customer-center/contract/runtime-config'
import { warnDeveloper } from './warn.ts'

// A page may give any number of names, each of any length.
const longestName = 60
const maxListed = 20
const maxSaid = 200

/** Messages that the console has shown already, from any element. */
const said = new Set<string>()

/**
 * Lists settings that the elements do not use, because their name is unknown or their value is of the wrong kind.
 *
 * @param config the given object
 * @param ownTexts texts of the page or the provider, by their ids
 * @param texts texts that can be replaced
 */
export function unusedSettings(config: unknown, ownTexts: object | null = null, texts: object = {}): string[] {
  const given = { ...(config as Record<string, unknown> | null) }
  const { allowedRoutes, images, routeRights, links, defaultLanguage } = readRuntimeConfig(given)
  // This code reads the given features, since `readRuntimeConfig` leaves out members that are no texts.
  const features = (readValue('features', given['features']) ?? []) as unknown[]
  const codes = (readValue('fieldCodes', given['fieldCodes']) ?? {}) as Record<string, unknown>
  const rights = Object.values(routeRights).flatMap((own: unknown): unknown[] => (Array.isArray(own) ? own : []))
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
    ...unused(
      'routeRights',
      Object.keys(routeRights),
      (route) => hasScreen(route) && Array.isArray(routeRights[route])
    ),
    ...unused('routeRights', [...new Set(rights)], (right) => rightNames.some((one) => one === right)),
    ...unused('features', features, (name) => Object.keys(backendFeatures).some((one) => one === name)),
    ...unused('fieldCodes', Object.keys(codes), (name) => isFieldCode(name, codes[name])),
    // A backend that names itself has the codes of the contract.
    ...(given['backend'] && Object.keys(codes).length > 0 ? ['fieldCodes beside backend'] : []),
    // A known language is found with any default.
    ...unused('defaultLanguage', [defaultLanguage], (name) => shortLanguage(name, 'at') === shortLanguage(name, 'de')),
    ...unused('links', Object.keys(links), (name) => linkNames.some((one) => one === name)),
    ...unused('texts', Object.keys(ownTexts ?? {}), (id) => Object.hasOwn(texts, id))
  ]
}

const fields = Object.entries<Readonly<Record<string, FieldSpec>>>(fieldTables)
const fieldNames = new Set([
  ...fields.flatMap(([noun, table]) => Object.keys(table).map((name) => `${noun}.${name}`)),
  ...listNames,
  versionCode
])
const fieldCodes = new Set(fields.flatMap(([, table]) => Object.values(table).map(({ code }) => code)))

/** Tells whether a setting may rename or switch off a field: its name may do both, its code only the latter. */
function isFieldCode(name: string, code: unknown): boolean {
  return fieldNames.has(name) ? code === false || typeof code === 'string' : code === false && fieldCodes.has(name)
}

function unused<Name>(kind: string, names: readonly Name[], isKnown: (name: Name) => boolean): string[] {
  return names.filter((name) => !isKnown(name)).map((name) => `${kind} ${JSON.stringify(name)?.slice(0, longestName)}`)
}

/** Joins the first names, as many as somebody may read. */
export function joinFirst(names: readonly string[]): string {
  const more = names.length - maxListed
  return names.slice(0, maxListed).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

/** Warns of each of {@link unusedSettings} once in the console. */
export function warnOfUnused(...settings: Parameters<typeof unusedSettings>): void {
  const news = unusedSettings(...settings).filter((one) => !said.has(one))
  if (news.length === 0 || said.size > maxSaid) return
  for (const one of news) said.add(one)
  warnDeveloper(
    'CC-UNUSED-SETTING',
    `These settings are not used, since nobody knows them, their values are of the wrong kind, or they do not go together: ${joinFirst(news)}.`
  )
}
