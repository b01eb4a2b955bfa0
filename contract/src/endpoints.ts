import {
  deleteCalendarFeedSchema,
  getCalendarEventSchema,
  getCalendarFeedSchema,
  renewCalendarFeedSchema
} from './calendar.schema.ts'
import { getContactAccessSchema, sendContactAccessSchema } from './contact-access.schema.ts'
import { createContactSchema, exportContactsSchema, listContactsSchema, saveContactSchema } from './contact.schema.ts'
import { getCustomerSchema, saveCustomerSchema } from './customer.schema.ts'
import { getDocumentSchema, listEventDocumentsSchema } from './document.schema.ts'
import { cancelEmailChangeSchema, getEmailChangeSchema, resendEmailChangeSchema } from './email-change.schema.ts'
import { getEvaluationPdfSchema, listEvaluationsSchema } from './evaluation.schema.ts'
import { getEventModelSchema } from './event-model.schema.ts'
import { listEventsByParticipantSchema, listEventsBySubscriberSchema } from './event.schema.ts'
import { listContactFieldsSchema, listCustomerFieldsSchema } from './field.schema.ts'
import { getHistorySchema } from './history.schema.ts'
import { listInvoiceAddressesSchema, saveInvoiceAddressSchema } from './invoice-address.schema.ts'
import { exportInvoicesSchema, listInvoicesSchema } from './invoice.schema.ts'
import {
  getParticipationLetterSchema,
  getTimesheetLetterSchema,
  listConfirmableParticipantsSchema
} from './letter.schema.ts'
import { exportOrdersSchema, listOrdersSchema } from './order.schema.ts'
import {
  createPasskeySchema,
  deletePasskeySchema,
  getPasskeyLoginOptionsSchema,
  getPasskeyOptionsSchema,
  listPasskeysSchema,
  renamePasskeySchema
} from './passkey.schema.ts'
import { getOverviewSchema } from './overview.schema.ts'
import { requestPasswordResetSchema } from './password-reset.schema.ts'
import { getPossibleValuesSchema } from './possible-values.schema.ts'
import { getAsyncResultSchema, listJobsSchema, startFunctionSchema } from './server-function.schema.ts'
import { getApiVersionSchema, getTokenSchema, revokeTokenSchema } from './session.schema.ts'
import { endOtherSessionsSchema, endSessionSchema, listSessionsSchema } from './session-list.schema.ts'
import { listWebinarsSchema } from './webinar.schema.ts'
import {
  getCurrentWebshopUserSchema,
  listWebshopUsersSchema,
  saveWebshopUserSchema,
  setCurrentWebshopUserSchema
} from './webshop-user.schema.ts'
import { requestZipSchema } from './zip.schema.ts'

/** Every call of the product. It imports zod, so only servers and tests may import it, never the elements. */
export const endpoints = [
  getTokenSchema,
  revokeTokenSchema,
  getApiVersionSchema,
  requestPasswordResetSchema,
  getPasskeyLoginOptionsSchema,
  listPasskeysSchema,
  getPasskeyOptionsSchema,
  createPasskeySchema,
  renamePasskeySchema,
  deletePasskeySchema,
  listSessionsSchema,
  endSessionSchema,
  endOtherSessionsSchema,
  setCurrentWebshopUserSchema,
  getCurrentWebshopUserSchema,
  listWebshopUsersSchema,
  saveWebshopUserSchema,
  getEmailChangeSchema,
  resendEmailChangeSchema,
  cancelEmailChangeSchema,
  getCustomerSchema,
  saveCustomerSchema,
  getPossibleValuesSchema,
  listCustomerFieldsSchema,
  listContactFieldsSchema,
  listContactsSchema,
  createContactSchema,
  saveContactSchema,
  exportContactsSchema,
  getContactAccessSchema,
  sendContactAccessSchema,
  getHistorySchema,
  listInvoiceAddressesSchema,
  saveInvoiceAddressSchema,
  listWebinarsSchema,
  listEventsBySubscriberSchema,
  listEventsByParticipantSchema,
  getCalendarEventSchema,
  getCalendarFeedSchema,
  renewCalendarFeedSchema,
  deleteCalendarFeedSchema,
  listOrdersSchema,
  exportOrdersSchema,
  listInvoicesSchema,
  exportInvoicesSchema,
  listEventDocumentsSchema,
  getTimesheetLetterSchema,
  getParticipationLetterSchema,
  listConfirmableParticipantsSchema,
  getOverviewSchema,
  getDocumentSchema,
  requestZipSchema,
  getEventModelSchema,
  startFunctionSchema,
  getAsyncResultSchema,
  listJobsSchema,
  listEvaluationsSchema,
  getEvaluationPdfSchema
] as const
