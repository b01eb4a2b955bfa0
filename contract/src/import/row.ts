import { z } from 'zod'
import { isCalendarDay, isNoDate, isUsualDay } from '../dates.ts'
import type { ImportField } from '../import-field.ts'
import { largestNumber } from '../schema.ts'
import type { ImportResource } from './resources.ts'

/** A row as a provider sends it. An omitted member stays unchanged; null clears it. */
export type ImportRow = Readonly<Record<string, string | number | boolean | null>>

const clock = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/
const moment =
  /^(\d{4}-\d{2}-\d{2})[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?(?:Z|[+-](?:0\d|1[0-4]):?[0-5]\d)?$/

const isMoment = (value: string) => isCalendarDay(moment.exec(value)?.[1] ?? '')

const refined = (sentence: string, isRight: (value: string) => boolean) =>
  z.string({ error: sentence }).check(z.refine(isRight, { error: sentence, abort: true }), z.describe(sentence))

/** Checks a day or a point in time. One that stands for 'no date' is right in any form: the import takes it as null. */
const dated = (sentence: string, isRight: (value: string) => boolean) =>
  refined(sentence, (value) => isNoDate(value) || isRight(value)).check(
    z.refine((value) => isNoDate(value) || isUsualDay(value.slice(0, 10)), {
      error: 'must be from 1950 on, and at most 100 years ahead.'
    })
  )

function isDecimal(value: string | number, { max, decimals = 0 }: ImportField): boolean {
  const [, whole = '', fraction = ''] = /^-?(\d{1,15})(?:\.(\d{1,15}))?$/.exec(String(value)) ?? []
  return whole !== '' && whole.replace(/^0+(?=\d)/, '').length <= max && fraction.length <= decimals
}

/** Makes the schema of a value; its only message is the sentence for the person who corrects the row. */
function valueSchema(field: ImportField): z.ZodType<string | number | boolean> {
  const { kind, max, choices = [] } = field
  if (kind === 'number' || kind === 'id') {
    const error = 'must be a whole number.'
    return z.int({ error }).check(z.gte(-largestNumber, { error }), z.lte(largestNumber, { error }))
  }
  if (kind === 'flag') return z.boolean({ error: 'must be true or false.' })
  if (kind === 'date') return dated('must be a day as yyyy-MM-dd.', isCalendarDay)
  if (kind === 'time') return refined('must be a time as HH:mm.', (value) => clock.test(value))
  if (kind === 'timestamp') return dated('must be a point in time as yyyy-MM-ddTHH:mm:ssZ.', isMoment)
  if (kind === 'decimal') {
    const error = `must be a number with at most ${max} digits before and ${field.decimals ?? 0} after the decimal point.`
    return z.union([z.string(), z.number()], { error }).check(
      z.refine((value) => isDecimal(value, field), { error }),
      z.describe(error)
    )
  }
  if (kind === 'enum') return z.literal([...choices], { error: `must be one of ${choices.slice(0, 20).join(', ')}.` })
  const { pattern, sentence: error = '' } = field
  const limited = z
    .string({ error: 'must be a text.' })
    .check(z.maxLength(max, { error: `must have at most ${max} characters.` }))
  return pattern
    ? limited.check(
        z.refine((value) => value.trim() === '' || pattern.test(value.trim()), { error }),
        z.describe(error)
      )
    : limited
}

export function importMemberSchemas({ fields, key }: ImportResource): Readonly<Record<string, z.ZodType>> {
  const shape = Object.entries(fields).map(([name, field]): [string, z.ZodType] => {
    const present = valueSchema(field)
    const value = field.required || (field.notNull && !key.includes(name)) ? present : z.nullable(present)
    const { description } = field
    const described = description === undefined ? value : value.register(z.globalRegistry, { description })
    return [name, key.includes(name) && field.required ? described : z.optional(described)]
  })
  return Object.fromEntries(shape)
}

/**
 * Makes the schema of a resource's rows; only a comparison with the stored rows shows whether a new row lacks required
 * members.
 */
export const importRowSchema = (resource: ImportResource): z.ZodType<ImportRow> =>
  z.strictObject(importMemberSchemas(resource)) as z.ZodType<ImportRow>
