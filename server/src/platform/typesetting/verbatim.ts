/**
 * Text that a machine reads (a drawing, a signature): it goes into a letter as it is, where every other text is made plain.
 * Only for what this server made itself, never for what came out of a form or the database.
 */
export class Verbatim {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}
