import type { FastifyInstance } from 'fastify'
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import {
  deleteCalendarFeedSchema,
  getCalendarEventSchema,
  getCalendarFeedSchema,
  renewCalendarFeedSchema,
  showCalendarFeedSchema
} from '@customer-center/contract/calendar'
import { documentFields } from '@customer-center/contract/document'
import { fileNameAbout } from '@customer-center/contract/file-name'
import type { Services } from '../../feature/services.ts'
import { calendarAddressMail, queueMail } from '../../mails/index.ts'
import type { Config } from '../../platform/config/config.ts'
import { isShop, screenUrl, siteFor } from '../../platform/config/shops.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { admitRequests } from '../../platform/http/admission.ts'
import { requireFreshLogin } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { noteSecurityEvent } from '../../platform/http/security-event.ts'
import { registerSecurityHeaders } from '../../platform/http/security-headers.ts'
import { fillText } from '../../platform/lib/fill-text.ts'
import { newToken } from '../../platform/lib/tokens.ts'
import { type CalendarEntry, deleteFeed, findEntries, findFeed, findOwnFeed, storeFeed } from './calendar.repository.ts'
import texts from './texts.json' with { type: 'json' }

/**
 * Writes entries in the format of RFC 5545. An entry keeps its id, so that a calendar replaces it when the event is
 * moved or cancelled. Because people share calendars, an entry links to the scripts and does not name participants.
 */
function calendarFile(entries: readonly CalendarEntry[], config: Config): string {
  // If there are several shops, nobody can log in outside their paths.
  const scripts = isShop(config) ? screenUrl(config, 'scripts') : ''
  const calendar = ical({
    name: texts.calendarName,
    method: ICalCalendarMethod.PUBLISH,
    prodId: '//customer-center//DE'
  })
  for (const { providerId, eventId, no, dayNo, caption, isCancelled, starts, ends, ...entry } of entries)
    calendar.createEvent({
      id: `${providerId}-${eventId}-${no}-${dayNo ?? 0}@customer-center`,
      sequence: entry.sequence,
      status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      // Some programs do not show the status.
      summary: isCancelled ? fillText(texts.cancelled, { caption }) : caption,
      location: entry.location,
      description: scripts === '' ? null : `${texts.scripts}: ${scripts}`,
      start: starts,
      end: ends,
      allDay: entry.isWholeDay
    })
  return calendar.toString()
}

/** Path of the feeds for calendar programs, outside the API. */
const feedPath = '/kalender'
const feedUrl = (token: string) => `..${feedPath}/${token}.ics`

export function calendarRoutes(app: FastifyInstance, { db, config }: Services): void {
  route(app, getCalendarEventSchema, async ({ query, caller }) => {
    const entries = await findEntries(db, caller, Number(query.eventId), query.no ? Number(query.no) : null)
    const [first] = entries
    if (!first) throw new Refusal('noSuchEvent')
    const { responseInfo, fileName, fileData } = documentFields
    return {
      [responseInfo.code]: first.caption,
      [fileName.code]: fileNameAbout(`${first.date} ${first.caption}`, '.ics'),
      [fileData.code]: Buffer.from(calendarFile(entries, siteFor(config, caller))).toString('base64')
    }
  })

  route(app, getCalendarFeedSchema, async ({ caller }) => {
    const exists = (await findOwnFeed(db, caller)) !== null
    return { exists, canBeShown: exists }
  })

  route(app, renewCalendarFeedSchema, async ({ caller, request }) => {
    requireFreshLogin(caller)
    const token = newToken()
    await inTransaction(db, async (trx) => {
      await storeFeed(trx, caller, token)
      const { providerId, contactId, shop } = caller
      await queueMail(trx, calendarAddressMail, { providerId, contactId, shop })
    })
    noteSecurityEvent(request, 'calendar-address-made')
    return { url: feedUrl(token), canBeShown: true }
  })

  // The owner gets a mail, as for a new address, so that a stranger in the account cannot subscribe unnoticed.
  route(app, showCalendarFeedSchema, async ({ caller, request }) => {
    requireFreshLogin(caller)
    const token = await findOwnFeed(db, caller)
    if (token === null) return { url: null }
    const { providerId, contactId, shop } = caller
    await inTransaction(db, (trx) =>
      queueMail(trx, calendarAddressMail, { providerId, contactId, shop, isShown: true })
    )
    noteSecurityEvent(request, 'calendar-address-shown')
    return { url: feedUrl(token) }
  })

  route(app, deleteCalendarFeedSchema, async ({ caller, request }) => {
    if (await deleteFeed(db, caller)) noteSecurityEvent(request, 'calendar-address-deleted')
    return null
  })
}

/**
 * Serves feeds to programs that cannot log in: anybody who knows the address can read the events, until its owner
 * replaces or deletes the address or gets another password or user name.
 */
export async function calendarFeedRoutes(app: FastifyInstance, { db, config }: Services): Promise<void> {
  registerSecurityHeaders(app, 'api')
  admitRequests(app)
  app.get<{ Params: { token: string } }>(
    `${feedPath}/:token.ics`,
    { schema: { hide: true } },
    async (request, reply) => {
      const feed = await findFeed(db, request.params.token, config.providerId)
      if (feed) noteSecurityEvent(request, 'calendar-address-used', { person: feed.owner })
      void reply.header('cache-control', 'private, max-age=300').type('text/calendar; charset=utf-8')
      return feed ? calendarFile(feed.entries, siteFor(config, feed.owner)) : reply.code(404).send('')
    }
  )
}
