import * as z from 'zod/mini'
import { documentFields, getDocument, listEventDocuments } from './document.ts'
import { defineEndpoint, isoDate, parameter, resFields, rowSchema } from './schema.ts'

const events = z.array(
  z.strictObject({
    caption: z.nullable(z.string()),
    eventId: z.int(),
    no: z.int(),
    participantId: z.nullable(z.int()),
    from: z.nullable(isoDate),
    to: z.nullable(isoDate),
    location: z.nullable(z.string()),
    productType: z.nullable(z.int()),
    videoOnDemand: z.nullable(z.boolean()),
    scripts: z.array(
      z.strictObject({
        caption: z.nullable(z.string()),
        documentHash: z.string(),
        dpoId: z.nullable(z.int()),
        dpdId: z.nullable(z.int()),
        fileName: z.nullable(z.string()),
        fileSize: z.optional(z.nullable(z.int()))
      })
    )
  })
)

const query = z.object({ ...resFields, documentKey: parameter, stampNo: z.optional(z.string().check(z.maxLength(20))) })

export const listEventDocumentsSchema = defineEndpoint(
  listEventDocuments,
  'Events with their scripts and recordings',
  events
)
export const getDocumentSchema = defineEndpoint(getDocument, 'A file by its key', rowSchema(documentFields), { query })
