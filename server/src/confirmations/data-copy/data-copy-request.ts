import { dataCopyFormats, type DataCopyFormat } from '@customer-center/contract/server-function'
import { ParameterString } from '../parameter-string.ts'
import { Refusal } from '../../platform/http/refusal.ts'

/** A request for a copy of data. It names no person, since it is always about the person who asks. */
export interface DataCopyRequest {
  readonly format: DataCopyFormat
}

/** @throws Refusal `badValue` */
export function parseDataCopyRequest(text: string): DataCopyRequest {
  const given = new ParameterString(text, ['format']).text('format')
  const format = dataCopyFormats.find((known) => known === given)
  if (format === undefined) throw new Refusal('badValue', { name: 'format' })
  return { format }
}
