import type { ReactElement, ReactNode } from 'react'
import type { RoutePath } from '@customer-center/contract/routes'
import type { RuntimeConfig } from '@customer-center/contract/runtime-config'
import type { ScreenLink } from '../../context/router.ts'
import type { FirstText } from '../../texts/texts.ts'

/**
 * Passed to every view as a property. Views are components without hooks, because they are rendered twice: by
 * {@link renderView} before React is loaded, and by React.
 */
export interface ViewContext {
  readonly text: FirstText
  readonly config: RuntimeConfig
  readonly hideLogout: boolean
  readonly linkTo: (route: RoutePath) => ScreenLink
}

type ViewProps = Readonly<Record<string, unknown>> & { readonly children?: ReactNode }

/** React's names of attributes where they are not HTML's. */
const attributeNames: Readonly<Record<string, string>> = { className: 'class', tabIndex: 'tabindex' }

/**
 * Renders a view to HTML elements without React, in a way that React can hydrate: no hooks, no events, no `style`, and no two
 * texts side by side. `docs/decisions/0032-first-view.md`
 */
export function renderView(view: ReactElement): HTMLElement {
  return renderNodes(view)[0] as HTMLElement
}

function renderNodes(node: ReactNode): Node[] {
  if (node === null || node === undefined || typeof node === 'boolean' || node === '') return []
  if (Array.isArray(node)) return node.flatMap((child: ReactNode) => renderNodes(child))
  if (typeof node !== 'object') return [document.createTextNode(String(node))]
  const { type, props } = node as ReactElement<ViewProps>
  if (typeof type === 'function') return renderNodes((type as (given: ViewProps) => ReactNode)(props))
  // A node without a tag is a fragment.
  if (typeof type !== 'string') return renderNodes(props.children)
  const element = document.createElement(type)
  const { children, ...given } = props
  for (const [name, value] of Object.entries(given)) {
    const attribute = attributeValue(name, value)
    if (attribute !== null) element.setAttribute(attributeNames[name] ?? name, attribute)
  }
  element.append(...renderNodes(children))
  return [element]
}

/**
 * Returns the value of an attribute; null for handlers, refs and missing values. ARIA states are words, HTML's boolean
 * attributes are present or absent.
 */
function attributeValue(name: string, value: unknown): string | null {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (typeof value !== 'boolean') return null
  if (name.startsWith('aria-')) return String(value)
  return value ? '' : null
}
