/** Time until browsers tell about a blocked request, which they do after it has failed. */
const reportMs = 100

/** A record of requests that the page's content security policy blocks from now on. */
export class PolicyWatch {
  readonly #blocked: { readonly directive: string; readonly uri: string }[] = []

  readonly #note = ({ disposition, effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void => {
    if (disposition === 'enforce') this.#blocked.push({ directive: effectiveDirective, uri: blockedURI })
  }

  constructor() {
    document.addEventListener('securitypolicyviolation', this.#note)
  }

  /** Returns the origins of `candidates` that a directive has blocked, whatever its ending (`script-src-elem`). */
  async blocked(directive: string, candidates: Iterable<string>): Promise<string[]> {
    await new Promise((resolve) => setTimeout(resolve, reportMs))
    const uris = this.#blocked.filter((one) => one.directive.startsWith(directive)).map(({ uri }) => uri)
    return [...new Set(candidates)].filter((origin) =>
      uris.some((uri) => uri === origin || uri.startsWith(`${origin}/`))
    )
  }

  stop(): void {
    document.removeEventListener('securitypolicyviolation', this.#note)
  }
}
