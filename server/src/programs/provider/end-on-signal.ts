/** Returns a signal that aborts at Ctrl+C and SIGTERM, so that a command can end in order. */
export function endOnSignal(): AbortSignal {
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort())
  return ending.signal
}
