import formbody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'
import { authenticateBySession } from './account/index.ts'
import { demoRoutes } from './demo/demo.routes.ts'
import { customerFeatures } from './features.ts'
import type { Config } from './platform/config/config.ts'
import { hasLogin } from './platform/config/shops.ts'
import { admitRequests } from './platform/http/admission.ts'
import { registerAuth } from './platform/http/auth.ts'
import { registerCors } from './platform/http/cors.ts'
import { evergreenVersion, serveReleases } from './platform/http/elements-files.ts'
import { registerApiNotFound } from './platform/http/error-handler.ts'
import { registerJsonParser } from './platform/http/json-body.ts'
import { registerOpenApi } from './platform/http/openapi.ts'
import { registerSecurityHeaders } from './platform/http/security-headers.ts'
import { serveFiles } from './platform/http/static-files.ts'
import { registerZodValidation } from './platform/http/validation.ts'
import { setXsrfCookie } from './platform/http/xsrf.ts'
import type { Services } from './platform/services.ts'
import {
  type BuiltFolders,
  type OwnFiles,
  ownFileRoutes,
  readOwnFiles,
  runtimeConfigRoutes
} from './runtime-config/index.ts'
import { missingPage } from './start-page/missing-page.ts'
import { startPage } from './start-page/start-page.ts'

/** The demo's shop, which nobody sees without the demo. */
const demoFiles = ['index.html', 'booking.html', 'shop']

/** The contract's calls. */
export async function apiPart(api: FastifyInstance, services: Services): Promise<void> {
  const { config, db } = services
  registerSecurityHeaders(api, 'api')
  api.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  await registerCors(api, config)
  admitRequests(api)
  setXsrfCookie(api, config)
  registerAuth(api, config, authenticateBySession(db, config))
  await api.register(formbody)
  registerJsonParser(api)
  registerZodValidation(api)
  registerApiNotFound(api)
  await registerOpenApi(api)
  for (const feature of customerFeatures) feature.registerCalls?.(api, services)
}

/** The elements' files as `/elements/…` and, for good, as `/elements/v1/…`; their loaders also by version. */
export async function elementsPart(
  app: FastifyInstance,
  config: Config,
  folder: string,
  files: OwnFiles
): Promise<void> {
  registerSecurityHeaders(app, 'elements')
  // Public files: a page of any origin may load them, and no cookie goes along.
  app.addHook('onRequest', async (_request, reply) => void reply.header('access-control-allow-origin', '*'))
  for (const prefix of ['/', `/${evergreenVersion}`]) {
    await app.register(
      async (part) => {
        runtimeConfigRoutes(part, config, 'elements', files)
        ownFileRoutes(part, files)
        await serveFiles(part, folder)
      },
      { prefix }
    )
  }
  await serveReleases(app, folder)
}

/** The demo's shop, or without the demo a plain page; and what developers of pages look at. */
export async function hostPart(
  app: FastifyInstance,
  services: Services,
  folder: string,
  files: OwnFiles
): Promise<void> {
  const { config } = services
  await homePart(app, services, files, !config.demo)
  // Browsers ask for it wherever something is opened that names no icon: a document, an answer of the API.
  app.get('/favicon.ico', { schema: { hide: true } }, (_request, reply) => reply.code(204).send())
  demoRoutes(app, config)
  await developerPart(app, config, folder)
}

/** For developers of pages that embed an element, also without the demo: of several shops each has its own, since nobody logs in without one. */
async function developerPart(app: FastifyInstance, config: Config, folder: string): Promise<void> {
  const hidden = [...(config.demo ? [] : demoFiles), ...(hasLogin(config) ? [] : ['embed.html', 'embed', 'plain.html'])]
  await serveFiles(app, folder, { hidden })
  if (hasLogin(config)) app.get('/embed', { schema: { hide: true } }, (_request, reply) => reply.sendFile('embed.html'))
}

/** The configuration of pages of this server's own, its plain page, and the one for what is not there. */
async function homePart(app: FastifyInstance, services: Services, files: OwnFiles, hasPage = true): Promise<void> {
  const { config } = services
  registerSecurityHeaders(app, 'host')
  setXsrfCookie(app, config)
  runtimeConfigRoutes(app, config, 'host', files)
  await app.register((part) => missingPage(part, services))
  if (hasPage) await app.register((part) => startPage(part, services))
}

/** All that customers of one of several shops meet, below the shop's path, with the shop's configuration. */
export async function shopPart(
  app: FastifyInstance,
  services: Services,
  { elements, host }: BuiltFolders
): Promise<void> {
  const files = readOwnFiles(services.config.own, elements)
  await app.register((api) => apiPart(api, services), { prefix: '/api' })
  await app.register((part) => elementsPart(part, services.config, elements, files), { prefix: '/elements' })
  for (const plugin of customerFeatures.flatMap((feature) => feature.plugins ?? []))
    await app.register((part) => plugin(part, services))
  await app.register(async (part) => {
    await homePart(part, services, files)
    await developerPart(part, services.config, host)
  })
}
