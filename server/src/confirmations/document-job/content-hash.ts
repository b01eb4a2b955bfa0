import { createHash } from 'node:crypto'
import type { IsoDate } from '@customer-center/contract/dates'
import type { Kysely } from 'kysely'
import type { Letterhead } from '../../company/index.ts'
import { configOf, type Place } from '../../platform/config/shops.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Services } from '../../platform/services.ts'
import type { ContactLetter, Letter } from '../letter/letter-content.ts'
import { readParticipation } from '../letter/participation-letter.ts'
import { readTimesheet } from '../letter/timesheet-letter.ts'
import type { DocumentRequest } from './document-request.ts'

/** A request for one letter. */
export type LetterRequest = Extract<DocumentRequest, { readonly name: 'StandardLetter' | 'TimesheetLetter' }>

export function isLetterRequest(request: DocumentRequest): request is LetterRequest {
  return request.name === 'StandardLetter' || request.name === 'TimesheetLetter'
}

/**
 * What a letter says.
 * @param date the day of the request
 * @throws Refusal as `authorize`
 */
export function readSingleLetter(
  db: Kysely<Tables>,
  actor: Actor,
  request: LetterRequest,
  date: IsoDate
): Promise<ContactLetter> {
  return request.name === 'StandardLetter'
    ? readParticipation(db, actor, request, date)
    : readTimesheet(db, actor, request, date)
}

/** Equal for letters that say and look the same, the day of issue included; the serial number is left out. */
export function contentHashOf(
  { config, typesetter }: Pick<Services, 'config' | 'typesetter'>,
  place: Place,
  { kind, content }: Letter,
  letterhead: Letterhead
): string {
  const parts = [kind, content, letterhead, configOf(config, place).publicUrl, typesetter.templatesVersion()]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}
