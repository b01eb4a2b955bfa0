import { findLetterhead } from '../../company/index.ts'
import { defineDocument } from '../document/define-document.ts'
import { defineLetter } from '../document/letter-document.ts'
import { signerOf } from '../verification/letter-signer.ts'
import { signTogether } from './sign-together.ts'
import type { IsoDate } from '@customer-center/contract/dates'
import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { ContactLetter } from '../letter/letter-content.ts'
import {
  type BulkRequest,
  parseBulkRequest,
  type ParticipationRequest,
  parseParticipationRequest
} from './participation-request.ts'
import {
  type ConfirmableDetails,
  findConfirmable,
  findConfirmableDetails,
  type LetterQuery
} from '../letter/participation.repository.ts'
import { periodOf } from '../letter/letter-keys.ts'
import type { Actor } from '../../platform/http/caller.ts'

function queryOf({ eventId, participantId, ...request }: ParticipationRequest): LetterQuery {
  return { ...request, kind: 'participation', participations: [{ eventId, participantId }] }
}

function bulkQueryOf({ company, id, letterNo, eventId, no, participantIds }: BulkRequest): LetterQuery {
  const participations = participantIds.map((participantId) => ({ eventId, no, participantId }))
  return { company, id, letterNo, kind: 'participation', participations }
}

/** @throws Refusal `confirmationNotAvailable`, the same for what is foreign, missing, not booked, not attended or not over */
async function authorizeParticipation(
  db: Kysely<Tables>,
  actor: Actor,
  request: ParticipationRequest,
  isMade: boolean
): Promise<void> {
  if (!(await findConfirmable(db, actor, queryOf(request), isMade))) throw new Refusal('confirmationNotAvailable')
}

/** @throws Refusal `confirmationNotAvailable`, the same whatever is wrong with whichever of the participations */
async function authorizeBulk(db: Kysely<Tables>, actor: Actor, request: BulkRequest, isMade: boolean): Promise<void> {
  if (!(await findConfirmable(db, actor, bulkQueryOf(request), isMade))) throw new Refusal('confirmationNotAvailable')
}

function letterOf(row: ConfirmableDetails, date: IsoDate): ContactLetter {
  const { participant, customer, caption, location, hours, days, contact, renamed } = row
  const content = {
    participant,
    ...(customer !== '' && { customer }),
    event: caption,
    ...periodOf(row),
    ...(days.length > 0 && { days: [...days] }),
    ...(location !== null && location !== '' && { location }),
    hours,
    date
  }
  return { contact, renamed, letter: { kind: 'participation', content } }
}

/**
 * Reads the content of a participation confirmation.
 * @param date the day of the request
 * @throws Refusal as `authorizeParticipation`
 */
async function readParticipation(
  db: Kysely<Tables>,
  actor: Actor,
  request: ParticipationRequest,
  date: IsoDate
): Promise<ContactLetter> {
  const [row] = (await findConfirmableDetails(db, actor, queryOf(request))) ?? []
  if (!row) throw new Refusal('confirmationNotAvailable')
  return letterOf(row, date)
}

/**
 * Reads the content of several participation confirmations, in the order of the participants' names.
 * @param date the day of the request
 * @throws Refusal as `authorizeBulk`
 */
async function readBulk(
  db: Kysely<Tables>,
  actor: Actor,
  request: BulkRequest,
  date: IsoDate
): Promise<readonly ContactLetter[]> {
  const rows = await findConfirmableDetails(db, actor, bulkQueryOf(request))
  if (!rows) throw new Refusal('confirmationNotAvailable')
  return rows.map((row) => letterOf(row, date))
}

const screen = 'confirmations/participation'

/** The confirmation of one participation. */
export const participationLetter = defineLetter({
  name: 'StandardLetter',
  screen,
  parse: parseParticipationRequest,
  authorize: authorizeParticipation,
  read: readParticipation
})

/** The confirmations of several participations in one event, as one file. */
export const participationLetters = defineDocument<BulkRequest>({
  name: 'StandardLetters',
  screen,
  size: 'large',
  cost: ({ participantIds }) => participantIds.length,
  parse: parseBulkRequest,
  authorize: authorizeBulk,
  async make(context, request, { actor, date, signal }) {
    const letterhead = await findLetterhead(context.db, actor.provider)
    const letters = await readBulk(context.db, actor, request, date)
    return signTogether(await signerOf(context, actor), letters, letterhead, request.format, signal)
  }
})
