import type { IsoDate } from '@customer-center/contract/dates'
import { mayChangeParticipant } from '@customer-center/contract/rights'
import { findLetterhead } from '../../company/index.ts'
import type { JobContext } from '../../feature/services.ts'
import type { Db } from '../../platform/database/query.ts'
import type { Actor } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { Template } from '../../platform/typesetting/typesetter.ts'
import { defineDocument } from '../document/define-document.ts'
import { letterheadFiles } from '../letter/letter-typesetter.ts'
import { ParameterString } from '../parameter-string.ts'
import {
  type EvaluationSize,
  type EvaluationAttendanceData,
  type EvaluationCostsData,
  type EvaluationParticipantsData,
  type FoundEvaluation,
  countBooked,
  findEvaluation,
  listByParticipant,
  listCosts,
  listMonths
} from './evaluation.repository.ts'

/** A request for an evaluation. Without a contact, the evaluation covers all participants that the actor may choose. */
interface EvaluationRequest {
  readonly interfaceId: number
  readonly company: number
  readonly contactCompany: number | undefined
  /** The person's number. The member keeps the wire's name, because the stored hash of a request includes it. */
  readonly contactId: number | undefined
  readonly from: IsoDate
  readonly to: IsoDate
}

const participantsTemplate: Template<EvaluationParticipantsData> = 'evaluation-participants'
const costsTemplate: Template<EvaluationCostsData> = 'evaluation-costs'
const attendanceTemplate: Template<EvaluationAttendanceData> = 'evaluation-attendance'

/** Limit of calendar years in the period of one evaluation. */
const maxYears = 10

/** @throws Refusal `badValue`, `periodTooLong` */
function parseEvaluationRequest(text: string): EvaluationRequest {
  const parameter = new ParameterString(text, ['interfaceId', 'company', 'contactCompany', 'contactId', 'from', 'to'])
  const { from, to } = parameter.period()
  if (Number(to.slice(0, 4)) - Number(from.slice(0, 4)) >= maxYears)
    throw new Refusal('periodTooLong', { years: String(maxYears) })
  return {
    interfaceId: parameter.number('interfaceId'),
    company: parameter.number('company'),
    contactCompany: parameter.optionalNumber('contactCompany'),
    contactId: parameter.optionalNumber('contactId'),
    from,
    to
  }
}

/**
 * Limit of pages for one evaluation. A page with its tags takes 46 kB of the file and 1.7 MB of memory while it is
 * rendered, so 500 of them (4,000 participants) needed 850 MB; 150 take a second or two, 7 MB and 300 MB.
 */
const maxPages = 150

/**
 * Estimates the number of pages: a page has 45 lines, and a participant's name with the head of the table takes five
 * lines.
 */
function pagesOf({ participations, participants }: EvaluationSize, template: FoundEvaluation['template']): number {
  // The evaluation has one row for each month.
  if (template === 'evaluation-attendance') return 1
  return Math.ceil((participations + (template === 'evaluation-participants' ? 5 * participants : 0)) / 45)
}

/**
 * Limits an actor that may not choose participants to its own participations, even if the request names no contact.
 * @throws Refusal `evaluationNotAvailable`, equal for rows of others and for missing rows
 */
async function authorizeEvaluation(db: Db, actor: Actor, request: EvaluationRequest) {
  const { providerId, customerId, contactId } = actor
  const { interfaceId, from, to } = request
  const others = mayChangeParticipant(actor.right)
  const personId = request.contactId ?? (others ? undefined : actor.personId)
  const own = request.company === providerId && (request.contactCompany ?? providerId) === providerId
  const found = own ? await findEvaluation(db, { providerId, customerId }, interfaceId, personId) : undefined
  if (!found || (!others && found.contactId !== contactId)) throw new Refusal('evaluationNotAvailable')
  return { found, scope: { providerId, customerId, contactId: found.contactId, from, to } }
}

type AuthorizedEvaluation = Awaited<ReturnType<typeof authorizeEvaluation>>

/**
 * Makes an evaluation.
 * @param date the day of the request
 * @throws Refusal `evaluationTooLarge`, `noLetterhead`; Error in English when it cannot be rendered
 */
async function makeEvaluation(
  { config, db, typesetter }: Pick<JobContext, 'config' | 'db' | 'typesetter'>,
  { found, scope: authorized }: AuthorizedEvaluation,
  date: IsoDate
): Promise<Uint8Array> {
  const { customer, customerNumber, participant, template } = found
  const scope = { ...authorized, timetableHours: config.timetableHours }
  const pages = pagesOf(await countBooked(db, scope), template)
  if (pages > maxPages) throw new Refusal('evaluationTooLarge', { pages, most: maxPages })
  const { from, to: until } = scope
  const files = await letterheadFiles(typesetter, await findLetterhead(db, scope.providerId))
  const head = { customer, customerNumber, from, until, date, ...(participant !== null && { participant }) }
  if (template === 'evaluation-participants')
    return typesetter.render(
      participantsTemplate,
      { ...head, participants: await listByParticipant(db, scope) },
      { files, size: 'large' }
    )
  if (template === 'evaluation-costs')
    return typesetter.render(costsTemplate, { ...head, events: await listCosts(db, scope) }, { files, size: 'large' })
  return typesetter.render(attendanceTemplate, { ...head, months: await listMonths(db, scope) }, { files })
}

/** A report on a customer's participations. */
export const evaluationDocument = defineDocument<EvaluationRequest>({
  name: 'Evaluation',
  screen: 'confirmations/evaluation',
  size: 'large',
  // An evaluation takes a second or two.
  cost: () => 10,
  parse: parseEvaluationRequest,
  authorize: authorizeEvaluation,
  async make(context, request, { actor, date }) {
    return { file: await makeEvaluation(context, await authorizeEvaluation(context.db, actor, request), date) }
  }
})
