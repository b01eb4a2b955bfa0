import * as calendar from './calendar.ts'
import * as contactAccess from './contact-access.ts'
import * as contact from './contact.ts'
import * as customer from './customer.ts'
import * as document from './document.ts'
import * as emailChange from './email-change.ts'
import * as evaluation from './evaluation.ts'
import * as event from './event.ts'
import * as field from './field.ts'
import * as history from './history.ts'
import * as invoiceAddress from './invoice-address.ts'
import * as invoice from './invoice.ts'
import * as letter from './letter.ts'
import * as order from './order.ts'
import * as overview from './overview.ts'
import * as passkey from './passkey.ts'
import * as passwordReset from './password-reset.ts'
import * as possibleValues from './possible-values.ts'
import { EndpointSchema } from './schema.ts'
import * as serverFunction from './server-function.ts'
import * as sessionList from './session-list.ts'
import * as session from './session.ts'
import * as shopUser from './shop-user.ts'
import * as webinar from './webinar.ts'

/** All calls of the product. */
export const endpoints = [
  session,
  passwordReset,
  passkey,
  sessionList,
  shopUser,
  emailChange,
  customer,
  field,
  possibleValues,
  contact,
  contactAccess,
  history,
  invoiceAddress,
  webinar,
  event,
  calendar,
  order,
  invoice,
  document,
  letter,
  overview,
  serverFunction,
  evaluation
].flatMap((noun) => Object.values(noun).filter((value) => value instanceof EndpointSchema))
