/** Attribute name to property name, as the DOM does it: `session-token` and `sessionToken`. */
function propertyOf(attribute: string): string {
  return attribute.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/**
 * What our elements have in common: every attribute is also a property; an element keeps its state when it is moved, ends
 * everything when it is removed, and starts again when it is put back. Properties are not reflected to attributes: a token
 * that a host sets by property does not appear in its DOM.
 */
export abstract class BaseElement extends HTMLElement {
  readonly #values = new Map<string, string>()
  #running: AbortController | null = null

  /** Used instead of `customElements.define`, because a page may load the entry twice. */
  static define(
    name: string,
    element: typeof BaseElement & CustomElementConstructor & { observedAttributes: string[] }
  ): void {
    if (customElements.get(name)) return
    // `id` is a property of the DOM already.
    const added = element.observedAttributes.filter((attribute) => !(propertyOf(attribute) in HTMLElement.prototype))
    for (const attribute of added) defineProperty(element, attribute)
    customElements.define(name, element)
  }

  /** Whatever it starts ends when the signal is aborted. */
  protected abstract start(signal: AbortSignal): void

  /** A value changed after the start. */
  protected abstract attributeChanged(attribute: string): void

  value(attribute: string): string | null {
    return this.#values.get(attribute) ?? null
  }

  setValue(attribute: string, value: string | null | undefined): void {
    const next = value ?? null
    if (next === this.value(attribute)) return
    if (next === null) this.#values.delete(attribute)
    else this.#values.set(attribute, next)
    if (this.#running) this.attributeChanged(attribute)
  }

  connectedCallback(): void {
    this.#upgradeProperties()
    if (!this.#running) this.restart()
  }

  disconnectedCallback(): void {
    // An element that is moved is connected again at once or, with some frameworks, in the same task.
    setTimeout(() => {
      if (!this.isConnected) this.#end()
    })
  }

  attributeChangedCallback(name: string, _before: string | null, after: string | null): void {
    this.setValue(name, after)
  }

  protected restart(): void {
    this.#end()
    this.#running = new AbortController()
    this.start(this.#running.signal)
  }

  #end(): void {
    this.#running?.abort()
    this.#running = null
  }

  /** A property that was set before the element was defined hides its accessor. */
  #upgradeProperties(): void {
    const { observedAttributes } = this.constructor as unknown as { observedAttributes: string[] }
    for (const property of observedAttributes.map(propertyOf)) {
      if (!Object.hasOwn(this, property)) continue
      const value: unknown = Reflect.get(this, property)
      Reflect.deleteProperty(this, property)
      Reflect.set(this, property, value)
    }
  }
}

function defineProperty(element: typeof BaseElement, attribute: string): void {
  Object.defineProperty(element.prototype, propertyOf(attribute), {
    configurable: true,
    enumerable: true,
    get(this: BaseElement) {
      return this.value(attribute)
    },
    set(this: BaseElement, value: string | number | boolean | null | undefined) {
      this.setValue(attribute, value?.toString())
    }
  })
}
