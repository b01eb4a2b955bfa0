import { expect, test } from 'vitest'
import { isLinkOfEvent, joinEvents } from './dossier.ts'

const event = (eventId: number, no: number, from: string) => ({ eventId, no, caption: 'Kurs', from, to: from })
const link = (more: object) => ({ videolink: 'https://x.example', expiryDate: null, ...more })

test('a link without events belongs to the event with its id and day, and to none of two', () => {
  const [may, other, june] = [event(7, 1, '2026-05-04'), event(7, 2, '2026-05-04'), event(7, 3, '2026-06-08')]
  const ofMay = link({ eventId: '7', start: '2026-05-04' })
  expect(isLinkOfEvent(ofMay, may, [may, june])).toBe(true)
  expect(isLinkOfEvent(ofMay, june, [may, june])).toBe(false)
  expect(isLinkOfEvent(ofMay, may, [may, other, june])).toBe(false)
  expect(isLinkOfEvent(link({ start: '2026-05-04' }), may, [may])).toBe(false)
  expect(isLinkOfEvent(link({ events: [{ eventId: 7, no: 2 }] }), other, [may, other])).toBe(true)
})

test('rows without both numbers belong to no event, whatever they are called', () => {
  const rows = joinEvents(
    {
      orders: [
        {
          events: [
            { ...event(7, 1, '2026-05-04'), participants: [{ contactId: 1 }, { contactId: 1 }, { state: 'waiting' }] }
          ]
        }
      ],
      documents: [{ ...event(7, 1, '2026-05-04'), no: null, scripts: [{}] }],
      webinars: null,
      invoices: [{ events: [{ eventId: 7 }] }, {}],
      participations: []
    },
    '2026-01-01'
  )
  expect(rows).toMatchObject([
    { eventId: '7', no: '1', persons: 1, waiting: 1, documents: 0, invoices: 0, confirmations: 0, webinars: null }
  ])
})

const ordered = (no: number, participants: object[]) => ({ ...event(7, no, '2026-05-04'), participants })
const others = { documents: null, webinars: null, invoices: null, participations: null }
const personsOf = (...events: ReturnType<typeof ordered>[]) =>
  joinEvents({ ...others, orders: [{ events }] }, '2026-01-01').map(({ persons, waiting }) => [persons, waiting])

test('a booking is booked unless its state says that it takes no part', () => {
  const states = ['bestätigt', 'booked', null, undefined, 'waiting', 'cancelled', 'rebooked']
  const participants = states.map((state, index) => ({ state, contactId: index }))
  expect(personsOf(ordered(1, participants))).toEqual([[4, 1]])
  expect(personsOf(ordered(1, [{ state: 'cancelled' }]))).toEqual([[0, 0]])
})

test('how many take part is unknown of an event without bookings', () => {
  expect(personsOf(ordered(1, []))).toEqual([[null, null]])
  // One order without participants does not hide those of another.
  expect(personsOf(ordered(1, []), ordered(1, [{ contactId: 1 }]))).toEqual([[1, 0]])
  const documents = [{ ...event(7, 1, '2026-05-04'), scripts: [{}] }]
  expect(joinEvents({ ...others, orders: [], documents }, '2026-01-01')).toMatchObject([
    { persons: null, documents: 1 }
  ])
})

test('who takes part without an order counts beside the bookings, if each of these can be told from a participation', () => {
  const participations = [71, 72, 73].map((participantId) => ({ ...event(7, 1, '2026-05-04'), participantId }))
  const countOf = (...participants: object[]) =>
    joinEvents({ ...others, orders: [{ events: [ordered(1, participants)] }], participations }, '2026-01-01')[0]
      ?.persons
  expect(countOf({ participantId: '71', contactId: 1 }, { participantId: 72, contactId: 2, state: 'cancelled' })).toBe(
    2
  )
  expect(countOf({ participantId: 71, contactId: 1 }, { contactId: 2 })).toBe(2)
  expect(countOf()).toBeNull()
})
