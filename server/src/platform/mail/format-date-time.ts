const format = new Intl.DateTimeFormat('de-AT', {
  timeZone: 'Europe/Vienna',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit'
})

/** Formats a point in time for a reader: `20.11.2026, 14:05 Uhr`. */
export function formatDateTime(time: Date): string {
  return `${format.format(time)} Uhr`
}
