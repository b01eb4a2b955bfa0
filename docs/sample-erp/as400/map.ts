import type { ImportMap } from '@customer-center/server/map'

/** Returns the day of a date as an AS/400 stores it: `1270114`, whose first digit is the century from 1900 on. */
const dayOf = (date: string): string => String(19_000_000 + Number(date))

/** A file of fixed width, as a transfer of an AS/400 writes it. */
export default () => {
  // Days of each seminar so far: the file has a row for each day, which has no number.
  const days = new Map<string, number>()
  const seen = new Set<string>()
  return {
    files: [
      {
        name: 'SEMPLF*.TXT',
        encoding: 'cp850',
        positions: {
          SEMNR: [1, 8],
          TITEL: [9, 32],
          DATUM: [33, 39],
          BEGINN: [40, 43],
          ENDE: [44, 47],
          STD: [48, 52],
          ORT: [53, 64],
          STATUS: [65, 65]
        },
        rows: (row) => {
          // A line that is there twice is no second day.
          const line = JSON.stringify(row)
          if (seen.has(line)) return undefined
          seen.add(line)
          const event = row['SEMNR'] ?? ''
          const dayNo = (days.get(event) ?? 0) + 1
          days.set(event, dayNo)
          const date = dayOf(row['DATUM'] ?? '')
          return {
            // The first day begins the seminar, and its other rows are its days.
            ...(dayNo === 1 && {
              events: {
                externalId: event,
                caption: row['TITEL'],
                fromDate: date,
                location: row['ORT'],
                state: row['STATUS'] === 'S' ? 'cancelled' : 'confirmed'
              }
            }),
            'event-dates': {
              event,
              dayNo,
              date,
              starts: row['BEGINN'],
              ends: row['ENDE'],
              // Two of the digits are behind the comma; an empty cell is not 0.
              hours: row['STD'] === '' ? '' : Number(row['STD']) / 100
            }
          }
        }
      }
    ]
  } satisfies ImportMap
}
