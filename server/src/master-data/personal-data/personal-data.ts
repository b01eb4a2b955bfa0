import {
  choice,
  personalDataOf,
  erasedName,
  flag,
  number,
  type PersonalData,
  text
} from '../../platform/personal-data/personal-data.ts'

const salutation = `case t.salutation
  when 0 then 'mister' when 1 then 'misses' when 2 then 'diverse' when 3 then 'notSpecified' when 10 then 'company' end`

const compareFields = Array.from({ length: 14 }, (_, index) => index + 1)

/** The contact with its person; of a private customer, who is a person, also the customer. */
export const masterDataOfPerson: readonly PersonalData[] = [
  personalDataOf('persons', {
    name: 'person',
    rows: 't.company = person.contact_company and t.id = person.contact_id',
    copy: {
      columns: {
        salutation: choice(salutation),
        title: text('t.title'),
        firstName: text('t.first_name'),
        lastName: text('t.last_name'),
        postNominalTitle: text('t.post_nominal_title'),
        jobtitle: text('t.jobtitle'),
        street: text('t.street'),
        plz: text('t.plz'),
        place: text('t.place'),
        phoneNumber: text('t.phone_number'),
        teleFax: text('t.tele_fax'),
        emailAddress: text('t.email_address'),
        personNumber: text('t.person_number')
      }
    },
    withheld: { set_by: 'numbers of rows' },
    erasure: [
      {
        action: 'anonymise',
        where: 'person.is_last',
        set: {
          salutation: 'null',
          title: 'null',
          first_name: 'null',
          last_name: erasedName,
          post_nominal_title: 'null',
          jobtitle: 'null',
          street: 'null',
          plz: 'null',
          place: 'null',
          phone_number: 'null',
          tele_fax: 'null',
          email_address: 'null',
          person_number: 'null'
        }
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
    rows: 't.company = person.company and t.pvaid = person.pvaid',
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
        displayEmail: text('t.display_email'),
        customField16: text('t.custom_field16'),
        customField17: text('t.custom_field17')
      }
    },
    withheld: {
      contact_company: 'part of a key',
      erased_at: 'whoever logs in was not erased',
      locked_at: 'whoever logs in is not locked'
    },
    erasure: [
      {
        action: 'anonymise',
        set: {
          active: 'false',
          newsletter: 'false',
          display_email: 'null',
          custom_field16: 'null',
          custom_field17: 'null',
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
        number: text('t.number'),
        externalId: text('t.external_id'),
        additionalName: text('t.additional_name'),
        uidNr: text('t.uid_nr'),
        homePage: text('t.home_page'),
        ...Object.fromEntries(compareFields.map((no) => [`compareField${no}`, text(`t.compare_field${no}`)]))
      }
    },
    erasure: [
      {
        action: 'anonymise',
        set: {
          additional_name: 'null',
          uid_nr: 'null',
          home_page: 'null',
          ...Object.fromEntries(compareFields.map((no) => [`compare_field${no}`, 'null'])),
          version: 't.version + 1'
        }
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
        title: text('t.title'),
        name: text('t.name'),
        name1: text('t.name1'),
        name2: text('t.name2'),
        postNominalTitle: text('t.post_nominal_title'),
        street: text('t.street'),
        plz: text('t.plz'),
        place: text('t.place')
      },
      orderBy: 't.no'
    },
    withheld: { type: 'a technical kind', external_id: 'the provider’s key' },
    erasure: [{ action: 'delete' }]
  })
]
