import { fromGermanDate, type IsoDate, isCalendarDay } from '@customer-center/contract/dates'
import { flushSync } from 'react-dom'

const separators = /^[.,/-]$/

/**
 * Lets what people type between the parts of a date end a part: react-aria takes no notice of it, and 1.12. became the eleventh of February.
 * Heard as input and not as keys, which the keyboards of phones do not tell. Returns what ends it.
 */
export function mendTyping(box: HTMLElement): () => void {
  // The part that the last digit went to.
  let last: EventTarget | null = null
  function hear(event: InputEvent) {
    const { data, inputType, target } = event
    // The input of a composition cannot be taken back.
    if (!event.isTrusted || data === null || inputType === 'insertCompositionText') return
    event.preventDefault()
    event.stopPropagation()
    // After a second digit the next part has the focus already.
    const hasMoved = last !== null && last !== target
    last = separators.test(data) ? null : target
    if (last) pass(data, inputType, last)
    else if (!hasMoved) partAfter(target)?.focus()
  }
  const partAfter = (part: EventTarget | null) => {
    const parts = [...box.querySelectorAll<HTMLElement>('[contenteditable]')]
    return parts.find((_, index) => parts[index - 1] === part)
  }
  box.addEventListener('beforeinput', hear, { capture: true })
  return () => box.removeEventListener('beforeinput', hear, { capture: true })
}

/** In a shadow root React sees no `window.event` and draws what was typed later; of two quick keys the second would know nothing of the first. */
function pass(data: string, inputType: string, part: EventTarget) {
  flushSync(() => part.dispatchEvent(new InputEvent('beforeinput', { data, inputType, cancelable: true })))
}

const dayFirst = /^(\d{1,2})[.,/-](\d{1,2})[.,/-](\d{4}|\d{2})$/
const yearFirst = /^\d{4}-\d{2}-\d{2}$/

/** `1.12.2026`, `1. 12. 26` or `2026-12-01` as a day; null for any other text. */
export function readDay(text: string): IsoDate | null {
  const written = text.replaceAll(/\s/g, '')
  if (yearFirst.test(written)) return isCalendarDay(written) ? written : null
  const [, day, month, year] = dayFirst.exec(written) ?? []
  if (!day || !month || !year) return null
  return fromGermanDate(`${day.padStart(2, '0')}.${month.padStart(2, '0')}.${year.padStart(4, '20')}`)
}
