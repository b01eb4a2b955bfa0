import { readdirSync, readFileSync } from 'node:fs'
import { type ArrayExpressionElement, type Comment, type Expression, type ObjectProperty, parseSync } from 'oxc-parser'
import type { Endpoint } from '../../contract/src/endpoint.ts'
import { endpoints } from '../../contract/src/endpoints.ts'
import type { FieldSpec } from '../../contract/src/field-codes.ts'
import { root } from './run.ts'

const folder = `${root}/contract/src`

type CommentsByName = ReadonlyMap<string, string>

interface DescribedConstant {
  readonly name: string
  readonly comment: string | undefined
  readonly members: CommentsByName
}

/**
 * Comments of the contract's constants and of their members. They are the descriptions of fields, calls and values in
 * docs/BACKEND.md and docs/openapi.json: a description is written once, where a developer reads it beside the code
 * (docs/decisions/0157-descriptions-are-the-comments-of-the-contract.md).
 */
export interface ContractComments {
  /** Returns the description of a field. Throws if it has none. */
  readonly ofField: (field: FieldSpec) => string
  /** Returns the description of a member of a constant, such as a state. Throws if it has none. */
  readonly ofMember: (constant: string, member: string) => string
  /** Returns what the comment of a call says beside its summary. Throws if it has none. */
  readonly ofCall: (endpoint: object) => string
  readonly nameOfCall: (endpoint: object) => string
}

export async function readContractComments(): Promise<ContractComments> {
  const fields = new Map<unknown, string>()
  const calls = new Map<unknown, { name: string; comment: string | undefined }>()
  const members = new Map<string, CommentsByName>()
  const known = new Set<unknown>(endpoints.map(({ endpoint }) => endpoint))
  for (const file of readdirSync(folder)) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue
    const values = (await import(`${folder}/${file}`)) as Readonly<Record<string, unknown>>
    for (const constant of readConstants(file, readFileSync(`${folder}/${file}`, 'utf8'))) {
      const { name, comment } = constant
      const value = values[name]
      if (known.has(value)) calls.set(value, { name, comment })
      if (typeof value !== 'object' || value === null) continue
      members.set(name, constant.members)
      for (const [member, one] of Object.entries(value)) {
        // A table that is computed, such as that of the compare fields, is described as a whole.
        const description = constant.members.get(member) ?? (constant.members.size === 0 ? comment : undefined)
        if (description !== undefined && !fields.has(one)) fields.set(one, description)
      }
    }
  }
  const orThrow = (description: string | undefined, what: string) => {
    if (description === undefined) throw new Error(`contract/src: ${what} has no comment, which is its description.`)
    return description
  }
  return {
    ofField: (field) => orThrow(fields.get(field), `the field ${field.code}`),
    ofMember: (constant, member) => orThrow(members.get(constant)?.get(member), `${constant}.${member}`),
    ofCall: (endpoint) => orThrow(calls.get(endpoint)?.comment, `the call ${pathOf(endpoint)}`),
    nameOfCall: (endpoint) => orThrow(calls.get(endpoint)?.name, `the call ${pathOf(endpoint)}`)
  }
}

const pathOf = (endpoint: object) => (endpoint as Endpoint<never, never, never>).path

/** Reads the exported constants of a file, with the comments before them and before their members. */
function readConstants(file: string, code: string): DescribedConstant[] {
  const { program, comments } = parseSync(file, code)
  const commentBefore = (start: number) => {
    const comment = comments.findLast(({ end }) => end <= start)
    return comment && code.slice(comment.end, start).trim() === '' ? textOf(comment) : undefined
  }
  return program.body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration') return []
    return statement.declaration.declarations.flatMap(({ id, init }) => {
      if (id.type !== 'Identifier') return []
      const described = membersOf(init).flatMap((member) => {
        const [name, comment] = [nameOf(member), commentBefore(member.start)]
        return name !== undefined && comment !== undefined ? [[name, comment] as const] : []
      })
      return [{ name: id.name, comment: commentBefore(statement.start), members: new Map(described) }]
    })
  })
}

type Member = ArrayExpressionElement | ObjectProperty

/** Returns the members of an object or an array, behind `as const` and `satisfies`. */
function membersOf(init: Expression | null): Exclude<Member, null>[] {
  if (init?.type === 'TSAsExpression' || init?.type === 'TSSatisfiesExpression') return membersOf(init.expression)
  if (init?.type === 'ObjectExpression') return init.properties.filter((one) => one.type === 'Property')
  return init?.type === 'ArrayExpression' ? init.elements.filter((one) => one !== null) : []
}

function nameOf(member: Exclude<Member, null>): string | undefined {
  const name = member.type === 'Property' ? member.key : member
  if (name.type === 'Identifier') return name.name
  return name.type === 'Literal' && typeof name.value === 'string' ? name.value : undefined
}

/** Returns the text of a documentation comment, without what only readers of the code need. */
function textOf({ type, value }: Comment): string | undefined {
  if (type !== 'Block' || !value.startsWith('*')) return undefined
  const text = value
    .slice(1)
    .replace(/^\s*\*/gm, '')
    .replace(/\s+/g, ' ')
    .trim()
  return text
    .replace(/ \((?:section|sections) [^)]*\)/g, '')
    .replace(/\{@link (\w+)\}/g, '`$1`')
    .replace(/^Call: (.)/, (_, letter: string) => letter.toUpperCase())
}
