import type { FastifyInstance } from 'fastify'
import type { Services } from '../feature/services.ts'
import { admitRequests } from '../platform/http/admission.ts'
import { registerJsonParser } from '../platform/http/create-fastify.ts'
import { registerApiNotFound } from '../platform/http/error-handler.ts'
import { registerSecurityHeaders } from '../platform/http/security-headers.ts'
import { registerZodValidation } from '../platform/http/validation.ts'
import { bounceRoutes } from './bounce/bounce.routes.ts'
import { changeRoutes } from './change/change.routes.ts'
import { fileRoutes } from './import/file.routes.ts'
import { importRunRoutes } from './import/import-run.routes.ts'
import { importRoutes } from './import/import.routes.ts'
import { rowRoutes } from './import/row.routes.ts'
import { officeRoutes } from './office/office.routes.ts'
import { registerProviderOpenApi } from './openapi.ts'
import { Problem, sendProblem } from './problem/problem.ts'
import { registerKeyAuth } from './provider-key/authenticate-key.ts'
import { sessionRoutes } from './session/session.routes.ts'

/** Returns `customerNumber` for `/customerNumber`; an empty text for the whole body or query. */
const memberOf = (path: string | undefined) => /^\/(\w{1,40})/.exec(path ?? '')?.[1]

async function version1(api: FastifyInstance, services: Services): Promise<void> {
  registerSecurityHeaders(api, 'api')
  api.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  admitRequests(api)
  registerKeyAuth(api, services.db)
  registerJsonParser(api)
  registerZodValidation(api)
  api.setErrorHandler(sendProblem)
  api.setSchemaErrorFormatter(([issue], part) => {
    const member = memberOf(issue?.instancePath)
    const [kind, whole] = part === 'querystring' ? ['parameter', 'query'] : ['member', 'body']
    return new Problem(400, `${member ? `The ${kind} ${member}` : `The ${whole}`} is missing, unknown or invalid.`)
  })
  registerApiNotFound(api, sendProblem)
  await registerProviderOpenApi(api)
  sessionRoutes(api, services)
  changeRoutes(api, services)
  officeRoutes(api, services)
  bounceRoutes(api, services)
  importRunRoutes(api, services)
  rowRoutes(api, services)
  await api.register((part) => importRoutes(part, services))
  await api.register((part) => fileRoutes(part, services))
}

/** Adds the API for programs of the provider, such as its shop. Its version is part of the path. */
export async function providerApi(app: FastifyInstance, services: Services): Promise<void> {
  await app.register((api) => version1(api, services), { prefix: '/provider/v1' })
}
