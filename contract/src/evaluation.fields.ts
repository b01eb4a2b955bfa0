import { evaluationFields } from './evaluation.ts'
import { choice, externalId, filled, fixed, required, own } from './import-field.ts'

const templates = ['evaluation-participants', 'evaluation-costs', 'evaluation-attendance']

/** A row of a provider, by member. */
export const evaluationsImport = {
  externalId,
  interfaceId: fixed(evaluationFields.interfaceId),
  caption: required(evaluationFields.caption),
  evaluationType: filled(own('number'), '408, which is what people are shown, where it is left out'),
  template: filled(choice(null, templates), 'What it evaluates; the first one where it is left out')
} as const
