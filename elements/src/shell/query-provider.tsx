import { onlineManager, QueryClient, QueryClientProvider, QueryObserver } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { CallError } from '../client/call-error.ts'
import { useAppContext } from '../context/app-context.ts'

const clients = new WeakMap<AbortSignal, QueryClient>()

/**
 * Creates the client of one person in one element. A read is retried once if the server could not be reached; a refusal
 * is an answer. While the browser is offline, reads wait; failed reads are repeated when it is online again.
 */
export function clientOf(signal: AbortSignal): QueryClient {
  const known = clients.get(signal)
  if (known) return known
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        // A timer would hold the element. The person's end clears all.
        gcTime: Infinity,
        refetchOnWindowFocus: false,
        retryDelay: 1000,
        retry: (failures, error) => failures < 1 && error instanceof CallError && error.failure === 'network'
      }
    }
  })
  clients.set(signal, client)
  signal.addEventListener('abort', () => client.clear())
  return client
}

// Without a subscriber the manager only listens while a screen reads, and misses earlier events.
onlineManager.subscribe(() => undefined)

/**
 * Provides the queries of the screens. Loaded with the first of them, because the overview needs no lists (9 kB of
 * 81); the build fails where the app imports them.
 */
export function QueryProvider({ children }: { children: ReactNode }) {
  const { signal, pausing } = useAppContext()
  const client = clientOf(signal)
  useEffect(() => {
    const cache = client.getQueryCache()
    // If the browser went offline before this code was loaded, react-query does not see it come back. `navigator.onLine`
    // would tell, but on some machines with virtual adapters it is always false, and then nothing would be read at all.
    const onOnline = () => cache.onOnline()
    addEventListener('online', onOnline)
    return () => {
      removeEventListener('online', onOnline)
      const back = pausing.get()?.over
      if (!back) return
      // A paused screen reads nothing, and keeps its data.
      for (const { queryKey } of cache.getAll())
        void back.then(new QueryObserver(client, { queryKey, enabled: false, gcTime: 0 }).subscribe(() => undefined))
    }
  }, [client, pausing])
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
