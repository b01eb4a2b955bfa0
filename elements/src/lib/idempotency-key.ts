/**
 * Returns a function that gives the idempotency key for saving a new row. The same content keeps its key, so that a
 * second save after a lost answer creates nothing twice; changed content gets a new key, because the server would
 * refuse it under the old one.
 */
export function idempotencyKeys(): (content: unknown) => string {
  let last = ''
  let key = idempotencyKey()
  return (content) => {
    const now = JSON.stringify(content)
    if (last !== '' && now !== last) key = idempotencyKey()
    last = now
    return key
  }
}

/** Returns a key for one creation, however often the request is sent. Browsers have randomUUID on https only. */
export function idempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
