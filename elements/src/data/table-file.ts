import { documentFields } from '@customer-center/contract/document'
import type { Endpoint } from '@customer-center/contract/endpoint'
import type { WireRow } from '@customer-center/contract/field-codes'
import { decodeBase64 } from '../client/base64.ts'
import { CallError } from '../client/call-error.ts'
import { type FieldMap, fromWire } from '../client/fields.ts'
import type { AppContext } from '../context/app-context.ts'
import { callFeature } from './backend-feature.ts'

const map: FieldMap<typeof documentFields> = { noun: 'document', fields: documentFields }

/** A list as a file for spreadsheets. Throws CallError, also for an answer without a file. */
export async function loadTableFile(
  app: Pick<AppContext, 'call' | 'session' | 'config'>,
  endpoint: Endpoint<undefined, undefined, WireRow>
): Promise<{ name: string; blob: Blob }> {
  const { fileName, fileData } = fromWire(map, app.config.fieldCodes, await callFeature(app, endpoint))
  const bytes = fileData === null ? null : decodeBase64(fileData)
  if (!bytes) throw new CallError('unreadable')
  return { name: fileName ?? 'Liste.csv', blob: new Blob(bytes, { type: 'text/csv;charset=utf-8' }) }
}
