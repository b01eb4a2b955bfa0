import { type RawBuilder, sql } from 'kysely'
import type { Config } from '../../platform/config/config.ts'
import { OperatorError } from '../../platform/config/operator-error.ts'
import type { Db } from '../../platform/database/query.ts'
import type { Brand, Branding } from '../../platform/http/page/page.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { isLegible } from '../../platform/lib/colour.ts'
import {
  type Letterhead,
  type ProviderRow,
  imageOf,
  letterheadOf,
  letterheadProblems,
  registerOf
} from './letterhead.ts'

/**
 * Finds the letterhead of a provider's company, the only source of the provider's data on documents.
 * @throws Refusal `noLetterhead` if it is incomplete
 */
export async function findLetterhead(db: Db, providerId: number): Promise<Letterhead> {
  const { rows } = await sql<ProviderRow>`select * from providers where provider_id = ${providerId}`.execute(db)
  const letterhead = rows[0] && letterheadOf(rows[0])
  if (!letterhead) throw new Refusal('noLetterhead')
  return letterhead
}

/** Lists what is missing in the letterheads of the provider's companies, as English sentences for the operator. */
export async function letterheadWarnings({ shops }: Config, db: Db): Promise<string[]> {
  const { rows } = await sql<ProviderRow>`select * from providers order by provider_id`.execute(db)
  if (rows.length === 0)
    return [
      'There is no provider yet, so nobody can log in, and no letter can be made: `npm run provider -- init` makes it.'
    ]
  const companies = rows.map(({ provider_id }) => provider_id)
  const empty = shops.filter(({ providerId }) => !companies.includes(providerId))
  const incomplete = rows.map((row) => ({ providerId: row.provider_id, problems: letterheadProblems(row) }))
  return [
    ...empty.map(({ appKey, providerId }) => `The shop ${appKey} has no customers: there is no company ${providerId}.`),
    ...incomplete
      .filter(({ problems }) => problems.length > 0)
      .map(
        ({ providerId, problems }) =>
          `The company ${providerId} makes no letters and evaluations: in its letterhead ${problems.join('; ')}.`
      )
  ]
}

/**
 * Reads the branding of the server's own pages.
 * @param providerId the company to which the pages belong; undefined for a server with a single company, or for a page of
 * no company, which shows no branding if there are several
 */
export function openBranding(db: Db, providerId?: number): Branding {
  const readOnly = async <Row>(columns: RawBuilder<Row>): Promise<Row | undefined> => {
    const { rows } = await sql<Row>`
      select ${columns} from providers where provider_id = ${providerId ?? sql`provider_id`} limit 2`.execute(db)
    return rows.length > 1 ? undefined : rows[0]
  }
  return {
    async read() {
      const row = await readOnly(
        sql<Brand>`coalesce(nullif(trade_name, ''), name) as name, colour, logo <> '' as "hasLogo"`
      )
      if (!row) return { name: '', colour: '', hasLogo: false }
      return { ...row, colour: isLegible(row.colour) ? row.colour : '' }
    },
    async readLogo() {
      const row = await readOnly(sql<Pick<ProviderRow, 'logo'>>`logo`)
      return row && imageOf(row.logo)
    }
  }
}

export async function findCompanies(db: Db): Promise<number[]> {
  const { rows } = await sql<{ providerId: number }>`
    select provider_id as "providerId" from providers order by provider_id`.execute(db)
  return rows.map(({ providerId }) => providerId)
}

/** Inserts a company of the provider without its letterhead. */
export async function insertProvider(db: Db, providerId: number, name: string): Promise<void> {
  await db.insertInto('providers').values({ provider_id: providerId, name }).execute()
}

const senderColumns = ['name', 'street', 'plz', 'place', 'phone_number', 'email_address', 'uid_nr', 'colour'] as const

/** Finds the company of the provider's that signs mails. */
export async function findProvider(db: Db, providerId: number) {
  const { rows } = await sql<Pick<ProviderRow, (typeof senderColumns)[number] | 'register_no' | 'register_court'>>`
    select ${sql.raw(senderColumns.join())}, register_no, register_court from providers
    where provider_id = ${providerId}`.execute(db)
  if (!rows[0]) throw new Error(`There is no company ${providerId}.`)
  const { register_no, register_court, ...sender } = rows[0]
  return { ...sender, register: registerOf({ register_no, register_court }) }
}

/**
 * The company that signs a mail, with the data that Austria's law (section 14 of the UGB) requires in business mails.
 */
export type Sender = Awaited<ReturnType<typeof findProvider>>

/** Returns the address or number for questions about a mail. */
export function contactOf({ name, phone_number, email_address }: Sender): string {
  return [phone_number, email_address].filter((way) => way !== '').join(', ') || name
}

/**
 * Returns the company of the provider to which a command applies.
 * @param requested undefined: the provider's only one
 * @throws OperatorError
 */
export async function chooseCompany(db: Db, requested: number | undefined): Promise<number> {
  const companies = await findCompanies(db)
  if (companies.length === 0) throw new OperatorError('There is no company of a provider yet: `init` makes it.')
  if (requested === undefined && companies.length > 1)
    throw new OperatorError(`The provider has several companies: choose one by --company (${companies.join(', ')}).`)
  const providerId = companies.find((one) => one === (requested ?? one))
  if (providerId === undefined) throw new OperatorError(`The provider has no company ${requested}.`)
  return providerId
}
