import { fileURLToPath } from 'node:url'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { DestinationStream } from 'pino'
import { account, authenticateBySession, openBranding } from './account/index.ts'
import { bookings } from './bookings/index.ts'
import { confirmations, createLetterTypesetter } from './confirmations/index.ts'
import { masterData } from './master-data/index.ts'
import type { Config } from './platform/config/config.ts'
import { shopPath } from './platform/config/config-file.ts'
import { hasLogin, shopConfigs } from './platform/config/shops.ts'
import type { Feature } from './platform/feature.ts'
import type { Tables } from './platform/database/tables.ts'
import { checkCommand, eraseCommand, exportCommand, importCommand, initCommand, provider } from './provider/index.ts'
import { anyCommand } from './platform/operator/command.ts'
import { logOperatorEvents } from './platform/operator/operator-events.ts'
import { demoRoutes } from './demo/demo.routes.ts'
import { registerAuth } from './platform/http/auth.ts'
import { registerCors } from './platform/http/cors.ts'
import { evergreenVersion, serveReleases } from './platform/http/elements-files.ts'
import { registerErrorHandler, registerApiNotFound } from './platform/http/error-handler.ts'
import { registerHealth } from './platform/http/health.ts'
import { createFastify } from './platform/http/create-fastify.ts'
import { registerJsonParser } from './platform/http/json-body.ts'
import { logResponses } from './platform/http/log.ts'
import { registerOpenApi } from './platform/http/openapi.ts'
import { admitRequests, registerAdmission } from './platform/http/admission.ts'
import { registerSecurityEvents } from './platform/http/security-event.ts'
import { registerSecurityHeaders } from './platform/http/security-headers.ts'
import type { Services } from './platform/services.ts'
import { serveFiles } from './platform/http/static-files.ts'
import { closeConnectionsOnShutdown, finishRequestsOnShutdown } from './platform/http/shutdown.ts'
import { limitBodyTime, limitResponseTime, type TimeLimits, timeLimits } from './platform/http/time-limits.ts'
import { registerZodValidation } from './platform/http/validation.ts'
import { setXsrfCookie } from './platform/http/xsrf.ts'
import type { Typesetter } from './platform/typesetting/typesetter.ts'
import { importedOfPerson } from './platform/importing/personal-data.ts'
import { recordedOfPerson } from './platform/saving/personal-data.ts'
import { prepareQueues } from './platform/queue/prepare-queues.ts'
import { listJobsCommand } from './platform/queue/list-jobs.command.ts'
import { releaseOutgoingCommand } from './platform/queue/release-outgoing.command.ts'
import { retryJobsCommand } from './platform/queue/retry-jobs.command.ts'
import { createJobNotifier, type JobNotifier } from './platform/queue/job-notifier.ts'
import { runtimeConfig } from './runtime-config/runtime-config.ts'
import { runtimeConfigRoutes } from './runtime-config/runtime-config.routes.ts'
import { type OwnFiles, readOwnFiles } from './runtime-config/own-files.ts'
import { ownFileRoutes } from './runtime-config/own-files.routes.ts'
import { missingPage } from './start-page/missing-page.ts'
import { startPage } from './start-page/start-page.ts'
import { scheduleCleanups } from './housekeeping.ts'
import type { Storage } from './platform/storage/storage.ts'

/** Built pages and elements; what is missing answers 404, and the API works without both. */
interface Folders {
  readonly host: string
  readonly elements: string
}

const builtFolders: Folders = {
  host: fileURLToPath(new URL('../../host/dist', import.meta.url)),
  elements: fileURLToPath(new URL('../../elements/dist', import.meta.url))
}

export interface AppParts {
  readonly config: Config
  readonly db: Kysely<Tables>
  /** For what may take longer than an answer: clean-ups. */
  readonly background: Kysely<Tables>
  readonly storage: Storage
  readonly folders?: Folders
  readonly limits?: TimeLimits
  /** Shared with the queue of this process, and then closed by its owner; default: own ones. */
  readonly typesetter?: Typesetter
  /** How the queue of this process, if it has one, learns of new jobs. */
  readonly jobNotifier?: JobNotifier
  /** Aborts when the server begins to stop: it goes on answering until it is closed. */
  readonly stopping?: AbortSignal
  /** Where the log goes instead of standard output. */
  readonly logStream?: DestinationStream
}

/** The demo's shop, which nobody sees without the demo. */
const demoFiles = ['index.html', 'booking.html', 'shop']

/** What the server consists of; each room may import those before it. */
const customerFeatures: readonly Feature[] = [account, masterData, bookings, confirmations]
/** The provider's own texts and images. */
const ownPages: Feature = {
  startChecks: [
    async (config) => {
      for (const each of [config, ...shopConfigs(config)])
        runtimeConfig(each, 'elements', readOwnFiles(each.own, builtFolders.elements))
    }
  ]
}

export const features: readonly Feature[] = [...customerFeatures, provider, ownPages]

/** All work in the background, each kind once. */
export const jobs = features.flatMap((feature) => feature.jobs ?? [])

/** What looks again and again whether there is something to do. */
export const repeated = [...features.flatMap((feature) => feature.repeated ?? []), logOperatorEvents]

/** What a provider may bring in. */
export const imports = features.flatMap((feature) => feature.imports ?? [])

/** What all tables hold about a person, what refers to a row behind that row's. */
export const personalData = [
  ...features.flatMap((feature) => feature.personalData ?? []),
  ...recordedOfPerson,
  ...importedOfPerson
]

/** What an operator may ask of this server while it runs. */
export const commands = [
  ...features.flatMap((feature) => feature.commands ?? []),
  anyCommand(checkCommand(features)),
  anyCommand(importCommand(imports)),
  anyCommand(exportCommand(imports)),
  anyCommand(eraseCommand(personalData)),
  anyCommand(initCommand(imports, jobs)),
  anyCommand(listJobsCommand(jobs)),
  anyCommand(retryJobsCommand(jobs)),
  anyCommand(releaseOutgoingCommand(jobs))
]

/** What would make work fail later fails here, before the process takes any. */
export async function checkStart(config: Config, db: Kysely<Tables>): Promise<void> {
  for (const check of features.flatMap((feature) => feature.startChecks ?? [])) await check(config, db)
}

/** What is missing though the server runs without it: English sentences for the operator. */
export async function findStartWarnings(config: Config, db: Kysely<Tables>): Promise<string[]> {
  const finders = features.flatMap((feature) => feature.startWarnings ?? [])
  return (await Promise.all(finders.map((find) => find(config, db)))).flat()
}

async function apiPart(api: FastifyInstance, services: Services): Promise<void> {
  const { config, db } = services
  await registerSecurityHeaders(api, 'api')
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
  for (const feature of features) feature.registerCalls?.(api, services)
}

/** The elements' files as `/elements/…` and, for good, as `/elements/v1/…`; their loaders also by version. */
async function elementsPart(app: FastifyInstance, config: Config, folder: string, files: OwnFiles): Promise<void> {
  await registerSecurityHeaders(app, 'elements')
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
async function hostPart(app: FastifyInstance, services: Services, folder: string, files: OwnFiles): Promise<void> {
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
  await registerSecurityHeaders(app, 'host')
  setXsrfCookie(app, config)
  runtimeConfigRoutes(app, config, 'host', files)
  await app.register((part) => missingPage(part, services))
  if (hasPage) await app.register((part) => startPage(part, services))
}

/** All that customers of one of several shops meet, below the shop's path, with the shop's configuration. */
async function shopPart(app: FastifyInstance, services: Services, { elements, host }: Folders): Promise<void> {
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

/** The whole server but for its port: what it consists of, in the order in which a request meets it. */
export async function buildApp({
  config,
  db,
  background,
  storage,
  folders = builtFolders,
  limits = timeLimits,
  typesetter,
  jobNotifier = createJobNotifier(),
  stopping = new AbortController().signal,
  logStream
}: AppParts): Promise<FastifyInstance> {
  await prepareQueues(background, config, jobs)
  const app = createFastify(config, limits, logStream)
  const ownTypesetter = createLetterTypesetter(config)
  app.addHook('onClose', () => ownTypesetter.close())
  const services: Services = {
    config,
    db,
    background,
    imports,
    personalData,
    storage,
    typesetter: typesetter ?? ownTypesetter,
    jobNotifier,
    log: app.log,
    branding: openBranding(db)
  }
  await registerSecurityEvents(app, db)
  registerErrorHandler(app)
  logResponses(app)
  limitResponseTime(app, limits)
  limitBodyTime(app, limits)
  registerAdmission(app, config)
  closeConnectionsOnShutdown(app, stopping)
  finishRequestsOnShutdown(app)
  await app.register(cookie)
  scheduleCleanups(
    app,
    background,
    config,
    features.flatMap((feature) => feature.cleanups ?? [])
  )
  registerHealth(app, db, stopping)
  await app.register((api) => apiPart(api, services), { prefix: '/api' })
  const files = readOwnFiles(config.own, folders.elements)
  await app.register((part) => elementsPart(part, config, folders.elements, files), { prefix: '/elements' })
  for (const shop of shopConfigs(config)) {
    const ofShop = { ...services, config: shop, branding: openBranding(db, shop.company) }
    await app.register((part) => shopPart(part, ofShop, folders), { prefix: shopPath(shop) })
  }
  for (const plugin of features.flatMap((feature) => feature.plugins ?? []))
    await app.register((part) => plugin(part, services))
  await app.register((part) => hostPart(part, services, folders.host, files))
  return app
}
