import { defaultRuntimeConfig, type RuntimeConfig } from '@customer-center/contract/runtime-config'
import { routes } from '@customer-center/contract/routes'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

const images = Object.fromEntries(
  routes.map((route) => {
    const file = `/elements/assets/images/${route.replaceAll('/', '-')}`
    return [route, { small: `${file}-small.svg`, big: `${file}-big.svg` }]
  })
)

/** What the elements of our own pages start from, out of the server's settings, so that both sides keep the same table of rights. */
function runtimeConfig(config: Config): RuntimeConfig {
  const { development, extendedWebshopRights, invoiceStampNo, routeRights } = config
  return { ...defaultRuntimeConfig, images, development, extendedWebshopRights, invoiceStampNo, routeRights }
}

/** `config.prod.json` in the `assets` folder below the place where it is registered. */
export function runtimeConfigRoutes(app: FastifyInstance, config: Config): void {
  const text = JSON.stringify(runtimeConfig(config))
  app.get('/assets/config.prod.json', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(text)
  )
}
