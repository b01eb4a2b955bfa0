/** An element as React draws it. */
export interface DrawnElement {
  readonly tag: string
  /** React's properties. A select or an input has its value, a dialog is open as long as it is drawn. */
  readonly props: Readonly<Record<string, unknown>>
  readonly children: readonly DrawnNode[]
  /** Whether it has the focus. */
  readonly focused: boolean
}

export type DrawnNode = DrawnElement | string

/** Runs in the page. Reads the nodes that the customer center shows. */
export function readNodes(): DrawnNode[] {
  const shown = document.querySelector('customer-center')?.shadowRoot
  const propsOf = (element: Element): Record<string, unknown> => {
    const props: Record<string, unknown> = {}
    for (const { name, value } of element.attributes) {
      const isFlag = typeof Reflect.get(element, name) === 'boolean'
      if (!['style', 'selected', 'checked', 'open'].includes(name)) props[name] = isFlag || value
    }
    if (element instanceof HTMLElement && element.style.length > 0)
      props['style'] = Object.fromEntries(
        Array.from(element.style, (name) => [name, element.style.getPropertyValue(name)])
      )
    if (element instanceof HTMLInputElement && /checkbox|radio/.test(element.type)) props['checked'] = element.checked
    else if (/^(input|select|textarea)$/.test(element.localName)) props['value'] = Reflect.get(element, 'value')
    return props
  }
  const read = (node: Node): DrawnNode[] => {
    if (node instanceof Text) return node.data === '' ? [] : [node.data]
    if (!(node instanceof Element)) return []
    const children = node.localName === 'textarea' ? [] : [...node.childNodes].flatMap(read)
    return [{ tag: node.localName, props: propsOf(node), children, focused: shown?.activeElement === node }]
  }
  return [...(shown?.childNodes ?? [])].flatMap(read)
}

/** Runs in the page. Reads the style sheets of the customer center. */
export const readSheets = (): string[] =>
  (document.querySelector('customer-center')?.shadowRoot?.adoptedStyleSheets ?? []).map((sheet) =>
    Array.from(sheet.cssRules, ({ cssText }) => cssText).join('\n')
  )
