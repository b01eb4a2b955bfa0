import { join } from 'node:path'
import { type BackendFeature, backendFeatures } from '@customer-center/contract/backend-feature'
import { fallbackRoute, routes } from '@customer-center/contract/routes'
import { defaultRuntimeConfig, type RuntimeConfig } from '@customer-center/contract/runtime-config'
import type { Config } from '../platform/config/config.ts'
import { OperatorError } from '../platform/config/operator-error.ts'
import { ownImages } from '../platform/config/own-folder.ts'
import { publicBase, publicPath, relyingParty } from '../platform/config/public-url.ts'
import { productVersion } from '../platform/lib/product-version.ts'
import type { OwnFiles } from './own-files.ts'

/** The readers of a configuration: the server's own pages, or pages of any origin that load the elements. */
export type Audience = 'host' | 'elements'

/** The optional capabilities that a setting of the same name turns on or off, for the server and the elements alike. */
const capabilities = [
  'development',
  'extendedWebshopRights',
  'invoiceStampNo',
  'links',
  'notSpecifiedSalutation',
  'routeRights',
  'appKey'
] as const satisfies readonly (keyof Config & keyof RuntimeConfig)[]

const address = /^https?:/

/**
 * Returns the provider's own images, with their paths from the configuration.
 * @throws OperatorError for a missing file
 */
function ownImagesIn(
  folder: string,
  { page, own }: Pick<Config, 'page' | 'own'>,
  files: OwnFiles
): RuntimeConfig['images'] {
  const addressOf = (name: string): string => {
    if (address.test(name)) return name
    if (!files.has(`${ownImages}/${name.split('#')[0]}`))
      throw new OperatorError(
        own.path === ''
          ? `The image ${name} of the file of CONFIG_FILE needs a folder.`
          : `The image ${name} of the file of CONFIG_FILE is not in ${join(own.path, ownImages)}.`
      )
    return `${folder}${ownImages}/${name}`
  }
  const entries = Object.entries(page.images ?? {}).map(([route, sizes]) => [
    route,
    Object.fromEntries(Object.entries(sizes).map(([size, name]) => [size, addressOf(name)]))
  ])
  return Object.fromEntries(entries) as RuntimeConfig['images']
}

/** Views of one SVG file: a browser creates a document for every SVG file, which takes 2 to 5 ms each. */
function imagesIn(file: string): RuntimeConfig['images'] {
  const pairs = [fallbackRoute, ...routes].map((route) => {
    const image = `${file}#${route.replaceAll('/', '-')}`
    return [route, { small: `${image}-small`, big: `${image}-big` }] as const
  })
  return Object.fromEntries(pairs)
}

// A page of the server itself needs no host, and without PUBLIC_URL nobody knows it: elements of another origin then
// resolve the path against the address of this configuration. So they do with the demo, which opens under several names.
function apiUrl(config: Config, audience: Audience): string {
  return `${audience === 'host' || config.demo ? publicPath(config) : publicBase(config)}/api`
}

/** Mails contain links only where the server knows its own address; passkeys are good only for a domain. */
function isOffered(feature: BackendFeature, config: Config): boolean {
  if (feature === 'invoice-attachments') return config.invoiceMail === 'attachment'
  if (feature === 'passkeys') return relyingParty(config) !== undefined
  return config.publicUrl !== '' || !['password-reset', 'email-confirmation'].includes(feature)
}

/**
 * Returns the configuration with which the elements start. Rights and options come from the settings, so that both
 * sides apply the same.
 * @throws OperatorError when it names an image that the provider's folder does not have
 */
export function runtimeConfig(config: Config, audience: Audience, files: OwnFiles): RuntimeConfig {
  // Image addresses count from the configuration, so that they are found from pages of any origin and below any path.
  const folder = audience === 'host' ? '../elements/assets/' : ''
  const shipped = imagesIn(`${folder}images.svg`)
  const own = Object.entries(ownImagesIn(folder, config, files))
  const images = {
    ...shipped,
    ...Object.fromEntries(own.map(([route, one]) => [route, { ...shipped[route], ...one }]))
  }
  const options = Object.fromEntries(capabilities.map((name) => [name, config[name]])) as Pick<
    RuntimeConfig,
    (typeof capabilities)[number]
  >
  return {
    ...defaultRuntimeConfig,
    apiUrl: apiUrl(config, audience),
    ...config.page,
    customTexts: config.own.elementTexts.size > 0,
    backend: { name: 'customer-center', release: productVersion() },
    images,
    ...options,
    passwordMinLength: config.minimumPasswordLength,
    idempotencyKeys: true,
    features: (Object.keys(backendFeatures) as BackendFeature[]).filter((feature) => isOffered(feature, config))
  }
}
