import type { Feature } from '../platform/feature.ts'
import { calendarFeedRoutes, calendarRoutes } from './calendar/calendar.routes.ts'
import { documentRoutes } from './document/document.routes.ts'
import { eventModelRoutes } from './event-model/event-model.routes.ts'
import { eventRoutes } from './event/event.routes.ts'
import { invoiceRoutes } from './invoice/invoice.routes.ts'
import { orderRoutes } from './order/order.routes.ts'
import { webinarRoutes } from './webinar/webinar.routes.ts'
import { overviewRoutes } from './overview/overview.routes.ts'
import { removeOldZipDownloads } from './zip/zip.repository.ts'
import { zipDownloadRoutes, zipRoutes } from './zip/zip.routes.ts'

/** What customers have booked: documents, webinars, orders, invoices, events and their seat plans. */
export const bookings: Feature = {
  registerCalls(api, services) {
    documentRoutes(api, services)
    zipRoutes(api, services)
    invoiceRoutes(api, services)
    orderRoutes(api, services)
    overviewRoutes(api, services)
    webinarRoutes(api, services)
    eventRoutes(api, services)
    eventModelRoutes(api, services)
    calendarRoutes(api, services)
  },
  plugins: [calendarFeedRoutes, zipDownloadRoutes],
  cleanups: [removeOldZipDownloads]
}

export { attendedAndOver } from './event/attended-and-over.ts'
export { uniqueNames } from './zip/zip-content.ts'
export { zipStream } from './zip/zip-stream.ts'
