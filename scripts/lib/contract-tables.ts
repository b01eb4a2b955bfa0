import type { Operation, Parameter } from './contract-document.ts'
import type { JsonSchema } from './contract-schema.ts'
import { markdownTable } from './markdown-table.ts'

/** A member of a query, of a body or of an answer. */
type Row = readonly [part: string, name: string, kind: string, presence: string, meaning: string]

const head = ['Part', 'Name', 'Kind', 'Presence', 'Meaning']

/**
 * Returns the table of what a call takes and answers; rows of a noun are a link to its fields.
 *
 * @param components schemas of the document, by their names
 * @param nouns by the names of their components
 */
export function membersTable(
  { parameters, requestBody, responses }: Operation,
  components: Readonly<Record<string, JsonSchema>>,
  nouns: ReadonlyMap<string, string>
): string {
  const componentNamed = ({ $ref = '' }: JsonSchema) => components[$ref.split('/').at(-1) ?? ''] ?? {}
  const query = parameters.filter((one): one is Parameter => 'name' in one && one.in === 'query')
  const [sent] = Object.values(requestBody?.content ?? {})
  const [answer] = Object.values(responses['200']?.content ?? {})
  const body = sent && componentNamed(sent.schema)
  const given = componentNamed(answer?.schema.anyOf?.[0] ?? {}).properties?.['responseData'] ?? {}
  const rows: Row[] = [
    ...query.map(({ name, required, description, schema }): Row => [
      'query',
      `\`${name}\``,
      kindOfValue(schema, nouns),
      required ? 'always' : 'may be missing',
      description
    ]),
    ...(body ? membersOf('body', body.properties?.['data'] ?? body, nouns) : []),
    ...answerOf(given, nouns)
  ]
  return markdownTable([head, ...rows.map((row) => [...row])])
}

function answerOf(given: JsonSchema, nouns: ReadonlyMap<string, string>): Row[] {
  if (given.type === 'null') return [['answer', '–', 'null', '–', 'Nothing: `responseData` is not read']]
  const [inner, isNullable] = given.anyOf ? [given.anyOf[0] ?? {}, true] : [given, false]
  if (inner.properties) return membersOf('answer', inner, nouns)
  if (inner.items?.properties) return membersOf('answer, each row', inner.items, nouns)
  return [
    [
      'answer',
      '–',
      kindOfValue(inner, nouns),
      isNullable ? 'may be missing' : 'always',
      given.description ?? '`responseData`'
    ]
  ]
}

function membersOf(
  part: string,
  { properties = {}, required = [] }: JsonSchema,
  nouns: ReadonlyMap<string, string>
): Row[] {
  const rows = Object.entries(properties)
  if (rows.length === 0) return [[part, '–', 'empty object', 'always', '`data` without members']]
  return rows.map(([name, member]) => [
    part,
    `\`${name}\``,
    kindOfValue(member, nouns),
    required.includes(name) ? 'always' : 'may be missing',
    [member.description ?? '', ...(isNullable(member) ? ['May be null.'] : [])].join(' ')
  ])
}

const isNullable = ({ type, anyOf }: JsonSchema) =>
  [type].flat().includes('null') || (anyOf?.some((one) => one.type === 'null') ?? false)

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'number',
  number: 'number',
  boolean: 'flag',
  object: 'object'
}

/** Returns the kind of a value in words. */
export function kindOfValue(schema: JsonSchema, nouns: ReadonlyMap<string, string>): string {
  const { $ref, type, items, anyOf, const: only, additionalProperties } = schema
  if ($ref !== undefined) {
    const noun = nouns.get($ref.split('/').at(-1) ?? '') ?? ''
    return `[${noun}](#${noun})`
  }
  if (only !== undefined) return `\`${JSON.stringify(only)}\``
  if (anyOf)
    return [...new Set(anyOf.filter((one) => one.type !== 'null').map((one) => kindOfValue(one, nouns)))].join(' or ')
  if (items) return `list of ${kindOfValue(items, nouns)}`
  if (typeof additionalProperties === 'object') return `by code, ${kindOfValue(additionalProperties, nouns)}`
  const words = [type]
    .flat()
    .filter((one) => one !== 'null')
    .map((one) => kinds[one ?? ''] ?? 'any')
  return words.join() === 'text,number' ? 'id' : [...new Set(words)].join(' or ')
}
