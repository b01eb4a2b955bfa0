import type { IsoDate } from '@customer-center/contract/dates'
import { mayChangeParticipant } from '@customer-center/contract/rights'
import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Typesetter } from '../../platform/typesetting/typesetter.ts'
import {
  countBooked,
  findEvaluation,
  type FoundEvaluation,
  listByParticipant,
  listCosts,
  listMonths,
  type Scope
} from './evaluation-data.repository.ts'
import { attendanceTemplate, costsTemplate, participantsTemplate } from './evaluation-data.ts'
import type { EvaluationRequest } from './evaluation-request.ts'

/** Participations of one evaluation: some 150 pages, which take a few seconds. */
const mostParticipations = 5000

/** An evaluation that its requester may have. */
export interface PermittedEvaluation {
  readonly found: FoundEvaluation
  readonly scope: Scope
}

/**
 * Whoever may not choose a participant has an evaluation of itself, also if it names none.
 * @throws Refusal `evaluationNotAvailable`, the same for what is foreign and what does not exist
 */
export async function permitEvaluation(
  db: Kysely<Tables>,
  requester: Actor,
  request: EvaluationRequest
): Promise<PermittedEvaluation> {
  const { company, id, pvaid } = requester
  const { interfaceId, from, to } = request
  const others = mayChangeParticipant(requester.right)
  const contactId = request.contactId ?? (others ? undefined : requester.contactId)
  const own = request.company === company && (request.contactCompany ?? company) === requester.contactCompany
  const found = own ? await findEvaluation(db, { company, id }, interfaceId, contactId) : undefined
  if (!found || (!others && found.pvaid !== pvaid)) throw new Refusal('evaluationNotAvailable')
  return { found, scope: { company, id, pvaid: found.pvaid, from, to } }
}

/**
 * Sets an evaluation.
 * @param date the day on which it was asked for
 * @throws Refusal `evaluationTooLarge`; Error in English when the letter cannot be set
 */
export async function makeEvaluation(
  db: Kysely<Tables>,
  typesetter: Pick<Typesetter, 'render'>,
  { found, scope }: PermittedEvaluation,
  date: IsoDate
): Promise<Uint8Array> {
  const { customer, customerNumber, participant, template } = found
  if ((await countBooked(db, scope)) > mostParticipations)
    throw new Refusal('evaluationTooLarge', { most: mostParticipations.toLocaleString('de-DE') })
  const { from, to: until } = scope
  const head = { customer, customerNumber, from, until, date, ...(participant !== null && { participant }) }
  if (template === 'evaluation-participants')
    return typesetter.render(participantsTemplate, { ...head, participants: await listByParticipant(db, scope) })
  if (template === 'evaluation-costs')
    return typesetter.render(costsTemplate, { ...head, events: await listCosts(db, scope) })
  return typesetter.render(attendanceTemplate, { ...head, months: await listMonths(db, scope) })
}
