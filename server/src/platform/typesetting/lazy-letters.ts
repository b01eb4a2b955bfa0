import { type Letters, type LettersOptions, openLetters } from './letters.ts'

export interface LazyLetters extends Letters {
  /** Starts the process now, which spares the first letter the wait. */
  readonly warm: () => Promise<void>
}

/** Letters whose process starts with the first one: a server that sets none has none of its memory. A failed start is tried again. */
export function lazyLetters(options: LettersOptions): LazyLetters {
  let opened: Promise<Letters> | undefined
  let closed = false

  async function open(): Promise<Letters> {
    if (closed) throw new Error('letters are closed')
    opened ??= openLetters(options)
    try {
      return await opened
    } catch (error) {
      opened = undefined
      throw error
    }
  }

  return {
    warm: async () => void (await open()),
    render: async (template, data) => (await open()).render(template, data),
    plain: async (data) => (await open()).plain(data),
    async close() {
      closed = true
      await (await opened?.catch(() => undefined))?.close()
    }
  }
}
