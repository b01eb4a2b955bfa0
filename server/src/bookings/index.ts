import type { Feature } from '../feature/feature.ts'
import { keptTables } from '../platform/database/retention.ts'
import { calendarFeedRoutes, calendarRoutes } from './calendar/calendar.routes.ts'
import { documentImport } from './document/document.import.ts'
import { documentRoutes } from './document/document.routes.ts'
import { eventModelImport } from './event-model/event-model.import.ts'
import { eventModelRoutes } from './event-model/event-model.routes.ts'
import { eventDateImport, eventImport } from './event/event.import.ts'
import { eventRoutes } from './event/event.routes.ts'
import { invoiceMail } from './invoice/invoice-mail.ts'
import { invoiceImport } from './invoice/invoice.import.ts'
import { invoiceRoutes } from './invoice/invoice.routes.ts'
import { orderImport, participationImport } from './order/order.import.ts'
import { orderRoutes } from './order/order.routes.ts'
import { overviewRoutes } from './overview/overview.routes.ts'
import { bookingsOfPerson } from './personal-data/personal-data.ts'
import { webinarImport } from './webinar/webinar.import.ts'
import { webinarRoutes } from './webinar/webinar.routes.ts'
import { zipDownloadRetention } from './zip/zip.repository.ts'
import { zipDownloadRoutes, zipRoutes } from './zip/zip.routes.ts'

/** Bookings of customers: documents, webinars, orders, invoices, events and their seat plans. */
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
  jobs: [invoiceMail],
  plugins: [calendarFeedRoutes, zipDownloadRoutes],
  imports: [
    eventImport,
    eventDateImport,
    eventModelImport,
    orderImport,
    participationImport,
    documentImport,
    invoiceImport,
    webinarImport
  ],
  personalData: bookingsOfPerson,
  retention: [
    zipDownloadRetention,
    keptTables('as long as the person: a row each', 'calendar_feeds', 'visits'),
    keptTables('for good: one for each file that you have sent', 'stored_files', 'file_names')
  ]
}

export { verifiedBytes } from './document/read-files.ts'
export { FileRefusal, maxFileBytes, storeFiles } from './document/store-files.ts'
export { checkedDay } from './event/event-day.ts'
export {
  attendedAndOver,
  hoursOf,
  isBooked,
  isBookedOncePerPerson,
  isEventConfirmed
} from './event/event.repository.ts'
export {
  filesOfDocuments,
  findUnusedNames,
  isFileStored,
  nameFiles,
  type NamedFile
} from './document/stored-file.repository.ts'
export { findInvoicesByNumber, type FoundInvoice } from './invoice/invoice.repository.ts'
export { uniqueNames } from './zip/zip.routes.ts'
export { zipStream } from './zip/zip-stream.ts'
