import type { Db } from '../../platform/database/db.ts'
import type { Branding } from '../../platform/http/page.ts'
import { isLegible } from '../../platform/lib/colour.ts'
import { imageOf } from './letterhead.ts'

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
