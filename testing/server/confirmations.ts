import type { ParticipationContent, HourRecordContent } from '../../server/src/confirmations/letter/letter-content.ts'
import { Verbatim } from '../../server/src/platform/typesetting/plain-text.ts'

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><path d="M0 .5h1" stroke="#000"/></svg>'
/** The printed data for a check, with a token that nobody signed. */
export const proof = {
  number: '7K3M-9QXR-2BVR',
  place: 'center.example/verify',
  code: new Verbatim(drawing),
  offlineCode: new Verbatim(drawing),
  token: new Verbatim(`eyJ.${'a'.repeat(200)}.x`)
}

export const participation: ParticipationContent = {
  participant: 'Mag. Elisabeth Wögerbauer, MBA',
  customer: 'Steinbacher & Partner GmbH',
  event: 'Umsatzsteuer bei grenzüberschreitenden Leistungen',
  from: '2026-03-12',
  until: '2026-03-13',
  days: [
    { date: '2026-03-12', starts: '09:00', ends: '17:00', hours: 7.5 },
    { date: '2026-03-13', starts: '09:00', ends: '16:30', hours: 7 }
  ],
  location: 'Wien',
  hours: 14.5,
  date: '2026-11-20'
}

export const hourRecord: HourRecordContent = {
  participant: 'Dr. Paul Lang',
  personNumber: '20417-12',
  from: '2026-01-01',
  until: '2026-11-20',
  events: [
    { caption: 'Lohnverrechnung', from: '2026-01-12', until: '2026-01-14', location: 'Linz', hours: 22.5 },
    { caption: 'Datenschutz (Aufzeichnung)', hours: 2.25 }
  ],
  date: '2026-11-20'
}
