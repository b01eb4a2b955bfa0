/** A job that no retry can help. The message is one English sentence for operators and names no person. */
export class UnrecoverableJobError extends Error {
  override readonly name = 'UnrecoverableJobError'
}
