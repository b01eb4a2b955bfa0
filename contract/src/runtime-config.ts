import { defaultApiVersion, minimumPasswordLength } from './limits.ts'
import { routes, type RouteRightsOverride } from './routes.ts'

/**
 * Runtime configuration `assets/config.prod.json`, which a provider sets for its page. Every key except apiUrl is
 * optional.
 */
export interface RuntimeConfig {
  /** Base URL of the API; a relative one is resolved against the page. */
  apiUrl: string
  /** The API's URL instead of apiUrl in development. */
  apiUrlDev: string
  apiVersion: string
  /** Keeps the session in local storage and allows setcurrentwebshopuser. Never in production. */
  development: boolean
  /** The shop's key that is sent to getToken. */
  appKey: string
  /** The routes shown, in the order of the menu. */
  allowedRoutes: readonly string[]
  /** Images by route; relative URLs are resolved against the configuration's URL. */
  images: Readonly<Record<string, { small?: string; big?: string }>>
  /** Puts at, de or ch before the route. */
  languageInPath: boolean
  defaultLanguage: string
  extendedWebshopRights: boolean
  notSpecifiedSalutation: boolean
  contactNameFormat: boolean
  /** Shows the id of each text before it, for translators. */
  showTextIDs: boolean
  /** Whether there may be custom texts beside the texts; where it is false, nobody asks for the files. */
  customTexts: boolean
  /** The number that is sent as stampNo when an invoice is fetched. */
  invoiceStampNo: string
  /** The provider's table of routes and rights. */
  routeRights: RouteRightsOverride
  /**
   * Field codes and plain names that differ from ours, such as `{"contact.firstName": "X_VORNAME", "invoice.no":
   * "nummer"}`; false, by name or code, for a field that the backend lacks, as in `{"VERSION": false}`.
   */
  fieldCodes: Readonly<Record<string, string | false>>
  /** Our server's name and release, by which elements know that it answers as the contract says; empty names for others. */
  backend: Readonly<Record<'name' | 'release', string>>
  /** Names of the backend's features beyond the calls of the specification. */
  features: readonly string[]
  /** Minimum length of a new password; at least the six characters of the specification. */
  passwordMinLength: number
  /**
   * Whether the backend accepts the header Idempotency-Key. In another origin, a header that the backend does not allow
   * would make every creation fail.
   */
  idempotencyKeys: boolean
  /** Addresses of the provider's pages. */
  links: Readonly<Partial<Record<(typeof linkNames)[number], string>>>
}

/** Pages of the provider that can be linked, in display order. */
export const linkNames = ['imprint', 'privacy', 'accessibility', 'help'] as const

export const defaultRuntimeConfig: RuntimeConfig = {
  apiUrl: '/api',
  apiUrlDev: '',
  apiVersion: defaultApiVersion,
  development: false,
  appKey: '',
  allowedRoutes: routes,
  images: {},
  languageInPath: false,
  defaultLanguage: 'de-at',
  extendedWebshopRights: false,
  notSpecifiedSalutation: false,
  contactNameFormat: false,
  showTextIDs: false,
  customTexts: true,
  invoiceStampNo: '',
  routeRights: {},
  fieldCodes: {},
  backend: { name: '', release: '' },
  features: [],
  passwordMinLength: minimumPasswordLength,
  idempotencyKeys: false,
  links: {}
}

/**
 * Reads the configuration from `json` and the defaults. A key of the wrong kind counts as missing, and unknown keys are
 * ignored.
 */
export function readRuntimeConfig(json: unknown): RuntimeConfig {
  const given = (typeof json === 'object' && json !== null ? json : {}) as Record<string, unknown>
  const keys = Object.keys(defaultRuntimeConfig) as (keyof RuntimeConfig)[]
  const read = keys.map((key) => [key, readValue(key, given[key])] as const)
  const fits = read.filter(([, value]) => value !== undefined)
  const config: RuntimeConfig = { ...defaultRuntimeConfig, ...Object.fromEntries(fits) }
  return {
    ...config,
    fieldCodes: Object.fromEntries(Object.entries(config.fieldCodes).filter(([, code]) => isText(code) || !code)),
    features: config.features.filter(isText),
    passwordMinLength: Math.max(config.passwordMinLength, minimumPasswordLength),
    links: Object.fromEntries(Object.entries(config.links).filter(([, address]) => isText(address)))
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

/** Returns the value of a key; undefined if it is missing or of the wrong kind. */
export function readValue(key: keyof RuntimeConfig, given: unknown): unknown {
  const standard = defaultRuntimeConfig[key]
  const value = ofKind(given, standard)
  return sameKind(value, standard) ? value : undefined
}

/** Converts a number or a flag that is written as a text. */
function ofKind(given: unknown, standard: unknown): unknown {
  if (typeof given !== 'string' || given.trim() === '') return given
  if (typeof standard === 'number') return Number.isNaN(Number(given)) ? undefined : Number(given)
  return typeof standard === 'boolean' && ['true', 'false'].includes(given) ? given === 'true' : given
}

function sameKind(given: unknown, standard: unknown): boolean {
  return given !== null && typeof given === typeof standard && Array.isArray(given) === Array.isArray(standard)
}

/** Languages whose texts are loaded. */
export const languages = ['at', 'de', 'ch'] as const
export type Language = (typeof languages)[number]

/** Maps de-at, de-de and de-ch to at, de and ch, and anything else to the default. */
export function shortLanguage(language: string | null | undefined, standard: Language = 'at'): Language {
  const short = language?.toLowerCase().replace(/^de-/, '')
  return languages.find((known) => known === short) ?? standard
}
