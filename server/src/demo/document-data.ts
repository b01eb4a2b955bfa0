import type { IsoDate } from '@customer-center/contract/dates'

/** What every document with an address window shows. */
interface Addressed {
  /** One to six lines: company, person, street, postcode and place. */
  recipient: string[]
}

export interface InvoicePosition {
  caption: string
  /** A second, smaller line, for example the day and place of the event and the participant. */
  details?: string
  quantity: number
  /** Net price of one piece in cents. */
  unitPrice: number
  /** VAT in percent, for example 20. */
  vat: number
}

export interface InvoiceData extends Addressed {
  number: string
  date: IsoDate
  customerNumber: string
  orderNumber?: string
  vatNumber?: string
  positions: InvoicePosition[]
  /** Days until the payment is due. */
  paymentDays: number
}

interface ScriptChapter {
  title: string
  paragraphs: string[]
  points?: string[]
  /** A highlighted box below the chapter. */
  note?: string
  table?: { caption: string; head: string[]; rows: string[][] }
}

export interface ScriptData {
  title: string
  /** One sentence below the title. */
  description: string
  event: string
  date: IsoDate
  /** Last day of an event over several days. */
  until?: IsoDate
  location: string
  lecturer: string
  chapters: ScriptChapter[]
}

export interface RecordingNotesData {
  title: string
  event: string
  date: IsoDate
  lecturer: string
  /** Length of the recording in minutes. */
  minutes: number
  /** What the recording shows, with the minute where each part begins. */
  parts: { minute: number; title: string; summary: string }[]
  /** Questions that the viewer should be able to answer afterwards. */
  questions?: string[]
}

/** The templates in the folder templates, and the data that each one reads. */
export interface DemoDocuments {
  invoice: InvoiceData
  script: ScriptData
  'recording-notes': RecordingNotesData
}
