import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CallAccess } from '@customer-center/contract/endpoint'
import { type Envelope, failureEnvelope, successEnvelope } from '@customer-center/contract/envelope'
import type { WireRow } from '@customer-center/contract/field-codes'
import { envelopeSchema, creationHeaders, type EndpointSchema } from '@customer-center/contract/schema'
import { RawJson } from '../database/list.ts'
import { limits } from '../limits/limits.ts'
import type { Caller } from './caller.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** People who may call; set for every call of the contract. */
    access?: CallAccess
    body?: 'json' | 'form'
    /** Allows the call before a generated password has been changed. */
    allowsGeneratedPassword?: true
  }
  interface FastifyRequest {
    /** The caller; null for a public call. */
    caller: Caller | null
    /** Promise of the token check; the database is not closed before it settles. */
    authentication: Promise<unknown> | null
  }
}

export interface RouteCall<Query, Body> {
  readonly query: Query
  readonly body: Body
  /** The caller. Reading it in a public call, which has none, is a bug and throws. */
  readonly caller: Caller
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export type SaveCall = RouteCall<unknown, { readonly data: WireRow }>

class Incoming<Query, Body> implements RouteCall<Query, Body> {
  readonly request: FastifyRequest
  readonly reply: FastifyReply

  constructor(request: FastifyRequest, reply: FastifyReply) {
    this.request = request
    this.reply = reply
  }

  // The compiled schema has checked both before the handler runs.
  get query(): Query {
    return this.request.query as Query
  }

  get body(): Body {
    return this.request.body as Body
  }

  get caller(): Caller {
    if (this.request.caller === null) throw new Error('A public call has no caller.')
    return this.request.caller
  }
}

/**
 * Registers one call of the contract. Before the handler runs, the version header, the anti-forgery token, the session,
 * the right and the shapes of query and body have been checked; its result goes into the envelope.
 * @param options.bodyLimit bytes of the body; default: those of a form
 */
export function route<Query, Body, Data>(
  app: FastifyInstance,
  schema: EndpointSchema<Query, Body, Data>,
  handler: (call: RouteCall<Query, Body>) => Promise<Data | Failed<Data> | RawJson | JsonPieces>,
  { bodyLimit = app.initialConfig.bodyLimit ?? 0 }: { readonly bodyLimit?: number } = {}
): void {
  const { method, path, access, body, creates, allowsGeneratedPassword, feature } = schema.endpoint
  app.route({
    method,
    url: path,
    // Strangers get no more memory.
    bodyLimit: access === 'public' ? Math.min(bodyLimit, limits.publicBody.most) : bodyLimit,
    config: {
      access,
      isExport: feature === 'csv',
      ...(body && { body }),
      ...(allowsGeneratedPassword && { allowsGeneratedPassword })
    },
    schema: {
      summary: schema.summary,
      ...(feature && { tags: [feature] }),
      response: { 200: envelopeSchema(schema.data) },
      ...(schema.query && { querystring: schema.query }),
      ...(schema.body && { body: schema.body }),
      ...(creates && { headers: creationHeaders }),
      ...(body === 'form' && { consumes: ['application/x-www-form-urlencoded'] })
    },
    handler: async (request, reply) => {
      const data = await handler(new Incoming<Query, Body>(request, reply))
      // The result is too late: the time limit has already answered.
      if (reply.sent) return reply
      // The answer is returned, not sent: a handler that returns its reply adds listeners that wait for the end of the
      // stream.
      void reply.type('application/json; charset=utf-8')
      return envelopeText(data)
    }
  })
}

/**
 * JSON text in pieces, for data too large for memory. If the pieces fail, the answer ends without its last chunk, so no
 * client takes it for complete.
 */
export class JsonPieces {
  readonly pieces: AsyncIterable<string>

  constructor(pieces: AsyncIterable<string>) {
    this.pieces = pieces
  }
}

/** Data of a call that failed: HTTP 200 with a business error and its sentences. */
export class Failed<Data> {
  readonly envelope: Envelope<Data>

  constructor(responseData: Data, code: number, sentences: readonly string[]) {
    this.envelope = { ...failureEnvelope(200, code, [...sentences]), responseData }
  }
}

const empty: Envelope<null> = successEnvelope(null)
const ending = `,"responseResult":${JSON.stringify(empty.responseResult)}}`

const beginning = '{"responseData":'

async function* piecesOf({ pieces }: JsonPieces): AsyncGenerator<string, void> {
  yield beginning
  yield* pieces
  yield ending
}

function envelopeText(data: unknown): string | Readable {
  if (data instanceof Failed) return JSON.stringify(data.envelope)
  if (data instanceof JsonPieces) return Readable.from(piecesOf(data), { objectMode: false })
  const json = data instanceof RawJson ? data.text : JSON.stringify(data ?? null)
  return `${beginning}${json}${ending}`
}

/** Encodes chunks of a multiple of three bytes, so that padding comes only at the end. */
async function* base64(chunks: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<string, void> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const whole = bytes.length - (bytes.length % 3)
    rest = bytes.subarray(whole)
    if (whole > 0) yield bytes.toString('base64', 0, whole)
  }
  if (rest.length > 0) yield rest.toString('base64')
}

/** Yields the JSON text of an object in pieces; its last member is a file in base64. */
export async function* jsonWithFile(
  fields: object,
  fileKey: string,
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>
): AsyncGenerator<string, void> {
  const members = Object.entries(fields).map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)},`)
  yield `{${members.join('')}${JSON.stringify(fileKey)}:"`
  yield* base64(chunks)
  yield '"}'
}
