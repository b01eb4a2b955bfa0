import { call } from '../../server/src/testing/calls.ts'

/** Pause between two calls, in ms: a person looks, and does not flood. */
const every = 5

/** Measures calls of a logged-in person's profile, in ms, one after the other for as long as `isGoing`. */
export async function customerCalls(
  url: string,
  headers: Readonly<Record<string, string>>,
  isGoing: (calls: number) => boolean
): Promise<number[]> {
  const took: number[] = []
  while (isGoing(took.length)) {
    const begun = performance.now()
    const { status } = await call(url, '/webshopuser/getcurrentwebshopuser', { headers })
    if (status !== 200) throw new Error(`The profile was answered with ${status}.`)
    took.push(performance.now() - begun)
    await new Promise((resolve) => setTimeout(resolve, every))
  }
  return took
}
