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
const maxParticipations = 5000

/** An evaluation that the actor may have. */
export interface AuthorizedEvaluation {
  readonly found: FoundEvaluation
  readonly scope: Scope
}

/**
 * An actor that may not choose a participant gets an evaluation of itself, even if the request names nobody.
 * @throws Refusal `evaluationNotAvailable`, the same for what is foreign and what does not exist
 */
export async function authorizeEvaluation(
  db: Kysely<Tables>,
  actor: Actor,
  request: EvaluationRequest
): Promise<AuthorizedEvaluation> {
  const { company, id, pvaid } = actor
  const { interfaceId, from, to } = request
  const others = mayChangeParticipant(actor.right)
  const contactId = request.contactId ?? (others ? undefined : actor.contactId)
  const own = request.company === company && (request.contactCompany ?? company) === actor.contactCompany
  const found = own ? await findEvaluation(db, { company, id }, interfaceId, contactId) : undefined
  if (!found || (!others && found.pvaid !== pvaid)) throw new Refusal('evaluationNotAvailable')
  return { found, scope: { company, id, pvaid: found.pvaid, from, to } }
}

/**
 * Makes an evaluation.
 * @param date the day of the request
 * @throws Refusal `evaluationTooLarge`; Error in English when it cannot be rendered
 */
export async function makeEvaluation(
  db: Kysely<Tables>,
  typesetter: Pick<Typesetter, 'render'>,
  { found, scope }: AuthorizedEvaluation,
  date: IsoDate
): Promise<Uint8Array> {
  const { customer, customerNumber, participant, template } = found
  if ((await countBooked(db, scope)) > maxParticipations)
    throw new Refusal('evaluationTooLarge', { most: maxParticipations.toLocaleString('de-DE') })
  const { from, to: until } = scope
  const head = { customer, customerNumber, from, until, date, ...(participant !== null && { participant }) }
  if (template === 'evaluation-participants')
    return typesetter.render(participantsTemplate, { ...head, participants: await listByParticipant(db, scope) })
  if (template === 'evaluation-costs')
    return typesetter.render(costsTemplate, { ...head, events: await listCosts(db, scope) })
  return typesetter.render(attendanceTemplate, { ...head, months: await listMonths(db, scope) })
}
