import { z } from 'zod'
import { creatingCall, getCall, ofFeature, sendCall } from './endpoint.ts'
import { type Id, textIdField, numberField, textField } from './field-codes.ts'
import { everyRight } from './rights.ts'
import { defineEndpoint, mayBeMissing, opaqueId, partOf, timeSchema } from './schema.ts'

/** Functions that /function/start can run. `parameter` is a query string as URLSearchParams writes it. */
export const functionNames = ['StandardLetter', 'StandardLetters', 'TimesheetLetter', 'Evaluation', 'DataCopy'] as const

/** Names in the `parameter` of each function; days are dd.MM.yyyy. */
export const functionParameters = {
  /** Participation confirmation of one person for one event. */
  StandardLetter: ['letterNo', 'format', 'company', 'id', 'contactCompany', 'contactId', 'eventId', 'participantId'],
  /** Participation confirmations of several people for one event; of the feature `bulk-confirmations`. */
  StandardLetters: ['letterNo', 'format', 'company', 'id', 'eventId', 'no', 'participantIds'],
  /** Hour record of one person for the chosen events; the period only with the feature `hour-record-period`. */
  TimesheetLetter: ['letterNo', 'company', 'id', 'contactCompany', 'contactId', 'const', 'from', 'to'],
  /** Evaluation of one person within a period, whose file the browser opens. */
  Evaluation: ['interfaceId', 'company', 'contactCompany', 'contactId', 'from', 'to'],
  /** Copy of the caller’s own data; of the feature `data-copy`. */
  DataCopy: ['format']
} as const satisfies Record<(typeof functionNames)[number], readonly string[]>

/** A document that the customer requested, or a file of a person's copy of its own data. */
export const JobType = { participationConfirmation: 0, hourRecord: 1, dataCopy: 2 } as const

/**
 * State: requested, then working while the server makes it, finished when the file has arrived, failed on error.
 */
export const JobState = { requested: 0, working: 1, failed: 2, finished: 3 } as const

/**
 * The parameter `format` of a DataCopy, on backends that announce `data-copy`: a copy of the caller's own data for
 * programs or for people. It needs a fresh login, and only that login may fetch it.
 */
export const dataCopyFormats = ['JSON', 'PDF'] as const
export type DataCopyFormat = (typeof dataCopyFormats)[number]

export interface FunctionStart {
  functionName: (typeof functionNames)[number]
  parameter: string
  async: true
  /** Name of the document in the person's list; sent if the backend announces `jobs`. */
  caption?: string | undefined
}

export interface AsyncResult {
  jobId: Id
  status: number
  /** The file in base64, when the status is done. */
  fileData: string | null
}

/** Characters of a job's caption. */
export const maxJobCaption = 500

/** A document that the person has requested within the last day, in any tab. */
export interface StartedJob {
  jobId: Id
  functionName: FunctionStart['functionName']
  caption: string
  /** The status, as in {@link AsyncResult}. */
  status: number
  /** ISO 8601 with an offset. */
  startedAt: string
}

/** The members of both, as fields of plain names. */
export const jobFields = {
  /** Id of the job, with which its result is asked for. */
  jobId: textIdField('jobId', 64),
  /** State of the job. */
  status: numberField('status'),
  /** The file in base64; null until the status is 2. */
  fileData: textField('fileData'),
  /** Function that makes the document. */
  functionName: textField('functionName'),
  /** Name of the document, as the start has sent it. */
  caption: textField('caption'),
  /** Time of the start in ISO 8601 with an offset. */
  startedAt: textField('startedAt')
} as const

/**
 * States of a job: 2 means done, and the file must be present. Any other status is polled again (section
 * 4), except failed from a backend that announces `jobs`; on other backends that number has its own meaning.
 */
export const AsyncStatus = {
  /** Accepted, shown as angefordert and asked for again. */
  requested: 0,
  /** In work, shown as in Arbeit and asked for again. */
  working: 1,
  /** Ready; the answer must have the file. */
  done: 2,
  /** Failed for good where `features` has `jobs`; elsewhere asked for again like any other number. */
  failed: 3
} as const

/** Makes a document in the background: a confirmation, an hour record, an evaluation or a copy of the own data. */
export const startFunction = creatingCall(sendCall<FunctionStart, { jobId: Id }>('POST', '/function/start', everyRight))
/** Asked until the status is 2: at once, then after 1, 2, 3 … seconds, ten times. */
export const getAsyncResult = getCall<{ jobId: string }, AsyncResult>('/function/getasyncresult', everyRight)

/** The caller's newest jobs with a caption, for each function. */
export const listJobs = ofFeature('jobs', getCall<undefined, StartedJob[]>('/function/list', everyRight))
/** Jobs of other states stay. */
export const removeJob = ofFeature('jobs', sendCall<{ jobId: string }, null>('POST', '/function/remove', everyRight))

const start = () =>
  z.strictObject({
    data: z.strictObject({
      functionName: z.enum(functionNames).describe('The function that makes the document'),
      parameter: z.string().check(z.maxLength(100_000)).describe('A query string, as URLSearchParams writes it'),
      async: z.literal(true).describe('Always true'),
      caption: z
        .optional(z.string().check(z.maxLength(maxJobCaption)))
        .describe('Name of the document in the person’s list; sent where `features` has `jobs`')
    })
  })
const jobId = () => opaqueId(z.string().check(z.maxLength(64)).describe('Id of the job, as its start has answered'))
const result = () =>
  partOf(
    jobFields,
    z.strictObject({
      jobId: mayBeMissing(z.string()),
      status: z.int(),
      fileData: mayBeMissing(z.nullable(z.string()))
    })
  )

export const startFunctionSchema = /*#__PURE__*/ defineEndpoint(
  startFunction,
  'Starts a server function in the background',
  () => ({
    data: partOf(jobFields, z.strictObject({ jobId: z.string() })),
    body: start()
  })
)
export const getAsyncResultSchema = /*#__PURE__*/ defineEndpoint(
  getAsyncResult,
  'State and result of a background job',
  () => ({
    data: result(),
    query: z.object({ jobId: jobId() })
  })
)
export const listJobsSchema = /*#__PURE__*/ defineEndpoint(listJobs, 'The jobs of the caller in the last day', () => ({
  data: z.array(
    partOf(
      jobFields,
      z.strictObject({
        jobId: z.string(),
        functionName: z.enum(functionNames),
        caption: mayBeMissing(z.string()),
        status: z.int(),
        startedAt: timeSchema
      })
    )
  )
}))
export const removeJobSchema = /*#__PURE__*/ defineEndpoint(
  removeJob,
  'Takes a failed job out of the list of jobs',
  () => ({
    data: z.null(),
    body: z.strictObject({ data: z.strictObject({ jobId: jobId() }) })
  })
)
