import { evaluationFields } from './evaluation.ts'
import { choice, externalId, notNull, immutable, required, own } from './import-field.ts'

const templates = ['evaluation-participants', 'evaluation-costs', 'evaluation-attendance']

/** A row of a provider, by member. */
export const evaluationsImport = {
  externalId,
  interfaceId: immutable(evaluationFields.interfaceId),
  caption: required(evaluationFields.caption),
  evaluationType: notNull(own('number'), '408, which is what people are shown, where it is left out'),
  template: notNull(choice(null, templates), 'What it evaluates; the first one where it is left out')
} as const
