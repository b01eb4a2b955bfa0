import type { ImportMap } from '@customer-center/server/map'

/** A file with a row for each day of a seminar, as a program for DOS writes it. */
export default {
  files: [
    {
      name: 'SEMINARE*.TXT',
      encoding: 'cp850',
      // The name of the program and the day of the export.
      skip: 2,
      rows: (row) => {
        // What was cancelled, and the sum in the last line.
        if (row['STATUS'] === 'storniert' || row['JAHR'] === '') return undefined
        const event = `${row['JAHR']}-${row['SEMNR']}`
        return {
          events: { externalId: event, caption: row['TITEL'], fromDate: row['VON'], location: row['ORT'] },
          'event-dates': {
            event,
            dayNo: row['TAG'],
            date: row['DATUM'],
            starts: row['BEGINN'],
            ends: row['ENDE'],
            hours: row['STD']
          }
        }
      }
    }
  ]
} satisfies ImportMap
