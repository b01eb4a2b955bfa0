/** Attribute name to property name, as the DOM does it: `session-token` and `sessionToken`. */
function propertyOf(attribute: string): string {
  return attribute.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/**
 * What our elements have in common: every attribute is also a property, moving the node keeps its state, removing it ends
 * everything that it began, and putting it back begins anew. Properties are not written to attributes: a token that a host
 * sets by property does not appear in its DOM.
 */
export abstract class BaseElement extends HTMLElement {
  readonly #values = new Map<string, string>()
  #life: AbortController | null = null

  /** Called by the tags' files instead of `customElements.define`; a page may load the entry twice. */
  static define(
    name: string,
    element: typeof BaseElement & CustomElementConstructor & { observedAttributes: string[] }
  ): void {
    if (customElements.get(name)) return
    // `id` is the DOM's own property.
    const own = element.observedAttributes.filter((attribute) => !(propertyOf(attribute) in HTMLElement.prototype))
    for (const attribute of own) reflect(element, attribute)
    customElements.define(name, element)
  }

  /** Begins; whatever it starts ends with the signal. */
  protected abstract begin(life: AbortSignal): void

  /** A value changed while the element lives. */
  protected abstract changed(attribute: string): void

  value(attribute: string): string | null {
    return this.#values.get(attribute) ?? null
  }

  setValue(attribute: string, value: string | null | undefined): void {
    const next = value ?? null
    if (next === this.value(attribute)) return
    if (next === null) this.#values.delete(attribute)
    else this.#values.set(attribute, next)
    if (this.#life) this.changed(attribute)
  }

  connectedCallback(): void {
    this.#upgrade()
    if (!this.#life) this.restart()
  }

  disconnectedCallback(): void {
    // A node that is moved is back at once or, with some frameworks, in the same task; only one that stays away ends.
    setTimeout(() => {
      if (!this.isConnected) this.#end()
    })
  }

  attributeChangedCallback(name: string, _before: string | null, after: string | null): void {
    this.setValue(name, after)
  }

  protected restart(): void {
    this.#end()
    this.#life = new AbortController()
    this.begin(this.#life.signal)
  }

  #end(): void {
    this.#life?.abort()
    this.#life = null
  }

  /** A property that was set before the element was defined hides the accessor: take it over. */
  #upgrade(): void {
    const { observedAttributes } = this.constructor as unknown as { observedAttributes: string[] }
    for (const property of observedAttributes.map(propertyOf)) {
      if (!Object.hasOwn(this, property)) continue
      const value: unknown = Reflect.get(this, property)
      Reflect.deleteProperty(this, property)
      Reflect.set(this, property, value)
    }
  }
}

function reflect(element: typeof BaseElement, attribute: string): void {
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
