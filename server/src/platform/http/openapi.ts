import swagger from '@fastify/swagger'
import { backendFeatures } from '@customer-center/contract/backend-feature'
import { defaultApiVersion } from '@customer-center/contract/limits'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { addConventions } from './openapi-conventions.ts'

/** Adds `/api/openapi.json`, written from the contract's shapes. Register it before the calls. */
export async function registerOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Customer center', version: defaultApiVersion },
      components: {
        securitySchemes: {
          token: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'The bare token' }
        }
      },
      security: [{ token: [] }],
      // A call with a tag belongs to the feature of that name in the configuration's `features`.
      tags: Object.entries(backendFeatures).map(([name, description]) => ({ name, description }))
    },
    transform: jsonSchemaTransform
  })
  let document: string | undefined
  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    document ??= JSON.stringify(addConventions(app.swagger()))
    return reply.type('application/json; charset=utf-8').send(document)
  })
}
