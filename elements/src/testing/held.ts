import { onTestFinished } from 'vitest'

/** Keeps the answers to calls of a method from arriving, until the returned function lets them go. */
export function holdAnswers(method: string): () => void {
  const real = window.fetch
  let letGo = (): void => undefined
  const held = new Promise<void>((resolve) => (letGo = resolve))
  window.fetch = async (input, init) => {
    const answer = await real(input, init)
    if (init?.method === method) await held
    return answer
  }
  onTestFinished(() => {
    letGo()
    window.fetch = real
  })
  return () => letGo()
}

/**
 * Keeps the first answer to a path from arriving, until the returned function lets it go. Giving the call up does not take the
 * answer away: it may come too late for one that is here already.
 */
export function holdFirstAnswer(path: string): () => void {
  const real = window.fetch
  let letGo = (): void => undefined
  const held = new Promise<void>((resolve) => (letGo = resolve))
  let first = true
  window.fetch = async (input, init) => {
    const asked = new URL(input instanceof Request ? input.url : input)
    if (!first || !asked.pathname.endsWith(path)) return real(input, init)
    first = false
    const answer = await real(input, { ...init, signal: null })
    const body = await answer.text()
    await held
    return new Response(body, answer)
  }
  onTestFinished(() => {
    letGo()
    window.fetch = real
  })
  return () => letGo()
}
