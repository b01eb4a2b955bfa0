import type { Feature } from '../platform/feature.ts'
import { contactAccessRoutes } from './contact-access/contact-access.routes.ts'
import { contactImport } from './contact/contact.import.ts'
import { contactRoutes } from './contact/contact.routes.ts'
import { customerImport } from './customer/customer.import.ts'
import { customerRoutes } from './customer/customer.routes.ts'
import { emailChangeRetention } from './email-change/email-change.repository.ts'
import { emailChangeRoutes } from './email-change/email-change.routes.ts'
import { emailChangePages } from './email-link/email-link.routes.ts'
import { fieldImport, possibleValuesImport } from './field/field.import.ts'
import { fieldRoutes } from './field/field.routes.ts'
import { historyRoutes } from './history/history.routes.ts'
import { invoiceAddressImport } from './invoice-address/invoice-address.import.ts'
import { invoiceAddressRoutes } from './invoice-address/invoice-address.routes.ts'
import { mailJobs } from './mail-jobs.ts'
import { passwordLinkRoutes } from './password-link/password-link.routes.ts'
import { passwordMailRetention } from './password-mail/password-mail.repository.ts'
import { passwordResetRoutes } from './password-reset/password-reset.routes.ts'
import { loginData, peopleData } from './personal-data/personal-data.ts'
import { shopUserImport } from './shop-user/shop-user.import.ts'
import { shopUserRoutes, switchUserRoutes } from './shop-user/shop-user.routes.ts'

/**
 * Data that customers maintain: company, contacts and their shop users, invoice addresses, and the fields of their
 * forms.
 */
export const people: Feature = {
  registerCalls(api, services) {
    passwordResetRoutes(api, services)
    emailChangeRoutes(api, services)
    customerRoutes(api, services)
    contactRoutes(api, services)
    contactAccessRoutes(api, services)
    shopUserRoutes(api, services)
    switchUserRoutes(api, services)
    invoiceAddressRoutes(api, services)
    historyRoutes(api, services)
    fieldRoutes(api, services)
  },
  plugins: [passwordLinkRoutes, emailChangePages],
  jobs: mailJobs,
  imports: [fieldImport, possibleValuesImport, customerImport, contactImport, invoiceAddressImport, shopUserImport],
  personalData: [...loginData, ...peopleData],
  retention: [emailChangeRetention, passwordMailRetention]
}

export { queuePasswordMail } from './password-mail/password-mail.ts'
export { tellAdmins } from './access/admin-mail.ts'
export { findAdmin } from './access/shop-user.repository.ts'
export { sendReset } from './shop-user/operate-shop-users.ts'
export { findShopUsers } from './shop-user/shop-user-list.repository.ts'
