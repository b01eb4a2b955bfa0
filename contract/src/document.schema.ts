import * as z from 'zod/mini'
import {
  type DocumentEvent,
  documentEventFields,
  documentFields,
  eventDocumentFields,
  getDocument,
  listEventDocuments
} from './document.ts'
import { defineEndpoint, listRowSchema, parameter, resFields, rowSchema } from './schema.ts'

const scripts = z.array(listRowSchema(eventDocumentFields))
const events = z.array(listRowSchema<DocumentEvent>(documentEventFields, { scripts }))

const query = z.object({ ...resFields, documentKey: parameter, stampNo: z.optional(z.string().check(z.maxLength(20))) })

export const listEventDocumentsSchema = defineEndpoint(
  listEventDocuments,
  'Events with their scripts and recordings',
  events
)
export const getDocumentSchema = defineEndpoint(getDocument, 'A file by its key', rowSchema(documentFields), { query })
