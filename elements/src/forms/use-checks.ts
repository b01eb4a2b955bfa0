import { emailPattern, minimumPasswordLength, visiblePattern } from '@customer-center/contract/limits'
import { useMemo } from 'react'
import { useText } from '../texts/texts.ts'

/** What a form holds under its fields' names. */
export type FormValues = Record<string, string | boolean>

/** The sentence that says what is wrong with a value; undefined if nothing is. */
export type Check = (value: string, values: FormValues) => string | undefined

export interface Checks {
  /** As the server has it: a text that shows nothing is none. */
  required: Check
  /** Section 5; an empty value is none, and `stored` is let through: whoever changes something else did not enter it. */
  email: (stored: string) => Check
  /** Digits alone; `stored` is let through, since not all that lies in a database is our doing. */
  digits: (stored: string) => Check
  atMost: (length: number) => Check
  /** Section 5: empty, or long enough. */
  password: Check
  /** The same as the field of that name. */
  repeats: (name: string) => Check
}

/** The checks of section 5 with their sentences. */
export function useChecks(): Checks {
  const text = useText()
  return useMemo(() => {
    const unless = (fine: boolean, ...[id, values]: Parameters<typeof text>) => (fine ? undefined : text(id, values))
    return {
      required: (value) => unless(visiblePattern.test(value), 'form.required'),
      email: (stored) => (value) => unless(['', stored].includes(value) || emailPattern.test(value), 'form.email'),
      digits: (stored) => (value) => unless(value === stored || /^\d*$/.test(value), 'form.digits'),
      atMost: (length) => (value) => unless(value.length <= length, 'form.tooLong', { length }),
      password: (value) =>
        unless(value === '' || value.length >= minimumPasswordLength, 'form.password', {
          length: minimumPasswordLength
        }),
      repeats: (name) => (value, values) => unless(value === values[name], 'form.repeat')
    }
  }, [text])
}
