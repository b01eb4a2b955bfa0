import { z } from 'zod'
import { isCalendarDay } from './dates.ts'
import { type Endpoint, idempotencyHeader } from './endpoint.ts'
import { type FieldSpec, type FieldTable, versionCode, type WireRow } from './field-codes.ts'

/** Shapes of a call: query or form fields, body, and data of the answer. */
interface Shapes<Query, Body, Data> {
  readonly query?: z.ZodType<Query>
  readonly body?: z.ZodType<Body>
  readonly data: z.ZodType<Data>
}

/**
 * A call with its schemas, against which the server validates requests and the tests validate answers. OpenAPI is
 * generated from them.
 */
export class EndpointSchema<Query, Body, Data> {
  readonly endpoint: Endpoint<Query, Body, Data>
  readonly summary: string
  readonly #shapes: () => Shapes<Query, Body, Data>
  #built: Shapes<Query, Body, Data> | undefined

  constructor(endpoint: Endpoint<Query, Body, Data>, summary: string, shapes: () => Shapes<Query, Body, Data>) {
    this.endpoint = endpoint
    this.summary = summary
    this.#shapes = shapes
  }

  get query(): z.ZodType<Query> | undefined {
    return this.#once.query
  }

  get body(): z.ZodType<Body> | undefined {
    return this.#once.body
  }

  get data(): z.ZodType<Data> {
    return this.#once.data
  }

  /** The shapes, which are built at their first use. */
  get #once(): Shapes<Query, Body, Data> {
    this.#built ??= this.#shapes()
    return this.#built
  }
}

/**
 * Adds schemas to a call; the compiler rejects a schema that differs from the types that the elements use. Each use is
 * marked as free of side effects, so that the elements' build drops it, and zod with it.
 */
export function defineEndpoint<Query, Body, Data>(
  endpoint: Endpoint<Query, Body, Data>,
  summary: string,
  shapes: () => Shapes<Query, Body, Data>
): EndpointSchema<Query, Body, Data> {
  return new EndpointSchema(endpoint, summary, shapes)
}

/** Forms that the contract allows beside the one of our server, for docs/openapi.json. */
interface ContractNote {
  /** The fields of a row. */
  readonly fields?: FieldTable
  /** Only the members of the schema belong to the answer, not all fields. */
  readonly isPart?: boolean
  /** A text or a number that the client passes on unchanged. */
  readonly isId?: boolean
  /** A backend may leave it out. */
  readonly isOptional?: boolean
}
export const contractNotes = z.registry<ContractNote>()
function noted<Schema extends z.ZodType>(schema: Schema, note: ContractNote): Schema {
  contractNotes.add(schema, note)
  return schema
}
export const opaqueId = <Schema extends z.ZodType>(schema: Schema): Schema => noted(schema, { isId: true })
export const mayBeMissing = <Schema extends z.ZodType>(schema: Schema): Schema => noted(schema, { isOptional: true })
/** Marks an object that has some of the fields of a table. */
export const partOf = <Schema extends z.ZodType>(fields: FieldTable, schema: Schema): Schema =>
  noted(schema, { fields, isPart: true })

/** A point in time. */
export const timeSchema = z.iso.datetime({ offset: true })
export const isoDate = z.string().check(z.refine(isCalendarDay), z.describe('yyyy-MM-dd'))
const amount = z.string().check(z.regex(/^-?\d+(\.\d+)?$/))
/** The members of an amount of money: a decimal number, and ISO 4217. */
export const moneyMembers = {
  amount: z.nullable(amount),
  currency: z.nullable(z.string().check(z.regex(/^[A-Z]{3}$/)))
}
/** A parameter of a query string; the maximum keeps hostile input away from the database. */
export const parameterSchema = z.string().check(z.maxLength(2000))
/** The largest number, which is PostgreSQL's largest int, so that every imported number can be requested. */
export const largestNumber = 2 ** 31 - 1
export const digitsSchema = z.string().check(
  z.regex(/^\d{1,10}$/),
  z.refine((text) => Number(text) <= largestNumber)
)
export const optionalDigits = z.optional(z.union([z.literal(''), digitsSchema]))
/** Keys of the customer in a query, which only narrow the data of the session. */
export const customerKeys = {
  company: optionalDigits.describe('The provider’s own company of the customer, as `KND_FIRMA` or `ASP_FIRMA` has it'),
  id: optionalDigits.describe('Number of the customer, as `KND_ID` or `ASP_ID` has it')
}
/** The request of a call without input. */
export const noInput = { body: z.strictObject({ data: z.strictObject({}) }) }
export const resFields = {
  RES_FIELDS: z.optional(
    z.string().check(z.maxLength(4000), z.describe('Codes of the fields, joined by commas; all if left out'))
  )
}

export function valueOf(spec: FieldSpec): z.ZodType<string | number | boolean> {
  if (spec.kind === 'number' || spec.kind === 'id') return z.int()
  if (spec.kind === 'flag') return z.boolean()
  if (spec.kind === 'date') return isoDate
  if (spec.kind === 'decimal') return amount
  return spec.max > 0 ? z.string().check(z.maxLength(spec.max)) : z.string()
}

function shapeOf(
  fields: FieldTable,
  left: (spec: FieldSpec) => boolean
): Record<string, z.ZodType<string | number | boolean | null | undefined>> {
  const specs = Object.values(fields).filter(left)
  return Object.fromEntries(specs.map((spec) => [spec.code, z.optional(z.nullable(valueOf(spec)))]))
}

/**
 * Returns the schema of a row in an answer; RES_FIELDS may leave out any code.
 * @param others members that are lists
 */
export function rowSchema(fields: FieldTable, others: Record<string, z.ZodType> = {}): z.ZodType<WireRow> {
  const shape = shapeOf(fields, (spec) => spec.use !== 'write')
  const row = z.strictObject({ ...shape, [versionCode]: z.optional(z.int()), ...others })
  return noted(row, { fields }) as z.ZodType<WireRow>
}

/**
 * Returns the schema of a list's row: all members, except those that some backends lack.
 * @param others members that are lists, or have another form than their kind
 */
export function listRowSchema<Row>(fields: FieldTable, others: Record<string, z.ZodType> = {}): z.ZodType<Row> {
  const members = Object.entries(fields).map(([name, spec]) => {
    const value = valueOf({ ...spec, max: 0 })
    if (spec.always) return [name, value]
    return [name, spec.optional ? z.optional(z.nullable(value)) : z.nullable(value)]
  })
  const row = z.strictObject({ ...Object.fromEntries(members), ...others })
  return noted(row, { fields }) as unknown as z.ZodType<Row>
}

const writtenRow = z.record(
  z.string().check(z.maxLength(60)),
  z.nullable(z.union([z.string().check(z.maxLength(10_000)), z.number(), z.boolean()]))
)

/** Refuses a row at its first wrong member: a record reports them all, which took a second for 80,000. */
function refuseFirstFault(row: unknown, { issues }: z.core.ParsePayload): unknown {
  const members = typeof row === 'object' && row !== null ? Object.entries(row) : []
  const fault = members.find((member) => !writtenRow.safeParse(Object.fromEntries([member])).success)
  if (!fault) return row
  issues.push({ code: 'custom', path: [fault[0]], input: fault[1] })
  return z.NEVER
}

/**
 * Schema of a written row: `{data: {CODE: value}}`. Only the outer structure is checked here. Each resource checks
 * unknown codes, codes that the caller may not write, and values of the wrong kind, because the answers differ.
 */
export const writeSchema: z.ZodType<{ data: WireRow }> = z.strictObject({
  data: z.pipe(z.transform(refuseFirstFault), writtenRow)
})

/** Headers of a call that creates something. Other headers are allowed; Node's header names are in lower case. */
export const creationHeaders = z.looseObject({
  [idempotencyHeader.toLowerCase()]: z.optional(
    z
      .string()
      .check(
        z.regex(/^[\x20-\x7E]{1,200}$/),
        z.describe('Sent again with the same key and body, a creation gets the first answer for 24 hours')
      )
  )
})

const responseResult = z.strictObject({
  HTTPReturnCode: z.int(),
  RESTReturnCode: z.int(),
  Errors: z.array(z.string())
})

/** Returns the schema of the envelope around an answer's data, which is null after a failure. */
export function envelopeSchema<Data>(data: z.ZodType<Data>) {
  return z.strictObject({ responseData: z.nullable(data), responseResult })
}
