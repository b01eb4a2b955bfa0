import { abortable } from './abortable.ts'
import { CallError } from './call-error.ts'

interface WaitingCall {
  readonly resolve: () => void
  readonly reject: (reason: unknown) => void
}

/** Calls that wait for the person to log in, or to choose a password. */
export class WaitingCalls {
  readonly #waiting = new Set<WaitingCall>()

  /** Resolves when the call may be repeated; throws CallError if it must not, or the reason of `signal`. */
  async wait(signal?: AbortSignal): Promise<void> {
    let call: WaitingCall | undefined
    const login = new Promise<void>((resolve, reject) => this.#waiting.add((call = { resolve, reject })))
    try {
      await abortable(login, signal)
    } finally {
      if (call) this.#waiting.delete(call)
    }
  }

  continueAll(): void {
    for (const call of this.#take()) call.resolve()
  }

  refuseAll(): void {
    for (const call of this.#take()) call.reject(new CallError('refused', { status: 401 }))
  }

  #take(): WaitingCall[] {
    const calls = [...this.#waiting]
    this.#waiting.clear()
    return calls
  }
}
