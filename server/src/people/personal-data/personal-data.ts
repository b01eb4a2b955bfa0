import { contactFields } from '@customer-center/contract/contact'
import { customerFields } from '@customer-center/contract/customer'
import { textFields } from '@customer-center/contract/import-field'
import { invoiceAddressFields } from '@customer-center/contract/invoice-address'
import {
  choice,
  personalDataOf,
  emptied,
  erasedName,
  flag,
  number,
  type PersonalData,
  text,
  texts
} from '../../platform/personal-data/personal-data.ts'
import { contactColumns, ownTexts, personFields, customerColumns } from '../contact/contact.columns.ts'

const salutation = `case t.salutation
  when 0 then 'mister' when 1 then 'misses' when 2 then 'diverse' when 3 then 'notSpecified' when 10 then 'company' end`

const ofCustomer = ownTexts(customerFields, customerColumns)
const ofContact = ['displayEmail', ...ownTexts(contactFields, contactColumns)]

/** Personal data of the contact with its person; of a private customer, who is a person, also of the customer. */
export const peopleData: readonly PersonalData[] = [
  personalDataOf('persons', {
    name: 'person',
    rows: 't.company = person.contact_company and t.id = person.contact_id',
    copy: {
      columns: {
        ...texts(...personFields),
        salutation: choice(salutation)
      }
    },
    withheld: { set_by: 'numbers of rows' },
    erasure: [
      {
        action: 'anonymise',
        where: 'person.is_last',
        set: { ...emptied(...personFields), last_name: erasedName }
      },
      {
        action: 'keep',
        where: 'not person.is_last',
        why: 'the person is a contact of another customer: erase that one, too'
      }
    ]
  }),
  personalDataOf('contacts', {
    name: 'contact',
    copy: {
      join: 'join customers on customers.company = t.company and customers.id = t.id',
      columns: {
        customerNumber: text('customers.number'),
        number: number('t.pvaid'),
        personNumber: number('t.contact_id'),
        sequenceNumber: number('t.sequence_number'),
        externalId: text('t.external_id'),
        active: flag('t.active'),
        newsletter: flag('t.newsletter'),
        ...texts(...ofContact)
      }
    },
    withheld: {
      contact_company: 'part of a key',
      erased_at: 'whoever logs in was not erased',
      locked_at: 'whoever logs in is not locked',
      had_login: 'whoever logs in has a login'
    },
    erasure: [
      {
        action: 'anonymise',
        set: {
          active: 'false',
          newsletter: 'false',
          ...emptied(...ofContact),
          erased_at: 'clock_timestamp()',
          version: 't.version + 1'
        }
      }
    ]
  }),
  personalDataOf('customers', {
    name: 'customer',
    rows: 'person.is_customer and t.company = person.company and t.id = person.id',
    copy: {
      columns: {
        ...texts('number', 'externalId', ...ofCustomer)
      }
    },
    erasure: [
      {
        action: 'anonymise',
        set: { ...emptied(...ofCustomer), version: 't.version + 1' }
      }
    ]
  }),
  personalDataOf('invoice_addresses', {
    name: 'invoiceAddresses',
    rows: 'person.is_customer and t.company = person.company and t.id = person.id',
    copy: {
      columns: {
        number: number('t.no'),
        salutation: choice(salutation),
        ...texts(...Object.keys(textFields(invoiceAddressFields)))
      },
      orderBy: 't.no'
    },
    withheld: { type: 'a technical kind', external_id: 'the provider’s key' }
  })
]
