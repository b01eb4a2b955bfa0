import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { languages } from '@customer-center/contract/runtime-config'
import type { FastifyInstance } from 'fastify'

/**
 * Registers the provider's changes to the texts, which need not exist: they are an empty object then, because every browser would
 * report the missing file as an error. Needs the files of `folder` to be served.
 */
export function customTextRoutes(app: FastifyInstance, folder: string): void {
  for (const language of languages) {
    const name = `assets/text.${language}.custom.json`
    app.get(`/${name}`, async (_request, reply) => {
      const exists = await access(join(folder, name)).then(
        () => true,
        () => false
      )
      if (exists) return reply.sendFile(name)
      return reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send('{}')
    })
  }
}
