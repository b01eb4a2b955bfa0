import { timeZone, toGermanDate } from '@customer-center/contract/dates'

const timeOfDay = new Intl.DateTimeFormat('de-DE', { hour: '2-digit', minute: '2-digit', timeZone })

/** A moment as texts have it. */
export const dateAndTime = (moment: string): { readonly date: string; readonly time: string } => ({
  date: toGermanDate(moment),
  time: timeOfDay.format(new Date(moment))
})
