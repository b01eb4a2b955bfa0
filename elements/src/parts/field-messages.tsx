export interface FieldMessages {
  /** What is wrong with the value. */
  error?: string | undefined
  hint?: string | undefined
}

/** Renders a field's hint and error, and returns their ids for the `aria-describedby` of its control. */
export function fieldMessages(id: string, { hint, error }: FieldMessages) {
  const ids = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean)
  const messages = (
    <>
      {hint && <small id={`${id}-hint`}>{hint}</small>}
      {error && (
        <small id={`${id}-error`} className="kc-error" role="alert">
          {error}
        </small>
      )}
    </>
  )
  return { messages, describedBy: ids.length > 0 ? ids.join(' ') : undefined }
}
