import { choiceFields } from './possible-values.ts'
import { choice, required, own } from './import-field.ts'

const codes = Object.values(choiceFields).map(({ code }) => code)

/** A row of a provider, by member: a choice of a drop-down. */
export const possibleValuesImport = {
  field: required(choice(null, codes)),
  key: required(own('text', 100), 'What is stored'),
  value: required(own('text', 200), 'What people choose'),
  position: required(own('number'))
} as const
