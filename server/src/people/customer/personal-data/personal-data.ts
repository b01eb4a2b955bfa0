import { contactFields } from '@customer-center/contract/contact'
import { customerFields } from '@customer-center/contract/customer'
import { textFields } from '@customer-center/contract/import-field'
import { invoiceAddressFields } from '@customer-center/contract/invoice-address'
import { rightNames } from '@customer-center/contract/rights'
import { accountData } from '../../../account/index.ts'
import { bounceData } from '../../../mails/index.ts'
import {
  type PersonalData,
  copiedChoice,
  emptiedColumns,
  erasedName,
  copiedFlag,
  keptReference,
  copiedNumber,
  ofPrivateCustomer,
  personalDataOf,
  secretHash,
  copiedText,
  copiedTexts,
  copiedTime
} from '../../../platform/personal-data/personal-data.ts'
import { mailOutcome } from '../../../platform/queue/job.repository.ts'
import { passwordResetJob, passwordResetMail } from '../../mail/index.ts'
import { contactColumns, ownTexts, personFields, customerColumns } from '../contact/contact.columns.ts'

const salutation = `case t.salutation
  when 0 then 'mister' when 1 then 'misses' when 2 then 'diverse' when 3 then 'notSpecified' when 10 then 'company' end`

const ofCustomer = ownTexts(customerFields, customerColumns)
const ofContact = ['displayEmail', ...ownTexts(contactFields, contactColumns)]

/** Personal data of the contact with its person; of a private customer, who is a person, also of the customer. */
export const peopleData: readonly PersonalData[] = [
  personalDataOf('persons', {
    name: 'person',
    rows: 't.provider_id = person.provider_id and t.person_id = person.person_id',
    copy: {
      columns: {
        ...copiedTexts(...personFields),
        salutation: copiedChoice(salutation)
      }
    },
    withheld: { set_by: 'numbers of rows' },
    erasure: [
      {
        action: 'anonymise',
        where: 'person.is_last',
        set: { ...emptiedColumns(...personFields), last_name: erasedName }
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
      join: 'join customers on customers.provider_id = t.provider_id and customers.customer_id = t.customer_id',
      columns: {
        customerNumber: copiedText('customers.number'),
        number: copiedNumber('t.contact_id'),
        personNumber: copiedNumber('t.person_id'),
        sequenceNumber: copiedNumber('t.sequence_number'),
        externalId: copiedText('t.external_id'),
        active: copiedFlag('t.active'),
        newsletter: copiedFlag('t.newsletter'),
        ...copiedTexts(...ofContact)
      }
    },
    withheld: {
      erased_at: 'whoever logs in was not erased',
      locked_at: 'whoever logs in is not locked',
      left_out: 'whoever logs in is active',
      had_login: 'whoever logs in has a login'
    },
    erasure: [
      {
        action: 'anonymise',
        set: {
          active: 'false',
          newsletter: 'false',
          ...emptiedColumns(...ofContact),
          erased_at: 'clock_timestamp()',
          version: 't.version + 1'
        }
      }
    ]
  }),
  personalDataOf('former_customers', {
    name: 'formerCustomers',
    copy: {
      isForProvider: true,
      join: 'join customers on customers.provider_id = t.provider_id and customers.customer_id = t.customer_id',
      columns: { customerNumber: copiedText('customers.number'), leftAt: copiedTime('t.left_at') },
      orderBy: 't.left_at desc'
    },
    erasure: [{ action: 'keep', why: keptReference }]
  }),
  personalDataOf('customers', {
    name: 'customer',
    rows: ofPrivateCustomer,
    copy: {
      columns: {
        ...copiedTexts('number', 'externalId', ...ofCustomer)
      }
    },
    erasure: [
      {
        action: 'anonymise',
        set: { ...emptiedColumns(...ofCustomer), version: 't.version + 1' }
      }
    ]
  }),
  personalDataOf('invoice_addresses', {
    name: 'invoiceAddresses',
    rows: ofPrivateCustomer,
    copy: {
      columns: {
        number: copiedNumber('t.no'),
        salutation: copiedChoice(salutation),
        ...copiedTexts(...Object.keys(textFields(invoiceAddressFields)))
      },
      orderBy: 't.no'
    },
    withheld: { type: 'a technical kind', external_id: 'the provider’s key' }
  })
]

// A request for a new password names an address, and the customer and company that it was meant for, if any.
const isResetOf = (
  access: string,
  customerNumber: string
) => `t.kind in ('${passwordResetJob.name}', '${passwordResetMail.name}')
  and lower(coalesce(t.data->>'emailAddress', t.data->>'to')) = lower(${access}.email_address)
  and coalesce(t.data->>'providerId', ${access}.provider_id::text) = ${access}.provider_id::text
  and coalesce(t.data->>'customerNumber', ${customerNumber}) = ${customerNumber}`
const jobOfContact = `t.data->>'providerId' = person.provider_id::text and t.data->>'contactId' = person.contact_id::text`
const jobOf = `(${jobOfContact} or ${isResetOf('person', 'person.customer_number')})`
const isOfOthers = `exists (
  select from shop_users other join customers on customers.provider_id = other.provider_id and customers.customer_id = other.customer_id
  where (other.provider_id, other.contact_id) <> (person.provider_id, person.contact_id) and ${isResetOf('other', 'customers.number')})`
const jobErasure: PersonalData['erasure'] = [
  { action: 'delete', where: `not ${isOfOthers}` },
  { action: 'keep', where: isOfOthers, why: 'asked for an address that others have, too, whose mail it is as well' }
]

const rightWords = `(array[${rightNames.map((name) => `'${name}'`).join(', ')}])[t.rights + 1]`

export const loginData: readonly PersonalData[] = [
  personalDataOf('shop_users', {
    name: 'shopUser',
    copy: {
      columns: {
        emailAddress: copiedText('t.email_address'),
        right: copiedChoice(rightWords),
        hasPassword: copiedFlag('t.password_hash is not null'),
        passwordMustChange: copiedFlag('t.password_must_change'),
        passwordExpiresAt: copiedTime('t.password_expires_at')
      }
    },
    withheld: {
      password_address: 'the user name when the password was mailed',
      had_login: 'follows from the right and the password, of now or before'
    }
  }),
  bounceData,
  ...accountData,
  personalDataOf('email_changes', {
    name: 'emailChanges',
    copy: {
      columns: {
        oldAddress: copiedText('t.old_address'),
        newAddress: copiedText('t.new_address'),
        requestedAt: copiedTime('t.requested_at'),
        expiresAt: copiedTime('t.expires_at')
      }
    },
    withheld: {
      change_id: 'an internal number',
      password_hash: secretHash,
      confirm_hash: secretHash,
      stop_hash: secretHash
    }
  }),
  personalDataOf('password_mails', {
    name: 'passwordLinks',
    copy: { columns: { expiresAt: copiedTime('t.expires_at') } },
    withheld: {
      job_id: 'an internal number',
      password_hash: secretHash,
      link_hash: secretHash,
      address: 'the user name when the link was mailed'
    }
  }),
  personalDataOf('jobs', {
    name: 'mails',
    rows: jobOf,
    copy: {
      from: `(select * from jobs where kind like '%-mail' or kind = '${passwordResetJob.name}')`,
      where: `${jobOfContact} and not ${isOfOthers}`,
      columns: {
        mail: copiedChoice('t.kind'),
        state: copiedChoice(mailOutcome('t')),
        requestedAt: copiedTime('t.queued_at'),
        sentAt: copiedTime('t.ended_at')
      },
      orderBy: 't.queued_at desc'
    },
    withheld: {
      attempts: 'when and how often the mail server was asked',
      failures: 'the same',
      due_at: 'the same',
      started_at: 'the same',
      reason: 'what the mail server answered'
    },
    erasure: jobErasure
  })
]
