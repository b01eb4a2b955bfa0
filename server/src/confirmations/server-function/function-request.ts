import type { functionNames } from '@customer-center/contract/server-function'
import type { IsoDate } from '@customer-center/contract/dates'
import type { Route, RouteRightsOverride } from '@customer-center/contract/routes'
import { mayOpen } from '@customer-center/contract/routes'
import type { Kysely } from 'kysely'
import {
  type ParticipationRequest,
  readParticipation,
  readTimesheet,
  type TimesheetRequest
} from '../confirmation/confirmation-request.ts'
import { type Confirmed, participationOf, timesheetOf } from '../confirmation/confirmation.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { type EvaluationRequest, readEvaluation } from '../evaluation/evaluation-request.ts'
import { permitEvaluation, type PermittedEvaluation } from '../evaluation/make-evaluation.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { Actor } from '../../platform/http/actor.ts'

export type FunctionName = (typeof functionNames)[number]

/** What a server function is asked to do, read out of its parameter string. */
export type FunctionRequest =
  | ({ readonly name: 'StandardLetter' } & ParticipationRequest)
  | ({ readonly name: 'TimesheetLetter' } & TimesheetRequest)
  | ({ readonly name: 'Evaluation' } & EvaluationRequest)

/**
 * Reads a parameter string. What it names may still be anybody's.
 * @throws Refusal `badValue`, `tooManyEvents`
 */
export function readRequest(name: FunctionName, parameter: string): FunctionRequest {
  if (name === 'StandardLetter') return { name, ...readParticipation(parameter) }
  if (name === 'TimesheetLetter') return { name, ...readTimesheet(parameter) }
  return { name, ...readEvaluation(parameter) }
}

/** The screen that asks for it: whoever may not open that may not call it either. */
const screens: Readonly<Record<FunctionName, Route>> = {
  StandardLetter: 'confirmations/participation',
  TimesheetLetter: 'confirmations/education',
  Evaluation: 'confirmations/evaluation'
}

/** What is to be made, checked against right and customer. */
export type Permitted =
  | Confirmed<'participation'>
  | Confirmed<'timesheet'>
  | ({ readonly kind: 'evaluation' } & PermittedEvaluation)

/**
 * The one check of what a requester may have, made when it is asked for, when it is made, and each time it is fetched.
 * @param date the day on which it was asked for
 * @throws Refusal `noRight`, or that it is not available: the same for all that is foreign and all that does not exist
 */
export async function permit(
  db: Kysely<Tables>,
  requester: Actor,
  request: FunctionRequest,
  routeRights: RouteRightsOverride,
  date: IsoDate
): Promise<Permitted> {
  if (!mayOpen(screens[request.name], requester.right, routeRights)) throw new Refusal('noRight')
  if (request.name === 'StandardLetter') return participationOf(db, requester, request, date)
  if (request.name === 'TimesheetLetter') return timesheetOf(db, requester, request, date)
  return { kind: 'evaluation', ...(await permitEvaluation(db, requester, request)) }
}
