import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import { fallbackRoute, type RouteName, routes } from '@customer-center/contract/routes'
import type { RuntimeConfig } from '@customer-center/contract/runtime-config'
import { OperatorError } from './operator-error.ts'
import { noOwnFolder, type OwnFolder, readOwnFolder } from './own-folder.ts'
import { linkSetting, optionalEmail, optionalFolder, optionalUrl, type SettingType } from './setting-types.ts'

/** Keys of the runtime configuration that only the file sets. They are for pages; the server does not use them. */
type PageKeys = Partial<
  Pick<
    RuntimeConfig,
    'allowedRoutes' | 'images' | 'languageInPath' | 'defaultLanguage' | 'contactNameFormat' | 'showTextIDs'
  >
>

/** Settings for the pages of a shop, or of a server with a single shop. */
interface ShopPages {
  readonly page: PageKeys
  readonly own: OwnFolder
}

/** One of several shops, for the customers of one company of the provider, below `/shops/<appKey>`. */
export interface Shop extends ShopPages {
  readonly appKey: string
  readonly providerId: number
  readonly shopUrl?: string
  readonly mailFrom?: string
  readonly links?: z.output<(typeof linkSetting)['schema']>
}

/** Returns the path of a shop's API, elements and pages. */
export function shopPath({ appKey }: Pick<Shop, 'appKey'>): string {
  return `/shops/${appKey}`
}

export interface ConfigFile extends ShopPages {
  /** appKey of the only shop of a server without `shops`; empty if it has none. */
  readonly appKey: string
  /** Shops below this site's path; if there are any, people log in at a shop and not at the site itself. */
  readonly shops: readonly Shop[]
}

const noConfigFile: ConfigFile = { appKey: '', page: {}, own: noOwnFolder, shops: [] }

interface ConfigKey extends SettingType<z.ZodType> {
  readonly description: string
}

const flag = { schema: z.boolean(), allowed: 'true or false' }
const appKeyPattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/
const imageName = /^(?:https?:\/\/\S+|[\w-][\w.-]*\.(?:svg|png|jpg|webp)(?:#[\w-]+)?)$/
const routeNames = routes as [RouteName, ...RouteName[]]

const pageKeys = {
  allowedRoutes: {
    schema: z
      .array(z.enum(routeNames))
      .min(1)
      .refine((list) => new Set(list).size === list.length),
    allowed: `a list of these routes, each once: ${routes.join(', ')}`,
    description: 'Routes that the elements show, in the order of the menu.'
  },
  defaultLanguage: {
    schema: z.enum(['de-at', 'de-de', 'de-ch']),
    allowed: '"de-at", "de-de" or "de-ch"',
    description: 'Language of pages that do not name one.'
  },
  languageInPath: { ...flag, description: 'Whether addresses have at, de or ch before the route.' },
  contactNameFormat: { ...flag, description: 'Shows names of contacts with the last name first.' },
  showTextIDs: { ...flag, description: 'Shows each text’s id before it, for translators.' },
  images: {
    schema: z.partialRecord(
      z.enum([...routeNames, fallbackRoute]),
      z.strictObject({ small: z.string().regex(imageName).optional(), big: z.string().regex(imageName).optional() })
    ),
    allowed:
      'an object of route to {"small": …, "big": …}, each the name of a file in the folder’s images or an address that begins with http:// or https://',
    description: 'Images of menu (small) and tiles (big) that differ from those that come with the elements.'
  },
  folder: {
    schema: optionalFolder.schema,
    allowed: 'a folder that exists and can be read, counted from the file',
    description:
      'Folder with text.at.custom.json, text.de.custom.json, text.ch.custom.json, text.server.custom.json (mails and the server’s own pages) and images/.'
  }
} satisfies Record<string, ConfigKey>

const appKey = {
  schema: z.string().regex(appKeyPattern),
  allowed: 'up to 40 letters without accents, digits, - and _',
  description: 'Key that pages of the only shop send with a login; the server refuses any other.'
}

/** Keys of one of several shops. */
const ownKeys = {
  providerId: {
    schema: z.int().min(1).max(999_999_999),
    allowed: 'the number of a company of the provider’s, which may have several shops',
    description: 'Company whose customers log in. Required.'
  },
  shopUrl: {
    ...optionalUrl,
    description: 'Like SHOP_URL for a server with one shop; default: the shop’s page on this server.'
  },
  mailFrom: { ...optionalEmail, description: 'Sender of the shop’s mails; default: MAIL_FROM.' },
  links: {
    schema: z
      .unknown()
      .transform((value) => JSON.stringify(value))
      .pipe(linkSetting.schema),
    allowed: linkSetting.allowed,
    description: 'Like LINKS for a server with one shop.'
  }
} satisfies Record<string, ConfigKey>

const shops = {
  schema: z.record(z.string(), z.unknown()),
  allowed: 'an object of appKey to the keys of the shop',
  description:
    'Shops on this server, by their appKey. The other keys of the file apply to each shop that does not set them.'
}

/** Keys of the file, in the order of the documents; `own` are those of one of several shops. */
export const configFileKeys: { readonly all: Record<string, ConfigKey>; readonly own: Record<string, ConfigKey> } = {
  all: { ...pageKeys, appKey, shops },
  own: ownKeys
}

/** Keys of the runtime configuration that follow from a setting, so that server and pages agree. */
const settingOf: Readonly<Record<string, string>> = {
  apiUrl: 'PUBLIC_URL',
  development: 'DEVELOPMENT',
  extendedWebshopRights: 'EXTENDED_WEBSHOP_RIGHTS',
  invoiceStampNo: 'INVOICE_STAMP_NO',
  links: 'LINKS',
  notSpecifiedSalutation: 'NOT_SPECIFIED_SALUTATION',
  passwordMinLength: 'MINIMUM_PASSWORD_LENGTH',
  routeRights: 'ROUTE_RIGHTS'
}

/** @throws OperatorError that names the first invalid key and the allowed values */
function readKeys(
  path: string,
  given: unknown,
  known: Readonly<Record<string, ConfigKey>>,
  at = ''
): Record<string, unknown> {
  const wrong = (sentence: string) => new OperatorError(`The file ${path} of CONFIG_FILE is wrong: ${sentence}.`)
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw wrong(`${at === '' ? 'it' : at.slice(0, -1)} is no JSON object`)
  const read: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(given)) {
    const key = Object.hasOwn(known, name) ? known[name] : undefined
    if (!key) {
      const setting = Object.hasOwn(settingOf, name) ? settingOf[name] : undefined
      throw wrong(
        setting
          ? `${at}${name} is set by ${setting}`
          : `there is no key ${at}${name}; there are ${Object.keys(known).join(', ')}`
      )
    }
    // The path is relative to the file, as operators expect.
    const meant = name === 'folder' && typeof value === 'string' ? resolve(dirname(path), value) : value
    const result = key.schema.safeParse(meant)
    if (!result.success) throw wrong(`for ${at}${name} is allowed ${key.allowed}`)
    read[name] = result.data
  }
  return read
}

function pagesOf(keys: Readonly<Record<string, unknown>>, standard: ShopPages): ShopPages {
  const page = Object.entries(keys).filter(([name]) => Object.hasOwn(pageKeys, name) && name !== 'folder')
  return {
    page: { ...standard.page, ...Object.fromEntries(page) },
    own: typeof keys['folder'] === 'string' ? readOwnFolder(keys['folder']) : standard.own
  }
}

/**
 * Reads the file of CONFIG_FILE.
 * @throws OperatorError
 */
export function readConfigFile(path: string): ConfigFile {
  if (path === '') return noConfigFile
  const wrong = (sentence: string) => new OperatorError(`The file ${path} of CONFIG_FILE ${sentence}.`)
  let json: unknown
  try {
    json = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw wrong(`cannot be read (${error instanceof Error ? error.message : 'unreadable'})`)
  }
  const keys = readKeys(path, json, configFileKeys.all)
  const standard = pagesOf(keys, noConfigFile)
  const named = Object.entries((keys['shops'] ?? {}) as Record<string, unknown>)
  if (named.length > 0 && keys['appKey'] !== undefined)
    throw wrong('is wrong: appKey is that of the one shop, and with shops each has its own')
  const list = named.map(([name, given]): Shop => {
    if (!appKeyPattern.test(name)) throw wrong(`is wrong: the key ${name} of shops is not ${appKey.allowed}`)
    const own = readKeys(path, given, { ...pageKeys, ...ownKeys }, `shops.${name}.`)
    if (own['providerId'] === undefined) throw wrong(`is wrong: shops.${name}.providerId is missing`)
    const set = Object.entries(own).filter(([key]) => Object.hasOwn(ownKeys, key))
    return { appKey: name, ...(Object.fromEntries(set) as Pick<Shop, keyof typeof ownKeys>), ...pagesOf(own, standard) }
  })
  const same = list.find(
    ({ appKey: one }, index) => list.findIndex((shop) => shop.appKey.toLowerCase() === one.toLowerCase()) !== index
  )
  if (same) throw wrong(`is wrong: two shops are called ${same.appKey}, but for capitals`)
  return { appKey: (keys['appKey'] as string | undefined) ?? '', ...standard, shops: list }
}
