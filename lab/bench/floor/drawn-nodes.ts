/** An element as React draws it. */
export interface DrawnElement {
  readonly tag: string
  /** React's properties. An input or a select has its value, and the focus if it had it. */
  readonly props: Readonly<Record<string, unknown>>
  readonly children: readonly DrawnNode[]
}

export type DrawnNode = DrawnElement | string

/** Runs in the page. Reads the nodes that the customer center shows. */
export function readNodes(): DrawnNode[] {
  const shown = document.querySelector('customer-center')?.shadowRoot
  const propsOf = (element: Element): Record<string, unknown> => {
    const props: Record<string, unknown> = {}
    const isField = /^(input|select|textarea)$/.test(element.localName)
    for (const { name, value } of element.attributes)
      if (!['style', 'selected', 'checked'].includes(name) && !(isField && name === 'value'))
        props[name] = typeof Reflect.get(element, name) === 'boolean' || value
    const { style } = element as HTMLElement
    if (style.length > 0)
      props['style'] = Object.fromEntries(Array.from(style, (name) => [name, style.getPropertyValue(name)]))
    if (isField) {
      const { checked, value } = element as HTMLInputElement
      Object.assign(props, { value, checked, autoFocus: shown?.activeElement === element })
    }
    return props
  }
  const read = (node: Node): DrawnNode[] => {
    if (node instanceof Text) return node.data === '' ? [] : [node.data]
    if (!(node instanceof Element)) return []
    const children = node.localName === 'textarea' ? [] : [...node.childNodes].flatMap(read)
    return [{ tag: node.localName, props: propsOf(node), children }]
  }
  return [...(shown?.childNodes ?? [])].flatMap(read)
}

/** Runs in the page. Reads the style sheets of the customer center. */
export const readSheets = (): string[] =>
  (document.querySelector('customer-center')?.shadowRoot?.adoptedStyleSheets ?? []).map((sheet) =>
    Array.from(sheet.cssRules, ({ cssText }) => cssText).join('\n')
  )
