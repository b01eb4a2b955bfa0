import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useCenter } from '../client/center.ts'
import type { Profile } from '../client/identify.ts'
import { loadProfile } from '../client/load-profile.ts'

/** The logged-in person; cached, and reloaded when somebody invalidates `['profile']`. */
export function useProfile(): UseQueryResult<Profile> {
  const center = useCenter()
  return useQuery({ queryKey: ['profile'], queryFn: () => center.firstProfile() ?? loadProfile(center) })
}
