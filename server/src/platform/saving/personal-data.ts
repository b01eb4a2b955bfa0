import { namesPerson, personalDataOf, type PersonalData } from '../personal-data/personal-data.ts'

/** Calls of the person, and answers to others that name it. */
export const callsOfPerson: readonly PersonalData[] = [
  personalDataOf('idempotency_keys', {
    name: 'repeatedCalls',
    rows: 't.company = person.company and t.pvaid = person.pvaid',
    copy: 'what was answered to a call, for a day',
    withheld: {
      key: 'drawn by chance',
      request_hash: 'of a call',
      answer: 'numbers of rows and the address of a login',
      created_at: 'a day old at most'
    },
    erasure: [{ action: 'delete' }]
  }),
  personalDataOf('idempotency_keys', {
    name: 'answersToOthers',
    rows: `t.company = person.company and t.pvaid <> person.pvaid and ${namesPerson('t.answer')}`,
    copy: 'what was answered to a colleague, for a day',
    // Without its row the same call would create the contact anew.
    erasure: [{ action: 'anonymise', set: { answer: 'null' } }]
  })
]
