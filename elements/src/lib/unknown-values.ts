import { warnDeveloper } from './warn.ts'

// A backend may send any number of values, each of any length.
const [longest, most] = [60, 50]

const noted = new Set<string>()

export function warnOnce(kind: string, value: unknown): void {
  const name = `${kind} ${JSON.stringify(value)?.slice(0, longest)}`
  if (noted.has(name) || noted.size === most) return
  noted.add(name)
  warnDeveloper(`The backend sends the ${name}, which the elements do not know.`)
}

/** Returns the values that have come so far on this page, from any backend. */
export const unknownValues = (): readonly string[] => [...noted]
