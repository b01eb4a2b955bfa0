import { Store } from '../../lib/store.ts'

/** A question or a message that waits for its turn. */
export interface Alert {
  readonly id: number
  readonly kind: 'alert' | 'confirm' | 'choice'
  readonly message: string
  /** The answers of a choice, in the order of their buttons. */
  readonly choices: readonly string[]
  /** A link to open by hand, e.g. a document whose tab a pop-up blocker has stopped. */
  readonly link: AlertLink | undefined
  /** Whether the filled button destroys something. */
  readonly danger: boolean
  /** Resolves the promise of the caller: with the number of the button, or null if the dialog was cancelled. */
  readonly settle: (answer: number | null) => void
}

interface AlertLink {
  href: string
  label: string
  /** Saves under this name instead of opening. */
  download?: string | undefined
}

interface QuestionOptions {
  /** Whether the filled button destroys something, which its colour says. */
  danger?: boolean
}

/** Messages are shown one after the other, each until it is answered. */
export interface Alerts {
  /** Resolves when the message has been closed. */
  alert: (message: string, link?: AlertLink) => Promise<void>
  /** Resolves to true on OK, false on Abbrechen and Escape. */
  confirm: (message: string, options?: QuestionOptions) => Promise<boolean>
  /** Resolves to the number of the chosen answer, null on Abbrechen and Escape. The last answer is the filled button. */
  choose: (message: string, choices: readonly string[], options?: QuestionOptions) => Promise<number | null>
}

export interface AlertQueue extends Alerts {
  /** The message that is shown. */
  current: () => Alert | undefined
  subscribe: (listener: () => void) => () => void
  /** Cancels the questions, e.g. when the screen that asked them is left. */
  cancelQuestions: () => void
  /** Cancels all messages, e.g. when the element is removed. */
  clear: () => void
}

interface AlertOptions extends QuestionOptions {
  link?: AlertLink | undefined
  choices?: readonly string[]
}

/** Creates the queue of an element; each on the page has one. */
export function createAlertQueue(): AlertQueue {
  let lastId = 0
  const waiting = new Store<readonly Alert[]>([])

  function add(
    kind: Alert['kind'],
    message: string,
    { link, choices = [], danger = false }: AlertOptions = {}
  ): Promise<number | null> {
    return new Promise((resolve) => {
      lastId += 1
      const id = lastId
      const settle = (answer: number | null) => {
        waiting.set(waiting.get().filter((one) => one.id !== id))
        resolve(answer)
      }
      waiting.set([...waiting.get(), { id, kind, message, choices, link, danger, settle }])
    })
  }

  return {
    alert: async (message, link) => void (await add('alert', message, { link })),
    confirm: async (message, options) => (await add('confirm', message, options)) !== null,
    choose: (message, choices, options) => add('choice', message, { choices, ...options }),
    current: () => waiting.get()[0],
    subscribe: waiting.subscribe,
    cancelQuestions() {
      for (const one of waiting.get()) if (one.kind !== 'alert') one.settle(null)
    },
    clear() {
      for (const one of waiting.get()) one.settle(null)
    }
  }
}
