import { createElement, type ReactNode, type RefCallback } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { DrawnElement, DrawnNode } from '../drawn-nodes.ts'

// The least work of an act: React alone draws the nodes that ours showed before the act, and, after the event of the
// act, those that ours had painted with its answer, with the same styles. What is the same in both is not rendered
// again, elements keep their nodes, and rows are found and sorted as in ours. Nothing else is done: no components, no
// routes, no address, no focus moved, nothing announced, no request, no place of the scroll, no height measured.
export interface Scene {
  readonly sheets: readonly string[]
  /** Nodes before the act, and after each of its events. */
  readonly steps: readonly (readonly DrawnNode[])[]
  /** The event after which the next step is drawn. */
  readonly event: string
  /** What is done with the texts of all rows before a step is drawn. */
  readonly work: 'find' | 'sort' | null
  readonly texts: readonly string[]
}

const shadow = document.querySelector('customer-center')!.attachShadow({ mode: 'open' })
const root = createRoot(shadow)
const collator = new Intl.Collator('de')
const keys = new WeakMap<DrawnElement, number>()
const drawn = new WeakMap<DrawnElement, ReactNode>()
let lastKey = 0

const openDialog: RefCallback<HTMLDialogElement> = (dialog) => {
  dialog?.showModal()
  return () => dialog?.close()
}

function draw(node: DrawnNode): ReactNode {
  if (typeof node === 'string') return node
  const known = drawn.get(node)
  if (known) return known
  const { tag, props, children } = node
  const ref = tag === 'dialog' ? { ref: openDialog } : {}
  const element = createElement(tag, { ...props, ...ref, key: keys.get(node) }, ...children.map(draw))
  drawn.set(node, element)
  return element
}

/** Returns the nodes of a step: the same object for what has not changed, the same key for what has. */
function follow(before: readonly DrawnNode[], after: readonly DrawnNode[]): DrawnNode[] {
  const texts = before.map((node) => JSON.stringify(node))
  let rest = 0
  return after.map((node) => {
    if (typeof node === 'string') return node
    const same = texts.indexOf(JSON.stringify(node), rest)
    if (same >= 0) {
      rest = same + 1
      return before[same]!
    }
    const other = before[rest]
    const isOther = typeof other === 'object' && other.tag === node.tag && other.props['class'] === node.props['class']
    if (isOther) rest += 1
    const followed = { ...node, children: follow(isOther ? other.children : [], node.children) }
    keys.set(followed, (isOther && keys.get(other)) || (lastKey += 1))
    return followed
  })
}

function focus(nodes: readonly DrawnNode[], parent: ParentNode): void {
  nodes.forEach((node, index) => {
    const place = parent.childNodes[index]
    if (typeof node === 'string' || !(place instanceof HTMLElement)) return
    if (node.focused) place.focus()
    focus(node.children, place)
  })
}

let ended = new AbortController()

/** Shows the nodes before the act, and draws the next step whenever its event comes. */
function play({ sheets, steps, event, work, texts }: Scene): void {
  ended.abort()
  ended = new AbortController()
  shadow.adoptedStyleSheets = sheets.map((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    return sheet
  })
  const followed = steps.reduce<DrawnNode[][]>((all, step) => [...all, follow(all.at(-1) ?? [], step)], [])
  root.render(followed[0]!.map(draw))
  setTimeout(() => focus(followed[0]!, shadow), 100)
  let at = 0
  const next = ({ target }: Event): void => {
    if (work === 'find') texts.filter((text) => text.includes((target as HTMLInputElement).value))
    if (work === 'sort') texts.toSorted(collator.compare)
    at = Math.min(at + 1, steps.length - 1)
    // As React renders after an event of its own; of a listener in a shadow root it does not know the event.
    flushSync(() => root.render(followed[at]!.map(draw)))
  }
  const place = event === 'popstate' ? window : shadow
  place.addEventListener(event, next, { capture: true, signal: ended.signal })
  shadow.addEventListener('click', (click) => click.preventDefault(), { signal: ended.signal })
  if (event === 'popstate') history.pushState(null, '')
}

Object.assign(window, { play })
