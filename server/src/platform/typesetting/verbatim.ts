/**
 * Text for machines (a drawing, a signature), which reaches the template unchanged while every other text is made plain. Only
 * for what this server generated, never for what came out of a form or the database.
 */
export class Verbatim {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}
