import { LRUCache } from 'lru-cache'

export interface KnownList {
  /** What `revisionOfCaller` gave along with the list. */
  readonly revision: string
  readonly json: string
}

// A string takes two bytes a character as soon as one of them is beyond Latin-1.
const bytesOf = ({ revision, json }: KnownList): number => 2 * (revision.length + json.length)

/** The lists that tokens were given last, 16 MB of them, for as long as somebody keeps looking. */
export type KnownLists = LRUCache<string, KnownList>

export function openKnownLists(): KnownLists {
  return new LRUCache({ maxSize: 16e6, maxEntrySize: 4e6, sizeCalculation: bytesOf, ttl: 10 * 60_000 })
}
