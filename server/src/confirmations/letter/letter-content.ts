import type { IsoDate } from '@customer-center/contract/dates'

/** The confirmation that somebody took part in an event. */
export interface ParticipationContent {
  /** The name as it is printed, with titles. */
  participant: string
  /** The customer that the participant belongs to. */
  customer?: string
  event: string
  /** First and last day; neither for a recording, which has no dates. */
  from?: IsoDate
  until?: IsoDate
  /** Day by day, if the times are known. */
  days?: { date: IsoDate; starts: string; ends: string; hours: number }[]
  location?: string
  hours: number
  /** The day of issue, which is also the date inside the PDF: same data, same bytes. */
  date: IsoDate
}

/** The hour record (education passport): the events of a participant in a period. */
export interface TimesheetContent {
  participant: string
  /** The number under which the provider or the customer keeps the person. */
  personNumber?: string
  customer?: string
  from: IsoDate
  until: IsoDate
  events: { caption: string; from?: IsoDate; until?: IsoDate; location?: string; hours: number }[]
  /** The day of issue. */
  date: IsoDate
}

/** What confirmations say, by the kind of letter. */
interface LetterContents {
  participation: ParticipationContent
  timesheet: TimesheetContent
}

export type LetterKind = keyof LetterContents

/** What a letter says, with its kind. */
export type Letter = {
  readonly [Kind in LetterKind]: { readonly kind: Kind; readonly content: LetterContents[Kind] }
}[LetterKind]

/** A letter about a contact of a customer. */
export interface ContactLetter {
  readonly pvaid: number
  /** Whether the contact had another name when an attendance was recorded. */
  readonly renamed: boolean
  readonly letter: Letter
}
