import { Readable } from 'node:stream'
import { type Envelope, fail, succeed } from '@customer-center/contract/envelope'
import { RawJson } from '../database/list.ts'

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
    this.envelope = { ...fail(200, code, [...sentences]), responseData }
  }
}

const empty: Envelope<null> = succeed(null)
const ending = `,"responseResult":${JSON.stringify(empty.responseResult)}}`

const beginning = '{"responseData":'

async function* piecesOf({ pieces }: JsonPieces): AsyncGenerator<string, void> {
  yield beginning
  yield* pieces
  yield ending
}

/** Writes the envelope of a success, as text or as a stream of it. */
export function envelopeText(data: unknown): string | Readable {
  if (data instanceof Failed) return JSON.stringify(data.envelope)
  if (data instanceof JsonPieces) return Readable.from(piecesOf(data), { objectMode: false })
  const json = data instanceof RawJson ? data.text : JSON.stringify(data ?? null)
  return `${beginning}${json}${ending}`
}
