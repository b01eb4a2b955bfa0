import { isIP } from 'node:net'

interface Network {
  /** Network in the form of PostgreSQL's type `cidr`. */
  readonly cidr: string
  /** Limit of all addresses of this network together, as a multiple of the limit of one address. */
  readonly share: number
}

/** Networks that contain one address, the narrowest first. */
export type Networks = readonly [Network, ...Network[]]

/** Returns the eight groups of an IPv6 address. */
function groupsOf(ip: string): number[] {
  // Node normalises the address: lower case, and no dotted IPv4 part.
  const canonical = new URL(`http://[${ip.split('%')[0] ?? ''}]`).hostname.slice(1, -1)
  const [left = [], right = []] = canonical.split('::').map((half) => half.split(':').filter((group) => group !== ''))
  const zeros = Array<string>(8 - left.length - right.length).fill('0')
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16))
}

/**
 * Returns the networks for which tries from an address are counted, the narrowest first. A client with IPv6 has at
 * least a /64, a home often a /56 and an office a /48, and the client can change addresses within it at will; so each
 * network has a limit, and a wider network a higher one. IPv4 in IPv6 notation counts as IPv4.
 * @param ip as Fastify gives it; behind a proxy that passes on any header it may be no address at all
 */
export function networksOf(ip: string): Networks {
  if (isIP(ip) === 4) return [{ cidr: `${ip}/32`, share: 1 }]
  const groups = groupsOf(isIP(ip) === 6 ? ip : '::')
  const [first = 0, second = 0, third = 0, fourth = 0, , , seventh = 0, eighth = 0] = groups
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff)
    return networksOf([seventh >> 8, seventh & 0xff, eighth >> 8, eighth & 0xff].join('.'))
  const network = (bits: number, last: number, share: number): Network => ({
    cidr: `${[first, second, third, last].map((group) => group.toString(16)).join(':')}::/${bits}`,
    share
  })
  return [network(64, fourth, 1), network(56, fourth & 0xff00, 2), network(48, 0, 4)]
}

/**
 * Returns the site of a call: its address, or for IPv6 the network of an office, which can change addresses within it
 * at will.
 */
export const siteOf = ({ ip }: { readonly ip: string }): string => networksOf(ip).at(-1)?.cidr ?? ip
