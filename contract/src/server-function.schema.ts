import { z } from 'zod'
import { defineEndpoint, time } from './schema.ts'
import { functionNames, getAsyncResult, listJobs, maxJobCaption, removeJob, startFunction } from './server-function.ts'

const start = z.strictObject({
  data: z.strictObject({
    functionName: z.enum(functionNames),
    parameter: z.string().check(z.maxLength(100_000)),
    async: z.literal(true),
    caption: z.optional(z.string().check(z.maxLength(maxJobCaption)))
  })
})
const jobId = z.string().check(z.maxLength(64))
const result = z.strictObject({ jobId: z.string(), status: z.int(), fileData: z.nullable(z.string()) })

export const startFunctionSchema = defineEndpoint(
  startFunction,
  'Starts a server function in the background',
  z.strictObject({ jobId: z.string() }),
  { body: start }
)
export const getAsyncResultSchema = defineEndpoint(getAsyncResult, 'State and result of a background job', result, {
  query: z.object({ jobId })
})
export const listJobsSchema = defineEndpoint(
  listJobs,
  'The jobs of the caller in the last day',
  z.array(
    z.strictObject({
      jobId: z.string(),
      functionName: z.enum(functionNames),
      caption: z.string(),
      status: z.int(),
      startedAt: time
    })
  )
)
export const removeJobSchema = defineEndpoint(removeJob, 'Takes a failed job out of the list of jobs', z.null(), {
  body: z.strictObject({ data: z.strictObject({ jobId }) })
})
