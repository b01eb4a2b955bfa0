// Control characters (a field has one line), and marks that make a text appear in another order than it is stored.
const unreadable = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u

/** Tells whether a text of one line looks on every screen and in every letter as it is stored. */
export function isPlainText(text: string): boolean {
  return !unreadable.test(text)
}

const loneSurrogate = /\p{Surrogate}/u

/**
 * Tells whether every text in a parsed request can be stored: PostgreSQL refuses U+0000, and a lone surrogate would be
 * replaced silently on its way out. Walks without recursion, because a body of 1 MiB can nest half a million levels
 * deep.
 */
export function isCleanText(value: unknown): boolean {
  const left: unknown[] = [value]
  while (left.length > 0) {
    const next = left.pop()
    if (typeof next === 'string') {
      if (next.includes('\0') || loneSurrogate.test(next)) return false
    } else if (Array.isArray(next)) {
      for (const item of next) left.push(item)
    } else if (typeof next === 'object' && next !== null) {
      for (const [key, item] of Object.entries(next)) left.push(key, item)
    }
  }
  return true
}
