import { type BaseSyntheticEvent, useEffect, useRef, useState } from 'react'
import { useForm, type UseFormRegisterReturn, type UseFormReturn } from 'react-hook-form'
import { useAlert } from '../parts/alert-dialog.tsx'
import { useText } from '../texts/texts.ts'
import type { Check, FormValues } from './use-checks.ts'
import { useUnsavedChanges } from './unsaved-changes.ts'
import { useSave } from './use-save.ts'

/** A row as it lies in the database, with the number that tells whether it has been changed since; null if it has none. */
interface Stored {
  readonly values: FormValues
  readonly version: number | null
}

export interface RowFormOptions<Data> {
  /** The noun of the glossary that the host is told with `data-saved`. */
  resource: string
  /** The row that was read; read anew it goes into the form while nothing is typed there. */
  stored: Stored
  /** How a field is called on the screen. */
  labelOf: (name: string) => string
  /** Reads the row anew, after somebody else has changed it. */
  reload: () => Promise<Stored>
  /** Saves what was changed, and nothing else. */
  send: (changes: FormValues, version: number | null) => Promise<Data>
  /** Brings all else that shows the row up to date, wherever the person is by now; `shown` if that is still the form. */
  onSaved?: (changes: FormValues, data: Data, shown: boolean) => void
  /** Where a save leads, for whoever has not left the form meanwhile. */
  leave?: (data: Data) => void
  /** Input is not lost without the question of section 2. */
  guarded?: boolean
  /**
   * Says what is wrong when a field is left, for a form whose button waits until all is right. Elsewhere the button says it: a
   * sentence that appears as the pointer goes down on the button moves the button away, and the click is lost.
   */
  tellOnLeaving?: boolean
}

interface FieldOptions {
  /**
   * Fields that are checked again when this one changes, if they were filled in before. Not those still to come: what is said of
   * them while somebody moves on to fill them in is out of date when it appears.
   */
  deps?: string[]
  /** Passwords keep their blanks. */
  untrimmed?: boolean
}

export interface RowForm {
  form: UseFormReturn<FormValues>
  /** What a field of parts/ needs: its registration and its error. */
  field: (
    name: string,
    checks?: readonly Check[],
    options?: FieldOptions
  ) => UseFormRegisterReturn & { error: string | undefined }
  submit: (event?: BaseSyntheticEvent) => void
  saving: boolean
  /** Something differs from what is stored. */
  changed: boolean
  valid: boolean
  /** For a way off the form that is its own, as 'Abbrechen' is: asks the question of section 2 if the form is `guarded`. */
  mayLeave: () => Promise<boolean>
  /** What somebody else has changed; null if the form never had to be merged. */
  notice: string | null
}

/** A form over one row: sends what was changed with the row's version, and settles it with the person if that is stale. */
export function useRowForm<Data>({
  resource,
  stored,
  labelOf,
  reload,
  send,
  onSaved,
  leave,
  guarded = false,
  tellOnLeaving = false
}: RowFormOptions<Data>): RowForm {
  const text = useText()
  const { choose } = useAlert()
  const { saving, save, tell } = useSave(resource)
  const [base, setBase] = useState(stored)
  const [notice, setNotice] = useState<string | null>(null)
  const form = useForm<FormValues>({ defaultValues: stored.values, mode: tellOnLeaving ? 'onTouched' : 'onSubmit' })
  const { errors, isDirty, isValid } = form.formState
  const { mayLeave, stays } = useUnsavedChanges(guarded && isDirty)

  function begin(row: Stored) {
    setBase(row)
    form.reset(row.values)
  }

  // By content: a query may hand out the same row as a new object.
  const content = JSON.stringify(stored)
  const seen = useRef(content)
  useEffect(() => {
    if (isDirty || seen.current === content) return
    seen.current = content
    begin(JSON.parse(content) as Stored)
  })

  async function settle() {
    const answer = await choose(text('save.stale'), [text('save.reload'), text('save.keep')])
    if (answer === null) return
    try {
      const fresh = await reload()
      const mine = changesOf(form.getValues(), base.values)
      const theirs = Object.keys(changesOf(fresh.values, base.values))
      begin(fresh)
      if (answer === 0) return setNotice(null)
      for (const [name, value] of Object.entries(mine))
        form.setValue(name, value, { shouldDirty: true, shouldTouch: true })
      setNotice(
        theirs.length > 0
          ? text('save.changed', { fields: theirs.map(labelOf).join(', ') })
          : text('save.changedNothing')
      )
    } catch (error) {
      await tell(error)
    }
  }

  const submit = form.handleSubmit((values) => {
    const changes = changesOf(values, base.values)
    return save({
      send: () => send(changes, base.version),
      onSaved: async (data) => {
        const shown = await stays()
        begin({ ...base, values })
        setNotice(null)
        onSaved?.(changes, data, shown)
        if (shown) leave?.(data)
      },
      // Whoever has left has nothing to choose from any more, but has to hear that it was not saved.
      onStale: async (error) => ((await stays()) ? settle() : tell(error))
    })
  })

  function checkAgain(names: readonly string[]) {
    const left = names.filter((name) => form.getFieldState(name).isTouched)
    if (left.length > 0) void form.trigger(left)
  }

  const field: RowForm['field'] = (name, checks = [], { deps = [], untrimmed = false } = {}) => ({
    ...form.register(name, {
      validate: (value, values) => checks.map((check) => check(String(value), values)).find(Boolean) ?? true,
      onChange: () => checkAgain(deps),
      ...(!untrimmed && { setValueAs: trimmed })
    }),
    error: errors[name]?.message
  })

  return {
    form,
    field,
    submit: (event) => void submit(event),
    saving,
    changed: isDirty,
    valid: isValid,
    mayLeave,
    notice
  }
}

/** What stands otherwise in `values` than in `base`. */
function changesOf(values: FormValues, base: FormValues): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== base[name]))
}

function trimmed(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value
}
