import { focusHeading } from '../../parts/focus-heading.ts'

/** Focuses the first field of a form that is still empty; its heading if there is none. */
export function focusEmptyField(form: HTMLElement): void {
  const empty = [...form.querySelectorAll('input')].find(({ value }) => value === '')
  if (empty) empty.focus()
  else focusHeading(form)
}
