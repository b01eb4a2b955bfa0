import { passwordNames, type FormValues } from './use-validators.ts'

const addressNames = ['street', 'plz', 'place']
const maxNames = 2

/**
 * Returns the name of a saved row, for the message about it, with the changes: an address as it is now, other fields
 * by their labels unless they are many.
 */
export function savedName(
  thing: string,
  values: FormValues,
  changes: FormValues,
  labelOf: (name: string) => string
): string {
  const changed = Object.keys(changes).filter((name) => name !== passwordNames.repeat)
  const others = changed.filter((name) => !addressNames.includes(name))
  const address = others.length < changed.length ? addressLine(values) : ''
  return [thing, address, ...(others.length > maxNames ? [] : others.map(labelOf))].filter(Boolean).join(' · ')
}

function addressLine({ street, plz, place }: FormValues): string {
  return [street, [plz, place].filter(Boolean).join(' ')].filter(Boolean).join(', ')
}
