import type { Route, RouteRightsOverride } from '@customer-center/contract/routes'
import { mayOpen } from '@customer-center/contract/routes'
import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { authorizeEvaluation } from '../evaluation/make-evaluation.ts'
import { authorizeBulk, authorizeParticipation } from '../letter/participation-letter.ts'
import { authorizeTimesheet } from '../letter/timesheet-letter.ts'
import type { DocumentRequest, FunctionName } from './document-request.ts'

/** The screen that starts the function: whoever may not open it may not call the function either. */
const screens: Readonly<Record<Exclude<FunctionName, 'DataCopy'>, Route>> = {
  StandardLetter: 'confirmations/participation',
  StandardLetters: 'confirmations/participation',
  TimesheetLetter: 'confirmations/education',
  Evaluation: 'confirmations/evaluation'
}

/**
 * Whether the actor may have a document, asked when it is started, when it is made, and at each fetch. It reads nothing that
 * the document says.
 * @throws Refusal `noRight`, or that it is not available: the same for whatever is foreign and whatever does not exist
 */
export async function authorize(
  db: Kysely<Tables>,
  actor: Actor,
  request: DocumentRequest,
  routeRights: RouteRightsOverride
): Promise<void> {
  // Everybody may have the own data, whichever screens are open.
  if (request.name === 'DataCopy') return
  if (!mayOpen(screens[request.name], actor.right, routeRights)) throw new Refusal('noRight')
  if (request.name === 'StandardLetter') await authorizeParticipation(db, actor, request)
  else if (request.name === 'StandardLetters') await authorizeBulk(db, actor, request)
  else if (request.name === 'TimesheetLetter') await authorizeTimesheet(db, actor, request)
  else await authorizeEvaluation(db, actor, request)
}
