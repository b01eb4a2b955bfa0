const header = 'Idempotency-Key'

/**
 * The header that keeps a row from being created twice, where an answer got lost and the person saves again. The same content keeps its key;
 * a changed one is another row, which the server would refuse under the old key.
 */
export function idempotencyKeys(): (content: unknown) => Record<string, string> {
  let last = ''
  let key = ''
  return (content) => {
    const now = JSON.stringify(content)
    if (now !== last) key = random()
    last = now
    return { [header]: key }
  }
}

/** Not randomUUID, which browsers only have on https. */
function random(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
