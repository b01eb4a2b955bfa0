import type { Config } from '../../platform/config/config.ts'
import type { Db } from '../../platform/database/query.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { imageOf, type Letterhead, letterheadOf, letterheadProblems } from './letterhead.ts'
import type { Branding } from '../../platform/http/page.ts'
import { isLegible } from '../../platform/lib/colour.ts'

/**
 * Finds the letterhead of a provider's company, the one source of its data on documents.
 * @throws Refusal `noLetterhead` where it is not complete
 */
export async function findLetterhead(db: Db, provider: number): Promise<Letterhead> {
  const row = await db.selectFrom('providers').selectAll().where('company', '=', provider).executeTakeFirst()
  const letterhead = row && letterheadOf(row)
  if (!letterhead) throw new Refusal('noLetterhead')
  return letterhead
}

/** Lists what is missing in the letterheads of the provider's companies, as English sentences for the operator. */
export async function letterheadWarnings({ shops }: Config, db: Db): Promise<string[]> {
  const rows = await db.selectFrom('providers').selectAll().orderBy('company').execute()
  if (rows.length === 0)
    return [
      'There is no provider yet, so nobody can log in, and no letter can be made: `npm run provider -- init` makes it.'
    ]
  const companies = rows.map(({ company }) => company)
  const empty = shops.filter(({ company }) => !companies.includes(company))
  const incomplete = rows.map((row) => ({ company: row.company, problems: letterheadProblems(row) }))
  return [
    ...empty.map(({ appKey, company }) => `The shop ${appKey} has no customers: there is no company ${company}.`),
    ...incomplete
      .filter(({ problems }) => problems.length > 0)
      .map(
        ({ company, problems }) =>
          `The company ${company} makes no letters and evaluations: in its letterhead ${problems.join('; ')}.`
      )
  ]
}

/**
 * Reads the branding of the server's own pages.
 * @param provider the provider's company that the pages belong to; undefined where the server has one alone. With
 * several companies, a page that was asked of none of them shows no branding
 */
export function openBranding(db: Db, provider?: number): Branding {
  const only = async <Row>(rows: Promise<Row[]>): Promise<Row | undefined> => {
    const [first, second] = await rows
    return second === undefined ? first : undefined
  }
  const providers = () => {
    const all = db.selectFrom('providers').limit(2)
    return provider === undefined ? all : all.where('company', '=', provider)
  }
  return {
    async read() {
      const columns = providers().select((row) => [
        'name',
        'trade_name',
        'colour',
        row('logo', '<>', '').$castTo<boolean>().as('hasLogo')
      ])
      const row = await only(columns.execute())
      if (!row) return { name: '', colour: '', hasLogo: false }
      return {
        name: row.trade_name || row.name,
        colour: isLegible(row.colour) ? row.colour : '',
        hasLogo: row.hasLogo
      }
    },
    async readLogo() {
      const row = await only(providers().select('logo').execute())
      return row && imageOf(row.logo)
    }
  }
}
