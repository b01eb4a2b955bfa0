import { z } from 'zod'

const count = z.int().check(z.gte(0))

export const importQuery = z.strictObject({
  mode: z.optional(
    z.literal(['upsert', 'replace']).check(z.describe('replace: a full set, after which nothing else is there'))
  ),
  prefix: z.optional(
    z
      .string()
      .check(
        z.minLength(1),
        z.maxLength(200),
        z.describe('Of a full set: only rows whose external key begins so may be taken away')
      )
  ),
  maxRemoved: z.optional(
    z
      .string()
      .check(
        z.regex(/^(?:0(?:\.\d{1,4})?|1)$/),
        z.describe(
          'How much of what is there a full set may take away, and of all logins a run may end or lower, from 0 to 1; 0.05 if left out'
        )
      )
  ),
  dryRun: z.optional(z.literal(['true', 'false']).check(z.describe('true: does everything but commit'))),
  run: z.optional(z.uuid().check(z.describe('Of a run that broke off: its stored lines are skipped; or a new one')))
})

export type ImportQuery = z.output<typeof importQuery>

const counts = {
  runId: z.uuid(),
  read: count,
  created: count,
  updated: count,
  unchanged: count,
  removed: count,
  refused: count,
  refusedFields: count.check(z.describe('Fields whose value is wrong: their rows were taken without them')),
  conflicts: count.check(
    z.describe('Fields that a customer or another row has set, or an operator holds, and that came otherwise')
  ),
  known: count.check(
    z.describe('Refusals and conflicts that the last run of the same resource, mode, prefix and columns had, too')
  ),
  notKept: count.check(
    z.describe('Refusals and conflicts beyond 10 MB of the run: counted, but in no list of refused rows or reasons')
  )
}

const refusalKind = z
  .literal(['row', 'field', 'conflict', 'notice'])
  .check(
    z.describe(
      'row: it was not taken; field: the row was taken without it; conflict: a value that a customer or another row has set, or an operator holds; notice: a customer whose last admin went'
    )
  )

export type RefusalKind = z.output<typeof refusalKind>

/** A reason why rows or fields were refused or stay unchanged; those with the same kind and sentence count together. */
const reason = z.strictObject({
  field: z.nullable(z.string()),
  kind: refusalKind,
  sentence: z.string(),
  isReference: z.boolean().check(z.describe('It names a row that is not there, which may itself have been refused')),
  known: z.boolean().check(z.describe('Whether the last run had these, too')),
  count,
  line: count.check(z.describe('The first one')),
  value: z.nullable(z.string()).check(z.describe('Of the first one'))
})

const reasons = z
  .array(reason)
  .check(z.describe('At most 20, new ones first, then those without references, then by count'))

/** The counts of a run, in rows. */
export const importSummarySchema = z.strictObject({ ...counts, reasons })

export type ImportResult = z.output<typeof importSummarySchema>

/** A run, also one that still goes on. */
export const importRunSchema = z.strictObject({
  ...counts,
  reasons,
  resource: z.string(),
  mode: z.literal(['upsert', 'replace']),
  dryRun: z.boolean(),
  state: z.literal(['running', 'done', 'failed']).check(z.describe('running: also one that broke off')),
  failure: z
    .nullable(z.string())
    .check(
      z.describe(
        'Why a failed run stopped; of one that is done, why it has removed nothing of what its full set lacks; null otherwise'
      )
    ),
  line: count.check(z.describe('The last line of the file that is stored')),
  share: z
    .nullable(z.number().check(z.gte(0), z.lte(1)))
    .check(z.describe('The part of the file that is stored, from 0 to 1; null where its size is not known')),
  startedAt: z.iso.datetime()
})

export type RefusalReason = z.output<typeof reason>

export type ImportRunAnswer = z.output<typeof importRunSchema>
