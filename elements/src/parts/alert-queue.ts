/** A question or a message that waits for its turn; `settle` answers the one who asked. */
export interface Alert {
  readonly id: number
  readonly kind: 'alert' | 'confirm' | 'choice'
  readonly message: string
  /** The answers of a choice, in the order of their buttons. */
  readonly choices: readonly string[]
  /** A way out by hand, e.g. to a document that a pop-up blocker held back. */
  readonly link: AlertLink | undefined
  /** Takes the number of the button; null if the question was turned away. */
  readonly settle: (answer: number | null) => void
}

interface AlertLink {
  href: string
  label: string
  /** Saves under this name instead of opening. */
  download?: string | undefined
}

/** What screens use to speak up: messages are shown one after the other, each until it is answered. */
export interface Alerts {
  /** Resolves when the message has been closed. */
  alert: (message: string, link?: AlertLink) => Promise<void>
  /** Resolves to true on OK, false on Abbrechen and Escape. */
  confirm: (message: string) => Promise<boolean>
  /** Resolves to the number of the chosen answer, null on Escape. The last one is the one that nobody regrets. */
  choose: (message: string, choices: readonly string[]) => Promise<number | null>
}

export interface AlertQueue extends Alerts {
  /** The message whose turn it is. */
  current: () => Alert | undefined
  subscribe: (listener: () => void) => () => void
  /** Answers all waiting messages as turned away, e.g. when the element leaves the page. */
  clear: () => void
}

/** One queue for each element on the page; outside React too, since the router asks before it leaves a form. */
export function createAlertQueue(): AlertQueue {
  let waiting: readonly Alert[] = []
  let lastId = 0
  const listeners = new Set<() => void>()

  function change(next: readonly Alert[]) {
    waiting = next
    for (const listener of listeners) listener()
  }

  function add(
    kind: Alert['kind'],
    message: string,
    { link, choices = [] }: { link?: AlertLink | undefined; choices?: readonly string[] } = {}
  ): Promise<number | null> {
    return new Promise((resolve) => {
      lastId += 1
      const id = lastId
      const settle = (answer: number | null) => {
        change(waiting.filter((one) => one.id !== id))
        resolve(answer)
      }
      change([...waiting, { id, kind, message, choices, link, settle }])
    })
  }

  return {
    alert: async (message, link) => void (await add('alert', message, { link })),
    confirm: async (message) => (await add('confirm', message)) !== null,
    choose: (message, choices) => add('choice', message, { choices }),
    current: () => waiting[0],
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    clear() {
      for (const one of waiting) one.settle(null)
    }
  }
}
