import { type BaseSyntheticEvent, useEffect, useRef, useState } from 'react'
import { type FieldErrors, useForm, type UseFormRegisterReturn, type UseFormReturn } from 'react-hook-form'
import { BusinessError } from '@customer-center/contract/envelope'
import { CallError, errorSentence } from '../client/call-error.ts'
import type { SaveStatus } from '../context/app-context.ts'
import type { RowValues } from '../data/row-values.ts'
import { useAlert } from '../parts/dialogs/alert-dialog.tsx'
import { type FieldError, focusControl } from '../parts/fields/error-summary.tsx'
import { useText } from '../texts/texts.ts'
import type { SavedResource } from '../types/emit.ts'
import { savedName } from './saved-name.ts'
import { useSave } from './use-save.ts'
import { useUnsavedChanges } from './use-unsaved-changes.ts'
import type { Validator, FormValues } from './use-validators.ts'

/** A stored row. Its version tells whether somebody has changed it since; null if the backend has none. */
export type StoredFormRow = Omit<RowValues, 'values'> & { readonly values: FormValues }

export interface RowFormOptions<Data> {
  /** A noun of the glossary; the host gets it with `data-saved`. */
  resource: SavedResource
  /** The row that was read. A new one replaces the values of the form while nothing has been changed there. */
  stored: StoredFormRow
  labelOf: (name: string) => string
  /** Reads the row again after somebody else has changed it. */
  reload: () => Promise<StoredFormRow>
  /** Saves the row that was read with the fields that were changed. */
  send: (changes: FormValues, base: StoredFormRow) => Promise<Data>
  /**
   * Returns the message that names the saved row, and the row that its list marks. `saved` makes the message from the
   * name and adds the changes.
   */
  statusOf?: (values: FormValues, data: Data, saved: (thing: string) => string) => Partial<Omit<SaveStatus, 'resource'>>
  /**
   * Updates other views of the row, even if the person has left the form meanwhile; `shown` says whether it is still
   * there.
   */
  onSaved?: (changes: FormValues, data: Data, shown: boolean) => void
  /** Goes to the next screen after a save, unless the person has left the form meanwhile. */
  leave?: (data: Data) => void
  /** Asks before unsaved input is lost. */
  asksBeforeLeaving?: boolean
  /**
   * Whether a field is validated when it loses the focus, for a form whose button is disabled until everything is
   * valid. Other forms validate on submit: an error that appears as the pointer goes down on the button would move the
   * button away, and the click would be lost.
   */
  validateOnBlur?: boolean
}

interface FieldOptions {
  /**
   * Fields to validate again when this one changes, if they have been touched. An error of an untouched field would be out of date
   * as soon as somebody moves on to fill it in.
   */
  deps?: string[]
  /** Keeps leading and trailing spaces, as passwords need. */
  untrimmed?: boolean
}

export interface RowForm {
  form: UseFormReturn<FormValues>
  /** The props of a field in parts/: its registration and its error. */
  field: (
    name: string,
    validators?: readonly Validator[],
    options?: FieldOptions
  ) => UseFormRegisterReturn & { error: string | undefined }
  submit: (event?: BaseSyntheticEvent) => void
  saving: boolean
  /** Whether the form differs from the stored row. */
  changed: boolean
  valid: boolean
  /** Leaves by a button of the form, such as 'Abbrechen', after the question about unsaved input if `asksBeforeLeaving`. */
  leaveBy: (to: () => void) => Promise<void>
  /** Names the fields that somebody else has changed; null if nothing had to be merged. */
  notice: string | null
  /** The faults of the last submit that are not corrected yet, from the form's first field to its last. */
  refused: readonly FieldError[]
}

/**
 * Returns a form for one row: it sends the row with the changed fields and its version, and resolves a conflict with
 * the person.
 */
export function useRowForm<Data>({
  resource,
  stored,
  labelOf,
  reload,
  send,
  statusOf,
  onSaved,
  leave,
  asksBeforeLeaving = false,
  validateOnBlur = false
}: RowFormOptions<Data>): RowForm {
  const text = useText()
  const { saving, save, showFailure } = useSave(resource)
  const form = useForm<FormValues>({
    defaultValues: stored.values,
    mode: validateOnBlur ? 'onTouched' : 'onSubmit',
    // React Hook Form focuses by the order in which fields were registered, and the fields of a password are registered
    // late.
    shouldFocusError: false
  })
  const { errors, isDirty, isValid, isSubmitted, isSubmitSuccessful } = form.formState
  const faults = Object.values(errors)
  const { leaveBy, isStillShown } = useUnsavedChanges(asksBeforeLeaving && isDirty)
  const { base, reset } = useBase(form, stored)
  const { notice, setNotice, resolveConflict } = useConflict(form, { base, reset, reload, labelOf, showFailure })

  const submit = form.handleSubmit((values) => {
    const changes = changesOf(values, base.values)
    return save({
      send: () =>
        send(changes, base).catch((error: unknown) => {
          showAtField(form, error, { changes, labelOf })
          throw error
        }),
      statusOf: (data) =>
        statusOf?.(values, data, (thing) =>
          text('save.savedName', { name: savedName(thing, values, changes, labelOf) })
        ) ?? {},
      onSaved: async (data) => {
        const shown = await isStillShown()
        reset({ ...base, values })
        setNotice(null)
        onSaved?.(changes, data, shown)
        if (shown) leave?.(data)
      },
      // A person who has left the form has nothing to choose, but has to see the failure.
      onStale:
        base.version === null
          ? null
          : async (error) => ((await isStillShown()) ? resolveConflict(error) : showFailure(error))
    }).then(() => focusFirst(form.formState.errors))
  }, focusFirst)

  return {
    form,
    field: fieldsOf(form, errors),
    submit: (event) => void submit(event),
    saving,
    changed: isDirty,
    // A refusal of the server's does not keep a person from saving once more.
    valid: isValid || (faults.length > 0 && faults.every((fault) => fault?.type === 'backend')),
    leaveBy,
    notice,
    refused: isSubmitted && !isSubmitSuccessful ? inFormOrder(errors) : []
  }
}

/** Shows the server's sentence, beside the alert, at the field that it is about. */
function showAtField(
  form: UseFormReturn<FormValues>,
  error: unknown,
  { changes, labelOf }: Pick<RowFormOptions<unknown>, 'labelOf'> & { changes: FormValues }
): void {
  const message = errorSentence(error, '')
  const isPassword =
    changes['password'] && error instanceof CallError && error.restCode === BusinessError.passwordTooShort
  const name = isPassword ? 'password' : fieldNamedIn(message, Object.keys(form.getValues()), labelOf)
  if (name === undefined || message === '') return
  form.setError(name, { type: 'backend', message })
  // The error of a field that is not shown would stay, and refuse each save.
  if (!form.getFieldState(name).error?.ref) form.clearErrors(name)
}

/**
 * Returns the field that a sentence names by its label; of two labels, one within the other, the longer. Undefined if
 * it names none, or a label that two fields have.
 */
function fieldNamedIn(
  sentence: string,
  names: readonly string[],
  labelOf: (name: string) => string
): string | undefined {
  const wordsOf = (text: string) => ` ${text.match(/[\p{L}\d-]+/gu)?.join(' ') ?? ''} `
  const words = wordsOf(sentence)
  const [first, second] = names
    .filter((name) => words.includes(wordsOf(labelOf(name))))
    .toSorted((one, other) => labelOf(other).length - labelOf(one).length)
  return first && second && labelOf(first) === labelOf(second) ? undefined : first
}

/** Keeps the row with which the form is compared; a new stored row replaces it while nothing has been changed. */
function useBase(form: UseFormReturn<FormValues>, stored: StoredFormRow) {
  const { isDirty } = form.formState
  const [base, setBase] = useState(stored)
  function reset(row: StoredFormRow) {
    setBase(row)
    form.reset(row.values)
  }

  // The rows are compared by content: a query may return the same row as a new object.
  const content = JSON.stringify(stored)
  const seen = useRef(content)
  useEffect(() => {
    if (isDirty || seen.current === content) return
    seen.current = content
    reset(JSON.parse(content) as StoredFormRow)
  })
  return { base, reset }
}

interface ConflictOptions extends Pick<RowFormOptions<unknown>, 'reload' | 'labelOf'>, ReturnType<typeof useBase> {
  showFailure: (error: unknown) => Promise<unknown>
}

/**
 * Asks the person after somebody else has saved the row: they begin with the new row, or merge their changes into it.
 */
function useConflict(form: UseFormReturn<FormValues>, { base, reset, reload, labelOf, showFailure }: ConflictOptions) {
  const text = useText()
  const { choose } = useAlert()
  const [notice, setNotice] = useState<string | null>(null)

  async function resolveConflict(reason: unknown) {
    const question = `${errorSentence(reason, text('save.stale'))}\n${text('save.staleQuestion')}`
    const answer = await choose(question, [text('save.reload'), text('save.keep')])
    if (answer === null) return
    try {
      const fresh = await reload()
      const mine = changesOf(form.getValues(), base.values)
      const theirs = Object.keys(changesOf(fresh.values, base.values))
      reset(fresh)
      if (answer === 0) return setNotice(null)
      for (const [name, value] of Object.entries(mine))
        form.setValue(name, value, { shouldDirty: true, shouldTouch: true })
      setNotice(
        theirs.length > 0
          ? text('save.changed', { fields: theirs.map(labelOf).join(', ') })
          : text('save.changedNothing')
      )
    } catch (error) {
      await showFailure(error)
    }
  }
  return { notice, setNotice, resolveConflict }
}

/** Makes the function that returns the props of a field. */
function fieldsOf(form: UseFormReturn<FormValues>, errors: FieldErrors<FormValues>): RowForm['field'] {
  function validateTouched(names: readonly string[]) {
    const touched = names.filter((name) => form.getFieldState(name).isTouched)
    if (touched.length > 0) void form.trigger(touched)
  }
  return (name, validators = [], { deps = [], untrimmed = false } = {}) => ({
    ...form.register(name, {
      validate: (value, values) => validators.map((validate) => validate(String(value), values)).find(Boolean) ?? true,
      onChange: () => validateTouched(deps),
      ...(!untrimmed && { setValueAs: trimmed })
    }),
    error: errors[name]?.message
  })
}

/** Focuses the first field with a mistake. */
function focusFirst(errors: FieldErrors<FormValues>): void {
  const [first] = inFormOrder(errors)
  if (first) focusControl(first.control)
}

function inFormOrder(errors: FieldErrors<FormValues>): FieldError[] {
  return Object.values(errors as Record<string, FieldErrors[string]>)
    .flatMap((error) => {
      const [control, message]: unknown[] = [error?.ref, error?.message]
      return control instanceof HTMLElement && typeof message === 'string' ? [{ control, message }] : []
    })
    .toSorted((one, other) =>
      one.control.compareDocumentPosition(other.control) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1
    )
}

function changesOf(values: FormValues, base: FormValues): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== base[name]))
}

function trimmed(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value
}
