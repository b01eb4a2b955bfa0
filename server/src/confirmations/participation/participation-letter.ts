import { buffer } from 'node:stream/consumers'
import { type IsoDate, readDate } from '@customer-center/contract/dates'
import { fileNameOf } from '@customer-center/contract/file-name'
import { checkedDay, uniqueNames, zipStream } from '../../bookings/index.ts'
import { type Letterhead, findLetterhead } from '../../company/index.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { defineDocument, signedLetter } from '../document/define-document.ts'
import { type ContactLetter, definitionOf, type Letter } from '../letter/letter-content.ts'
import { checkBulkSize, letterKeys, type LetterKeys, knownHours, parseIds, periodOf } from '../letter/letter-keys.ts'
import { type ConfirmableDetails, participationsOf } from '../letter/participation.repository.ts'
import { ParameterString } from '../parameter-string.ts'
import {
  type LetterSigner,
  type SignedContactLetter,
  type SignedFile,
  type SignedLetter,
  signerOf
} from '../verification/letter-signer.ts'

/** Names a file as the elements name the file of a single letter; a slash in a caption does not make a folder. */
const fileNameFor = (letter: Letter): string =>
  fileNameOf(
    `${definitionOf(letter).fileName(letter.content)} (${letter.content.participant}).pdf`.replace(/[/\\]/g, '-')
  )

function zipOf(letters: readonly SignedLetter[]): Promise<Buffer> {
  const names = uniqueNames(letters.map(fileNameFor))
  const entries = letters.map(({ pdf }, index) => ({
    name: names[index] ?? '',
    size: pdf.length,
    async *open() {
      yield Buffer.from(pdf)
    }
  }))
  return buffer(zipStream(entries, new Date()).bytes)
}

/**
 * Signs several participation confirmations, as one document or as a ZIP file with a document for each.
 * @param signal aborts the work between two documents
 */
async function signTogether(
  signer: LetterSigner,
  contactLetters: readonly ContactLetter[],
  letterhead: Letterhead,
  format: 'PDF' | 'ZIP',
  signal: AbortSignal | undefined
): Promise<SignedFile> {
  if (format === 'PDF') return signer.signAsOne(contactLetters, letterhead)
  const letters: SignedContactLetter[] = []
  // The letters are rendered one by one, so that the other process stays free for people who wait for a single letter.
  for (const { letter, ...contact } of contactLetters) {
    signal?.throwIfAborted()
    letters.push({ ...contact, letter: await signer.sign(letter, letterhead) })
  }
  return { letters, file: await zipOf(letters.map(({ letter }) => letter)) }
}

type ParticipationRequest = LetterKeys & { readonly eventId: number; readonly participantId: number }

/** The confirmations of several participations in one event, as one file. */
interface BulkRequest {
  readonly format: 'PDF' | 'ZIP'
  readonly letterNo: number
  readonly company: number
  readonly id: number
  readonly eventId: number
  readonly no: number
  readonly participantIds: readonly number[]
}

/** @throws Refusal `badValue` */
function parseParticipationRequest(text: string): ParticipationRequest {
  const parameter = new ParameterString(text, [...letterKeys, 'format', 'eventId', 'participantId'])
  if (parameter.text('format') !== 'PDF') throw new Refusal('badValue', { name: 'format' })
  return parameter.numbers(...letterKeys, 'eventId', 'participantId')
}

/** @throws Refusal `badValue`, `tooManyParticipants` */
function parseBulkRequest(text: string): BulkRequest {
  const names = ['letterNo', 'format', 'company', 'id', 'eventId', 'no', 'participantIds']
  const parameter = new ParameterString(text, names)
  const format = parameter.text('format')
  if (format !== 'PDF' && format !== 'ZIP') throw new Refusal('badValue', { name: 'format' })
  const participantIds = parseIds(parameter.text('participantIds'))
  if (!participantIds || new Set(participantIds).size !== participantIds.length) {
    throw new Refusal('badValue', { name: 'participantIds' })
  }
  checkBulkSize(participantIds)
  return {
    format,
    ...parameter.numbers('letterNo', 'company', 'id', 'eventId', 'no'),
    // The order of the participants does not change the letters.
    participantIds: participantIds.toSorted((a, b) => a - b)
  }
}

const ofOne = participationsOf<ParticipationRequest>({
  queryOf: ({ eventId, participantId, ...request }) => ({
    ...request,
    kind: 'participation',
    participations: [{ eventId, participantId }]
  }),
  refusal: 'confirmationNotAvailable'
})

const ofEvent = participationsOf<BulkRequest>({
  queryOf: ({ company, id, letterNo, eventId, no, participantIds }) => ({
    company,
    id,
    letterNo,
    kind: 'participation',
    participations: participantIds.map((participantId) => ({ eventId, no, participantId }))
  }),
  refusal: 'confirmationNotAvailable'
})

function letterOf(row: ConfirmableDetails, date: IsoDate): ContactLetter {
  const { participant, customer, caption, location, days, contactId, renamed } = row
  const told = days.filter((day) => readDate(day.date) !== null).map(checkedDay)
  const content = {
    participant,
    ...(customer !== '' && { customer }),
    event: caption,
    ...periodOf(row),
    ...(told.length > 0 && { days: told }),
    ...(location !== null && location !== '' && { location }),
    ...knownHours(row),
    date
  }
  return { contactId, renamed, letter: { kind: 'participation', content } }
}

const screen = 'confirmations/participation'

export const participationLetter = defineDocument<ParticipationRequest>({
  name: 'StandardLetter',
  screen,
  parse: parseParticipationRequest,
  authorize: ofOne.authorize,
  ...signedLetter(async (context, actor, request: ParticipationRequest, date) =>
    letterOf((await ofOne.read(context, actor, request))[0], date)
  )
})

/** The confirmations of several participations in one event, as one file, in the order of the participants' names. */
export const participationLetters = defineDocument<BulkRequest>({
  name: 'StandardLetters',
  screen,
  size: 'large',
  cost: ({ participantIds }) => participantIds.length,
  parse: parseBulkRequest,
  authorize: ofEvent.authorize,
  async make(context, request, { actor, date, signal }) {
    const letterhead = await findLetterhead(context.db, actor.providerId)
    const rows = await ofEvent.read(context, actor, request)
    const letters = rows.map((row) => letterOf(row, date))
    return signTogether(await signerOf(context, actor), letters, letterhead, request.format, signal)
  }
})
