import { z } from 'zod'
import { defineEndpoint, parameter } from './schema.ts'
import { maxZipDocuments, requestZip } from './zip.ts'

export const requestZipSchema = defineEndpoint(
  requestZip,
  'An address, good once and for a minute, at which a browser saves some documents as one ZIP file',
  z.strictObject({ url: z.string() }),
  {
    body: z.strictObject({
      data: z.strictObject({
        documentKeys: z.array(parameter).check(z.minLength(1), z.maxLength(maxZipDocuments)),
        name: z.string().check(z.minLength(1), z.maxLength(200), z.describe('Of the file, without extension'))
      })
    })
  }
)
