import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { FileRefusal, isFileStored, maxFileBytes, storeFiles } from '../../bookings/index.ts'
import type { Services } from '../../feature/services.ts'
import { semaphorePerKey } from '../../platform/lib/semaphore.ts'
import { limits } from '../../platform/limits/limits.ts'
import { Problem } from '../problem/problem.ts'
import { authenticatedKey } from '../provider-key/authenticate-key.ts'

const parameters = z.strictObject({
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/i)
    .toLowerCase()
})
type Parameters = z.output<typeof parameters>

/**
 * @returns the bytes, after a check of their SHA-256
 * @throws Problem
 */
async function readFile(body: Readable, sha256: string): Promise<Buffer> {
  const hash = createHash('sha256')
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxFileBytes) throw new Problem(413, `A file may have ${maxFileBytes} bytes at most.`)
    hash.update(chunk)
    chunks.push(chunk)
  }
  if (hash.digest('hex') !== sha256) throw new Problem(400, 'The SHA-256 of the body is not the one of the address.')
  return Buffer.concat(chunks)
}

/**
 * Adds the routes of documents' files, which are identified by their SHA-256; a row of a document references one later.
 */
export async function fileRoutes(
  app: FastifyInstance,
  { db, storage }: Pick<Services, 'db' | 'storage'>
): Promise<void> {
  // Each company has separate places, so that its slow uploads do not block the files of other companies.
  const placesOf = semaphorePerKey<number>(limits.filesReceived.most)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))

  app.route<{ Params: Parameters }>({
    method: 'PUT',
    url: '/files/:sha256',
    config: { scope: 'write:documents', readsBody: true },
    schema: {
      summary: 'Send the file of a document',
      description:
        'PDF, Office or XML without a DOCTYPE, at most 50 MiB. The same bytes are stored once: a file that is there is not read again.',
      params: parameters,
      response: { 204: z.null() }
    },
    handler: async (request, reply) => {
      const { providerId } = authenticatedKey(request)
      const { sha256 } = request.params
      try {
        if (!(await isFileStored(db, storage, providerId, sha256)))
          await placesOf(providerId).run(async () => {
            const bytes = await readFile(request.body instanceof Readable ? request.body : Readable.from([]), sha256)
            await storeFiles(db, storage, providerId, [bytes])
          })
      } catch (error) {
        throw error instanceof FileRefusal ? new Problem(400, error.message) : error
      } finally {
        // The next request would begin with the unread rest of the body.
        if (!request.raw.complete) void reply.header('connection', 'close')
      }
      return reply.code(204).send(null)
    }
  })
}
