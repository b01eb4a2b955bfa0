/** A row as it was sent: its value, not yet checked, or why it is none. */
export type SourceRow = {
  /** Of its first line in the file, from 1. */
  readonly line: number
  /** As it stands in the file, so that it can be corrected and sent again; of a line that is too long only its beginning. Without what is secret. */
  readonly text: string
} & ({ readonly value: Readonly<Record<string, unknown>> } | { readonly refusal: string })
