/** Returns the result of `work`. Null if a browser or a sandbox forbids storage or cookies, or a storage is full. */
export function nullOnError<Value>(work: () => Value): Value | null {
  try {
    return work()
  } catch {
    return null
  }
}

/** Sets an item of a storage, or removes it with null. */
export function writeItem(storage: () => Storage, key: string, value: string | null): void {
  nullOnError(() => (value === null ? storage().removeItem(key) : storage().setItem(key, value)))
}

/** Returns a cookie of the page; null also in a sandbox that forbids reading cookies. */
export function readCookie(name: string): string | null {
  return nullOnError(() => {
    const pair = document.cookie.split('; ').find((entry) => entry.startsWith(`${name}=`))
    return pair ? decodeURIComponent(pair.slice(name.length + 1)) : null
  })
}
