import type { IsoDate } from '@customer-center/contract/dates'
import type { Template } from '../../platform/typesetting/typesetter.ts'

/** The head of every evaluation. */
interface EvaluationData {
  customer: string
  customerNumber: string
  /** The participant to whom it is limited, if it is. */
  participant?: string
  from: IsoDate
  until: IsoDate
  /** The day on which it was made. */
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
    /** Net, in cents. */
    costs: number
  }[]
}

/** Attendance over time: one entry for each month of the period, also for those without an event. */
export interface EvaluationAttendanceData extends EvaluationData {
  months: {
    /** yyyy-MM */
    month: string
    /** Participations that were booked. */
    booked: number
    /** Those of them that were attended. */
    attended: number
    hours: number
  }[]
}

export const participantsTemplate: Template<EvaluationParticipantsData> = 'evaluation-participants'
export const costsTemplate: Template<EvaluationCostsData> = 'evaluation-costs'
export const attendanceTemplate: Template<EvaluationAttendanceData> = 'evaluation-attendance'
