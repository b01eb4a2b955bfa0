const format = new Intl.DateTimeFormat('de-AT', {
  timeZone: 'Europe/Vienna',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit'
})

/** A moment for a reader: `20.11.2026, 14:05 Uhr`. */
export function momentText(moment: Date): string {
  return `${format.format(moment)} Uhr`
}
