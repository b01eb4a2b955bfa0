import { germanDateRange, readDate, toGermanDate } from '@customer-center/contract/dates'
import { eventKeyOf, type JoinedEvent } from '@customer-center/contract/dossier'
import { mayCall } from '@customer-center/contract/endpoint'
import { saveInvoiceAddress } from '@customer-center/contract/invoice-address'
import type { RouteName } from '@customer-center/contract/routes'
import type { AppContext } from '../../context/app-context.ts'
import { detailName, eventName } from '../../context/router.ts'
import { hasFeature } from '../../data/backend-feature.ts'
import type { ListedContact } from '../../data/contact.ts'
import type { ListedDocumentEvent } from '../../data/document.ts'
import type { ListedInvoice } from '../../data/invoice.ts'
import type { ListedOrder } from '../../data/order.ts'
import { opensRoute } from '../../data/rights.ts'
import { fullName } from '../../lib/contact-name.ts'
import { formatAmount } from '../../lib/format-amount.ts'
import { formatEventDays, isCancelled, townOf } from '../../texts/event-texts.ts'
import type { Text, TextId } from '../../texts/texts.ts'
import { offeredRoutes } from '../routing/routes.ts'

/** A row as the search shows it, with the path to which it leads. */
export interface FoundRow {
  readonly title: string
  readonly details?: string
  /** Texts that are found and not shown. */
  readonly hidden?: string
  readonly path: string
}

const joined = (...parts: readonly (string | false | null | undefined)[]) => parts.filter(Boolean).join(' · ')

/** Limit of the text that a screen's search field takes. */
const maxSearched = 200

const searchPath = (screen: RouteName, search: string | null) =>
  search ? `${screen}?search=${encodeURIComponent(search.slice(0, maxSearched))}` : screen

/** Flattens the list, whose documents are found one by one and named by their events. */
export const documentsIn = (events: readonly ListedDocumentEvent[]) =>
  events.flatMap((event) => event.scripts.map((document) => ({ event, document })))

/** Returns the functions that show the rows of each list. */
export function rowsShown(text: Text, { config }: AppContext) {
  const months = text('search.months').split(' ')
  const monthOf = (value: unknown) => months[Number(readDate(value)?.slice(5, 7)) - 1]
  return {
    event: (event: JoinedEvent): FoundRow => ({
      title: event.caption ?? '–',
      details: joined(
        formatEventDays(event.from, event.to, text),
        event.location && townOf(event.location),
        isCancelled(event) && text('event.cancelled')
      ),
      hidden: joined(monthOf(event.from), monthOf(event.to), event.location, eventKeyOf(event)),
      path: `overview?${eventName}=${encodeURIComponent(eventKeyOf(event) ?? '')}`
    }),
    contact: (contact: ListedContact): FoundRow => {
      const { pvaid, contactId, lastName, displayEmail, active } = contact
      const id = pvaid ?? contactId
      return {
        title: fullName(contact, config),
        details: joined(displayEmail, active === false && text('search.inactive')),
        path:
          id === null
            ? searchPath('mydata/contacts', lastName)
            : `mydata/contacts?${detailName}=${encodeURIComponent(id)}`
      }
    },
    document: ({ event, document }: ReturnType<typeof documentsIn>[number]): FoundRow => {
      const name = document.caption ?? document.fileName ?? ''
      const caption = event.caption ?? ''
      return {
        title: name || text('document.name'),
        details: joined(caption, germanDateRange(event.from, event.to)),
        path: searchPath('scripts', name.includes(caption) ? name : `${caption} ${name}`)
      }
    },
    invoice: ({ no, date, amount, currency }: ListedInvoice): FoundRow => ({
      title: text('invoices.name', { no: no ?? '–' }),
      details: joined(toGermanDate(date), formatAmount(amount, currency)),
      path: searchPath('invoices', no)
    }),
    order: ({ no, date, orderedFrom, events }: ListedOrder): FoundRow => ({
      title: text('search.order', { no: no ?? '–' }),
      details: joined(toGermanDate(date), orderedFrom, events[0]?.caption),
      hidden: events
        .flatMap(({ caption, from, to, location, participants }) => [
          caption,
          germanDateRange(from, to),
          location,
          ...participants.map((one) => one.caption)
        ])
        .join(' '),
      path: searchPath('orders', no)
    })
  }
}

/** Returns the acts that the person may do, and all that leads somewhere: these and the screens. */
export function actsOf(text: Text, app: AppContext): { own: readonly FoundRow[]; all: readonly FoundRow[] } {
  const { config, session } = app
  const right = session.profile?.right ?? 'none'
  const act = (id: TextId, route: RouteName, detail = '', isOffered = true) =>
    isOffered && opensRoute(app, route)
      ? [{ title: text(id), path: route + (detail && `?${detailName}=${detail}`) }]
      : []
  const mayPaste = right === 'admin' && config.idempotencyKeys && hasFeature(app, 'bulk-contacts')
  const own = [
    ...act('contacts.add', 'mydata/contacts', 'new'),
    ...act('bulkContacts.add', 'mydata/contacts', 'paste', mayPaste),
    ...act(
      'invoiceAddress.add',
      'mydata/invoiceaddress',
      'new',
      mayCall(saveInvoiceAddress, right, config.routeRights)
    ),
    ...act('participation.company', 'confirmations/participation'),
    ...act('search.password', 'mydata/userprofile'),
    ...act('calendar.subscribe', 'mydata/userprofile', '', hasFeature(app, 'calendar')),
    ...act('dataCopy.heading', 'mydata/userprofile', '', hasFeature(app, 'data-copy'))
  ]
  const screens = offeredRoutes(right, config).map((route) => ({ title: text(`menu.${route}`), path: route }))
  return { own, all: [...own, ...screens] }
}
