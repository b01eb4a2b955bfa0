import { germanDateRange, type IsoDate } from '@customer-center/contract/dates'
import type { LetterKind } from '@customer-center/contract/letter'

/** The confirmation that a person took part in an event. */
export interface ParticipationContent {
  /** The name as it is printed, with titles. */
  participant: string
  customer?: string
  event: string
  /** First and last day; missing for a recording, which has no dates. */
  from?: IsoDate
  until?: IsoDate
  /** Times day by day, null where they are unknown; 00:00 to 00:00 is the whole day. */
  days?: { date: IsoDate; starts: string | null; ends: string | null; hours: number | null }[]
  location?: string
  /** Missing where nobody knows them. */
  hours?: number
  /** The day of issue. It is also the date in the PDF's metadata, so that the same data give the same bytes. */
  date: IsoDate
}

/** The hour record (education passport): the events of a participant in a period. */
export interface HourRecordContent {
  participant: string
  /** The number under which the provider or the customer keeps the person. */
  personNumber?: string
  customer?: string
  from: IsoDate
  until: IsoDate
  events: { caption: string; from?: IsoDate; until?: IsoDate; location?: string; hours?: number }[]
  /** The day of issue. */
  date: IsoDate
}

/** A printed line of a letter: the key of its label in the texts of the page that checks letters, and the value. */
type LetterFact = readonly [
  label: 'event' | 'period' | 'location' | 'hours' | 'personNumber' | 'hourRecordPeriod',
  value: string | number | undefined
]

/** A kind of letter for the registry and for the page that checks letters. */
interface LetterDefinition<Content> {
  /**
   * Returns the signed content in addition to number, kind, day, person and period; `cut` shortens a caption so that it
   * fits into the code.
   */
  readonly payload: (content: Content, cut: (caption: string) => string) => object
  /** Returns the first part of the file's name, before the participant's name. */
  readonly fileName: (content: Content) => string
  /** Returns the lines that the page shows in addition to document, number, day, participant and customer. */
  readonly details: (content: Content) => {
    readonly facts: readonly LetterFact[]
    readonly events?: HourRecordContent['events']
  }
}

interface LetterContents {
  readonly participation: ParticipationContent
  readonly 'hour-record': HourRecordContent
}

const definitions: { readonly [Kind in LetterKind]: LetterDefinition<LetterContents[Kind]> } = {
  participation: {
    payload: ({ event, hours }, cut) => ({ e: cut(event), ...(hours !== undefined && { h: hours }) }),
    fileName: ({ event, from, until }) => `${germanDateRange(from, until)} ${event}`,
    details: ({ event, from, until, location, hours }) => ({
      facts: [
        ['event', event],
        ['period', germanDateRange(from, until) || undefined],
        ['location', location],
        ['hours', hours]
      ]
    })
  },
  'hour-record': {
    payload({ events }) {
      const { sum, missing } = totalHours(events)
      return { c: events.length, h: Math.round(sum * 100) / 100, ...(missing > 0 && { u: missing }) }
    },
    fileName: () => 'hour-record',
    details: ({ personNumber, from, until, events }) => ({
      facts: [
        ['personNumber', personNumber],
        ['hourRecordPeriod', germanDateRange(from, until)]
      ],
      events
    })
  }
}

/** Returns the sum of the known hours, and the number of events of which nobody knows them. */
export const totalHours = (events: HourRecordContent['events']) => ({
  sum: events.reduce((sum, { hours = 0 }) => sum + hours, 0),
  missing: events.filter(({ hours }) => hours === undefined).length
})

export type Letter = {
  readonly [Kind in LetterKind]: { readonly kind: Kind; readonly content: LetterContents[Kind] }
}[LetterKind]

export const definitionOf = ({ kind }: Letter): LetterDefinition<Letter['content']> =>
  definitions[kind] as LetterDefinition<Letter['content']>

export interface ContactLetter {
  readonly contactId: number
  /** Whether the contact had another name when an attendance was recorded. */
  readonly renamed: boolean
  readonly letter: Letter
}
