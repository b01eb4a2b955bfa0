/** Browsers tell of what a policy has blocked after the request has failed. */
const reportMs = 100

/** Notes what the page's content security policy blocks from now on. */
export class PolicyWatch {
  readonly #blocked: { readonly directive: string; readonly uri: string }[] = []

  readonly #note = ({ disposition, effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void => {
    if (disposition === 'enforce') this.#blocked.push({ directive: effectiveDirective, uri: blockedURI })
  }

  constructor() {
    document.addEventListener('securitypolicyviolation', this.#note)
  }

  /** Of a directive, whatever its ending (`script-src-elem`): the origins of `candidates` that it has blocked. */
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
