import type { Envelope } from '@customer-center/contract/envelope'
import { succeed } from '@customer-center/contract/envelope'

/** JSON text that PostgreSQL wrote (`json_agg`): it goes into the envelope as it is, which spares parsing and writing it again. */
export class RawJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const empty: Envelope<null> = succeed(null)
const ending = `,"responseResult":${JSON.stringify(empty.responseResult)}}`

/** The envelope of a success, as text. */
export function envelopeText(data: unknown): string {
  const json = data instanceof RawJson ? data.text : JSON.stringify(data ?? null)
  return `{"responseData":${json}${ending}`
}
