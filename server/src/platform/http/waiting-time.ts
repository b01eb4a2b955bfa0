/** Words a waiting time for a sentence: in minutes, rounded up. */
export function waitingTime(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? 'einer Minute' : `${minutes} Minuten`
}
