import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  importResourceNames,
  importResources,
  type ImportResourceName
} from '@customer-center/contract/import/resources'
import {
  importQuery,
  type ImportQuery,
  type ImportResult,
  importSummarySchema
} from '@customer-center/contract/import/run'
import type { Services } from '../../feature/services.ts'
import { OperatorError } from '../../platform/config/operator-error.ts'
import { noteSecurityEvent } from '../../platform/http/security-event.ts'
import { semaphorePerKey } from '../../platform/lib/semaphore.ts'
import { limits } from '../../platform/limits/limits.ts'
import { perWindow } from '../../platform/limits/per-window.ts'
import { ImportError, type ImportRequest, RunTakenError } from '../../records/importing/import.ts'
import { openRows } from '../../records/importing/read/open-rows.ts'
import { countBytes } from '../../records/importing/read/source-bytes.ts'
import { runImport } from '../../records/importing/run/run-import.ts'
import { Problem, sendProblem } from '../problem/problem.ts'
import { authenticatedKey } from '../provider-key/authenticate-key.ts'
import type { ProviderKey } from '../provider-key/provider-key.repository.ts'

type ImportServices = Pick<Services, 'background' | 'imports' | 'config'>

const formats: Readonly<Record<string, 'csv' | 'ndjson'>> = { 'text/csv': 'csv', 'application/x-ndjson': 'ndjson' }

/** Media types of a body; gzip is recognised by its first bytes, whatever the type. */
const contentTypes = ['application/x-ndjson', 'text/csv', 'application/gzip', 'application/octet-stream']

/** Limit of unpacked bytes, so that a small body cannot unpack without end. */
const maxBytes = 10e9

const description =
  `The body is one row on each line as NDJSON, or CSV with the members as its header, packed with gzip or not. Rows
come in any order; a row that is refused stops no other. Members that are left out stay as they are, null or an empty cell clears them.
A request has 300 seconds: what broke off goes on with the same body and the run of the header import-run.`.replaceAll(
    '\n',
    ' '
  )

/** Turns an error into a problem; here an operator's error is a fault of the body. */
function problemOf(error: unknown): unknown {
  if (error instanceof RunTakenError) return new Problem(409, error.message, { 'retry-after': '1' })
  if (error instanceof ImportError) return new Problem(409, error.message)
  return error instanceof OperatorError ? new Problem(400, error.message) : error
}

async function runSentImport(
  { background, imports, config }: ImportServices,
  resource: ImportResourceName,
  request: FastifyRequest<{ Querystring: ImportQuery }>,
  reply: FastifyReply,
  runId: string,
  onProgress: NonNullable<ImportRequest['onProgress']>
): Promise<ImportResult> {
  const ending = new AbortController()
  // After the time limit has answered, the program sends the rows again, and this run would compete with the new one.
  reply.raw.once('close', () => ending.abort(new Problem(408, 'Nobody waits for the answer any more.')))
  const { signal } = ending
  const { isServing } = request.server.admission
  const { providerId, id } = authenticatedKey(request)
  const { mode = 'upsert', prefix, maxRemoved, dryRun } = request.query
  if (prefix !== undefined && mode !== 'replace') throw new Problem(400, 'prefix goes with mode=replace.')
  const format = formats[request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '']
  const body = request.body instanceof Readable ? request.body : Readable.from([])
  const { fields } = importResources[resource]
  let read = 0
  const counted = countBytes(body as AsyncIterable<Buffer>, (count) => (read += count))
  const size = Number(request.headers['content-length'] ?? 0)
  const opened = await openRows(counted, { fields, maxBytes, signal, ...(format && { format }) })
  return runImport(
    { db: background, imports, lead: config.fieldLead, isServing },
    {
      providerId,
      resource,
      rows: opened.rows,
      mode,
      prefix,
      ...(maxRemoved !== undefined && { maxRemoved: Number(maxRemoved) }),
      undoesBatches: dryRun === 'true',
      runId,
      providerKey: id,
      format: opened.format,
      header: opened.header,
      ...(size > 0 && { share: () => Math.min(1, read / size) }),
      onProgress,
      signal
    }
  )
}

/**
 * Limits the simultaneous runs of a company, and the runs of each key in a minute. Each company has separate places: a
 * body may take minutes to arrive, and two slow ones would block all other companies.
 */
function createRunPlaces(): (key: Pick<ProviderKey, 'id' | 'providerId'>) => () => void {
  const { imports, importsOfKey } = limits
  const placesOf = semaphorePerKey<number>(imports.most)
  const spend = perWindow(importsOfKey)
  return ({ id, providerId }) => {
    const leave = placesOf(providerId).tryAcquire()
    if (!leave) throw new Problem(503, `At most ${imports.most} imports run at once.`, { 'retry-after': '5' })
    const spent = spend([{ key: String(id) }])
    if (!('wait' in spent)) return leave
    leave()
    throw new Problem(429, `A key may begin ${importsOfKey.most} runs in a minute.`, {
      'retry-after': String(spent.wait)
    })
  }
}

/** Adds the routes of imports of each resource, in streams of any length. */
export async function importRoutes(app: FastifyInstance, services: ImportServices): Promise<void> {
  const enter = createRunPlaces()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(contentTypes, (_request, payload, done) => done(null, payload))

  for (const resource of importResourceNames)
    app.route<{ Querystring: ImportQuery }>({
      method: 'POST',
      url: `/imports/${resource}`,
      config: { scope: `write:${resource}`, readsBody: true },
      schema: {
        summary: `Bring in rows of ${resource}`,
        description,
        querystring: importQuery,
        response: { 200: importSummarySchema }
      },
      errorHandler: (error, request, reply) => {
        const runId = reply.getHeader('import-run')
        const next = `What is stored stays: the same body with run=${String(runId)} goes on behind it.`
        void sendProblem(error, request, reply, runId === undefined ? '' : next)
      },
      handler: async (request, reply: FastifyReply) => {
        const runId = request.query.run ?? randomUUID()
        void reply.header('import-run', runId)
        const leave = enter(authenticatedKey(request))
        let stored = { created: 0, updated: 0 }
        try {
          const summary = await runSentImport(
            services,
            resource,
            request,
            reply,
            runId,
            (progress) => (stored = progress)
          )
          return reply.sent ? reply : summary
        } catch (error) {
          if (reply.sent) return reply
          // The next request would begin with the unread rest of the body.
          if (!request.raw.complete) void reply.header('connection', 'close')
          throw problemOf(error)
        } finally {
          leave()
          const { created, updated } = stored
          // Rows that an interrupted run has stored stay.
          if (resource === 'shop-users' && created + updated > 0 && request.query.dryRun !== 'true')
            noteSecurityEvent(request, 'access-imported', { key: authenticatedKey(request).id, created, updated })
        }
      }
    })
}
