import { fileURLToPath } from 'node:url'
import type { Feature } from '../feature/feature.ts'
import { sitesOf } from '../platform/config/shops.ts'
import { readOwnFiles } from './own-files.ts'
import { runtimeConfig } from './runtime-config.ts'

/** Folders of built files; a file that is missing in them answers 404, and the API works without them. */
export interface BuiltFolders {
  readonly host: string
  readonly elements: string
}

export const builtFolders: BuiltFolders = {
  host: fileURLToPath(new URL('../../../host/dist', import.meta.url)),
  elements: fileURLToPath(new URL('../../../elements/dist', import.meta.url))
}

/** The configuration of pages, with the provider's own texts and images. */
export const runtimeConfiguration: Feature = {
  startChecks: {
    async 'own-texts'(config) {
      for (const each of sitesOf(config)) runtimeConfig(each, 'elements', readOwnFiles(each.own, builtFolders.elements))
    }
  }
}

export { type OwnFiles, readOwnFiles } from './own-files.ts'
export { runtimeConfigRoutes, ownFileRoutes } from './runtime-config.routes.ts'
