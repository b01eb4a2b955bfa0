import { expect, test } from 'vitest'
import { functionParameters } from '@customer-center/contract/server-function'
import { evaluationParameter } from '../data/evaluation.ts'
import { bulkParameter, hourRecordParameter, participationParameter } from '../data/letter.ts'

type App = Parameters<typeof hourRecordParameter>[0]

const participant = {
  value: '',
  label: '',
  search: '',
  keys: { company: '1', id: '41', pvaid: '7', contactCompany: '1', contactId: '9' }
}
const event = { key: '', caption: 'Excel', eventId: 'EX', no: '1', participantId: 'B1', from: null, to: null }
const app = { config: { features: ['hour-record-period'] }, session: {} } as unknown as App
const period = { from: '2026-01-01', to: '2026-06-15' } as const

test('the parameters that a function gets are those of the contract', () => {
  const evaluation = { companyNo: '1', interfaceId: '3', caption: '' }
  const bulk = { letterNo: '1', participantIds: ['B1'], names: [] }
  const sent = {
    StandardLetter: participationParameter('1', participant, event),
    StandardLetters: bulkParameter(bulk, participant, event, 'PDF'),
    TimesheetLetter: hourRecordParameter(app, '2', participant, [event], period),
    Evaluation: evaluationParameter(evaluation, participant, period.from, period.to)
  }
  for (const [name, parameter] of Object.entries(sent))
    expect([...new Set(parameter.keys())].toSorted(), name).toEqual(
      functionParameters[name as keyof typeof sent].toSorted()
    )
})
