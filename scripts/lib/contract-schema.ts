import { z } from 'zod'
import { type FieldSpec, type FieldTable, versionCode } from '../../contract/src/field-codes.ts'
import { fieldTables, type Noun } from '../../contract/src/field-tables.ts'
import { contractNotes, customerKeys } from '../../contract/src/schema.ts'
import { isRequired } from './backend-findings.ts'
import type { ContractComments } from './contract-comments.ts'
import { valuesOf } from './contract-values.ts'

/** A JSON Schema, as far as the contract's document uses it. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  description?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  additionalProperties?: JsonSchema | boolean
  enum?: unknown[]
  const?: unknown
  not?: JsonSchema
  minItems?: number
  /** Marks the rows of a noun until they are components. */
  'x-noun'?: Noun
}

type SchemaOverride = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>

export const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })
export const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
/** Name of the component with the rows of a noun. */
export const componentOf = (noun: Noun): string => noun.split('-').map(capitalized).join('')

export const refersTo = ({ $ref, items }: JsonSchema, name: string): boolean =>
  $ref === `#/components/schemas/${name}` || (items !== undefined && refersTo(items, name))

/** Limits of our server, which another backend may draw elsewhere. */
const limits = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'pattern', 'propertyNames']

/**
 * Returns the schema of a row that a save sends: keys, fields that may be written, and the version. A creation has the
 * keys of the customer alone, and no version.
 */
export function savedRow(answer: JsonSchema, comments: ContractComments, isNew: boolean): JsonSchema {
  const [noun, table] = Object.entries(fieldTables).find(([name]) => refersTo(answer, componentOf(name as Noun))) ?? []
  if (!table) throw new Error('A row that is saved is a row of a noun.')
  const isSent = (name: string, { use }: FieldSpec) =>
    use !== 'read' && (!isNew || use !== 'key' || name in customerKeys)
  const written = Object.entries<FieldSpec>(table).filter((field) => isSent(...field))
  const properties = {
    ...Object.fromEntries(
      written.map(([name, spec]) => [spec.code, memberOf(noun as Noun, name, spec, comments, false)])
    ),
    ...(!isNew && { [versionCode]: version })
  }
  return { type: 'object', required: ['data'], properties: { data: { type: 'object', properties } } }
}

const version: JsonSchema = {
  type: ['string', 'integer', 'null'],
  description: 'Version of the row as it was read; missing where the backend has none.'
}

const kinds: Readonly<Record<FieldSpec['kind'], string[]>> = {
  text: ['string'],
  number: ['integer'],
  decimal: ['string', 'number'],
  id: ['string', 'integer'],
  flag: ['boolean'],
  date: ['string']
}

function memberOf(
  noun: Noun,
  name: string,
  spec: FieldSpec,
  comments: ContractComments,
  isFilled: boolean
): JsonSchema {
  const types = [...kinds[spec.kind], ...(isFilled ? [] : ['null'])]
  const values = valuesOf(noun, name)
  const description = [
    comments.ofField(spec),
    ...(values ? [`One of ${values}.`] : []),
    ...(spec.kind === 'date' ? ['yyyy-MM-dd.'] : [])
  ].join(' ')
  return { type: types.length === 1 ? types[0]! : types, description }
}

/** Returns the noun that has these fields, and perhaps more that our server lacks. */
function nounOf(fields: FieldTable): Noun {
  const codes = Object.values(fields)
  const fits = Object.entries(fieldTables).filter(([, table]) =>
    codes.every((field) => Object.values<FieldSpec>(table).includes(field))
  )
  const [noun] = fits.toSorted(([, one], [, other]) => Object.keys(one).length - Object.keys(other).length)[0] ?? []
  if (noun === undefined) throw new Error(`No noun has the fields ${codes.map(({ code }) => code).join(', ')}.`)
  return noun as Noun
}

/** Returns a function that converts schemas of our server to those of the contract; rows of a noun become components. */
export function converter(comments: ContractComments, components: Record<string, JsonSchema>) {
  const override: SchemaOverride = ({ zodSchema, jsonSchema }) => {
    const schema = jsonSchema as JsonSchema
    const note = contractNotes.get(zodSchema)
    if (note?.isId) {
      const { description } = schema
      for (const key of Object.keys(schema)) Reflect.deleteProperty(schema, key)
      Object.assign(schema, { type: ['string', 'integer'], ...(description !== undefined && { description }) })
    }
    for (const limit of limits) Reflect.deleteProperty(schema, limit)
    if (schema.properties) openObject(schema, zodSchema, note, comments)
  }
  const extract = (schema: JsonSchema): JsonSchema => {
    for (const [name, member] of Object.entries(schema.properties ?? {})) schema.properties![name] = extract(member)
    if (schema.items) schema.items = extract(schema.items)
    if (schema.anyOf) schema.anyOf = schema.anyOf.map(extract)
    if (typeof schema.additionalProperties === 'object')
      schema.additionalProperties = extract(schema.additionalProperties)
    const { 'x-noun': noun, ...row } = schema
    if (!noun) return schema
    components[componentOf(noun)] ??= row
    return reference(componentOf(noun))
  }
  return (schema: z.ZodType): JsonSchema => {
    const { $schema: _, ...converted } = z.toJSONSchema(schema, { unrepresentable: 'any', override }) as JsonSchema & {
      $schema?: string
    }
    return extract(converted)
  }
}

/** Opens an object for unknown members, and for members that a backend leaves out. */
function openObject(
  schema: JsonSchema,
  zodSchema: z.core.$ZodType,
  note: { fields?: FieldTable; isPart?: boolean } | undefined,
  comments: ContractComments
) {
  if (schema.additionalProperties === false) delete schema.additionalProperties
  const { shape } = (zodSchema as z.core.$ZodObject)._zod.def
  const properties = schema.properties ?? {}
  let required = (schema.required ?? []).filter((name) => !contractNotes.get(shape[name]!)?.isOptional)
  if (note?.fields) {
    const noun = nounOf(note.fields)
    const table = Object.entries<FieldSpec>(note.isPart ? note.fields : fieldTables[noun])
    const readable = table.filter(([, { code, use }]) => use !== 'write' && (!note.isPart || code in properties))
    const isNeeded = (name: string, { always }: FieldSpec) => always === true || isRequired(noun, name)
    const others = required
    required = readable.flatMap(([name, spec]) =>
      (note.isPart ? others.includes(spec.code) : isNeeded(name, spec)) ? spec.code : []
    )
    for (const [name, spec] of readable) {
      const mayBeNull = note.isPart && properties[spec.code]?.anyOf?.some(({ type }) => type === 'null')
      const isFilled = required.includes(spec.code) && !mayBeNull
      properties[spec.code] = memberOf(noun, name, spec, comments, isFilled)
    }
    if (versionCode in properties) properties[versionCode] = version
    const isWhole = Object.keys(properties).length === readable.length && readable.length === table.length
    if (!note.isPart || isWhole) schema['x-noun'] = noun
    // Members beside those of the table, such as the names of several participants.
    if (note.isPart) required.push(...others.filter((name) => !readable.some(([, { code }]) => code === name)))
  }
  schema.properties = properties
  if (required.length > 0) schema.required = required
  else delete schema.required
}
