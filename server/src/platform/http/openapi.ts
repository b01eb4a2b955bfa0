import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { backendFeatures } from '@customer-center/contract/backend-feature'
import { defaultApiVersion } from '@customer-center/contract/limits'
import { addConventions } from './openapi-conventions.ts'

/** Description of an API. */
type ApiDescription = NonNullable<FastifyDynamicSwaggerOptions['openapi']> & {
  readonly info: { readonly title: string; readonly version: string }
}

type SecuritySchemes = NonNullable<NonNullable<ApiDescription['components']>['securitySchemes']>

/**
 * Adds `openapi.json` to a part of the server, written from the shapes of its calls. Register it before the calls.
 * @param complete adds what no schema of a route says
 */
export async function serveOpenApi(
  app: FastifyInstance,
  { securitySchemes, ...described }: Omit<ApiDescription, 'components'> & { readonly securitySchemes: SecuritySchemes },
  complete: (document: object) => object
): Promise<void> {
  const security = Object.keys(securitySchemes).map((name) => ({ [name]: [] }))
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', ...described, components: { securitySchemes }, security },
    transform: jsonSchemaTransform
  })
  let document: string | undefined
  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    document ??= JSON.stringify(complete(app.swagger()))
    return reply.type('application/json; charset=utf-8').send(document)
  })
}

/** Describes the contract's calls. */
export const registerOpenApi = (app: FastifyInstance): Promise<void> =>
  serveOpenApi(
    app,
    {
      info: { title: 'Customer center', version: defaultApiVersion },
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'The bare token' }
      },
      // A call with a tag belongs to the feature of that name in the configuration's `features`.
      tags: Object.entries(backendFeatures).map(([name, description]) => ({ name, description }))
    },
    addConventions
  )
