import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useCenter } from '../client/center.ts'
import type { Profile } from '../client/identify.ts'
import { loadProfile } from '../client/load-profile.ts'

/** The logged-in person; cached, and reloaded when somebody invalidates `['profile']`. */
export function useProfile(): UseQueryResult<Profile> {
  const center = useCenter()
  const { session } = center
  return useQuery({
    queryKey: ['profile'],
    // Mostly known by now, so that the first thing drawn is the screen and not its waiting.
    ...(session.profile ? { initialData: session.profile } : {}),
    queryFn: async ({ client }) => {
      const before = session.profile
      const profile = await ((!before && center.firstProfile()) || loadProfile(center))
      // Section 4: what belongs to a person is loaded anew when the e-mail has changed.
      if (before && before.emailAddress !== profile.emailAddress)
        client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'profile' })
      return profile
    }
  })
}
