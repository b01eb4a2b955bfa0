import { warnDeveloper } from './warn.ts'

// A backend may send any number of values, each of any length.
const [longest, most] = [60, 50]

const noted = new Set<string>()

export function warnOnce(kind: string, value: unknown, known: readonly unknown[]): void {
  const texts = known.filter((one) => typeof one === 'string')
  const meant = typeof value === 'string' ? texts.find((one) => isMistyped(value, one)) : undefined
  const name = `${kind} ${JSON.stringify(value)?.slice(0, longest)}${meant ? ` (meant as "${meant}"?)` : ''}`
  if (noted.has(name) || noted.size === most) return
  noted.add(name)
  warnDeveloper('CC-ANSWERS', `The backend sends the ${name}, which the elements do not know.`)
}

/**
 * Tells whether two texts differ by one letter that was left out, added or replaced, or by two that were swapped; case,
 * blanks, hyphens and underscores do not count.
 */
function isMistyped(given: string, meant: string): boolean {
  const [one, two] = [given, meant].map((text) => text.replaceAll(/[\s_-]/g, '').toUpperCase())
  if (one === undefined || two === undefined || Math.abs(one.length - two.length) > 1) return false
  let start = 0
  while (start < one.length && one[start] === two[start]) start += 1
  const [restOne, restTwo] = [one.slice(start), two.slice(start)]
  return (
    restOne.slice(1) === restTwo.slice(1) ||
    restOne.slice(1) === restTwo ||
    restOne === restTwo.slice(1) ||
    (restOne.slice(2) === restTwo.slice(2) && restOne[0] === restTwo[1] && restOne[1] === restTwo[0])
  )
}

/** Returns the values that have come so far on this page, from any backend. */
export const unknownValues = (): readonly string[] => [...noted]
