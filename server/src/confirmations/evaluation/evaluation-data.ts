import type { Day } from '../../platform/typesetting/day.ts'

/** What every evaluation says above its figures. */
interface EvaluationData {
  customer: string
  customerNumber: string
  /** The one participant it is limited to, if it is. */
  participant?: string
  from: Day
  until: Day
  /** The day on which it was made. */
  date: Day
}

/** Events and hours by participant. */
export interface EvaluationParticipantsData extends EvaluationData {
  participants: {
    name: string
    events: { caption: string; from?: Day; until?: Day; attended: boolean; hours: number }[]
  }[]
}

/** Costs by event. */
export interface EvaluationCostsData extends EvaluationData {
  events: {
    caption: string
    from?: Day
    until?: Day
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
