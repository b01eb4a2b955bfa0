import { sql } from 'kysely'
import { OperatorError } from '../platform/config/operator-error.ts'
import type { Db } from '../platform/database/query.ts'
import { type ProviderRow, registerOf } from './letterhead/letterhead.ts'

/** Lists the numbers of the provider's companies. */
export async function findCompanies(db: Db): Promise<number[]> {
  const { rows } = await sql<{ company: number }>`select company from providers order by company`.execute(db)
  return rows.map(({ company }) => company)
}

/** Inserts a company of the provider; its letterhead comes later. */
export async function insertProvider(db: Db, provider: number, name: string): Promise<void> {
  await db.insertInto('providers').values({ company: provider, name }).execute()
}

const senderColumns = ['name', 'street', 'plz', 'place', 'phone_number', 'email_address', 'uid_nr', 'colour'] as const

/** Finds the company of the provider's that signs mails. */
export async function findProvider(db: Db, provider: number) {
  const { rows } = await sql<Pick<ProviderRow, (typeof senderColumns)[number] | 'register_no' | 'register_court'>>`
    select ${sql.raw(senderColumns.join())}, register_no, register_court from providers
    where company = ${provider}`.execute(db)
  if (!rows[0]) throw new Error(`There is no company ${provider}.`)
  const { register_no, register_court, ...sender } = rows[0]
  return { ...sender, register: registerOf({ register_no, register_court }) }
}

/** The company that signs a mail, with what Austria's law (section 14 of the UGB) wants in business mails. */
export type Sender = Awaited<ReturnType<typeof findProvider>>

/** Returns the address or number for questions about a mail. */
export function contactOf({ name, phone_number, email_address }: Sender): string {
  return [phone_number, email_address].filter((way) => way !== '').join(', ') || name
}

/**
 * Returns the company of the provider that a command is for.
 * @param requested undefined: the provider's only one
 * @throws OperatorError
 */
export async function chooseCompany(db: Db, requested: number | undefined): Promise<number> {
  const companies = await findCompanies(db)
  if (companies.length === 0) throw new OperatorError('There is no company of a provider yet: `init` makes it.')
  if (requested === undefined && companies.length > 1)
    throw new OperatorError(`The provider has several companies: choose one by --company (${companies.join(', ')}).`)
  const provider = companies.find((one) => one === (requested ?? one))
  if (provider === undefined) throw new OperatorError(`The provider has no company ${requested}.`)
  return provider
}
