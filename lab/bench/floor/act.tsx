import { createElement, type ReactNode, type RefCallback } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { DrawnElement, DrawnNode } from './drawn-nodes.ts'

// The least work of an act: React alone draws the nodes that ours showed before the act and, at the act's event, those
// that ours had painted with its answer, with the same style sheets. It makes the calls that ours made, and waits for
// them if the answer needs them; it finds and sorts as many rows. What is the same before and after is not rendered
// again, and elements keep their nodes, as if all were memoized and had the best keys. It has no components and no
// hooks, no routes and no address, moves no focus, announces nothing, measures no height and saves no state.
export interface Scene {
  readonly sheets: readonly string[]
  /** Nodes before the act, and after each of its events. */
  readonly steps: readonly (readonly DrawnNode[])[]
  /** The event at which the next step is drawn. */
  readonly event?: string
  readonly calls?: readonly { readonly url: string; readonly token: string | undefined }[]
  /** Whether the next step is drawn after the calls are answered. */
  readonly waits?: boolean
  /** What is done with the addresses of all rows before a step is drawn. */
  readonly work?: 'find' | 'sort'
  readonly addresses?: readonly string[]
}

type KeyedNode = string | (DrawnElement & { readonly key: number; readonly children: readonly KeyedNode[] })

const shadow = document.querySelector('customer-center')!.attachShadow({ mode: 'open' })
const root = createRoot(shadow)
const collator = new Intl.Collator('de')
const drawn = new WeakMap<DrawnElement, ReactNode>()
let lastKey = 0
let ended = new AbortController()

const openDialog: RefCallback<HTMLDialogElement> = (dialog) => {
  dialog?.showModal()
  return () => dialog?.close()
}

function draw(node: KeyedNode): ReactNode {
  if (typeof node === 'string') return node
  const { tag, props, key, children } = node
  const modal = tag === 'dialog' && props['open'] === true && { open: undefined, ref: openDialog }
  const element = drawn.get(node) ?? createElement(tag, { ...props, ...modal, key }, ...children.map(draw))
  drawn.set(node, element)
  return element
}

/** Returns the nodes of a step: the former object for what has not changed, the former key for what has. */
function follow(before: readonly KeyedNode[], after: readonly DrawnNode[]): KeyedNode[] {
  const textOf = (node: DrawnNode) => JSON.stringify(node, (name, value) => (name === 'key' ? undefined : value))
  const texts = before.map(textOf)
  let rest = 0
  return after.map((node) => {
    if (typeof node === 'string') return node
    const same = texts.indexOf(textOf(node), rest)
    const other = before[same < 0 ? rest : same]
    const isOther = typeof other === 'object' && other.tag === node.tag && other.props['class'] === node.props['class']
    if (isOther) rest = (same < 0 ? rest : same) + 1
    if (isOther && same >= 0) return other
    const key = isOther ? other.key : (lastKey += 1)
    return { ...node, key, children: follow(isOther ? other.children : [], node.children) }
  })
}

/** Shows the nodes before the act, and draws the next step at its event. */
function play({ sheets, steps, event = 'click', calls = [], waits, work, addresses = [] }: Scene): void {
  ended.abort()
  ended = new AbortController()
  shadow.adoptedStyleSheets = sheets.map((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    return sheet
  })
  const followed = steps.reduce<KeyedNode[][]>((all, step) => [...all, follow(all.at(-1) ?? [], step)], [])
  let at = 0
  // As React renders after an event that it hears; of a listener in a shadow root it does not know the event.
  const show = () => flushSync(() => root.render(followed[at]?.map(draw)))
  show()
  const next = async ({ target }: Event): Promise<void> => {
    const answers = calls.map(async ({ url, token = '' }) => {
      const answer = await fetch(url, { headers: { Authorization: token, 'CONTENT-VERSION': '1.0' } })
      return answer.json()
    })
    if (waits) await Promise.all(answers)
    if (work === 'find') addresses.filter((one) => one.includes((target as HTMLInputElement).value))
    if (work === 'sort') addresses.toSorted(collator.compare)
    at = Math.min(at + 1, steps.length - 1)
    show()
  }
  const options = { capture: true, signal: ended.signal }
  ;(event === 'popstate' ? window : shadow).addEventListener(event, (one) => void next(one), options)
  const stay = (click: Event) => (click.target as Element).closest('a') && click.preventDefault()
  shadow.addEventListener('click', stay, options)
  if (event === 'popstate') history.pushState(null, '')
}

Object.assign(window, { play })
