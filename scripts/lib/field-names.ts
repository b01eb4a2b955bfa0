import { versionCode } from '../../contract/src/field-codes.ts'
import { fieldTables, listNames } from '../../contract/src/field-tables.ts'

const fieldNames = Object.entries(fieldTables).flatMap(([noun, fields]) =>
  Object.keys(fields).map((name) => `${noun}.${name}`)
)

/** Declaration of the type in `elements/src/types/field-names.ts` without the contract, which is not published. */
export const typeOfFieldNames = `export type FieldName =${[...fieldNames, ...listNames, versionCode].map((name) => `\n  | '${name}'`).join('')}\n`
