import {
  copiedChoice,
  personalDataOf,
  keptByLaw,
  namesPerson,
  ofContact,
  type PersonalData,
  secretHash,
  copiedText,
  copiedTime,
  withinRetention
} from '../../platform/personal-data/personal-data.ts'

const aDay = 'a day old at most'

export const confirmationsOfPerson: readonly PersonalData[] = [
  personalDataOf('issued_letters', {
    name: 'letters',
    rows: ofContact,
    copy: {
      columns: {
        number: copiedText('t.number'),
        letter: copiedChoice('t.kind'),
        issuedAt: copiedTime('t.issued_at'),
        revokedAt: copiedTime('t.withdrawn_at'),
        participant: copiedText(`t.printed->>'participant'`),
        event: copiedText(`t.printed->>'event'`)
      },
      orderBy: 't.issued_at desc'
    },
    withheld: {
      key_id: 'which key signed',
      sha256: 'of the file',
      renamed: 'whether the name of an attendance was another one',
      withdrawn_reason: 'the provider’s own note'
    },
    erasure: [
      {
        action: 'keep',
        where: withinRetention('t.issued_at'),
        why: `issued letter that others may check; ${keptByLaw}`
      },
      { action: 'delete', where: `not ${withinRetention('t.issued_at')}` }
    ]
  }),
  personalDataOf('server_functions', {
    name: 'documents',
    rows: ofContact,
    copy: {
      columns: {
        document: copiedChoice('t.name'),
        caption: copiedText('t.caption'),
        requestedAt: copiedTime('t.created_at'),
        finishedAt: copiedTime('t.finished_at')
      },
      orderBy: 't.created_at desc'
    },
    withheld: {
      job_id: 'an internal number',
      parameter: aDay,
      shop: aDay,
      request_hash: secretHash,
      letter_number: 'in the list of letters',
      content_hash: aDay,
      cost: aDay,
      status: aDay,
      failures: aDay,
      error: aDay,
      file: aDay,
      family: aDay
    }
  }),
  personalDataOf('server_functions', {
    name: 'documentsOfColleagues',
    rows: `t.provider_id = person.provider_id and t.customer_id = any(person.customers) and t.contact_id <> person.contact_id
      and (t.name in ('Evaluation', 'StandardLetters') or t.parameter ~ ('(^|&)contactId=' || person.person_id || '(&|$)') or ${namesPerson('t.caption')})`,
    copy: 'what colleagues had made, for a day'
  })
]
