const header = 'Idempotency-Key'

/**
 * The header that keeps a row from being created twice, where an answer got lost and the person saves again. The same content keeps its key;
 * a changed one is another row, which the server would refuse under the old key.
 */
export function idempotencyKeys(): (content: unknown) => Record<string, string> {
  let last = ''
  let headers = idempotencyKey()
  return (content) => {
    const now = JSON.stringify(content)
    if (last !== '' && now !== last) headers = idempotencyKey()
    last = now
    return headers
  }
}

/** The header for one creation, however often it has to be sent; whoever clicks again wants another one. */
export function idempotencyKey(): Record<string, string> {
  return { [header]: random() }
}

/** Not randomUUID, which browsers only have on https. */
function random(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
