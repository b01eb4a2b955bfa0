/** JSON text that PostgreSQL wrote: it goes into the answer as it is, which saves parsing and writing it again. */
export class RawJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** The answer of a list without rows. */
export const emptyList = new RawJson('[]')
