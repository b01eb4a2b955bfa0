import cookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import type { DestinationStream } from 'pino'
import { openBranding } from './company/index.ts'
import { createLetterTypesetter } from './confirmations/index.ts'
import type { Services } from './feature/services.ts'
import { gauges, imports, jobs, personalData, serverPlugins } from './features.ts'
import { sitePart } from './parts.ts'
import type { Config } from './platform/config/config.ts'
import { sitesOf } from './platform/config/shops.ts'
import type { Database } from './platform/database/connection.ts'
import { registerAdmission } from './platform/http/admission.ts'
import { createFastify } from './platform/http/create-fastify.ts'
import { registerErrorHandler } from './platform/http/error-handler.ts'
import { registerHealth } from './platform/http/health.ts'
import { logResponses, logStatements } from './platform/http/log.ts'
import { registerMetrics } from './platform/http/metrics.ts'
import { registerSecurityEvents } from './platform/http/security-event.ts'
import { closeConnectionsOnShutdown, finishRequestsOnShutdown } from './platform/http/shutdown.ts'
import { limitBodyTime, limitResponseTime, type TimeLimits, timeLimits } from './platform/http/time-limits.ts'
import { measureRequests, traceRequests } from './platform/http/trace-requests.ts'
import { createMetrics } from './platform/metrics/collect-metrics.ts'
import { createJobNotifier, type JobNotifier } from './platform/queue/job-notifier.ts'
import type { Storage } from './platform/storage/storage.ts'
import type { Typesetter } from './platform/typesetting/typesetter.ts'
import { type BuiltFolders, builtFolders } from './runtime-config/index.ts'

export interface AppParts {
  readonly config: Config
  readonly database: Omit<Database, 'kind' | 'folderMark' | 'close'>
  readonly storage: Storage
  readonly folders?: BuiltFolders
  readonly limits?: TimeLimits
  /** Shared with the queue of this process, and then closed by their owner; by default the server has its own. */
  readonly typesetter?: Typesetter
  readonly jobNotifier?: JobNotifier
  /** Aborts when the server begins to stop; it still answers until it is closed. */
  readonly stopping?: AbortSignal
  /** The destination of the log instead of standard output. */
  readonly logStream?: DestinationStream
}

/** Builds the whole server without its port, from parts in the order in which a request passes them. */
export async function buildApp({
  config,
  database,
  storage,
  folders = builtFolders,
  limits = timeLimits,
  typesetter,
  jobNotifier = createJobNotifier(),
  stopping = new AbortController().signal,
  logStream
}: AppParts): Promise<FastifyInstance> {
  const { db, background } = database
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
  traceRequests(app)
  logResponses(app)
  measureRequests(app)
  logStatements(database, app.log, config.slowStatementMs)
  limitResponseTime(app, limits)
  limitBodyTime(app, limits)
  registerAdmission(app, config)
  closeConnectionsOnShutdown(app, stopping)
  finishRequestsOnShutdown(app)
  await app.register(cookie)
  registerHealth(app, db, stopping)
  registerMetrics(app, config, createMetrics({ config, database, gauges, jobs, log: app.log }))
  for (const site of sitesOf(config)) {
    const ofSite = { ...services, config: site, branding: openBranding(db, site.providerId) }
    await app.register((part) => sitePart(part, ofSite, folders), { prefix: site.path })
  }
  for (const plugin of serverPlugins) await app.register((part) => plugin(part, services))
  return app
}
