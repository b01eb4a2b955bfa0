import { importResources } from '@customer-center/contract/import/resources'
import { type ImportContext, type ImportDefinition, ImportError, type ImportRequest } from '../import.ts'
import { rowReader } from '../read/read-row.ts'
import { columnsOfDefinition, type DefinitionColumns } from './definition-columns.ts'
import { type Reference, referencesOf, storedSql } from './definition-sql.ts'

/** Values that follow from a definition, the same for all rows. */
interface PreparedDefinition {
  readonly read: ReturnType<typeof rowReader>
  readonly columns: DefinitionColumns
  readonly references: readonly Reference[]
  readonly storedSql: string
}

/** The parts of an import that stay the same for all rows. */
export interface ImportSetup extends PreparedDefinition {
  readonly definition: ImportDefinition
  readonly lead: ImportContext['lead']
  readonly request: Pick<ImportRequest, 'provider' | 'undoesBatches' | 'providerKey'>
}

const prepared = new WeakMap<ImportDefinition, PreparedDefinition>()

/** Prepares a definition, once: calls of single rows come one by one. */
function prepare(definition: ImportDefinition, imports: ImportContext['imports']): PreparedDefinition {
  const found = prepared.get(definition) ?? {
    read: rowReader(importResources[definition.resource]),
    columns: columnsOfDefinition(definition),
    references: referencesOf(definition, imports),
    storedSql: storedSql(definition)
  }
  prepared.set(definition, found)
  return found
}

/** @throws ImportError for a resource that nobody imports */
export function setUpImport(
  { imports, lead }: Pick<ImportContext, 'imports' | 'lead'>,
  request: ImportSetup['request'] & Pick<ImportRequest, 'resource'>
): ImportSetup {
  const { resource } = request
  const definition = imports.find((one) => one.resource === resource)
  if (!definition) throw new ImportError(`Rows of ${resource} cannot be imported.`)
  return { ...prepare(definition, imports), definition, lead, request }
}
