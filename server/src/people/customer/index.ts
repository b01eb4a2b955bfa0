import type { Feature } from '../../feature/feature.ts'
import { contactAccessRoutes } from './contact-access/contact-access.routes.ts'
import { contactImport } from './contact/contact.import.ts'
import { contactRoutes } from './contact/contact.routes.ts'
import { customerImport } from './customer.import.ts'
import { customerRoutes } from './customer.routes.ts'
import { formerCustomerImport } from './former-customer.import.ts'
import { historyRoutes } from './history/history.routes.ts'
import { invoiceAddressImport } from './invoice-address/invoice-address.import.ts'
import { invoiceAddressRoutes } from './invoice-address/invoice-address.routes.ts'
import { loginData, peopleData } from './personal-data/personal-data.ts'

/** Customers, their contacts and invoice addresses, and the history of their changes. */
export const customerPart: Feature = {
  registerCalls(api, services) {
    customerRoutes(api, services)
    contactRoutes(api, services)
    contactAccessRoutes(api, services)
    invoiceAddressRoutes(api, services)
    historyRoutes(api, services)
  },
  imports: [customerImport, contactImport, formerCustomerImport, invoiceAddressImport],
  personalData: [...loginData, ...peopleData]
}

export { type ContactValues, isOtherLogin } from './contact/contact-checks.ts'
export { type ContactPlan, type HashedChanges, planFollowing } from './contact/contact-plan.ts'
export { inLoginTransaction, lockContact, type StoredContact, unlockContact } from './contact/contact.repository.ts'
export { deactivateContacts } from './contact/deactivate-contacts.ts'
export {
  changeContact,
  changeLockedContact,
  type RequestedChange,
  type WrittenContact
} from './contact/save-contact.ts'
export { findCustomerNumber } from './customer.repository.ts'
export { customerLeftOut, findLeftOut } from './contact/left-out.repository.ts'
