/** The name in the query that keeps the detail which is shown in place of the screen's list. */
export const detailName = 'form'

/** Names the form for a forgotten password, which the address of any screen may have while nobody is logged in. */
export const forgottenName = 'password'

/** Returns the detail that a query names; null for the list. */
export const detailIn = (query: string): string | null => new URLSearchParams(query).get(detailName)

/** Returns the query for the list of a detail. */
export function withoutDetail(query: string): string {
  const names = new URLSearchParams(query)
  names.delete(detailName)
  return names.toString()
}
