import type { Feature } from '../../feature/feature.ts'
import { fieldImport, possibleValuesImport } from './field.import.ts'
import { fieldRoutes } from './field.routes.ts'

/** Descriptors of form fields, and the plan of a change by them. */
export const fieldPart: Feature = {
  registerCalls(api, services) {
    fieldRoutes(api, services)
  },
  imports: [fieldImport, possibleValuesImport]
}

export { checkKeys, checkVersion, codesOf, formRules, type FormRules, planChanges } from './plan-changes.ts'
