import { QueryClient } from '@tanstack/react-query'
import { CallError } from '../client/call-error.ts'

/**
 * One for each person in each element. A read is tried again once if there was no way to the server; a refusal is an answer.
 * While the browser is offline reads wait, and failed ones are made again when it is back.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        refetchOnWindowFocus: false,
        retryDelay: 1000,
        retry: (failures, error) => failures < 1 && error instanceof CallError && error.failure === 'network'
      }
    }
  })
}
