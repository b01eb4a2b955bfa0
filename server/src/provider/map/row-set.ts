import { hash } from 'node:crypto'

/** 32-bit words of a row: half a SHA-256, of which no two rows of an import are alike by chance. */
const words = 4

/** A set of the rows that were seen, in 16 bytes each: a million rows in a Set of texts would take some 300 MB. */
export class RowSet {
  #slots = new Uint32Array(2 ** 16 * words)
  readonly #row = new Uint32Array(words)
  readonly #bytes = Buffer.from(this.#row.buffer)
  #size = 0

  /** @returns false where the row was added before */
  add(row: string): boolean {
    const own = this.#row
    // Rows are texts, since each buffer would wait for the garbage collection outside of the heap.
    this.#bytes.write(hash('sha256', row, 'binary'), 0, own.byteLength, 'latin1')
    // A word of 0 marks a free slot.
    own[0] = (own[0] ?? 0) || 1
    if (!this.#put(own)) return false
    this.#size += 1
    if (this.#size * words > this.#slots.length * 0.7) this.#grow()
    return true
  }

  #put(row: Uint32Array): boolean {
    const slots = this.#slots
    const count = slots.length / words
    for (let slot = (row[1] ?? 0) % count; ; slot = (slot + 1) % count) {
      const at = slot * words
      if (slots[at] === 0) {
        slots.set(row, at)
        return true
      }
      let word = 0
      while (word < words && slots[at + word] === row[word]) word += 1
      if (word === words) return false
    }
  }

  #grow(): void {
    const before = this.#slots
    this.#slots = new Uint32Array(before.length * 2)
    for (let at = 0; at < before.length; at += words) if (before[at] !== 0) this.#put(before.subarray(at, at + words))
  }
}
