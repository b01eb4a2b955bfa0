import type { Page } from '@playwright/test'
import type { DrawnNode, readNodes } from './floor/drawn-nodes.ts'

/** What stands in the element once an act is answered. */
export interface ActAnswer {
  readonly selector: string
  /** The text of one of the selected elements, in small letters. */
  readonly text?: string
  /** Whether nothing is selected then. */
  readonly gone?: boolean
}

export interface AnsweredAct {
  readonly time: number
  /** How many elements were painted with the answer. */
  readonly elements: number
  /** What was painted with the answer, in a page that has the function {@link readNodes}. */
  readonly nodes?: readonly DrawnNode[]
}

interface Watch {
  readonly answered: Promise<AnsweredAct>
  readonly readNodes?: typeof readNodes
}

/**
 * Measures from the first event of an act (a key, a click, a step back) to the paint that shows its answer, and to the
 * paint after each of its events as Event Timing tells it, whichever is later.
 */
export async function answerTime(page: Page, answer: ActAnswer, act: () => Promise<unknown>): Promise<AnsweredAct> {
  await page.evaluate(watchAnswer, answer)
  await act()
  return page.evaluate(() => (window as unknown as Watch).answered)
}

/** Runs in the page. */
function watchAnswer({ selector, text, gone = false }: ActAnswer): void {
  const types = ['keydown', 'click', 'popstate']
  const ended = new AbortController()
  let [began, painted] = [Number.NaN, 0]
  const answered = new Promise<AnsweredAct>((settle, fail) => {
    setTimeout(() => fail(new Error(`There is ${gone ? 'still' : 'no'} ${selector} ${text ?? ''}`)), 10_000)
    const observer = new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) painted = Math.max(painted, startTime + duration)
    })
    observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
    const begin = ({ timeStamp }: Event): void => {
      ended.abort()
      began = timeStamp
      requestAnimationFrame(look)
    }
    for (const type of types) addEventListener(type, begin, { capture: true, signal: ended.signal })
    const isShown = (): boolean => {
      const found = document.querySelector('customer-center')?.shadowRoot?.querySelectorAll(selector) ?? []
      return [...found].some((one) => text === undefined || one.textContent?.toLowerCase() === text) !== gone
    }
    const look = (): void => {
      if (!isShown()) return void requestAnimationFrame(look)
      // The task comes after the frame is painted.
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () => {
        const shown = performance.now()
        const nodes = (window as unknown as Watch).readNodes?.()
        const elements = document.querySelector('customer-center')?.shadowRoot?.querySelectorAll('*').length ?? 0
        // Event Timing tells of an event after the next frame.
        setTimeout(() => {
          observer.disconnect()
          settle({ time: Math.max(shown, painted) - began, elements, ...(nodes && { nodes }) })
        }, 100)
      })
      port1.start()
      port2.postMessage(null)
    }
  })
  Object.assign(window, { answered })
}
