import type { Feature } from '../feature/feature.ts'
import { letterheadImport } from './letterhead/letterhead.import.ts'
import { letterheadWarnings } from './letterhead/letterhead.repository.ts'

/** The provider's company: its row, its letterhead and its brand. */
export const company: Feature = {
  startWarnings: { letterhead: letterheadWarnings },
  imports: [letterheadImport]
}

export {
  type Sender,
  chooseCompany,
  contactOf,
  findCompanies,
  findLetterhead,
  findProvider,
  insertProvider,
  openBranding
} from './letterhead/letterhead.repository.ts'
export { imageOf, type Letterhead, letterheadOf } from './letterhead/letterhead.ts'
