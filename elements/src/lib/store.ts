/** A value with listeners, in the form of React's `useSyncExternalStore`. */
export class Store<Value> {
  #value: Value
  readonly #listeners = new Set<() => void>()

  constructor(value: Value) {
    this.#value = value
  }

  readonly get = (): Value => this.#value

  readonly set = (value: Value): void => {
    this.#value = value
    for (const listener of this.#listeners) listener()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Resolves when the value passes the test. */
  readonly until = (test: (value: Value) => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = () => {
        if (!test(this.#value)) return
        stop()
        resolve()
      }
      const stop = this.subscribe(look)
      look()
    })
}
