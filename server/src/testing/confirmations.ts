import type { ParticipationContent, TimesheetContent } from '../confirmations/letter/letter-content.ts'

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

export const timesheet: TimesheetContent = {
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
