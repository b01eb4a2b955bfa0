import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CallError } from './call-error.ts'
import { useCenter } from './center.ts'

const clients = new WeakMap<AbortSignal, QueryClient>()

/**
 * One for each person in each element. A read is tried again once if there was no way to the server; a refusal is an answer.
 * While the browser is offline reads wait, and failed ones are made again when it is back.
 */
function clientOf(life: AbortSignal): QueryClient {
  const known = clients.get(life)
  if (known) return known
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        refetchOnWindowFocus: false,
        retryDelay: 1000,
        retry: (failures, error) => failures < 1 && error instanceof CallError && error.failure === 'network'
      }
    }
  })
  clients.set(life, client)
  life.addEventListener('abort', () => client.clear())
  // A gap that began before this code was there was no news, and then its end is none either. `navigator.onLine` would know, but
  // says offline for ever on some machines with virtual adapters, and nothing would be read there.
  addEventListener('online', () => client.getQueryCache().onOnline(), { signal: life })
  return client
}

// Else it listens only while a screen reads, and knows nothing of a gap that began before.
onlineManager.subscribe(() => undefined)

/** What the screens read from; it comes with the first of them, because the overview needs no lists (8.9 kB of 78). */
export function Queries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={clientOf(useCenter().life)}>{children}</QueryClientProvider>
}
