import { importResources } from '@customer-center/contract/import/resources'
import { type ImportContext, type ImportDefinition, ImportError, type ImportRequest } from '../import.ts'
import { rowReader } from '../read/read-row.ts'
import { referencesOf } from './references.ts'
import { storedSql } from './stored-rows.ts'

/** The parts of an import that stay the same for all rows. */
export interface ImportSetup {
  readonly definition: ImportDefinition
  readonly read: ReturnType<typeof rowReader>
  readonly references: ReturnType<typeof referencesOf>
  readonly storedSql: string
  readonly lead: ImportContext['lead']
  readonly request: Pick<ImportRequest, 'provider' | 'dryRun' | 'providerKey'>
}

/** @throws ImportError for a resource that nobody imports */
export function setUpImport(
  { imports, lead }: Pick<ImportContext, 'imports' | 'lead'>,
  request: ImportSetup['request'] & Pick<ImportRequest, 'resource'>
): ImportSetup {
  const { resource } = request
  const definition = imports.find((one) => one.resource === resource)
  if (!definition) throw new ImportError(`Rows of ${resource} cannot be imported.`)
  return {
    definition,
    read: rowReader(importResources[resource]),
    references: referencesOf(definition, imports),
    storedSql: storedSql(definition),
    lead,
    request
  }
}
