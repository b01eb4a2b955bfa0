/**
 * Text for machines (a drawing, a signature), which reaches the template unchanged while every other text is made
 * plain. Only for text that this server generated, never for text from a form or the database.
 */
export class Verbatim {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}
