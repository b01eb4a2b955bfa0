import { useMemo } from 'react'
import { emailPattern, visiblePattern } from '@customer-center/contract/input-patterns'
import { useAppContext } from '../context/app-context.ts'
import { useText } from '../texts/texts.ts'

export type FormValues = Record<string, string | boolean>

/** The names of a new password and its repetition among a form's values; the repetition is never sent. */
export const passwordNames = { password: 'password', repeat: 'repeatPassword' } as const

/** Returns a sentence about the fault of a value. */
export type Validator = (value: string, values: FormValues) => string | undefined

export interface Validators {
  /** Requires a text; one without visible characters is empty, as on the server. */
  required: Validator
  /**
   * Checks an address. Empty and `stored` values are valid: a person who changes another field has not
   * entered this one.
   */
  email: (stored: string) => Validator
  /** Digits only. The `stored` value is valid: not everything in the database comes from this form. */
  digits: (stored: string) => Validator
  atMost: (length: number) => Validator
  /** Checks everything about a text: whether it is required, the rules of its own, and its length. */
  ofText: (rule: { required: boolean; also: readonly Validator[]; max: number }) => readonly Validator[]
  /** Accepts an empty password, and one that is long enough for the backend. */
  password: Validator
  /** Requires the value of the field of that name. */
  repeats: (name: string) => Validator
}

/** Returns the validation rules with their sentences. */
export function useValidators(): Validators {
  const text = useText()
  const { passwordMinLength: length } = useAppContext().config
  return useMemo(() => {
    const unless = (valid: boolean, ...[id, values]: Parameters<typeof text>) => (valid ? undefined : text(id, values))
    const required: Validator = (value) => unless(visiblePattern.test(value), 'form.required')
    const atMost =
      (most: number): Validator =>
      (value) =>
        unless(value.length <= most, 'form.tooLong', { length: most })
    return {
      required,
      email: (stored) => (value) => unless(['', stored].includes(value) || emailPattern.test(value), 'form.email'),
      digits: (stored) => (value) => unless(value === stored || /^\d*$/.test(value), 'form.digits'),
      atMost,
      ofText: (rule) => [...(rule.required ? [required] : []), ...rule.also, atMost(rule.max)],
      password: (value) => unless(value === '' || value.length >= length, 'form.password', { length }),
      repeats: (name) => (value, values) => unless(value === values[name], 'form.repeat')
    }
  }, [text, length])
}
