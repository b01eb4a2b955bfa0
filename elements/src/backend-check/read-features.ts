import { getCalendarEvent } from '@customer-center/contract/calendar'
import { exportContacts } from '@customer-center/contract/contact'
import { exportInvoices } from '@customer-center/contract/invoice'
import { exportOrders } from '@customer-center/contract/order'
import { type RouteName, routes } from '@customer-center/contract/routes'
import { calendarFeed } from '../data/calendar.ts'
import { contactAccess } from '../data/contact-access.ts'
import type { ListedContact } from '../data/contact.ts'
import { customerFieldMap } from '../data/customer.ts'
import { asDocument } from '../data/document.ts'
import { emailChange } from '../data/email-change.ts'
import type { ListedEvent } from '../data/event.ts'
import { history } from '../data/history.ts'
import { confirmableParticipants } from '../data/letter.ts'
import { loadEvents, loadNews } from '../data/overview.ts'
import { passkeyList } from '../data/passkey.ts'
import { startedJobs } from '../data/server-function.ts'
import { sessionList } from '../data/session-list.ts'
import type { BackendCheck } from './backend-check.ts'

interface KnownRows {
  readonly person: ListedContact | undefined
  readonly event: ListedEvent | undefined
}

const profile: readonly RouteName[] = ['mydata/userprofile']

/** Reads the calls of the features that the configuration announces; others are no part of the backend. */
export async function readFeatures(check: BackendCheck, { person, event }: KnownRows): Promise<void> {
  await check.query(profile, sessionList)
  await check.query(profile, passkeyList)
  await check.query(profile, emailChange)
  await check.query(profile, calendarFeed)
  await check.query(['mydata/companydata'], (app) => history(app, customerFieldMap, {}))
  const pvaid = person?.pvaid ?? null
  if (pvaid !== null) await check.query(['mydata/contacts'], (app) => contactAccess(app, pvaid))
  await check.read(routes, startedJobs)
  if (event) await check.read(['confirmations/participation'], (app) => confirmableParticipants(app, event))
  const news = await check.read(routes, loadNews)
  await check.read(routes, (app) => loadEvents(app, app.signal))
  const [next] = news?.nextEvents ?? []
  if (next)
    await check.read(routes, ({ call }) => call(getCalendarEvent, { as: asDocument, query: { eventId: next.eventId } }))
  await check.read(['mydata/contacts'], ({ call }) => call(exportContacts, { as: asDocument }))
  await check.read(['orders'], ({ call }) => call(exportOrders, { as: asDocument }))
  await check.read(['invoices'], ({ call }) => call(exportInvoices, { as: asDocument }))
}
