import type { Kysely } from 'kysely'
import { findCompanies } from '../../company/index.ts'
import { OperatorError } from '../../platform/config/operator-error.ts'
import type { Tables } from '../../platform/database/tables.ts'

/**
 * The company of the provider that a command is for.
 * @param asked undefined: the provider's only one
 * @throws OperatorError
 */
export async function chooseCompany(db: Kysely<Tables>, asked: number | undefined): Promise<number> {
  const companies = await findCompanies(db)
  if (companies.length === 0) throw new OperatorError('There is no company of a provider yet: `init` makes it.')
  if (asked === undefined && companies.length > 1)
    throw new OperatorError(`The provider has several companies: choose one by --company (${companies.join(', ')}).`)
  const company = companies.find((one) => one === (asked ?? one))
  if (company === undefined) throw new OperatorError(`The provider has no company ${asked}.`)
  return company
}
