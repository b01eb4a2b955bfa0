import { fromGermanDate, type IsoDate, isCalendarDay } from '@customer-center/contract/dates'
import { flushSync } from 'react-dom'

const separators = /^[.,/-]$/

/**
 * Moves on to the next part of a date when a separator is typed: react-aria ignores separators, and 1.12. became the eleventh of
 * February. Listens to input events, because the keyboards of phones send no keys. Returns a function that stops it.
 */
export function handleDateTyping(box: HTMLElement): () => void {
  // The part that the last digit was typed into.
  let last: Element | null = null
  function onBeforeInput(event: InputEvent) {
    const { data, inputType } = event
    // Not the event's target: in Firefox that is still the part before once the focus has moved on.
    const target = (box.getRootNode() as ShadowRoot).activeElement
    // The input of a composition cannot be prevented.
    if (!event.isTrusted || data === null || inputType === 'insertCompositionText') return
    event.preventDefault()
    event.stopPropagation()
    // After a second digit react-aria has focused the next part already.
    const hasMoved = last !== null && last !== target
    last = separators.test(data) ? null : target
    if (last) dispatchInput(data, inputType, last)
    else if (!hasMoved) nextPart(target)?.focus()
  }
  const nextPart = (part: Element | null) => {
    const parts = [...box.querySelectorAll<HTMLElement>('[contenteditable]')]
    return parts.find((_, index) => parts[index - 1] === part)
  }
  box.addEventListener('beforeinput', onBeforeInput, { capture: true })
  return () => box.removeEventListener('beforeinput', onBeforeInput, { capture: true })
}

/** In a shadow root React sees no `window.event` and renders later; the second of two fast keys would find the state before the first. */
function dispatchInput(data: string, inputType: string, part: EventTarget) {
  flushSync(() => part.dispatchEvent(new InputEvent('beforeinput', { data, inputType, cancelable: true })))
}

const dayFirst = /^(\d{1,2})[.,/-](\d{1,2})[.,/-](\d{4}|\d{2})$/
const yearFirst = /^\d{4}-\d{2}-\d{2}$/

/** Parses `1.12.2026`, `1. 12. 26` or `2026-12-01`; null for any other text. */
export function parseDay(text: string): IsoDate | null {
  const written = text.replaceAll(/\s/g, '')
  if (yearFirst.test(written)) return isCalendarDay(written) ? written : null
  const [, day, month, year] = dayFirst.exec(written) ?? []
  if (!day || !month || !year) return null
  return fromGermanDate(`${day.padStart(2, '0')}.${month.padStart(2, '0')}.${year.padStart(4, '20')}`)
}
