import type { Generated } from 'kysely'

interface EventModelTable {
  company: number
  model_id: string
  event_id: Generated<string>
  css: string
  svg: string
  html: string
}

interface EventTable {
  company: number
  external_id: Generated<string>
  event_id: number
  no: number
  caption: string
  from_date: string | null
  to_date: string | null
  location: string | null
  product_type: number
  video_on_demand: Generated<boolean>
}

interface EventDateTable {
  company: number
  event_id: number
  no: number
  day_no: number
  date: string
  starts: string
  ends: string
  hours: number
}

interface OrderTable {
  company: number
  external_id: Generated<string>
  no: number
  id: number
  registered_at: Date
  ordered_from: string
  ordered_by_pvaid: number | null
}

interface ParticipationTable {
  company: number
  external_id: Generated<string>
  participant_id: number
  id: number
  pvaid: number
  event_id: number
  no: number
  order_no: number | null
  attended: Generated<boolean>
  /** First and last name of the participant when the attendance was recorded; the database fills it. */
  attended_name: Generated<string | null>
  hours: Generated<number>
  /** Net, in cents. */
  price: Generated<number>
}

interface WebinarLinkTable {
  company: number
  external_id: Generated<string>
  link_id: number
  id: number
  pvaid: number | null
  event_id: number | null
  no: number | null
  caption: string
  link: string
  expiry_date: string | null
  is_pdf: Generated<boolean>
}

interface EvaluationTable {
  company: number
  external_id: Generated<string>
  interface_id: number
  caption: string
  evaluation_type: Generated<number>
  template: Generated<'evaluation-participants' | 'evaluation-costs' | 'evaluation-attendance'>
}

interface CalendarFeedTable {
  company: number
  pvaid: number
  token_hash: Buffer
  created_at: Generated<Date>
  /** As they were when the address was made: it ends with them. */
  email_address: string
  password_hash: string | null
}

export interface EventTables {
  event_models: EventModelTable
  events: EventTable
  event_dates: EventDateTable
  calendar_feeds: CalendarFeedTable
  orders: OrderTable
  participations: ParticipationTable
  webinar_links: WebinarLinkTable
  evaluations: EvaluationTable
}
