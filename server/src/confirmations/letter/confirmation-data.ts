import type { Day } from '../../platform/typesetting/day.ts'
import type { Verbatim } from '../../platform/typesetting/verbatim.ts'

/** What lets a reader check a confirmation; made by the room verification. */
export interface Proof {
  /** As people read it out and type it in: XXXX-XXXX-XXXX. */
  number: string
  /** Where to type it in, without protocol: center.example/verify. */
  place: string
  /** The QR code as SVG. */
  code: Verbatim
  /** The signed payload; the PDF carries it among its keywords, so that a changed file is still recognised. */
  token: Verbatim
}

/** The confirmation that somebody took part in an event. */
export interface ParticipationData {
  /** The name as it is printed, with titles. */
  participant: string
  /** The customer that the participant belongs to. */
  customer?: string
  event: string
  /** First and last day; neither for a recording that is watched at any time. */
  from?: Day
  until?: Day
  /** Day by day, if the times are known. */
  days?: { date: Day; starts: string; ends: string; hours: number }[]
  location?: string
  hours: number
  /** The day on which it was issued. */
  date: Day
  proof: Proof
}

/** The hour record (education passport): the events of a participant in a period. */
export interface TimesheetData {
  participant: string
  /** The number under which the provider or the customer keeps the person. */
  personNumber?: string
  customer?: string
  from: Day
  until: Day
  events: { caption: string; from?: Day; until?: Day; location?: string; hours: number }[]
  /** The day on which it was issued. */
  date: Day
  proof: Proof
}
