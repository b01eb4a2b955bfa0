/** A waiting time as a sentence names it: in minutes, rounded up. */
export function waitingTime(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? 'einer Minute' : `${minutes} Minuten`
}
