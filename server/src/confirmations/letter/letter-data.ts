import type { ParticipationData, TimesheetData } from './confirmation-data.ts'
import type { Day } from '../../platform/typesetting/day.ts'
import type {
  EvaluationAttendanceData,
  EvaluationCostsData,
  EvaluationParticipantsData
} from '../evaluation/evaluation-data.ts'

/** What every letter with an address window shows. */
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
  date: Day
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
  date: Day
  /** Last day of an event over several days. */
  until?: Day
  location: string
  lecturer: string
  chapters: ScriptChapter[]
}

export interface RecordingNotesData {
  title: string
  event: string
  date: Day
  lecturer: string
  /** Length of the recording in minutes. */
  minutes: number
  /** What the recording shows, with the minute where each part begins. */
  parts: { minute: number; title: string; summary: string }[]
  /** Questions that the viewer should be able to answer afterwards. */
  questions?: string[]
}

/** The templates and the data that each one reads: the name is the file's name in the folder templates. */
export interface LetterData {
  invoice: InvoiceData
  script: ScriptData
  'recording-notes': RecordingNotesData
  participation: ParticipationData
  timesheet: TimesheetData
  'evaluation-participants': EvaluationParticipantsData
  'evaluation-costs': EvaluationCostsData
  'evaluation-attendance': EvaluationAttendanceData
}
