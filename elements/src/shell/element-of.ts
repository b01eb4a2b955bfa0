import type { ReactElement, ReactNode } from 'react'

type Props = Readonly<Record<string, unknown>> & { readonly children?: ReactNode }

/** React's names of attributes where they are not HTML's. */
const attributes: Readonly<Record<string, string>> = { className: 'class', tabIndex: 'tabindex' }

/**
 * Draws a view's plain HTML elements without React, so that React can take them over as they stand: no hooks, no events, no
 * `style`, and no two texts side by side. `docs/decisions/0032-first-view.md`
 */
export function elementOf(view: ReactElement): HTMLElement {
  const [element] = nodesOf(view)
  if (!(element instanceof HTMLElement)) throw new Error('A view draws one element')
  return element
}

function nodesOf(node: ReactNode): Node[] {
  if (node === null || node === undefined || typeof node === 'boolean' || node === '') return []
  if (Array.isArray(node)) return node.flatMap((one: ReactNode) => nodesOf(one))
  if (typeof node !== 'object') return [document.createTextNode(String(node))]
  const { type, props } = node as ReactElement<Props>
  if (typeof type === 'function') return nodesOf((type as (given: Props) => ReactNode)(props))
  // A fragment.
  if (typeof type !== 'string') return nodesOf(props.children)
  const element = document.createElement(type)
  const { children, ...given } = props
  for (const [name, value] of Object.entries(given)) {
    const written = attributeOf(name, value)
    if (written !== null) element.setAttribute(attributes[name] ?? name, written)
  }
  element.append(...nodesOf(children))
  return [element]
}

/** Null for what is no attribute: handlers, refs, and what is not given. An ARIA state is a word, an attribute of HTML stands there or not. */
function attributeOf(name: string, value: unknown): string | null {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (typeof value !== 'boolean') return null
  if (name.startsWith('aria-')) return String(value)
  return value ? '' : null
}
