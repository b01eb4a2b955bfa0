/** A job that no retry can help; the message is one English sentence for operators and names no person. */
export class JobRefused extends Error {
  override readonly name = 'JobRefused'
}
