import {
  copiedChanges,
  copiedChoice,
  copiedFields,
  namesPerson,
  personalDataOf,
  type PersonalData,
  copiedTime
} from '../../platform/personal-data/personal-data.ts'

// SQL condition: rows of the contact, and of its customer if that is a private customer, who is a person.
const about = `(t.key->>'contactId' is not distinct from person.contact_id::text
  or person.is_customer and t.customer_id = person.person_id and t.resource in ('customer', 'invoice-address'))`
const ofCustomer = 't.provider_id = person.provider_id and t.customer_id = any(person.customers)'

// SQL of the author's role without a name, since the copy is of one person's data.
const actor = `case when t.actor_contact_id = person.contact_id then 'self' when t.actor_contact_id is not null then 'colleague' else 'provider' end`

const withheld = {
  txid: 'an internal number',
  provider_key: 'which of the provider’s programs it was',
  key: 'numbers of the row',
  trace: 'an id of the request in the log'
}

const emptied: PersonalData['erasure'] = [{ action: 'anonymise', where: `t.changes <> '{}'`, set: { changes: `'{}'` } }]

/**
 * Describes the provider's changes of imported rows that only their own table connects with the person.
 * @param rows SQL condition for the audit entries `t` of these rows
 */
export const importedChanges = (rows: string, copy: string): PersonalData =>
  personalDataOf('audit_entries', {
    name: 'importedChanges',
    rows: `${ofCustomer} and ${rows}`,
    copy,
    withheld,
    erasure: emptied
  })

/** Changes of the person's data, and those that the person has saved for others. */
export const recordedOfPerson: readonly PersonalData[] = [
  personalDataOf('audit_entries', {
    name: 'changes',
    rows: `${ofCustomer} and ${about}`,
    copy: {
      columns: {
        at: copiedTime('t.at'),
        action: copiedChoice('t.action'),
        data: copiedChoice('t.resource'),
        by: copiedChoice(actor),
        changes: copiedChanges('t.changes')
      },
      orderBy: 't.at desc, t.id desc'
    },
    withheld,
    erasure: emptied
  }),
  personalDataOf('audit_entries', {
    name: 'ownActions',
    rows: `${ofCustomer} and t.actor_contact_id = person.contact_id and not ${about}`,
    copy: {
      columns: {
        at: copiedTime('t.at'),
        action: copiedChoice('t.action'),
        data: copiedChoice('t.resource'),
        fields: copiedFields(`(select coalesce(json_agg(code), '[]') from jsonb_object_keys(t.changes) code)`)
      },
      orderBy: 't.at desc, t.id desc'
    },
    withheld,
    erasure: [
      { action: 'keep', why: 'who changed data of the customer: its number alone, which names nobody any more' }
    ]
  }),
  // This list comes before the others, which empty the values that reveal the person's former names.
  personalDataOf('audit_entries', {
    name: 'changesWithName',
    rows: `${ofCustomer} and not ${about} and ${namesPerson('t.changes::text')}`,
    copy: 'of other rows of the customer, such as its orders',
    withheld,
    erasure: [{ action: 'anonymise', set: { changes: `'{}'` } }]
  })
]
