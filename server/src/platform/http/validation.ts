import type { FastifyInstance } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import type { $ZodType } from 'zod/v4/core'
import { isCleanText } from './clean-text.ts'
import { Refusal } from './refusal.ts'

interface Issue {
  readonly instancePath?: string
}

const parameterName = /^\/([A-Za-z_][A-Za-z0-9_-]{0,40})/

/** Names the parameter in German; zod's own sentences are English and repeat the value. */
function toRefusal(issues: readonly Issue[]): Refusal {
  const name = parameterName.exec(issues[0]?.instancePath ?? '')?.[1]
  return name === undefined ? new Refusal('badRequest') : new Refusal('badValue', { name })
}

/** Checks queries and bodies against the contract; the tests check the answers. */
export function registerZodValidation(app: FastifyInstance): void {
  app.setValidatorCompiler<$ZodType>((route) => {
    const check = validatorCompiler(route)
    return (data: unknown) => (isCleanText(data) ? check(data) : { error: new Refusal('badCharacters') })
  })
  app.setSchemaErrorFormatter((issues) => toRefusal(issues))
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
}
