import { timeZone } from '@customer-center/contract/dates'

/**
 * SQL condition: the event `e` of the participation `p` was attended and is over, so that it may be confirmed. Lists,
 * letters' numbers and the letters themselves ask the same. A recording, which has no dates, was attended when it is
 * noted.
 */
export const attendedAndOver = `
  p.attended and coalesce(e.to_date, e.from_date, '-infinity') <= (now() at time zone '${timeZone}')::date`
