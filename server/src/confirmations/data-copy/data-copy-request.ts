import { dataCopyFormats, type DataCopyFormat } from '@customer-center/contract/server-function'
import { ParameterString } from '../parameter-string.ts'
import { Refusal } from '../../platform/http/refusal.ts'

/** The copy that is asked for: nobody names whose data it is, since it is the person's own. */
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
