import type { FirstRouter, ScreenLink } from '../../context/router.ts'
import { addressOf, EntryNumbers, followedLink, pathWith } from './history-entry.ts'

/**
 * Reads and writes the hashes that begin with `#/` and the prefix: they are ours, all others belong to the host.
 *
 * @param prefix as a host may write it: `konto`, `/konto/` or `#/konto`
 */
export class HashAddress {
  /** The beginning of our hashes: `#/`, or `#/konto/` with a prefix. */
  readonly base: string

  constructor(prefix: string | null) {
    const name = (prefix ?? '').replace(/^#?\/*/, '').replace(/([^/]|^)\/+$/, '$1')
    // Encoded as the browser shows it in `location.hash`.
    this.base = name === '' ? '#/' : new URL(`#/${name}/`, 'http://localhost').hash
  }

  /** Returns the path behind the prefix; null when the hash is the host's. */
  readonly path = (): string | null => {
    // Programs that count visits add parameters behind `&` to a link, and some of them encode its slashes.
    const [path = ''] = location.hash.replace(/%2f/gi, '/').split(/[?&]/, 1)
    const hash = `${path.replace(/([^/]|^)\/+$/, '$1')}/`
    return hash.startsWith(this.base) ? hash.slice(this.base.length, -1) : null
  }

  /** Returns the part of our hash behind the path, where lists keep filter and search. */
  readonly query = (): string => (this.path() === null ? '' : location.hash.split('?').slice(1).join('?'))

  readonly of = (path: string, query = ''): string => addressOf(this.base + pathWith(path, query))

  readonly linkTo = (path: string): ScreenLink => ({ href: this.of(path), path })

  /** Goes to the path, which adds an entry unless the address is there already. */
  readonly go = (path: string): void => {
    location.hash = this.base + path
  }

  /** Replaces path and query. A host's own `#anchor` stays, and with a prefix so does every hash outside of it. */
  readonly replace = (path: string, query: string): void => {
    if (this.path() !== null || (location.hash === '' && this.base === '#/'))
      history.replaceState(history.state, '', this.of(path, query))
  }
}

/**
 * Creates the router for the time before React, when no form is open that a guard could protect.
 *
 * @param start the first screen where the address names none, neither one of ours nor one of the host's
 */
export function createFirstRouter(prefix: string | null, start: string | null, signal: AbortSignal): FirstRouter {
  const address = new HashAddress(prefix)
  if (start && !(address.path() ?? location.hash)) history.replaceState(history.state, '', address.of(start))
  const entries = new EntryNumbers()
  addEventListener('popstate', () => entries.take(entries.current()), { signal })
  return {
    path: () => address.path() ?? '',
    linkTo: address.linkTo,
    onClick(event) {
      const path = followedLink(event)
      if (path !== undefined) address.go(path)
    },
    replace(path) {
      // A language before the path is no reason to lose a list's state.
      address.replace(path, path.endsWith(address.path() ?? '') ? address.query() : '')
    }
  }
}
