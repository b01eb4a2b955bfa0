import * as z from 'zod/mini'
import { defineEndpoint } from './schema.ts'
import { functionNames, getAsyncResult, startFunction } from './server-function.ts'

const start = z.strictObject({
  data: z.strictObject({
    functionName: z.enum(functionNames),
    parameter: z.string().check(z.maxLength(100_000)),
    async: z.literal(true)
  })
})
const result = z.strictObject({ jobId: z.string(), status: z.int(), fileData: z.nullable(z.string()) })

export const startFunctionSchema = defineEndpoint(
  startFunction,
  'Starts a server function in the background',
  z.strictObject({ jobId: z.string() }),
  { body: start }
)
export const getAsyncResultSchema = defineEndpoint(getAsyncResult, 'State and result of a background job', result, {
  query: z.object({ jobId: z.string().check(z.maxLength(64)) })
})
