const header = 'Idempotency-Key'

/**
 * Returns a function that gives the headers for saving a new row. The same content keeps its key, so that a second save after
 * a lost answer creates nothing twice; changed content gets a new key, because the server would refuse it under the old one.
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

/** The header for one creation, however often the request is sent. */
export function idempotencyKey(): Record<string, string> {
  return { [header]: randomHex() }
}

/** Browsers have randomUUID on https only. */
function randomHex(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
