import { Readable } from 'node:stream'
import type { Envelope } from '@customer-center/contract/envelope'
import { fail, succeed } from '@customer-center/contract/envelope'

/** JSON text that PostgreSQL wrote (`json_agg`): it goes into the envelope as it is, which spares parsing and writing it again. */
export class RawJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** JSON text in pieces, for data too large to be held; if they break off, so does the answer, and no client takes it for whole. */
export class JsonPieces {
  readonly pieces: AsyncIterable<string>

  constructor(pieces: AsyncIterable<string>) {
    this.pieces = pieces
  }
}

/** Data that tells of a failure: with HTTP 200 a business error and its sentences go along with it. */
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

/** The envelope of a success, as text or as a stream of it. */
export function envelopeText(data: unknown): string | Readable {
  if (data instanceof Failed) return JSON.stringify(data.envelope)
  if (data instanceof JsonPieces) return Readable.from(piecesOf(data), { objectMode: false })
  const json = data instanceof RawJson ? data.text : JSON.stringify(data ?? null)
  return `${beginning}${json}${ending}`
}
