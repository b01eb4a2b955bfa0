/** Items in the order in which they came, taken at either end in constant time. */
export class Deque<Item> {
  #items: Item[] = []
  #first = 0

  get size(): number {
    return this.#items.length - this.#first
  }

  get first(): Item | undefined {
    return this.#items[this.#first]
  }

  push(item: Item): void {
    this.#items.push(item)
  }

  shift(): Item | undefined {
    if (this.size === 0) return undefined
    const item = this.#items[this.#first]
    this.#first += 1
    // The taken half is dropped at once, which costs each item one move.
    if (this.#first * 2 >= this.#items.length) {
      this.#items = this.#items.slice(this.#first)
      this.#first = 0
    }
    return item
  }

  pop(): Item | undefined {
    return this.size > 0 ? this.#items.pop() : undefined
  }
}
