import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

/** The trace of W3C Trace Context to which work belongs, from the request to its consequences. */
export interface Trace {
  /** 32 hexadecimal digits. */
  readonly id: string
  /** Whether the caller records the trace; this product only passes the flag on. */
  readonly isSampled: boolean
}

const traces = new AsyncLocalStorage<Trace>()

const digits = () => randomUUID().replaceAll('-', '')

export const newTrace = (): Trace => ({ id: digits(), isSampled: false })

/** A later version may add parts at the end; version ff and ids of zeros are invalid. */
const header =
  /^(?:00-(?=.{52}$)|(?!00|ff)[0-9a-f]{2}-)(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})(?![^-])/

/** Reads the header `traceparent`; undefined where it is missing or invalid. */
export function readTrace(value: unknown): Trace | undefined {
  const [, id, flags] = (typeof value === 'string' && header.exec(value)) || []
  if (id === undefined || flags === undefined) return undefined
  return { id, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

/** Writes the header `traceparent`, with a new id for the work of this process. */
export const traceparent = ({ id, isSampled }: Trace): string => `00-${id}-${digits().slice(0, 16)}-0${+isSampled}`

export const inTrace = <Result>(trace: Trace, work: () => Result): Result => traces.run(trace, work)

export const currentTrace = (): Trace | undefined => traces.getStore()
