import formbody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'
import { authenticateBySession } from './account/index.ts'
import { guardDemoHosts } from './demo/demo-hosts.ts'
import { demoRoutes } from './demo/demo.routes.ts'
import type { Services } from './feature/services.ts'
import { customerFeatures } from './features.ts'
import type { Config } from './platform/config/config.ts'
import { isShop } from './platform/config/shops.ts'
import { admitRequests } from './platform/http/admission.ts'
import { registerAuth } from './platform/http/auth.ts'
import { registerJsonParser } from './platform/http/create-fastify.ts'
import { registerApiNotFound } from './platform/http/error-handler.ts'
import { limitMalformedBodies } from './platform/http/malformed-bodies.ts'
import { registerOpenApi } from './platform/http/openapi.ts'
import { registerCors } from './platform/http/origin.ts'
import { registerSecurityHeaders } from './platform/http/security-headers.ts'
import { evergreenVersion, serveFiles, serveReleases } from './platform/http/static-files.ts'
import { registerZodValidation } from './platform/http/validation.ts'
import { setXsrfCookie } from './platform/http/xsrf.ts'
import {
  type BuiltFolders,
  type OwnFiles,
  ownFileRoutes,
  readOwnFiles,
  runtimeConfigRoutes
} from './runtime-config/index.ts'
import { missingPage, startPage } from './start-page/start-page.ts'

/** Shop of the demo, which exists only there. */
const demoFiles = ['index.html', 'booking.html', 'shop']

/** Registers the contract's calls. */
async function apiPart(api: FastifyInstance, services: Services): Promise<void> {
  const { config, db } = services
  registerSecurityHeaders(api, 'api')
  api.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  await registerCors(api, config)
  admitRequests(api)
  setXsrfCookie(api, config)
  registerAuth(api, config, authenticateBySession(db, config))
  limitMalformedBodies(api)
  await api.register(formbody)
  registerJsonParser(api)
  registerZodValidation(api)
  registerApiNotFound(api)
  await registerOpenApi(api)
  for (const feature of customerFeatures) feature.registerCalls?.(api, services)
}

/**
 * Serves the elements' files as `/elements/…` and under the permanent address `/elements/v1/…`; the loaders also by
 * version.
 */
async function elementsPart(app: FastifyInstance, config: Config, folder: string, files: OwnFiles): Promise<void> {
  registerSecurityHeaders(app, 'elements')
  // Public files: a page of any origin may load them, and browsers send no cookie.
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

/**
 * Serves the pages of a site with their configuration: the demo's shop or a plain page, the page for missing addresses,
 * and, if people can log in, the page for developers who embed an element.
 */
async function hostPart(app: FastifyInstance, services: Services, folder: string, files: OwnFiles): Promise<void> {
  const { config } = services
  const isTop = config.path === ''
  registerSecurityHeaders(app, 'host')
  setXsrfCookie(app, config)
  runtimeConfigRoutes(app, config, 'host', files)
  await app.register((part) => missingPage(part, services))
  if (config.demo && isTop) await app.register(async (part) => demoRoutes(part, services))
  else await app.register((part) => startPage(part, services))
  // Browsers request the icon for everything without an icon of its own: a document, an answer of the API.
  if (isTop) app.get('/favicon.ico', { schema: { hide: true } }, (_request, reply) => reply.code(204).send())
  const hidden = [...(config.demo ? [] : demoFiles), ...(isShop(config) ? [] : ['embed.html', 'embed', 'plain.html'])]
  await serveFiles(app, folder, { hidden })
  if (isShop(config)) app.get('/embed', { schema: { hide: true } }, (_request, reply) => reply.sendFile('embed.html'))
}

/** Serves a site to its customers, below its path and with its configuration. */
export async function sitePart(
  app: FastifyInstance,
  services: Services,
  { elements, host }: BuiltFolders
): Promise<void> {
  const files = readOwnFiles(services.config.own, elements)
  if (services.config.demo) await guardDemoHosts(app, services)
  await app.register((api) => apiPart(api, services), { prefix: '/api' })
  await app.register((part) => elementsPart(part, services.config, elements, files), { prefix: '/elements' })
  for (const plugin of customerFeatures.flatMap((feature) => feature.plugins ?? []))
    await app.register((part) => plugin(part, services))
  await app.register((part) => hostPart(part, services, host, files))
}
