import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type ImportRunAnswer, importRunSchema } from '@customer-center/contract/import/run'
import type { Services } from '../../feature/services.ts'
import type { Db } from '../../platform/database/query.ts'
import { linesToCorrect, refusedRows, resultOf } from '../../records/importing/run/import-refusal.repository.ts'
import { findRun, type ImportRun, type RunName } from '../../records/importing/run/import-run.repository.ts'
import { Problem } from '../problem/problem.ts'
import { authenticatedKey } from '../provider-key/authenticate-key.ts'
import { allowsScope, type KeyScope } from '../provider-key/provider-key.ts'

const parameters = z.strictObject({ run: z.uuid() })
type Parameters = z.output<typeof parameters>

const types = { csv: 'text/csv; charset=utf-8', ndjson: 'application/x-ndjson; charset=utf-8' } as const

async function* refusalLines(db: Db, run: RunName) {
  for await (const row of refusedRows(db, run)) yield `${JSON.stringify(row)}\n`
}

/** Adds the routes of a run's counts and refused rows. */
export function importRunRoutes(app: FastifyInstance, { db }: Pick<Services, 'db'>): void {
  /** @throws Problem, the same for a missing run and for one that this key cannot reach */
  async function find(request: FastifyRequest<{ Params: Parameters }>): Promise<ImportRun> {
    const { providerId, scopes } = authenticatedKey(request)
    const run = await findRun(db, { providerId, runId: request.params.run })
    if (!run || !allowsScope(scopes, `write:${run.resource}` as KeyScope))
      throw new Problem(404, 'There is no such run.')
    return run
  }

  app.route<{ Params: Parameters }>({
    method: 'GET',
    url: '/imports/:run',
    config: { scope: 'write:*' },
    schema: { summary: 'Read how a run goes or went', params: parameters, response: { 200: importRunSchema } },
    handler: async (request): Promise<ImportRunAnswer> => {
      const run = await find(request)
      const { resource, mode, state, failure, line, share } = run
      const startedAt = run.started_at.toISOString()
      const result = await resultOf(db, run)
      return { ...result, resource, mode, dryRun: run.dry_run, state, failure, line, share, startedAt }
    }
  })

  app.route<{ Params: Parameters }>({
    method: 'GET',
    url: '/imports/:run/refusals',
    config: { scope: 'write:*' },
    schema: {
      summary: 'Read why rows were refused, as NDJSON',
      description:
        'One line for each: line, key, kind, field, value, sentence, text and known (the last run had it, too). The kind is row where it was not taken, field where the row was taken without this one, conflict where a value stays that a customer or another row has set, or an operator holds, and notice where a customer has lost its last admin.',
      params: parameters
    },
    handler: async (request, reply) => {
      const { provider_id: providerId, run_id: runId } = await find(request)
      return reply.type(types.ndjson).send(Readable.from(refusalLines(db, { providerId, runId })))
    }
  })

  app.route<{ Params: Parameters }>({
    method: 'GET',
    url: '/imports/:run/refused-rows',
    config: { scope: 'write:*' },
    schema: {
      summary: 'Fetch the refused rows as they came, to be corrected and sent again',
      description:
        'Password hashes are left out; of a row that cannot be read, and so may hold one anywhere, only the refusal is kept.',
      params: parameters
    },
    handler: async (request, reply) => {
      const { provider_id: providerId, run_id: runId, format, header } = await find(request)
      return reply
        .type(types[format])
        .header('content-disposition', `attachment; filename="refused-rows.${format}"`)
        .send(Readable.from(linesToCorrect(refusedRows(db, { providerId, runId }), header)))
    }
  })
}
