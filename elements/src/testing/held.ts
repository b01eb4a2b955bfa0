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
