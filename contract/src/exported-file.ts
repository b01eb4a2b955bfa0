import { documentFields } from './document.ts'
import type { Endpoint } from './endpoint.ts'
import type { WireRow } from './field-codes.ts'
import { defineEndpoint, rowSchema } from './schema.ts'

/** Adds schemas to the call of a list as a file. */
export const exportSchema = (endpoint: Endpoint<undefined, undefined, WireRow>) =>
  defineEndpoint(endpoint, 'The list as a file for spreadsheets', () => ({ data: rowSchema(documentFields) }))
