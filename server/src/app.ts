import { fileURLToPath } from 'node:url'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { DestinationStream } from 'pino'
import type { Config } from './platform/config/config.ts'
import type { Tables } from './platform/database/tables.ts'
import { contactRoutes } from './master-data/contact/contact.routes.ts'
import { customerRoutes } from './master-data/customer/customer.routes.ts'
import { demoRoutes } from './demo/demo.routes.ts'
import { documentRoutes } from './bookings/document/document.routes.ts'
import { evaluationPdfRoutes } from './confirmations/evaluation/evaluation-pdf.routes.ts'
import { evaluationRoutes } from './confirmations/evaluation/evaluation.routes.ts'
import { eventModelRoutes } from './bookings/event-model/event-model.routes.ts'
import { eventRoutes } from './bookings/event/event.routes.ts'
import { fieldRoutes } from './master-data/field/field.routes.ts'
import { guardCalls } from './platform/http/access.ts'
import { allowOrigins } from './platform/http/cors.ts'
import { answerFailures, answerUnknownCalls, answerUnknownPages } from './platform/http/failures.ts'
import { answerHealth } from './platform/http/health.ts'
import { createInstance } from './platform/http/instance.ts'
import { parseJson } from './platform/http/json-body.ts'
import { logAnswers } from './platform/http/log.ts'
import { describeCalls } from './platform/http/openapi.ts'
import { limitPending } from './platform/http/overload.ts'
import { secureHeaders } from './platform/http/security-headers.ts'
import type { Services } from './services.ts'
import { serveFiles } from './platform/http/static-files.ts'
import { endConnectionsWhenStopping, waitForRequestsWhenStopping } from './platform/http/stopping.ts'
import { limitAnswerTime, type TimeLimits, timeLimits } from './platform/http/time-limits.ts'
import { checkShapes } from './platform/http/validation.ts'
import { handOutXsrf } from './platform/http/xsrf.ts'
import { invoiceAddressRoutes } from './master-data/invoice-address/invoice-address.routes.ts'
import { invoiceRoutes } from './bookings/invoice/invoice.routes.ts'
import { letterRoutes } from './confirmations/letter/letter.routes.ts'
import { orderRoutes } from './bookings/order/order.routes.ts'
import { possibleValuesRoutes } from './master-data/possible-values/possible-values.routes.ts'
import { jobs } from './jobs.ts'
import { lazyLetters } from './platform/typesetting/lazy-letters.ts'
import type { Letters } from './platform/typesetting/letters.ts'
import { passwordLinkRoutes } from './account/password-link/password-link.routes.ts'
import { prepareQueues } from './platform/queue/prepare-queues.ts'
import { createJobNotifier, type JobNotifier } from './platform/queue/job-notifier.ts'
import { runtimeConfigRoutes } from './runtime-config/runtime-config.routes.ts'
import { serverFunctionRoutes } from './confirmations/server-function/server-function.routes.ts'
import { keepSessionsClean } from './housekeeping.ts'
import { identifyBySession } from './account/session/identify.ts'
import { openPasswords } from './account/session/passwords.ts'
import { sessionRoutes } from './account/session/session.routes.ts'
import type { Storage } from './platform/storage/storage.ts'
import { verificationRoutes } from './confirmations/verification/verification.routes.ts'
import { webinarRoutes } from './bookings/webinar/webinar.routes.ts'
import { switchUserRoutes } from './master-data/webshop-user/switch-user.routes.ts'
import { webshopUserRoutes } from './master-data/webshop-user/webshop-user.routes.ts'

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
  readonly storage: Storage
  readonly folders?: Folders
  readonly limits?: TimeLimits
  /** Shared with the queue of this process, and then closed by its owner; default: own ones. */
  readonly letters?: Letters
  /** How the queue of this process, if it has one, learns of new jobs. */
  readonly jobNotifier?: JobNotifier
  /** Where the log goes instead of standard output. */
  readonly logStream?: DestinationStream
}

/** The API's calls, each module once. */
function modules(api: FastifyInstance, services: Services): void {
  const passwords = openPasswords(services.log)
  sessionRoutes(api, services, passwords)
  webshopUserRoutes(api, services, passwords)
  switchUserRoutes(api, services, passwords)
  contactRoutes(api, services)
  customerRoutes(api, services)
  fieldRoutes(api, services)
  possibleValuesRoutes(api, services)
  invoiceAddressRoutes(api, services)
  documentRoutes(api, services)
  invoiceRoutes(api)
  orderRoutes(api, services)
  webinarRoutes(api, services)
  eventRoutes(api, services)
  eventModelRoutes(api, services)
  letterRoutes(api, services)
  evaluationRoutes(api, services)
  evaluationPdfRoutes(api, services)
  serverFunctionRoutes(api, services)
}

async function apiPart(api: FastifyInstance, services: Services): Promise<void> {
  const { config, db } = services
  await secureHeaders(api, 'api')
  api.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  await allowOrigins(api, config.corsOrigins)
  limitPending(api, config.maxPendingRequests)
  handOutXsrf(api, config)
  guardCalls(api, config, identifyBySession(db, config))
  await api.register(formbody)
  parseJson(api)
  checkShapes(api)
  answerUnknownCalls(api)
  await describeCalls(api)
  modules(api, services)
}

async function elementsPart(app: FastifyInstance, config: Config, folder: string): Promise<void> {
  await secureHeaders(app, 'elements')
  // Public files: a page of any origin may load them, and no cookie goes along.
  app.addHook('onRequest', async (_request, reply) => void reply.header('access-control-allow-origin', '*'))
  runtimeConfigRoutes(app, config, 'elements')
  await serveFiles(app, folder)
}

async function hostPart(app: FastifyInstance, config: Config, folder: string): Promise<void> {
  await secureHeaders(app, 'host')
  handOutXsrf(app, config)
  runtimeConfigRoutes(app, config, 'host')
  demoRoutes(app, config)
  await serveFiles(app, folder)
}

/** The whole server but for its port: what it consists of, in the order in which a request meets it. */
export async function buildApp({
  config,
  db,
  storage,
  folders = builtFolders,
  limits = timeLimits,
  letters,
  jobNotifier = createJobNotifier(),
  logStream
}: AppParts): Promise<FastifyInstance> {
  await prepareQueues(db, config, jobs)
  const app = createInstance(config, limits, logStream)
  const ownLetters = lazyLetters({ templates: config.letterTemplates })
  app.addHook('onClose', () => ownLetters.close())
  const services: Services = { config, db, storage, letters: letters ?? ownLetters, jobNotifier, log: app.log }
  answerFailures(app)
  answerUnknownPages(app)
  logAnswers(app)
  limitAnswerTime(app, limits)
  endConnectionsWhenStopping(app)
  waitForRequestsWhenStopping(app)
  await app.register(cookie)
  keepSessionsClean(app, db)
  answerHealth(app, db)
  await app.register((api) => apiPart(api, services), { prefix: '/api' })
  await app.register((part) => elementsPart(part, config, folders.elements), { prefix: '/elements' })
  await app.register((part) => verificationRoutes(part, services))
  await app.register((part) => passwordLinkRoutes(part, services))
  await app.register((part) => hostPart(part, config, folders.host))
  return app
}
