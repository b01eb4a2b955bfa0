/** Customer and session to which a request with a valid token counts. */
export interface AdmissionOwner {
  readonly customer: string
  /** The session; missing for a program that calls for many people. */
  readonly session?: string
}

/** Limit of remembered tokens: more than the people who work at the same time, in a few megabytes. */
const maxKnown = 20_000

/** Remembers the owners of the most recently valid tokens. */
export function rememberOwners() {
  const known = new Map<string, AdmissionOwner>()
  return {
    find: (key: string) => known.get(key),
    forget: (key: string) => void known.delete(key),
    remember(key: string, owner: AdmissionOwner): void {
      known.delete(key)
      known.set(key, owner)
      const [oldest] = known.keys()
      if (known.size > maxKnown && oldest !== undefined) known.delete(oldest)
    }
  }
}
