import type { versionCode } from '@customer-center/contract/field-codes'
import type { fieldTables, listNames, Noun } from '@customer-center/contract/field-tables'

type NamesOf<Known extends Noun> = `${Known}.${keyof (typeof fieldTables)[Known] & string}`

/**
 * Name of a field or list in `fieldCodes` of a configuration. `scripts/package.ts` writes the names out for the package.
 */
export type FieldName = { [Known in Noun]: NamesOf<Known> }[Noun] | (typeof listNames)[number] | typeof versionCode
