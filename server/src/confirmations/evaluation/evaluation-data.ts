import type { IsoDate } from '@customer-center/contract/dates'
import type { Template } from '../../platform/typesetting/typesetter.ts'

/** The head of every evaluation. */
interface EvaluationData {
  customer: string
  customerNumber: string
  /** The participant to whom the evaluation is limited. */
  participant?: string
  from: IsoDate
  until: IsoDate
  /** The day of the evaluation. */
  date: IsoDate
}

/** Events and hours by participant. */
export interface EvaluationParticipantsData extends EvaluationData {
  participants: {
    name: string
    events: { caption: string; from?: IsoDate; until?: IsoDate; attended: boolean; hours: number }[]
  }[]
}

/** Costs by event. */
export interface EvaluationCostsData extends EvaluationData {
  events: {
    caption: string
    from?: IsoDate
    until?: IsoDate
    location?: string
    participants: number
    /** Net costs, in cents. */
    costs: number
  }[]
}

/** Attendance over time: one entry for each month of the period, also for those without an event. */
export interface EvaluationAttendanceData extends EvaluationData {
  months: {
    /** The month as yyyy-MM. */
    month: string
    /** Booked participations. */
    booked: number
    /** Booked participations that were attended. */
    attended: number
    hours: number
  }[]
}

export const participantsTemplate: Template<EvaluationParticipantsData> = 'evaluation-participants'
export const costsTemplate: Template<EvaluationCostsData> = 'evaluation-costs'
export const attendanceTemplate: Template<EvaluationAttendanceData> = 'evaluation-attendance'
