import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

interface Operation {
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: object }>> }>>
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

const key = 'openapi.json'
const document = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8')) as Document
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true }).addSchema(document, key)

/** Returns a pointer into the document, with its members' names escaped. */
const pointer = (...names: string[]) =>
  `${key}#/${names.map((name) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`

const validators = new Map<string, ValidateFunction>()

function validatorOf($ref: string): ValidateFunction {
  const validate = validators.get($ref) ?? ajv.compile({ $ref })
  validators.set($ref, validate)
  return validate
}

/**
 * Says what docs/openapi.json does not allow in an answer to a call of the contract; nothing if it is as described.
 *
 * @param path of the call, perhaps with a query; members that its RES_FIELDS does not name may be missing
 */
export function faultsOfAnswer(method: string, path: string, status: number, answer: unknown): string[] {
  const [pathname = '', query] = path.split('?')
  const verb = method.toLowerCase()
  // A test also asks for calls that do not exist.
  if (!document.paths[pathname]?.[verb]) return []
  const described = ['paths', pathname, verb, 'responses', '200', 'content', 'application/json', 'schema']
  const validate = validatorOf(status === 200 ? pointer(...described) : pointer('components', 'schemas', 'Failure'))
  validate(answer)
  const asked = new URLSearchParams(query).get('RES_FIELDS')?.split(',')
  const faults = (validate.errors ?? []).filter(({ keyword, params }) => {
    const { missingProperty } = params as { missingProperty?: string }
    return !(asked && keyword === 'required' && missingProperty !== undefined && !asked.includes(missingProperty))
  })
  // What is no answer is no refusal either: the faults beside these two say the same.
  const told = faults.filter(({ keyword, schemaPath }) => keyword !== 'anyOf' && !schemaPath.includes('Refusal'))
  return told.map(({ instancePath, message }) => `${method} ${pathname}: ${instancePath} ${message ?? ''}`)
}
